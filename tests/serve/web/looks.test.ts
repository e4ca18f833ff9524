import assert from "node:assert/strict";
import { test } from "node:test";
import { createLooks } from "../../../src/serve/web/browser/looks.ts";
import { readPageState } from "../../../src/serve/web/page_state.ts";

const searching = (query: string, more = "") =>
  readPageState(new URLSearchParams(`q=${encodeURIComponent(query)}${more}`));

test("the letters of one word share a look for a second, and the last of them owes one", () => {
  let now = 0;
  const looks = createLooks(() => now);
  const typed = (query: string, more?: string): boolean => looks.isDue(searching(query, more), true);
  assert.equal(typed("read l"), true);
  assert.equal(looks.isOwed(), false);
  now = 900;
  assert.equal(typed("read loc"), false);
  assert.equal(looks.isOwed(), true);
  now = 1000;
  assert.equal(typed("read lock"), true);
  assert.equal(looks.isOwed(), false);
  assert.equal(typed("read loc"), false);
  // Another word, another beginning, another filter.
  assert.equal(typed("read lock f"), true);
  assert.equal(typed("write lock f"), true);
  assert.equal(typed("write lock f", "&tree=notes"), true);
  assert.equal(typed("write lock fi", "&tree=notes"), false);
});

test("a search after a pause looks, and so does one after an answer that failed", () => {
  const looks = createLooks(() => 0);
  assert.equal(looks.isDue(searching("l"), false), true);
  assert.equal(looks.isDue(searching("lo"), true), false);
  assert.equal(looks.isDue(searching("lo"), false), true);
  assert.equal(looks.isDue(searching("loc"), true), false);
  looks.owe();
  assert.equal(looks.isDue(searching("loc"), true), true);
  assert.equal(looks.isDue(searching("loc"), true), false);
  looks.waive();
  assert.equal(looks.isOwed(), false);
});
