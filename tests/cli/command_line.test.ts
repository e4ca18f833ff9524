import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { markDashedQueries, unmark } from "../../src/cli/dashed_query.ts";
import { exitCodeOf } from "../../src/cli/main.ts";
import { decimal, names, wholeNumber } from "../../src/cli/option_value.ts";
import { createProgram } from "../../src/cli/program.ts";
import { shownPath } from "../../src/cli/shown_path.ts";
import { VERSION } from "../../src/version.ts";
import { RaError, type RaErrorCode } from "../../src/errors.ts";
import { root } from "./run_ra.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface CommandLike {
  name(): string;
  readonly commands: readonly CommandLike[];
  readonly options: readonly { readonly short?: string | undefined; readonly long?: string | undefined }[];
}
const program = createProgram({ invoke: () => Promise.resolve(), print: () => {} }) as unknown as CommandLike;

/** Returns the part of `docs/command-line.md` about one command. */
function section(command: string): string {
  const found = read("docs/command-line.md").split(/^## /m).find((text) =>
    new RegExp(`^[^\\n]*\`ra ${command}\\b`).test(text)
  );
  assert.ok(found, `docs/command-line.md has no section on ra ${command}`);
  return found;
}

test("docs/command-line.md lists every command with every option", () => {
  for (const command of program.commands) {
    const text = section(command.name());
    const options = [command, ...command.commands].flatMap((each) => each.options);
    for (const { short, long } of options) {
      for (const flag of [short, long]) {
        if (flag !== undefined) assert.match(text, new RegExp(`\`${flag}[\` ]`), `${command.name()} ${flag}`);
      }
    }
  }
});

test("docs/command-line.md lists only options that the program has", () => {
  const known = new Set([
    "--help",
    ...[program, ...program.commands, ...program.commands.flatMap((command) => command.commands)]
      .flatMap((command) => command.options).map((option) => option.long ?? option.short),
  ]);
  for (const [, flag] of read("docs/command-line.md").matchAll(/(?<![\w-])(--[a-z][\w-]*)/g)) {
    assert.ok(known.has(flag!.replaceAll("_", "-")), flag);
  }
});

test("docs/errors.md lists exactly the codes of errors.ts, with their exit codes", () => {
  const codes = [...(/RaErrorCode =([^;]*);/.exec(read("src/errors.ts"))?.[1] ?? "").matchAll(/"([a-z-]+)"/g)].map((
    match,
  ) => match[1]);
  const rows = [...read("docs/errors.md").matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)];
  assert.ok(codes.length > 10);
  assert.deepEqual(rows.map((row) => row[1]), codes);
  for (const [, code, exit] of rows) {
    assert.equal(exitCodeOf(new RaError(code as RaErrorCode, "x")), Number(exit), code);
  }
});

test("the version matches package.json", () => {
  assert.equal(VERSION, (JSON.parse(read("package.json")) as { version: string }).version);
});

test("markDashedQueries() protects arguments that begin with - and contain white space, up to --", () => {
  const args = ["search", "-deprecated rust", "-n", "--limit", "- x", "--", "-a b"];
  const marked = markDashedQueries(args);
  assert.deepEqual(marked.filter((arg, i) => arg !== args[i]).map(unmark), ["-deprecated rust", "- x"]);
  assert.ok(marked.every((arg) => !/^-.*\s/.test(arg) || arg === "-a b"));
});

test("unmark() gives back every argument unchanged", () => {
  fc.assert(
    fc.property(fc.array(fc.string().filter((arg) => !arg.includes("\0"))), (args) => {
      assert.deepEqual(markDashedQueries(args).map(unmark), args);
    }),
    { numRuns: 200 },
  );
});

test("options accept only well-formed values", () => {
  assert.equal(wholeNumber("--limit", 0)("0"), 0);
  for (const text of ["-1", "1.5", "", "1e3", " 1", "９"]) {
    assert.throws(() => wholeNumber("--limit", 0)(text), { code: "usage" }, text);
  }
  assert.throws(() => wholeNumber("--max-results", 1)("0"), {
    code: "usage",
    message: /--max-results: "0" is not a whole number from 1 up/,
  });
  assert.equal(decimal("-r", 1, "x")(".5"), 0.5);
  for (const text of ["1.01", "-0.1", "NaN", "Infinity", "0x1", ""]) {
    assert.throws(() => decimal("-r", 1, "x")(text), { code: "usage" }, text);
  }
  assert.throws(() => decimal("-r", 1, "x", true)("0"), { code: "usage" });
  assert.deepEqual(names("--tree")("b, c", ["a"]), ["a", "b", "c"]);
  assert.throws(() => names("--tree")(" ,", undefined), { code: "usage" });
});

test("shownPath() shortens paths where it can", () => {
  assert.equal(shownPath("/a/b", "/a/b/c.md"), "c.md");
  assert.equal(shownPath("/a/b", "/a/c.md"), "/a/c.md");
  assert.equal(shownPath("/very/long/folder/here", "/very/long/folder/c.md"), "../c.md");
  assert.equal(shownPath("/a", "/a"), "/a");
  assert.equal(shownPath("/a", "b.md"), "b.md");
});
