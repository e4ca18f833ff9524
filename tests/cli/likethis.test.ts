// `ra likethis` as a shell sees it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { PROJECT, withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";

test("ra likethis prints passages like one, as text and as JSON of its schema", () =>
  withProject(PROJECT, (cwd) => {
    const { code, stdout } = runRa(["likethis", "docs:errors.md#overheating", "--list", "-n", "1"], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^docs:errors\.md#jammed-bread\n {2}Jammed Bread\n/);
    const validate = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(join(root, "docs/schemas/search.json"), "utf8")) as object);
    for (const extra of [[], ["--list"], ["--explain"], ["-t", "notes"]]) {
      const answer: unknown = JSON.parse(runRa(["likethis", "docs/errors.md", "--json", ...extra], { cwd }).stdout);
      assert.ok(validate(answer), `${extra.join(" ")}: ${JSON.stringify(validate.errors)}`);
    }
    assert.deepEqual(runRa(["likethis", "notes/todo.txt", "-t", "notes"], { cwd }).stdout, "nothing is like notes/todo.txt\n");
    const unknown = runRa(["likethis", "docs:errors.md#overheatin"], { cwd });
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /nearest: docs:errors\.md#overheating/);
  }));
