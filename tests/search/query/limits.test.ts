import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import { MAX_CHARACTERS, MAX_TERMS } from "../../../src/search/query/faults.ts";
import { joinAskedQueries } from "../../../src/search/query/limits.ts";

function failure(...queries: readonly string[]): RaError {
  try {
    joinAskedQueries(queries);
  } catch (error) {
    if (error instanceof RaError) return error;
    throw error;
  }
  assert.fail("the query was accepted");
}

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");

test("a query over 4,096 characters is refused with the limit, the place and what to do, however it is nested", () => {
  assert.equal(joinAskedQueries(["a".repeat(MAX_CHARACTERS)]).node.kind, "word");
  const long = failure("a".repeat(MAX_CHARACTERS + 1));
  assert.deepEqual([long.code, long.column], ["query-syntax", MAX_CHARACTERS + 1]);
  assert.match(long.message, /longer than 4,096 characters/);
  assert.match(long.hint!, /keep the words that matter/);
  for (const part of ["(", ")", "a OR ", '"', "-", "-(", "f(", "a ", "title:", "\\", "漢"]) {
    assert.match(failure(part.repeat(100_000)).message, /longer than 4,096 characters/, part);
  }
});

test("several arguments of one search are limited together", () => {
  const half = "a ".repeat(MAX_CHARACTERS / 4 + 1);
  assert.equal(joinAskedQueries([half]).parts.length, 1);
  assert.match(failure(half, half).message, /longer than 4,096 characters/);
});

test("a query with more than 256 different terms is refused, wherever they stand", () => {
  assert.equal(joinAskedQueries([numbered(MAX_TERMS)]).node.kind, "and");
  const many = failure(numbered(MAX_TERMS + 1));
  assert.match(many.message, /more than 256 different words and filters/);
  assert.equal(many.column, numbered(MAX_TERMS).length + 2);
  for (
    const query of [
      numbered(300).replaceAll(" ", " OR "),
      `"${numbered(300)}"`,
      `-(${numbered(300)}) other`,
      `body:(${numbered(300)})`,
      numbered(300).replaceAll(" ", "-"),
      Array.from({ length: 300 }, (_, at) => `tag:t${at}`).join(" OR "),
      Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(""),
    ]
  ) assert.match(failure(query).message, /more than 256 different/, query.slice(0, 30));
  assert.match(failure(numbered(200), numbered(300)).message, /more than 256 different/);
});

test("a repeated word counts once", () => {
  assert.equal(joinAskedQueries(["again Again ".repeat(300)]).node.kind, "and");
});
