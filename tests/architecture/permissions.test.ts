import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** Runs a module under Deno with nothing but reading the checkout allowed; `--no-prompt` makes a prompt a failure. */
function runWithReadOnly(...parameters: readonly string[]): string {
  return execFileSync(
    "node_modules/.bin/deno",
    ["run", "--no-check", "--no-prompt", "--allow-read=.", "--deny-net", ...parameters],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
}

test("the library loads under Deno when only reading is allowed", () => {
  assert.equal(runWithReadOnly("mod.ts"), "");
});

test("the command line starts under Deno when only reading is allowed", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(runWithReadOnly("cli.ts", "--version").trim(), version);
});
