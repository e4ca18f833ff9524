import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { childEnvironment, root } from "../cli/run_ra.ts";

const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const keeps = major > 22 || (major === 22 && minor >= 1);

test("the bundled command keeps compiled code where Node is told to, and nothing where it is told not to", {
  skip: !isNode,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-compiled-"));
  try {
    const run = (env: Record<string, string>): number => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, "dist/cli.js"), "--version"], {
        encoding: "utf8",
        env: { ...childEnvironment(folder), NODE_COMPILE_CACHE: join(folder, "cache"), ...env },
      });
      assert.deepEqual({ stderr, status, version: /^\d+\.\d+\.\d+\n$/.test(stdout) }, {
        stderr: "",
        status: 0,
        version: true,
      });
      return readdirSync(folder, { recursive: true }).length;
    };
    assert.equal(run({ NODE_DISABLE_COMPILE_CACHE: "1" }), 0);
    assert.equal(run({}) > 2, keeps);
    // A cache that cannot be written is none.
    run({ NODE_COMPILE_CACHE: "/dev/null/cache" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
