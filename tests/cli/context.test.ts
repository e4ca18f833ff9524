// `ra context` and `ra inspect ctx`, run as shell commands.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { SearchAnswer } from "../../src/shapes/search.ts";
import { gitIn } from "../host/git_repository.ts";
import { PROJECT, withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";

const FILES = {
  ...PROJECT,
  ".ra.toml": `${
    String(PROJECT[".ra.toml"])
  }[[context.rules]]\nmatch = "rules/**"\ninclude = ["docs:guide.md#installation"]\ntrees = []\n`,
  "src/overheating.py":
    "# The toaster blinks while it cools down, it cools down slowly.\ndef defrost(dial):\n    return dial\n",
  "src/bread.py": "# browning level: the dial sets the browning level\n",
  "src/bin.py": new Uint8Array([0, 1]),
  "rules/x.py": "",
};
const schema = (name: string) =>
  new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync(join(root, `docs/schemas/${name}.json`), "utf8")) as object,
  );

test("ra context prints passages in full, as a list, and as JSON of its schema", () =>
  withProject(FILES, (cwd) => {
    const full = runRa(["context", "src/overheating.py", "-n", "1"], { cwd });
    assert.deepEqual([full.code, full.stderr], [0, ""]);
    assert.match(full.stdout, /^─── docs:errors\.md ───\n> Error Handling\n\n/);
    assert.match(
      runRa(["context", "src/overheating.py", "--list"], { cwd }).stdout,
      /^docs:errors\.md\n {2}Error Handling\n/,
    );
    const validate = schema("context");
    for (
      const extra of [[], ["--list"], ["--explain"], ["-t", "notes"], ["--max-tokens", "20"], ["src/bread.py"], [
        "rules/x.py",
        "--explain",
      ], ["--terms", "2"]]
    ) {
      const { code, stdout, stderr } = runRa(["context", "src/overheating.py", "--json", ...extra], { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(validate(JSON.parse(stdout)), `${extra.join(" ")}: ${JSON.stringify(validate.errors)}`);
    }
  }));

test("ra context --explain shows the terms, and -v the scores", () =>
  withProject(FILES, (cwd) => {
    const { stdout } = runRa(["context", "src/overheating.py", "--explain", "--list"], { cwd });
    assert.match(
      stdout,
      /^Terms of src\/overheating\.py\n {2}term +weight +tf +idf +df +sources\n {2}overheating +1(?:\.0+)? .* path\n/,
    );
    assert.match(runRa(["context", "src/overheating.py", "--list", "-v"], { cwd }).stdout, /^docs:errors\.md \(\d/);
  }));

test("ra context shows the pages that a rule includes, even when it finds nothing else", () =>
  withProject(FILES, (cwd) => {
    assert.match(runRa(["context", "rules/x.py"], { cwd }).stdout, /^─── docs:guide\.md#installation ───\n/);
    const answer = JSON.parse(runRa(["context", "rules/x.py", "--json"], { cwd }).stdout) as SearchAnswer;
    assert.deepEqual(answer.queries[0]!.results.map(({ id, included, score }) => [id, included, score]), [[
      "docs:guide.md#installation",
      true,
      0,
    ]]);
  }));

test("ra context names what it leaves out, and explains what it cannot do", () =>
  withProject(FILES, (cwd) => {
    const binary = runRa(["context", "src/bin.py"], { cwd });
    assert.deepEqual([binary.code, binary.stdout], [0, "nothing in the documentation matches\n"]);
    assert.match(binary.stderr, /^ra: warning: src\/bin\.py: this is a binary file; it is left out\n$/);
    const cases: readonly (readonly [args: readonly string[], code: number, message: RegExp])[] = [
      [[], 2, /the file is missing/],
      [["src/nowhere.py"], 1, /src\/nowhere\.py: there is no such file/],
      [["src/bread.py", "-t", "dcs"], 2, /no tree `dcs`/],
      [["src/bread.py", "--terms", "0"], 2, /--terms/],
      [["src/bread.py", "-n", "x"], 2, /--limit/],
    ];
    for (const [args, code, message] of cases) {
      const run = runRa(["context", ...args], { cwd });
      assert.deepEqual([run.code, run.stdout], [code, ""], args.join(" "));
      assert.match(run.stderr, message);
    }
  }));

test("ra inspect ctx shows language, rules, terms and query, as text and as JSON of its schema", () =>
  withProject(FILES, (cwd) => {
    const validate = schema("inspect-ctx");
    const without = JSON.parse(runRa(["inspect", "ctx", "src/overheating.py", "--json"], { cwd }).stdout) as {
      query: string | null;
    };
    assert.ok(validate(without) && without.query === null, JSON.stringify(validate.errors));
    runRa(["update"], { cwd });
    assert.ok(
      validate(JSON.parse(runRa(["inspect", "ctx", "rules/x.py", "--json"], { cwd }).stdout)),
      JSON.stringify(validate.errors),
    );
    assert.match(
      runRa(["inspect", "ctx", "src/overheating.py"], { cwd }).stdout,
      /^File: src\/overheating\.py \(\d+ B\)\nLanguage: python\nRules: \*\.py \(built in\)\nTrees: all\nQuery: overheating OR /,
    );
    assert.match(
      runRa(["inspect", "ctx", "rules/x.py"], { cwd }).stdout,
      /Trees: none: no tree is allowed by all rules\nIncludes: docs:guide\.md#installation\n/,
    );
  }));

const DENO = process.versions["deno"] !== undefined;

test("ra context --diff reads the files that git reports as changed, and says when it may not run git", () =>
  withProject(FILES, (cwd) => {
    const outside = runRa(["context", "--diff"], { cwd });
    assert.deepEqual([outside.code, outside.stdout], [2, ""]);
    assert.match(outside.stderr, /git: not a git repository/);
    const git = gitIn(cwd);
    git("init", "-q");
    if (DENO) {
      const denied = runRa(["context", "--diff"], { cwd }).stderr;
      assert.match(denied, /git: it is not installed, ra may not run it.*\n.*hint: name the files/);
      return;
    }
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    assert.match(runRa(["context", "--diff"], { cwd }).stderr, /git reports no changed files/);
    writeFileSync(join(cwd, "src/bread.py"), `${FILES["src/bread.py"]}# grounded socket\n`);
    const filesOf = (...args: readonly string[]) =>
      (JSON.parse(runRa(["context", "--json", "--explain", ...args], { cwd }).stdout) as SearchAnswer).queries[0]!
        .files!.map(({ file }) => file);
    assert.deepEqual(filesOf("--diff"), ["src/bread.py"]);
    assert.deepEqual(filesOf("-C", "src", "--diff", "--", "."), ["bread.py"]);
    git("add", "-A");
    assert.deepEqual(filesOf("--staged"), ["src/bread.py"]);
    const unknown = runRa(["context", "--diff", "nowhere"], { cwd });
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    assert.equal(runRa(["context", "--diff=--output=x"], { cwd }).code, 2);
  }));

test("ra context and ra likethis say what is not read", () =>
  withProject(
    { ".ra.toml": '[tree.docs]\npath = "docs"\n', "docs/a.textile": "x\n", "a.py": "# gunicorn\n" },
    (cwd) => {
      const notes = "  tree docs holds nothing that ra reads\n  not read in docs: 1 .textile (";
      const { stdout } = runRa(["context", "a.py"], { cwd });
      assert.ok(stdout.startsWith(`nothing in the documentation matches\n${notes}`), stdout);
      const alike = runRa(["likethis", "a.py"], { cwd }).stdout;
      assert.ok(alike.startsWith(`nothing is like a.py\n${notes}`), alike);
      const { queries } = JSON.parse(runRa(["context", "a.py", "--json"], { cwd }).stdout) as SearchAnswer;
      assert.deepEqual(queries[0]!.empty_trees, ["docs"]);
    },
  ));
