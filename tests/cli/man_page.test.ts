import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { manPage, PAGE } from "../../scripts/man_page.ts";

test("the committed man page matches manPage()", () => {
  assert.equal(readFileSync(PAGE, "utf8"), manPage());
});

test("manPage() shows every command with its arguments, options and examples", () => {
  const page = manPage().replace(/\\-/g, "-");
  for (
    const line of [
      '.SS "ra search [QUERIES ...]"',
      '.SS "ra inspect ctx FILE"',
      ".B --why-not <ID>",
      '.B "ra context --diff"',
      '.B "ra search --explain --list timeout"',
    ]
  ) {
    assert.ok(page.includes(`${line}\n`), line);
  }
});

const hasGroff = spawnSync("groff", ["--version"]).status === 0;

test("groff reads manPage() without a warning and keeps its lines", {
  skip: hasGroff ? false : "groff is not installed",
}, () => {
  const { status, stderr, stdout } = spawnSync("groff", ["-man", "-Tutf8", "-ww", PAGE], {
    encoding: "utf8",
    env: { ...process.env, GROFF_NO_SGR: "1" },
  });
  assert.deepEqual([status, stderr], [0, ""]);
  const plain = stdout.replace(/.\u0008/gu, "");
  assert.match(plain, /^ {7}ra search '"exact phrase" -draft'$/m);
  assert.match(plain, /^ {7}source <\(ra completions bash\)$/m);
  assert.equal(execFileSync("groff", ["-man", "-Tascii", "-z", PAGE], { encoding: "utf8" }), "");
});
