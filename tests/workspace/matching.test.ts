// Tests what a query matches (docs/query-language.md).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, failure, idsOf, marked, openProject, searchOne } from "./project.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

/** Makes one text file for each list of words. Ids lack tree and extension. */
async function project(texts: Readonly<Record<string, string>>, config = '[tree.docs]\npath = "docs"\n') {
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`docs/${name}.txt`, text]));
  const { workspace } = await openProject({ ".ra.toml": config, ...files });
  return {
    workspace,
    found: async (query: string) =>
      (await idsOf(workspace, query, { ...ALL, match: "all" })).map((id) => id.slice("docs:".length, -".txt".length)),
  };
}

const ANIMALS = {
  k1: "the quick brown fox",
  k2: "the brown quick dog",
  k3: "a slow fox and a dog",
  k4: "a cat",
};

test("a query requires all its words, in any order", async () => {
  const { found } = await project(ANIMALS);
  assert.deepEqual([...(await found("brown quick"))].sort(), ["k1", "k2"]);
  assert.deepEqual(await found("fox dog"), ["k3"]);
  assert.deepEqual(await found("fox cat"), []);
});

test("a phrase matches its words side by side and in order", async () => {
  const { found } = await project(ANIMALS);
  assert.deepEqual(await found('"quick brown"'), ["k1"]);
  assert.deepEqual(await found('"brown quick"'), ["k2"]);
  assert.deepEqual(await found('"brown dog"'), []);
  assert.deepEqual(await found('"quick brown" -fox'), []);
});

test("OR binds tighter than the space, parentheses bind tighter than OR, and AND is a word", async () => {
  const { found } = await project(ANIMALS);
  assert.deepEqual([...(await found("slow OR quick dog"))].sort(), ["k2", "k3"]);
  assert.deepEqual([...(await found("(slow fox) OR cat"))].sort(), ["k3", "k4"]);
  assert.deepEqual([...(await found("fox OR cat"))].sort(), ["k1", "k3", "k4"]);
  assert.deepEqual(await found("fox AND dog"), ["k3"]);
});

test("a negation leaves out its matches, and is not a query by itself", async () => {
  const { found, workspace } = await project(ANIMALS);
  assert.deepEqual(await found("fox -quick"), ["k3"]);
  assert.deepEqual(await found('brown -"quick brown"'), ["k2"]);
  assert.deepEqual([...(await found("tree:docs -(fox OR cat)"))].sort(), ["k2"]);
  assert.equal((await failure(() => workspace.search("-fox"))).code, "query-syntax");
});

test("a field limits where a search looks for a word", async () => {
  const { workspace } = await openProject({
    "docs/k1.md": "---\ntags: [garden]\n---\n# Spade\nplain\n# Other\nx\n",
    "docs/k2.md": "# Plain\nspade garden\n",
  });
  const found = async (query: string) => [...(await idsOf(workspace, query, ALL))].sort();
  assert.deepEqual(await found("body:spade"), ["docs:k2.md#plain"]);
  assert.deepEqual(await found("title:spade"), ["docs:k1.md#spade"]);
  assert.deepEqual(await found("tags:garden"), ["docs:k1.md#other", "docs:k1.md#spade"]);
  assert.deepEqual(await found('title:("spade" OR plain)'), ["docs:k1.md#spade", "docs:k2.md#plain"]);
});

test("a word with a colon that starts with no field name is plain text", async () => {
  const { found } = await project({
    k1: "use std::vec here",
    k2: "see https://example.org/x for it",
    k3: "use vec of std",
  });
  assert.deepEqual((await found("std::vec"))[0], "k1");
  assert.deepEqual(await found("https://example.org/x"), ["k2"]);
  assert.deepEqual(await found("path::Path"), []);
});

test("a boost changes the weight of a word", async () => {
  const { found } = await project({ k1: "alpha zulu", k2: "beta zulu" });
  assert.deepEqual(await found("alpha^5 OR beta"), ["k1", "k2"]);
  assert.deepEqual(await found("alpha OR beta^5"), ["k2", "k1"]);
  assert.deepEqual(await found("alpha^0.2 OR beta"), ["k2", "k1"]);
});

test("a misspelt word finds close words, and the exact word ranks above them", async () => {
  const { found, workspace } = await project({ k1: "we receive mail", k2: "they recieve mail" });
  assert.deepEqual(await found("recieve"), ["k2", "k1"]);
  assert.deepEqual(await found("receive"), ["k1", "k2"]);
  assert.deepEqual([...(await found("recive"))].sort(), ["k1", "k2"]);
  const receive = (await searchOne(workspace, "receive", ALL)).results[0]!;
  assert.deepEqual(marked(receive), ["receive"]);
});

test("the answer marks a fuzzy match in the text", async () => {
  const { workspace } = await project({ k1: "we receive mail" });
  const [result] = (await searchOne(workspace, "recieve", ALL)).results;
  assert.deepEqual(marked(result!), ["receive"]);
  assert.equal(snippetHtml(result!.snippet!), "we <b>receive</b> mail");
});

test("words under four letters, words with a digit, phrases and filters never match fuzzily", async () => {
  const { found } = await project({ k1: "a cat sat", k2: "version1 rules", k3: "quick foxes" });
  assert.deepEqual(await found("cut"), []);
  assert.deepEqual(await found("version2"), []);
  assert.deepEqual(await found('"quack foxes"'), []);
  assert.deepEqual(await found("quack"), ["k3"]);
  assert.deepEqual(await found("path:k4"), []);
});

test("words match by their stem, whatever their case", async () => {
  const { found } = await project({ k1: "Connections were made", k2: "ÜBERBLICK" });
  assert.deepEqual(await found("connect"), ["k1"]);
  assert.deepEqual(await found("überblick"), ["k2"]);
});

test("an ancestor's title satisfies a word for a chunk that matches another, and never makes a result alone", async () => {
  const { workspace } = await openProject({
    "docs/k1.md":
      "# Kubernetes\nintro\n## Install\nrun the setup\n### Windows\nuse the wizard\n## Other\nx\n## More\ny\n",
    "docs/k2.md": "# Docker\nintro\n## Install\nuse the wizard\n",
  });
  assert.deepEqual([...(await idsOf(workspace, "kubernetes wizard", { ...ALL, match: "all" }))], [
    "docs:k1.md#windows",
  ]);
  const alone = await idsOf(workspace, "kubernetes", ALL);
  assert.ok(!alone.includes("docs:k1.md#windows") && !alone.includes("docs:k1.md#other"), alone.join(" "));
  const [windows] = (await searchOne(workspace, "kubernetes wizard", ALL)).results;
  assert.deepEqual(marked(windows!), ["wizard"]);
});
