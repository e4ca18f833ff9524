import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseLeniently, parseQuery } from "../../../src/search/query/parser.ts";
import { printQuery } from "../../../src/search/query/printer.ts";
import { RaError } from "../../../src/errors.ts";

const page = readFileSync("docs/query-language.md", "utf8");

test("parseQuery() reads every query in the tables of docs/query-language.md", () => {
  const queries = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1]!);
  assert.ok(queries.includes("deploy staging OR production") && queries.includes("meta.KEY:value"));
  for (const query of queries) assert.doesNotThrow(() => parseQuery(query), query);
  assert.equal(printQuery(parseQuery("deploy staging OR production")), "deploy (staging OR production)");
});

test("a lenient reading throws the error that docs/query-language.md shows", () => {
  const shown = /```\nra: (query: [^]+?)\n```/.exec(page)?.[1];
  assert.throws(
    () => parseLeniently("rust modified:yesterday"),
    (error) => error instanceof RaError && error.message === shown,
  );
});
