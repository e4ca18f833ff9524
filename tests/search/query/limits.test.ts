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

const lenient = { takeLiterally: true };

test("a lenient reading cuts a long query behind a word, and says what it leaves out", () => {
  const long = `${"ab ".repeat(2000)}end`;
  const { text, node, taken } = joinAskedQueries([long], lenient);
  assert.ok(text.length <= MAX_CHARACTERS && text.length > MAX_CHARACTERS - 4 && text.endsWith("ab"));
  assert.equal(node.end, text.length);
  const [rest] = taken;
  assert.deepEqual([rest!.start, rest!.end, taken.length], [text.length + 1, long.length, 1]);
  assert.equal(rest!.text, `${long.slice(rest!.start, rest!.start + 200)}…`);
  assert.match(rest!.reason, /longer than 4,096 characters/);
  assert.equal(joinAskedQueries(["漢".repeat(5000)], lenient).text.length, MAX_CHARACTERS);
  assert.doesNotMatch(joinAskedQueries([`a${"😀".repeat(5000)}`], lenient).text, /[\ud800-\udbff]$/);
  // Space around the words needs no room.
  const spaced = `${" ".repeat(5000)}word${" ".repeat(5000)}`;
  assert.deepEqual(joinAskedQueries([spaced], lenient).taken, []);
});

test("several arguments share the characters, and short ones stay whole", () => {
  const { parts } = joinAskedQueries(["short one", "ab ".repeat(3000), "cd ".repeat(3000)], lenient);
  assert.deepEqual(parts.map(({ taken }) => taken.length), [0, 1, 1]);
  assert.equal(parts[0]!.text, "short one");
  assert.ok(parts[1]!.text.length > 2000 && parts.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CHARACTERS);
});

test("a lenient reading leaves out the words beyond 256, wherever they stand", () => {
  const rest = (query: string): string => {
    const { text, taken } = joinAskedQueries([query], lenient);
    const [one] = taken;
    assert.deepEqual([one!.end, taken.length], [text.length, 1], query.slice(0, 30));
    assert.match(one!.reason, /more than 256 different/);
    return text.slice(one!.start, one!.start + 7);
  };
  assert.equal(rest(numbered(300)), "word256");
  assert.equal(rest(numbered(300).replaceAll(" ", " OR ")), "word256");
  assert.equal(rest(`"${numbered(300)}"`), "word256");
  assert.equal(rest(`(${numbered(300)})^2 x`), "word256");
  assert.equal(rest(numbered(300).replaceAll(" ", "-")), "word256");
  assert.equal(rest(`title:(${numbered(300)})`), "word256");
  const unspaced = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  assert.equal(rest(unspaced), unspaced.slice(256, 263));
  const { node } = joinAskedQueries([numbered(300)], lenient);
  assert.equal("children" in node && node.children.length, MAX_TERMS);
});

test("no filter is left out, and something that has to match stays", () => {
  const fails = (...queries: readonly string[]) =>
    assert.throws(() => joinAskedQueries(queries, lenient), /more than 256 different words and filters/);
  fails(`${numbered(300)} tag:x`);
  fails(`-(${numbered(300)}) other`);
  fails(`${Array.from({ length: 256 }, (_, at) => `tag:t${at}`).join(" ")} word`);
  fails(numbered(256), "other");
});
