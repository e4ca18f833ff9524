import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { RaError } from "../../../src/errors.ts";
import {
  boolean,
  queryOrQueries,
  readArguments,
  resultLimit,
  share,
  string,
  strings,
  wholeNumber,
} from "../../../src/serve/mcp/arguments.ts";

const TAKES = z.strictObject({
  queries: queryOrQueries,
  limit: resultLimit.optional().describe("Results per query"),
  max_tokens: wholeNumber.optional(),
  list: boolean.optional(),
  all: boolean.optional(),
  weight: share.optional(),
});
const search = (given: Readonly<Record<string, unknown>>) => readArguments(TAKES, given);

test("lists, numbers and booleans as text are read as what they mean", () => {
  assert.deepEqual(search({ queries: '["error handling", " logging "]' }), { queries: ["error handling", "logging"] });
  assert.deepEqual(
    search({ queries: "x", limit: "3", max_tokens: " 4000 ", list: "true", all: "False", weight: "0.5" }),
    {
      queries: "x",
      limit: 3,
      max_tokens: 4000,
      list: true,
      all: false,
      weight: 0.5,
    },
  );
  assert.deepEqual(search({ queries: ["a"], limit: null }), { queries: ["a"] });
});

test("one text stands for a list, and blanks and backticks around a text do not count", () => {
  assert.deepEqual(readArguments(z.strictObject({ files: strings }), { files: " `src/a.ts` " }), {
    files: ["src/a.ts"],
  });
  assert.deepEqual(
    readArguments(z.strictObject({ id: string, full_document: boolean.optional() }), {
      id: "`docs:guide.md#install` ",
      full_document: "true",
    }),
    {
      id: "docs:guide.md#install",
      full_document: true,
    },
  );
});

test("what only looks like a list is a query, and backticks within a text stay", () => {
  for (const queries of ["[tool] section", "[1]", "[]", '["a", 1]', "`a` or `b`", "use `x`"]) {
    assert.deepEqual(search({ queries }), { queries });
  }
});

test("what means nothing is refused as it was sent", () => {
  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    { queries: "x", limit: "many" },
    { queries: "x", list: "maybe" },
    { queries: "x", limit: "1e3" },
    { queries: 5 },
    { queries: "x", limit: true },
  ];
  for (const given of wrong) {
    assert.throws(
      () => search(given),
      (error) => error instanceof RaError && error.code === "usage",
      JSON.stringify(given),
    );
  }
});
