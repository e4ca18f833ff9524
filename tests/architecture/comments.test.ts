import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathEnds, unknownNames } from "./comments.ts";
import { pathsBelow } from "./source_files.ts";

/** Examples, and files of tantivy. */
const EXAMPLES = ["index.ts", "mod.rs", "docs/a.md"];
const TANTIVY = /^(?:indexer|schema|termdict)\//;

const files = pathEnds([
  ...readdirSync("."),
  ...["src", "documents/src", "wasm", "tests", "tools", "scripts", "docs"].flatMap(pathsBelow),
]);

test("comments name only files that exist", () => {
  const sources = ["src", "documents/src", "wasm/src", "wasm/model/src"].flatMap(pathsBelow)
    .filter((path) => /\.(?:ts|rs)$/.test(path));
  assert.ok(sources.length > 800);
  const dead = sources.flatMap((path) =>
    unknownNames(readFileSync(path, "utf8"), files)
      .filter((name) => !EXAMPLES.includes(name) && !TANTIVY.test(name))
      .map((name) => `${path}: ${name}`)
  );
  assert.deepEqual(dead, []);
});

test("unknownNames() finds planted names, and leaves code, addresses and the ends of paths alone", () => {
  const known = pathEnds(["src/text/paths.ts", "docs/ranking.md", "wasm/src/run.rs"]);
  assert.deepEqual(
    unknownNames(
      `/** See paths.ts, text/paths.ts and docs/ranking.md. */
import "./gone.ts"; // as in gone.ts
// https://example.org/other.ts, run.rs and core/run.rs
/* docs/retrieval.md */`,
      known,
    ),
    ["gone.ts", "core/run.rs", "docs/retrieval.md"],
  );
});
