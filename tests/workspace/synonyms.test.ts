// Tests `[search.synonyms]`: other words that a word stands for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, DOCS, type Files, idsOf, marked, openProject, searchOne } from "./project.ts";

const CONFIG =
  `${DOCS}[search.synonyms]\nk8s = ["kubernetes", "container cluster"]\nDB = ["database"]\nauto = ["car"]\ncar = ["auto"]\n`;
const FILES: Files = {
  "docs/short.txt": "install k8s now",
  "docs/long.txt": "install kubernetes now",
  "docs/phrase.txt": "install a container cluster now",
  "docs/half.txt": "install a container now",
  "docs/data.txt": "the database",
  "docs/auto.txt": "an auto",
  "docs/car.txt": "one car",
};

async function project(files = FILES) {
  const { workspace } = await openProject({ ...files, ".ra.toml": CONFIG });
  return {
    workspace,
    found: async (query: string, options = {}) =>
      (await idsOf(workspace, query, { ...ALL, ...options })).map((id) => id.slice("docs:".length, -".txt".length)),
  };
}

test("a word also finds its synonyms, and ranks its own matches first", async () => {
  const { found, workspace } = await project({
    "docs/short.txt": "install k8s now",
    "docs/long.txt": "install kubernetes now",
  });
  assert.deepEqual(await found("k8s"), ["short", "long"]);
  const { results, explain } = await searchOne(workspace, "k8s", { ...ALL, explain: true });
  const [short, long] = explain!.results;
  assert.ok(Math.abs(long!.words / short!.words - 0.8) < 1e-6, `${long!.words} ${short!.words}`);
  assert.deepEqual(marked(results[1]!), ["kubernetes"]);
});

test("a synonym of several words requires all of them", async () => {
  const { found } = await project();
  assert.deepEqual([...(await found("k8s"))].sort(), ["long", "phrase", "short"]);
});

test("a synonym satisfies a required word beside others", async () => {
  const { found, workspace } = await project();
  assert.deepEqual([...(await found("k8s install", { match: "all" }))].sort(), ["long", "phrase", "short"]);
  assert.equal((await searchOne(workspace, "k8s install", ALL)).full_matches, 3);
});

test("a synonym works in one direction unless both words list each other, in any letter case", async () => {
  const { found } = await project();
  assert.deepEqual(await found("database"), ["data"]);
  assert.deepEqual(await found("kubernetes"), ["long"]);
  assert.deepEqual(await found("db"), ["data"]);
  assert.deepEqual([...(await found("K8S"))].sort(), ["long", "phrase", "short"]);
  assert.deepEqual(await found("auto"), ["auto", "car"]);
  assert.deepEqual(await found("car"), ["car", "auto"]);
});

test("phrases, negations and fields mean the word itself, and boosts and alternatives include its synonyms", async () => {
  const { found } = await project();
  assert.deepEqual(await found('"k8s"'), ["short"]);
  assert.deepEqual(await found("body:k8s"), ["short"]);
  assert.deepEqual([...(await found("install -k8s"))].sort(), ["half", "long", "phrase"]);
  assert.deepEqual([...(await found("k8s^2"))].sort(), ["long", "phrase", "short"]);
  assert.deepEqual([...(await found("db OR k8s"))].sort(), ["data", "long", "phrase", "short"]);
});

test("a section that has a synonym of a word does not lack the word", async () => {
  const { workspace } = await project();
  const entry = await searchOne(workspace, "k8s zebra", ALL);
  assert.ok(entry.results.every(({ missing }) => missing?.join() === "zebra"));
  assert.deepEqual(entry.results.map(({ id }) => id).sort(), ["docs:long.txt", "docs:phrase.txt", "docs:short.txt"]);
});

test("an explanation names the synonyms in use", async () => {
  const { workspace } = await project();
  const synonyms = async (query: string) =>
    (await searchOne(workspace, query, { explain: true })).explain!.parameters["synonyms"];
  assert.deepEqual(await synonyms("k8s db -auto"), { k8s: ["kubernetes", "container cluster"], db: ["database"] });
  assert.equal(await synonyms("install"), undefined);
});
