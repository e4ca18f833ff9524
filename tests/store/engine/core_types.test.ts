// The core's types in TypeScript are made from its sources. They are committed, so that a checkout needs no Rust.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readTypes } from "../../../scripts/core_types/rust_types.ts";
import { typeFiles } from "../../../scripts/core_types/type_files.ts";
import { ScoredClause, ScoredField, ScoredTerm, ScoreParts } from "../../../src/shapes/schemas/explanation.ts";
import { STORED_CHUNK_VALUES } from "../../../src/store/engine/core_types.ts";
import { readChunk, type WrittenChunk } from "../../../src/store/engine/written.ts";

test("the committed types are those of the core's sources", () => {
  const files = typeFiles();
  assert.ok(files.size > 1);
  for (const [path, text] of files) {
    assert.equal(readFileSync(path, "utf8").replaceAll("\r\n", "\n"), text, `${path}: run npm run build:core`);
  }
});

const PLAN = readFileSync("wasm/src/plan.rs", "utf8").replaceAll("\r\n", "\n");

for (
  const [name, shape] of [
    ["Explained", ScoreParts],
    ["ExplainedClause", ScoredClause],
    ["ExplainedTerm", ScoredTerm],
    ["ExplainedField", ScoredField],
  ] as const
) {
  test(`the schema of explanations has exactly the fields of ${name}`, () => {
    const [{ body } = { body: undefined }] = readTypes(PLAN, [name]);
    assert.ok(body?.kind === "struct");
    assert.deepEqual(body.fields.map((field) => field.name).sort(), Object.keys(shape.shape).sort());
  });
}

test("readChunk() gives each value its own name", () => {
  const named = {
    docId: "docs:a.md",
    tree: "docs",
    path: "a.md",
    title: "title",
    breadcrumb: "crumbs",
    depth: 1,
    position: 2,
    siblingCount: 3,
    byteStart: 4,
    byteEnd: 6,
    textStart: 5,
    startLine: 7,
    endLine: 8,
    stemmer: "english",
    body: [[5, 6]],
  };
  const values: Readonly<Record<string, unknown>> = { at: [0, 9], slug: "s", ancestors: [[8, null]], ...named };
  assert.deepEqual(Object.keys(values).sort(), [...STORED_CHUNK_VALUES].sort());
  const { ref, id, ancestors, ...read } = readChunk(
    STORED_CHUNK_VALUES.map((name) => values[name]) as unknown as WrittenChunk,
  );
  assert.deepEqual(read, named);
  assert.deepEqual([ref, id, ancestors], [9, "docs:a.md#s", [{ id: "docs:a.md", ref: 8 }]]);
});

const ITEM = `/// A thing.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Thing {
    /// Its name.
    pub(crate) long_name: Option<String>,
    #[serde(rename = "kind", skip_serializing_if = "Vec::is_empty")]
    pub(crate) kinds: Vec<(u32, bool)>,
}
`;

test("readTypes() reads names, comments and what may be left out", () => {
  assert.deepEqual(readTypes(ITEM), [{
    name: "Thing",
    about: ["A thing."],
    isRead: false,
    body: {
      kind: "struct",
      into: undefined,
      fields: [
        { name: "longName", about: ["Its name."], type: "Option<String>", isOptional: false },
        { name: "kind", about: [], type: "Vec<(u32, bool)>", isOptional: true },
      ],
    },
  }]);
});

test("readTypes() refuses what it cannot read", () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["skip_serializing_if", "serialize_with", /serialize_with = "Vec::is_empty"\)\] is not known here/],
    ["Vec<(u32, bool)>,", "Vec<(\n        u32, bool)>,", /Thing has a line that cannot be read here/],
    ["struct Thing", "struct Other", /there is no type Thing/],
  ];
  for (const [from, to, message] of refused) {
    assert.throws(() => readTypes(ITEM.replace(from, to), ["Thing"]), message);
  }
});
