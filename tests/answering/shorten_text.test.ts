import assert from "node:assert/strict";
import { test } from "node:test";
import { shortenText, withoutMiddle } from "../../src/answering/prompt/shorten_text.ts";
import { loadTokenCounter } from "../../src/search/retrieval/token_count.ts";

const count = await loadTokenCounter();
const LOG = Array.from({ length: 4000 }, (_, at) => `2026-11-28 12:00 INFO job ${at} is done`).join("\n");
const QUESTION = `My build fails:\n${LOG}\nWhy does job 3999 hang?`;

test("a text that has room stays as it is", () => {
  assert.deepEqual(shortenText("Why?", 100, count), { text: "Why?", leftOut: 0 });
  assert.deepEqual(shortenText(QUESTION, count(QUESTION), count), { text: QUESTION, leftOut: 0 });
});

test("of a longer one, beginning and end stay, with a mark that says how much is left out", () => {
  for (const most of [50, 400, 2000]) {
    const { text, leftOut } = shortenText(QUESTION, most, count);
    assert.ok(count(text) <= most && count(text) > 0.8 * most, `${count(text)} of ${most}`);
    assert.match(text, /^My build fails:\n/);
    assert.match(text, /\nWhy does job 3999 hang\?$/);
    const [, beginning, mark, end] = /^([\s\S]*)\n\[… ([\d,]+) characters .*…\]\n([\s\S]*)$/.exec(text)!;
    assert.equal(Number(mark!.replaceAll(",", "")), leftOut);
    assert.equal(beginning!.length + leftOut + end!.length, QUESTION.length);
    assert.ok(QUESTION.startsWith(beginning!) && QUESTION.endsWith(end!));
  }
});

test("no half is cut within a letter, and a text without spaces is cut all the same", () => {
  for (const text of ["😀".repeat(5000), "x".repeat(200_000), "語".repeat(50_000)]) {
    const { text: shortened, leftOut } = shortenText(text, 300, count);
    assert.ok(count(shortened) <= 300 && leftOut > 0);
    assert.doesNotMatch(shortened, /\p{Surrogate}/u);
  }
  assert.equal(withoutMiddle("abc", 3).text, "abc");
  assert.match(withoutMiddle("abcd", 0).text, /^\[… 4 characters/);
});
