/** Tries any bytes as `.ra.toml`. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import { KEYS } from "../../src/config/keys.ts";
import { STEMMERS } from "../../src/config/keys/stemmers.ts";
import { createFiles, openFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const VALUES = [
  "0",
  "1",
  "-1",
  "0.5",
  "1e400",
  "nan",
  "-inf",
  "9223372036854775808",
  "true",
  '""',
  '"x"',
  '"**/*.md"',
  '"["',
  '"{a,b"',
  '"../.."',
  '"~"',
  '"/"',
  "[]",
  "{}",
  '["a", 1]',
  '["!x", "**"]',
  "2026-01-01",
  '"\\u0000"',
  "'''\n",
  ...STEMMERS.slice(0, 2).map((name) => `"${name}"`),
  '"auto"',
  '"headings"',
  '"leaves"',
];
const PIECES = [
  "[tree.docs]\n",
  '[tree.docs]\npath = "docs"\n',
  '[tree."a/b"]\n',
  "[tree]\n",
  "[search]\n",
  "[search.boost]\n",
  "[search.synonyms]\n",
  "[settings]\n",
  "[chunking]\n",
  "[[test]]\n",
  "[context]\n",
  "root = true\n",
  'path = "docs"\n',
  'include = ["{a,b"]\n',
  'exclude = ["x[a-", "./"]\n',
  "include = ",
  "exclude = ",
  "#",
  "\n",
  "\r\n",
  "=",
  ".",
  "\uFEFF",
  "\0",
  ...KEYS.map(({ path }) => `${path.split(".").at(-1)!.replaceAll("*", "x")} = `),
  ...VALUES.map((value) => `${value}\n`),
];
const ANSWERS = new Set(["config-missing", "config-syntax", "config-key", "config-value"]);

export const configurationTarget: Target = {
  name: "configuration",
  inputs: soup(PIECES, 16),
  async check(input) {
    const fs = createFiles({ ".ra.toml": input, "docs/a.md": "# A\nneedle\n", "a.txt": "needle\n" });
    let workspace;
    try {
      ({ workspace } = await openFiles(fs));
    } catch (error) {
      assert.ok(error instanceof RaError && ANSWERS.has(error.code), String((error as Error).stack));
      if (error.code === "config-missing") return;
      assert.equal(error.path, "/project/.ra.toml");
      const lines = new TextDecoder().decode(input).split("\n").length;
      assert.ok(error.line === undefined || (error.line >= 1 && error.line <= lines), `line ${error.line} of ${lines}`);
      return;
    }
    try {
      // A configuration that ra accepts must work.
      await workspace.search("needle");
      await workspace.status();
      await workspace.check();
    } finally {
      workspace.close();
    }
  },
};
