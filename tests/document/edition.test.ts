import assert from "node:assert/strict";
import { test } from "node:test";
import { editionOf } from "../../src/document/edition.ts";

/** Page, language and version of paths. */
function editions(rules: Parameters<typeof editionOf>[1], paths: readonly string[]): readonly (string | null)[] {
  return paths.map((path) => {
    const edition = editionOf(path, rules);
    if (edition === null) return null;
    const { page, lang, locale, version, versionName } = edition;
    return `${page} ${lang} ${locale} ${versionName} ${version}`;
  });
}

test("a tree without languages and versions has no editions", () => {
  assert.equal(editionOf("guide.md", { locales: {}, versions: [] }), null);
});

test("folders of languages beside each other, and one that is the tree itself", () => {
  const beside = { locales: { en: "en", "pt-BR": "pt-br" }, versions: [] };
  assert.deepEqual(editions(beside, ["en/a/b.md", "pt-br/a/b.md", "about.md", "english/a.md"]), [
    "a/b.md en 0 null 0",
    "a/b.md pt-BR 1 null 0",
    null,
    null,
  ]);
  const inside = { locales: { en: ".", de: "de" }, versions: [] };
  assert.deepEqual(editions(inside, ["a.md", "de/a.md", "den/a.md"]), [
    "a.md en 0 null 0",
    "a.md de 1 null 0",
    "den/a.md en 0 null 0",
  ]);
});

test("languages in the names of files", () => {
  const rules = { locales: { en: ".", fr: ".", "zh-Hans": "." }, versions: [] };
  assert.deepEqual(editions(rules, ["a.md", "x/a.fr.md", "x/a.zh-hans.md", "v1.2.md", ".fr.md", "a.v2.md"]), [
    "a.md en 0 null 0",
    "x/a.md fr 1 null 0",
    "x/a.md zh-Hans 2 null 0",
    "v1.2.md en 0 null 0",
    ".fr.md en 0 null 0",
    "a.v2.md en 0 null 0",
  ]);
});

test("versions as Docusaurus keeps them, with translations", () => {
  const rules = {
    locales: { en: "docs", fr: "i18n/fr/docusaurus-plugin-content-docs" },
    versions: ["docs", "versioned_docs/version-2.0", "versioned_docs/version-1.0"],
  };
  assert.deepEqual(
    editions(rules, [
      "docs/a.md",
      "versioned_docs/version-2.0/a.md",
      "versioned_docs/version-1.0/deep/a.md",
      "i18n/fr/docusaurus-plugin-content-docs/version-1.0/deep/a.md",
    ]),
    [
      "a.md en 0 docs 0",
      "a.md en 0 version-2.0 1",
      "deep/a.md en 0 version-1.0 2",
      "deep/a.md fr 1 version-1.0 2",
    ],
  );
});

test("versions as folders of numbers, beside the newest in the tree itself", () => {
  const rules = { locales: {}, versions: [".", "v2", "v1.9"] };
  assert.deepEqual(editions(rules, ["a.md", "v2/a.md", "v1.9/a.md", "v20/a.md"]), [
    "a.md null 0 null 0",
    "a.md null 0 v2 1",
    "a.md null 0 v1.9 2",
    "v20/a.md null 0 null 0",
  ]);
});
