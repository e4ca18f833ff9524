/** Tests of `--format` and its short form `--json`. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createProgram } from "../../src/cli/program.ts";
import { formatPaths } from "../../src/output/text/paths_text.ts";
import { ask } from "./fake_workspace.ts";
import { PROJECT, withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const lines = (text: string): string[] => text.split("\n").slice(0, -1);
const rows = (text: string): unknown[] => lines(text).map((line) => JSON.parse(line) as unknown);

test("--format jsonl prints each row of --format json on its own line", () =>
  withProject({ ...PROJECT, "docs/drift.md": "[gone](gone.md)\n" }, (directory) => {
    const ra = (...args: string[]): string => runRa(args, { cwd: directory }).stdout;
    const json = (...args: string[]): unknown => JSON.parse(ra(...args, "--format", "json"));
    const found = json("search", "toaster") as { queries: [{ results: readonly unknown[] }] };
    assert.ok(found.queries[0].results.length > 1);
    assert.deepEqual(rows(ra("search", "toaster", "--format", "jsonl")), found.queries[0].results);
    for (const what of ["trees", "docs", "chunks", "tags"]) {
      assert.deepEqual(rows(ra("ls", what, "--format", "jsonl")), json("ls", what));
    }
    const { issues } = json("check", "--drift") as { issues: readonly unknown[] };
    assert.ok(issues.length > 0);
    assert.deepEqual(rows(ra("check", "--drift", "--format", "jsonl")), issues);
  }));

test("--format paths prints each file once, best first, relative to the working directory", () =>
  withProject(PROJECT, (directory) => {
    const inside = join(directory, "docs", "api");
    mkdirSync(inside, { recursive: true });
    const { queries } = JSON.parse(runRa(["search", "toaster", "-n", "20", "--json"], { cwd: directory }).stdout) as {
      queries: [{ results: readonly { path: string; tree: string }[] }];
    };
    const expected = [...new Set(queries[0].results.map(({ tree, path }) => `${tree}/${path}`))];
    assert.ok(expected.length > 1);
    const paths = ["search", "toaster", "-n", "20", "--format", "paths"];
    assert.deepEqual(lines(runRa(paths, { cwd: directory }).stdout), expected);
    assert.deepEqual(
      lines(runRa(paths, { cwd: inside }).stdout).map((path) => join(inside, path)),
      expected.map((path) => join(directory, path)),
    );
    assert.equal(runRa(["search", "xylophone", "--format", "paths"], { cwd: directory }).stdout, "");
    const all = lines(runRa(["ls", "docs", "--format", "paths"], { cwd: directory }).stdout);
    assert.deepEqual(lines(runRa(["ls", "chunks", "--format", "paths"], { cwd: directory }).stdout), all);
    assert.ok(all.includes("docs/guide.md"));
  }));

test("formatPaths() keeps the first of equal paths and escapes control characters", () => {
  assert.equal(formatPaths(["b.md", "a.md", "b.md", "x\u001b[1m.md"]), "b.md\na.md\nx\\x1b[1m.md\n");
  assert.equal(formatPaths([]), "");
});

test("ra refuses an option that a format cannot show, before it opens anything", async () => {
  const refused: readonly (readonly [message: RegExp, ...args: string[]])[] = [
    [/--json and --format exclude/, "search", "x", "--json", "--format", "paths"],
    [/--json and --format exclude/, "ls", "--format", "jsonl", "--json"],
    [/--explain and --format jsonl/, "search", "x", "--format", "jsonl", "--explain"],
    [/--facets and --format paths/, "search", "x", "--format", "paths", "--facets"],
    [/--why-not and --format paths/, "search", "x", "--format", "paths", "--why-not", "docs:a.md"],
    [/--group-by query and --format jsonl/, "search", "x", "y", "--format", "jsonl", "--group-by", "query"],
    [/--matches and --format json /, "search", "x", "--json", "--matches"],
    [/--list and --format paths/, "context", "x", "--format", "paths", "--list"],
    [/--max-tokens and --format paths/, "likethis", "x", "--format", "paths", "--max-tokens", "9"],
    [/ls tags and --format paths/, "ls", "tags", "--format", "paths"],
    [/ls trees and --format paths/, "ls", "--format", "paths"],
    [/Allowed choices are text, json/, "get", "x", "--format", "paths"],
    [/--stdout.* cannot be used with option '--format/, "agents", "--stdout", "--format", "json"],
  ];
  for (const [message, ...args] of refused) {
    const calls: unknown[][] = [];
    await assert.rejects(ask(args, {}, calls), { code: "usage", message }, args.join(" "));
    assert.deepEqual(calls, []);
  }
});

test("every command with --json also has --format, and ra makes only the options of the command that runs", () => {
  const host = { invoke: () => Promise.resolve(), print: () => {} };
  const optionsOf = (args?: readonly string[]) =>
    createProgram({ ...host, ...(args === undefined ? {} : { args }) }).commands
      .flatMap((command) => [command, ...command.commands])
      .map((command) => [command.name(), command.options.map(({ long }) => long)] as const);
  const all = optionsOf();
  for (const [name, options] of all) assert.equal(options.includes("--json"), options.includes("--format"), name);
  const given = (args: readonly string[]) =>
    optionsOf(args).filter(([, options]) => options.length > 0).map(([name]) => name);
  assert.deepEqual(given(["-q", "get", "x"]), ["get"]);
  assert.deepEqual(given(["--version"]), []);
});
