import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { childEnvironment, root } from "../cli/run_ra.ts";

const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const keeps = major > 22 || (major === 22 && minor >= 1);
/** Only POSIX file modes say who may write to a file. */
const skip = !isNode || process.platform === "win32";

interface Home {
  readonly folder: string;
  readonly cache: string;
  /** Runs the bundled command, and counts the files and folders below `cache`. */
  run(env?: Readonly<Record<string, string>>): number;
}

/** Makes a home folder, in which `cache` is the folder for ra's own files. */
function withHome(work: (home: Home) => void): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-compiled-")));
  const cache = process.platform === "darwin" ? join(folder, "Library", "Caches") : join(folder, ".cache");
  try {
    mkdirSync(join(cache, ".."), { recursive: true });
    work({
      folder,
      cache,
      run(env = {}) {
        const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, "dist/cli.js"), "--version"], {
          encoding: "utf8",
          env: { ...childEnvironment(folder), HOME: folder, ...env },
        });
        assert.deepEqual({ stderr, status, version: /^\d+\.\d+\.\d+\n$/.test(stdout) }, {
          stderr: "",
          status: 0,
          version: true,
        });
        return existsSync(cache) ? readdirSync(cache, { recursive: true }).length : 0;
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test(
  "compiled code lies in your own cache, which nobody else can read",
  { skip },
  () =>
    withHome(({ cache, run }) => {
      assert.equal(run() > 3, keeps);
      if (!keeps) return;
      for (const path of [cache, join(cache, "ra"), join(cache, "ra/compiled")]) {
        assert.equal(lstatSync(path).mode & 0o777, 0o700, path);
      }
    }),
);

test(
  "compiled code lies where Node's settings say, and nowhere when they turn the cache off",
  { skip: !isNode },
  () =>
    withHome(({ folder, run }) => {
      const elsewhere = join(folder, "elsewhere");
      assert.equal(run({ NODE_DISABLE_COMPILE_CACHE: "1" }), 0);
      assert.equal(run({ NODE_COMPILE_CACHE: elsewhere }), 0);
      assert.equal(existsSync(elsewhere), keeps);
      // A cache that ra cannot write counts as none.
      run({ NODE_COMPILE_CACHE: "/dev/null/cache" });
    }),
);

test(
  "ra neither writes nor runs compiled code in a folder that another user can write to",
  { skip },
  () =>
    withHome(({ cache, folder, run }) => {
      const own = join(cache, "ra");
      mkdirSync(own, { recursive: true });
      chmodSync(own, 0o777);
      run();
      assert.deepEqual(readdirSync(own), []);
      rmSync(own, { recursive: true });
      // Anybody may have made a link.
      mkdirSync(join(folder, "planted"));
      symlinkSync(join(folder, "planted"), own);
      run();
      assert.deepEqual(readdirSync(join(folder, "planted")), []);
      rmSync(own);
      chmodSync(folder, 0o777);
      run();
      assert.equal(existsSync(own), false);
    }),
);

test("ra ignores a relative or missing cache folder", { skip }, () =>
  withHome(({ cache, folder, run }) => {
    run({ XDG_CACHE_HOME: "caches", HOME: "" });
    run({ HOME: join(folder, "nowhere") });
    assert.deepEqual([existsSync(cache), existsSync(join(folder, "nowhere"))], [false, false]);
  }));
