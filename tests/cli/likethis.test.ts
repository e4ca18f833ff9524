// `ra likethis`, run as a shell command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { SearchAnswer } from "../../src/shapes/search.ts";
import { PROJECT, withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";

test("ra likethis prints similar passages, as text and as JSON of its schema", () =>
  withProject(PROJECT, (cwd) => {
    const { code, stdout } = runRa(["likethis", "docs:errors.md#overheating", "--list", "-n", "1"], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^docs:errors\.md#jammed-bread\n {2}Jammed Bread\n/);
    const validate = new Ajv2020({ strict: true }).compile(
      JSON.parse(readFileSync(join(root, "docs/schemas/search.json"), "utf8")) as object,
    );
    for (const extra of [[], ["--list"], ["--explain"], ["-t", "notes"]]) {
      const answer: unknown = JSON.parse(runRa(["likethis", "docs/errors.md", "--json", ...extra], { cwd }).stdout);
      assert.ok(validate(answer), `${extra.join(" ")}: ${JSON.stringify(validate.errors)}`);
    }
    assert.deepEqual(
      runRa(["likethis", "notes/todo.txt", "-t", "notes"], { cwd }).stdout,
      "nothing is like notes/todo.txt\n",
    );
    const unknown = runRa(["likethis", "docs:errors.md#overheatin"], { cwd });
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /nearest: docs:errors\.md#overheating/);
  }));

test("ra likethis --max-tokens prints what fits and names the rest on stderr", () =>
  withProject(PROJECT, (cwd) => {
    const like = (...args: readonly string[]) => runRa(["likethis", "docs:errors.md#overheating", ...args], { cwd });
    const all = like();
    assert.deepEqual(like("--max-tokens", "5000"), all);
    const none = like("--max-tokens", "0");
    assert.deepEqual([none.code, none.stdout], [0, ""]);
    assert.match(
      none.stderr,
      /^ra: warning: left out to fit the token budget: docs:errors\.md#jammed-bread \(\d+ tokens\)/,
    );
    const { queries: [entry] } = JSON.parse(like("--max-tokens", "0", "--json").stdout) as SearchAnswer;
    assert.deepEqual([entry!.tokens, entry!.left_out![0]!.id], [0, "docs:errors.md#jammed-bread"]);
    assert.equal(like("--max-tokens", "x").code, 2);
    const nothing = runRa(["likethis", "notes/todo.txt", "-t", "notes", "--max-tokens", "0"], { cwd });
    assert.deepEqual([nothing.code, nothing.stdout], [0, ""]);
  }));

test("ra likethis --explain shows a passage's terms even when nothing is similar", () =>
  withProject({ ...PROJECT, "docs/odd.md": "Zymurgy quixotic quixotic.\n" }, (cwd) => {
    const run = runRa(["likethis", "docs:odd.md", "--explain"], { cwd });
    assert.match(run.stdout, /^Terms of docs:odd\.md\n(?:.*\n)*? +quixotic +0\.00 +2\.00 /, run.stderr);
    const { queries: [entry] } = JSON.parse(
      runRa(["likethis", "docs:odd.md", "--explain", "--json"], { cwd }).stdout,
    ) as SearchAnswer;
    assert.deepEqual([entry!.query, entry!.results], ["", []]);
    assert.deepEqual(entry!.files!.map(({ file }) => file), ["docs:odd.md"]);
    assert.deepEqual(entry!.files![0]!.terms.map(({ term, tf, df, weight }) => [term, tf, df, weight]), [
      ["quixotic", 2, 1, 0],
      ["odd", 1, 1, 0],
      ["zymurgy", 1, 1, 0],
    ]);
    const found = JSON.parse(
      runRa(["likethis", "docs:errors.md#overheating", "--explain", "--json"], { cwd }).stdout,
    ) as SearchAnswer;
    assert.equal(found.queries[0]!.files![0]!.terms[0]!.weight, 1);
  }));
