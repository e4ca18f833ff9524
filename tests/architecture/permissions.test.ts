import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Deno in the checkout; `--no-prompt` makes a prompt a failure. */
function deno(...parameters: readonly string[]): Answer {
  const { PATH = "", HOME = "" } = process.env;
  const run = spawnSync("node_modules/.bin/deno", parameters, { encoding: "utf8", env: { PATH, HOME, NO_COLOR: "1" } });
  assert.equal(run.status, 0, run.stderr);
  return run;
}
const withReadOnly = (...parameters: readonly string[]): Answer =>
  deno("run", "--no-check", "--no-prompt", "--allow-read=.", "--deny-net", ...parameters);

const SEARCH = ["search", "--list", "-n", "1", "how do I leave a word out"];
const FOUND = /^docs:query-language\.md#leaving-things-out\n {2}Leaving things out\n/;
/**
 * What ra says when a permission is missing. Other messages may appear: another runtime may update at the same time, or
 * the index may come from an older version.
 */
const PROBLEM = /denied|permission|cannot be (read|written)/i;

test("the library loads under Deno with permission to read alone", () => {
  assert.equal(withReadOnly("mod.ts").stdout, "");
});

test("the command line starts under Deno with permission to read alone", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(withReadOnly("cli.ts", "--version").stdout.trim(), version);
});

test("deno task ra searches without the network; it reads the checkout and writes only .ra", () => {
  const { tasks } = JSON.parse(readFileSync("deno.json", "utf8")) as { tasks: Record<string, string> };
  const granted = [...(tasks["ra"] ?? "").matchAll(/ (-A|--(?:allow|deny)-[^ ]+)/g)].map((match) => match[1]);
  assert.deepEqual(granted, [
    "--allow-read=.",
    "--allow-write=.ra",
    "--allow-env=NO_COLOR,FORCE_COLOR,TERM,RA_DEBUG",
    "--deny-net",
  ]);
  const { stdout, stderr } = deno("task", "--quiet", "ra", ...SEARCH);
  assert.match(stdout, FOUND);
  assert.doesNotMatch(stderr, PROBLEM);
});

test("a search under Deno asks for no environment variable and not for the host name", () => {
  const { stdout, stderr } = withReadOnly("--allow-write=.ra", "cli.ts", ...SEARCH);
  assert.match(stdout, FOUND);
  assert.doesNotMatch(stderr, PROBLEM);
});
