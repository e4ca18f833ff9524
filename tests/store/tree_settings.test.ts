import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChunkingStrategy } from "../../src/config/config.ts";
import { documentStemmer } from "../../src/store/segments/document_stemmer.ts";
import { treeSettings } from "../../src/store/update/tree_settings.ts";
import { chunkSizes } from "../../src/store/update/tree_settings.ts";
import { config } from "./store_fixture.ts";

const SIZES = chunkSizes(config());
const TREE = { sizes: {}, stemmer: "english", metadata: {}, ocr: "never", languages: ["eng"] } as const;
/** The sizes that each strategy uses. */
const USED: Readonly<Record<ChunkingStrategy, readonly (keyof typeof SIZES)[]>> = {
  headings: [],
  adaptive: ["min_chunk_size"],
  leaves: ["max_leaf_chars", "min_leaf_chars", "min_document_chars"],
  code: ["code_max_lines", "overlap_lines"],
  prose: ["prose_max_chars", "min_chunk_chars"],
  auto: ["code_max_lines", "overlap_lines", "prose_max_chars", "min_chunk_chars"],
};

test("a change of min_chunk_chars does not affect trees of code", () => {
  const tree = { ...TREE, chunking: "code" } as const;
  assert.equal(
    treeSettings("1", tree, { ...SIZES, min_chunk_chars: 7 }),
    treeSettings("1", tree, SIZES),
  );
});

test("the token cap and the texts in the index matter for every strategy", () => {
  for (const chunking of Object.keys(USED) as ChunkingStrategy[]) {
    const tree = { ...TREE, chunking };
    const before = treeSettings("1", tree, SIZES);
    const capped = treeSettings("1", { ...tree, sizes: { max_tokens_per_chunk: 9 } }, SIZES);
    assert.equal(new Set([before, capped, treeSettings("1", tree, SIZES, true)]).size, 3);
    assert.equal(treeSettings("1", tree, { ...SIZES, max_tokens_per_chunk: 9 }), capped);
  }
});

test("OCR and its languages matter only where it is on", () => {
  const tree = { ...TREE, chunking: "headings" } as const;
  const before = treeSettings("1", tree, SIZES);
  assert.equal(treeSettings("1", { ...tree, languages: ["deu"] }, SIZES), before);
  const auto = treeSettings("1", { ...tree, ocr: "auto" }, SIZES);
  assert.notEqual(auto, before);
  assert.notEqual(treeSettings("1", { ...tree, ocr: "always" }, SIZES), auto);
  assert.notEqual(treeSettings("1", { ...tree, ocr: "auto", languages: ["deu"] }, SIZES), auto);
});

test("the properties of a tree shape its chunks", () => {
  const tree = { ...TREE, chunking: "headings" } as const;
  const settings = [{}, { team: "a" }, { team: "b" }, { tea: "ma" }].map((metadata) =>
    treeSettings("1", { ...tree, metadata }, SIZES)
  );
  assert.equal(new Set(settings).size, settings.length);
});

test("treeSettings() changes with schema, stemmer, strategy and only the sizes that the strategy uses", () => {
  for (const chunking of Object.keys(USED) as ChunkingStrategy[]) {
    const tree = { ...TREE, chunking };
    const before = treeSettings("1", tree, SIZES);
    assert.equal(treeSettings("1", { ...tree }, { ...SIZES }), before);
    assert.notEqual(treeSettings("2", tree, SIZES), before);
    assert.notEqual(treeSettings("1", { ...tree, stemmer: "none" }, SIZES), before);
    for (const size of Object.keys(SIZES) as Exclude<keyof typeof SIZES, "max_tokens_per_chunk" | "code_max_chars">[]) {
      const after = treeSettings("1", tree, { ...SIZES, [size]: SIZES[size] + 1 });
      assert.equal(after !== before, USED[chunking].includes(size), `${chunking} and ${size}`);
      assert.equal(treeSettings("1", { ...tree, sizes: { [size]: SIZES[size] + 1 } }, SIZES), after);
    }
  }
  const texts = (Object.keys(USED) as ChunkingStrategy[]).map((chunking) =>
    treeSettings("1", { ...TREE, chunking }, SIZES)
  );
  assert.equal(new Set(texts).size, texts.length);
});

test("documentStemmer() uses the document's language when it has a stemmer, else the tree's stemmer", () => {
  const cases: readonly (readonly [string | null, string, string])[] = [
    [null, "english", "english"],
    ["de", "english", "german"],
    ["de-AT", "none", "german"],
    ["German", "english", "german"],
    ["nb", "english", "norwegian"],
    ["ja", "french", "french"],
    [null, "auto", "auto"],
    ["ja", "auto", "auto"],
    ["ru_RU", "auto", "russian"],
    ["constructor", "english", "english"],
    ["none", "english", "none"],
  ];
  for (const [lang, tree, expected] of cases) assert.equal(documentStemmer(lang, tree), expected, `${lang} in ${tree}`);
});
