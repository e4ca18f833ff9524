import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const PAGES = ["CONTRIBUTING.md", "docs/development.md"];
const PATH = /^(?:src|tests|tools|scripts|docs|wasm|\.ci|\.github)(?:\/[\w.-]+)*\/?$/;

/** Returns the code spans of a page, without those inside code blocks. */
const spansOf = (page: string): readonly string[] =>
  [...page.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);

for (const page of PAGES) {
  const spans = spansOf(readFileSync(page, "utf8"));

  test(`${page} names only paths that exist`, () => {
    const paths = spans.filter((span) => PATH.test(span));
    assert.ok(paths.length > 0);
    assert.deepEqual(paths.filter((path) => !existsSync(path)), []);
  });

  test(`${page} names only scripts that package.json has`, () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const named = spans.flatMap((span) => /npm run (?:-s )?([\w:]+)/.exec(span)?.[1] ?? []);
    assert.ok(named.length > 0);
    assert.deepEqual(named.filter((name) => !Object.hasOwn(scripts, name)), []);
  });
}

test("docs/glossary.md has at most forty words, each once", () => {
  const words = [...readFileSync("docs/glossary.md", "utf8").matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, word]) =>
    word!
  );
  assert.ok(words.length > 30 && words.length <= 40, `${words.length} words`);
  assert.equal(new Set(words).size, words.length);
});
