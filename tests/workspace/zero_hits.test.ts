// Tests what ra says when a search finds nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatZeroHits } from "../../src/output/text/zero_hits_text.ts";
import type { SearchOptions } from "../../src/workspace.ts";
import { openProject, searchOne } from "./project.ts";

const FILES = {
  ".ra.toml": '[tree.docs]\npath = "docs"\ninclude = ["*.txt"]\n[tree.notes]\npath = "notes"\ninclude = ["*.txt"]\n',
  "docs/k1.txt": "A session ends when you log out. Handling of a cookie: receive it, keep it.\n",
  "docs/k2.txt": "A cat sat. Session over.\n",
  "notes/k3.txt": "The car has a configuration; no session.\n",
};

async function said(query: string | readonly string[], options: SearchOptions = {}): Promise<readonly string[]> {
  const { workspace } = await openProject(FILES);
  const entry = await searchOne(workspace, query, { match: "all", ...options });
  assert.deepEqual([entry.total_matches, entry.results], [0, []], String(query));
  workspace.close();
  return formatZeroHits(entry, createPalette(false)).trimEnd().split("\n").slice(1).map((line) => line.trim());
}

test("zero_hits names words inside OR, phrases, fields and boosts", async () => {
  assert.deepEqual(await said("nothere OR neither"), ["nothere is in no section", "neither is in no section"]);
  assert.deepEqual(await said("session title:zzz"), ["session is in 3 sections", "title:zzz is in no section"]);
  assert.deepEqual(await said('session "log in"'), ["session is in 3 sections", '"log in" is in no section']);
  assert.deepEqual(await said("session zzz^2"), ["session is in 3 sections", "zzz is in no section"]);
  assert.deepEqual(await said("body:(zzz OR (yyy xxx)^2)"), [
    "body:zzz is in no section",
    "body:yyy is in no section",
    "body:xxx is in no section",
  ]);
});

test("zero_hits says what a negation removed", async () => {
  assert.deepEqual(await said("car -configuration"), ["car is in 1 section", "-configuration removed 1 match"]);
  assert.deepEqual(await said("car -(nothere OR configuration) -zzz"), [
    "car is in 1 section",
    "-(nothere OR configuration) removed 1 match",
  ]);
  assert.deepEqual(await said("cat (tree:notes OR tag:none)"), [
    "cat is in 1 section",
    "(tree:notes OR tag:none) removed 1 match",
  ]);
});

test("zero_hits says what filters and options removed, also for several queries", async () => {
  assert.deepEqual(await said("cat -sat tag:draft", { trees: ["docs"] }), [
    "cat is in 1 section",
    "-sat removed 1 match",
    "tag:draft removed 1 match",
  ]);
  assert.deepEqual(await said(["cat path:x", "car -has"], { tags: ["other"] }), [
    "cat is in 1 section",
    "car is in 1 section",
    "--tag other removed 2 matches",
    "path:x removed 1 match",
    "-has removed 1 match",
  ]);
});

test("zero_hits says when no section has all words together", async () => {
  assert.deepEqual(await said("cookie car"), [
    "cookie is in 1 section",
    "car is in 1 section",
    "no section has all of them together",
  ]);
});

test("zero_hits names the nearest words in full, not as stems", async () => {
  assert.deepEqual(await said("hndlng"), ["hndlng is in no section; nearest: handling"]);
  assert.deepEqual(await said('"the car" recieeve'), [
    '"the car" is in 1 section',
    "recieeve is in no section; nearest: receive",
  ]);
  assert.deepEqual(await said("title:hndlng"), ["title:hndlng is in no section; nearest: handling"]);
});

test("zero_hits names no unrelated words for a short word", async () => {
  assert.deepEqual(await said("bar"), ["bar is in no section"]);
  assert.deepEqual(await said("zat"), ["zat is in no section"]);
});

test("zero_hits lists only terms that ask for something", async () => {
  assert.deepEqual(await said("zzz --"), ["zzz is in no section"]);
});

test("zero_hits does not name question words that the query does not need", async () => {
  for (const match of ["any", "all"] as const) {
    assert.deepEqual(await said("how is the zebra", { match }), ["zebra is in no section"]);
  }
});

test("zero_hits names only what keeps a section from being found when it needs only some of the words", async () => {
  const any = { match: "any" } as const;
  assert.deepEqual(await said("zebra giraffe", any), ["zebra is in no section", "giraffe is in no section"]);
  assert.deepEqual(await said('cat "log in"', any), ['"log in" is in no section']);
  assert.deepEqual(await said("cat +zebra", any), ["zebra is in no section"]);
  assert.deepEqual(await said("(cookie car) session", any), [
    "cookie is in 1 section",
    "car is in 1 section",
    "no section has all of them together",
  ]);
  assert.deepEqual(await said("session +cookie +car", any), [
    "cookie is in 1 section",
    "car is in 1 section",
    "no section has all of them together",
  ]);
  assert.deepEqual(await said("car zebra -configuration", any), [
    "car is in 1 section",
    "zebra is in no section",
    "-configuration removed 1 match",
  ]);
});
