import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { childEnvironment, commandLine } from "./run_ra.ts";

const skip = process.versions["bun"] === undefined && "only Bun follows files of the working directory";

/** The output of `ra completions bash`, which needs no configuration. */
function runIn(folder: string, ...options: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const { command, args } = commandLine([folder]);
  return spawnSync(command, [...options, ...args, "completions", "bash"], {
    cwd: folder,
    encoding: "utf8",
    env: childEnvironment(join(folder, "no-home")),
  });
}

test("ra names the files that Bun followed before it, once, unless Bun was told to leave them", { skip }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-bun-")));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  try {
    assert.equal(runIn(folder).stderr, "");
    write(".env.local", "PLANTED=1\n");
    assert.match(runIn(folder).stderr, /^ra: warning: Bun followed \.env\.local of this folder before ra began, /);
    write("bunfig.toml", 'preload = ["./planted.ts"]\n');
    write("planted.ts", 'console.log("planted");\n');
    const both = runIn(folder);
    assert.match(both.stdout, /^planted\n/);
    assert.match(both.stderr, /^ra: warning: Bun followed bunfig\.toml, \.env\.local of this folder [^\n]*\n$/);
    // As SECURITY.md says it.
    const safe = runIn(folder, "--config=/dev/null", "--no-env-file", "--tsconfig-override=/dev/null");
    assert.equal(safe.stderr, "");
    assert.doesNotMatch(safe.stdout, /planted/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a tsconfig.json that exchanges ra itself has no effect on a safe start", { skip }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-bun-")));
  try {
    writeFileSync(join(folder, "planted.ts"), 'console.log("planted");\n');
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { paths: { [commandLine([]).args.at(-1)!]: ["./planted.ts"] } } }),
    );
    assert.equal(runIn(folder).stdout, "planted\n");
    const safe = runIn(folder, "--config=/dev/null", "--no-env-file", "--tsconfig-override=/dev/null");
    assert.match(safe.stdout, /complet/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
