import assert from "node:assert/strict";
import { test } from "node:test";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

test("ra check --json prints all mistakes of a configuration with file and line", () =>
  withProject({ ".ra.toml": '[tree.docs]\npath = "docs"\ninclde = []\n[search]\nfeedback = 1\n' }, (cwd) => {
    const { stdout, stderr, code } = runRa(["check", "--json"], { cwd });
    assert.deepEqual([stderr, code], ["", 2]);
    const { issues, index } = JSON.parse(stdout) as {
      issues: readonly { level: string; code: string; path: string; line: number }[];
      index: null;
    };
    assert.equal(index, null);
    assert.deepEqual(issues.map((issue) => [issue.level, issue.code, issue.path.endsWith("/.ra.toml"), issue.line]), [
      ["error", "config-key", true, 3],
      ["error", "config-value", true, 5],
    ]);
  }));
