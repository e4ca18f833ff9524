// `ra test`, run as a shell command.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Files, PROJECT, withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";

const withTests = (tests: string): Files => ({ ...PROJECT, ".ra.toml": `${PROJECT[".ra.toml"] as string}\n${tests}` });
const MET = '[[test]]\nquery = "defrost mode"\nexpect = "docs:guide.md#advanced"\nwithin = 1\n';
const LOST = '[[test]]\nquery = "defrost mode"\nexpect = ["docs/errors.md", "docs:gone.md"]\n';

test("ra test prints a table, and exits with 0 when all expectations hold and with 1 otherwise", async () => {
  await withProject(withTests(MET), (cwd) => {
    const { code, stdout } = runRa(["test"], { cwd });
    assert.equal(
      stdout,
      "      rank  query         expected\npass     1  defrost mode  docs:guide.md#advanced\n\n1 test passed\n",
    );
    assert.equal(code, 0);
    assert.match(runRa(["test"], { cwd }).stdout, /^pass {5}1 {2}same /m);
  });
  await withProject(withTests(MET + LOST), (cwd) => {
    const { code, stdout } = runRa(["test", "--no-save"], { cwd });
    assert.match(stdout, /^FAIL {5}- {2}defrost mode {2}docs\/errors\.md {2}\(not found\)$/m);
    assert.match(stdout, /^FAIL {5}- {2}defrost mode {2}docs:gone\.md {2}\(not in the index\)$/m);
    assert.match(stdout, /\n2 tests: 1 passed, 1 failed\n$/);
    assert.equal(code, 1);
    assert.ok(!existsSync(join(cwd, ".ra/test.json")));
  });
});

test("ra test exits with 2 and an empty stdout when the configuration is wrong or has no tests", async () => {
  for (const tests of ["", '[[test]]\nquery = "x"\n', '[[test]]\nquery = "a (b"\nexpect = "x"\n']) {
    await withProject(withTests(tests), (cwd) => {
      const { code, stdout, stderr } = runRa(["test"], { cwd });
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, /^ra: \.ra\.toml/);
    });
  }
});

test("ra test --json fits its schema", () =>
  withProject(withTests(MET + LOST), (cwd) => {
    const validate = new Ajv2020({ strict: true }).compile(
      JSON.parse(readFileSync(join(root, "docs/schemas/test.json"), "utf8")) as object,
    );
    for (const previous of [undefined, 1]) {
      const { code, stdout } = runRa(["test", "--json"], { cwd });
      assert.equal(code, 1);
      const report = JSON.parse(stdout) as { tests: { expected: { rank: number; previous?: number }[] }[] };
      assert.ok(validate(report), JSON.stringify(validate.errors));
      assert.equal(report.tests[0]!.expected[0]!.rank, 1);
      assert.equal(report.tests[0]!.expected[0]!.previous, previous);
    }
  }));
