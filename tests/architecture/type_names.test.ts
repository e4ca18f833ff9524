import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readPaths } from "./source_files.ts";
import { repeatedTypes, type SourceText } from "./type_names.ts";

const sources = ["src", "documents/src"].flatMap(readPaths)
  .filter((path) => path.endsWith(".ts"))
  .map((path): SourceText => ({ path, text: readFileSync(path, "utf8") }));

test("each name stands for one type", () => {
  assert.ok(sources.length > 600);
  assert.deepEqual(repeatedTypes(sources), []);
});

test("repeatedTypes() finds a planted second declaration, exported or not, and of every kind", () => {
  const planted = (text: string): readonly string[] =>
    repeatedTypes([...sources, { path: "src/planted.ts", text: `/** Planted. */\n${text}\n` }]);
  assert.deepEqual(planted("export interface SearchResult {}"), ["SearchResult: src/planted.ts, src/shapes/search.ts"]);
  assert.deepEqual(planted("class RaError<T> {}"), ["RaError: src/errors.ts, src/planted.ts"]);
  assert.deepEqual(planted("type Workspace = string;"), ["Workspace: src/planted.ts, src/workspace/contract.ts"]);
});

test("repeatedTypes() takes no import, value or comment for a declaration", () => {
  const text = `import type { A } from "./a.ts";
export type { B } from "./a.ts";
export type * from "./b.ts";
const type = 1;
// type C = 1
/** interface D */
  type E = 1;`;
  assert.deepEqual(repeatedTypes([{ path: "a.ts", text }, { path: "b.ts", text }]), []);
});
