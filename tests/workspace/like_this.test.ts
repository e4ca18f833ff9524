// Tests `ra likethis`: chunks with similar content.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatSearchText } from "../../src/output/text/search_text.ts";
import { loadTokenCounter } from "../../src/search/retrieval/token_count.ts";
import type { LikeThisOptions } from "../../src/workspace.ts";
import { failure, type Files, openProject } from "./project.ts";

const FILES: Files = {
  "docs/client.md":
    "# Client\n## Retries\nClients retry failed requests: exponential backoff, jitter.\n### Limits\nFive retries, backoff.\n## Again\nFailed requests go out again: exponential backoff.\n## Colours\nGreen, blue.\n## Sizes\nSmall, large.\n## Names\nShort, long.\n",
  "docs/queue.md":
    "# Queue\n## Redelivery\nFailed messages come again: exponential backoff, jitter.\n## Bread\nToasters make bread.\n## Milk\nCows give milk.\n",
  "docs/paint.md": "# Paint\n## Shades\nGreen, blue, grey.\n## Brushes\nSoft, hard.\n## Canvas\nLinen.\n",
  "notes/draft.txt": "exponential backoff, jitter",
  "notes/bin": new Uint8Array([0, 1, 2]),
};
const ALL: LikeThisOptions = { limit: 50, list: true };

async function project(files = FILES, config = "") {
  const { workspace } = await openProject({
    ...files,
    ".ra.toml": `[tree.docs]\npath = "docs"\n[search]\ncutoff_ratio = 0\n${config}`,
  });
  return {
    workspace,
    like: async (what: string, options = ALL) =>
      (await workspace.likeThis(what, options)).queries[0]!.results.map(({ id }) => id),
  };
}

test("likethis finds the sections that share a section's distinctive words, best first", async () => {
  const { like } = await project();
  const ids = await like("docs:client.md#colours");
  assert.equal(ids[0], "docs:paint.md#shades");
  assert.ok(!ids.includes("docs:queue.md#bread"), ids.join(" "));
});

test("likethis leaves out the section, its parents and its subsections, and keeps other sections of the document", async () => {
  const { like } = await project();
  const ids = await like("docs:client.md#retries");
  assert.deepEqual([...ids].sort().slice(0, 2), ["docs:client.md#again", "docs:queue.md#redelivery"]);
  for (const own of ["docs:client.md", "docs:client.md#client", "docs:client.md#retries", "docs:client.md#limits"]) {
    assert.ok(!ids.includes(own), own);
  }
});

test("likethis never answers with the section around the given one, however many neighbours match", async () => {
  const text = "exponential backoff, jitter, retries\n";
  const { like } = await project({ "docs/a.md": `# Top\n## A\n${text}## B\n${text}## C\n${text}` });
  assert.deepEqual([...(await like("docs:a.md#a"))].sort(), ["docs:a.md#b", "docs:a.md#c"]);
});

test("likethis accepts a document's id or file, and leaves the whole document out", async () => {
  const { like, workspace } = await project();
  const ids = await like("docs:client.md");
  assert.ok(ids.length > 0 && ids.every((id) => !id.startsWith("docs:client.md")), ids.join(" "));
  assert.deepEqual(await like("docs/client.md"), ids);
  assert.deepEqual(await like("/project/docs/client.md"), ids);
  const [entry] = (await workspace.likeThis("docs:client.md", { limit: 0 })).queries;
  assert.ok(entry!.total_matches > 0 && entry!.results.length === 0);
  assert.match(entry!.query, /backoff/);
});

test("likethis accepts a file that is not indexed", async () => {
  const { like } = await project();
  const ids = await like("notes/draft.txt");
  assert.ok(
    ids.includes("docs:queue.md#redelivery") && ids.some((id) => id.startsWith("docs:client.md")),
    ids.join(" "),
  );
});

test("likethis keeps to the given trees and limit", async () => {
  const { like } = await project(FILES, '[tree.more]\npath = "docs"\n');
  assert.ok((await like("docs:client.md#colours", { ...ALL, trees: ["more"] })).every((id) => id.startsWith("more:")));
  assert.equal((await like("docs:client.md#colours", { limit: 1 })).length, 1);
});

test("likethis finds candidates behind any number of the document's own sections", async () => {
  const sections = (count: number, text: string) => Array.from({ length: count }, () => `## Part\n${text}\n`).join("");
  const files = {
    "docs/a.md": `# A\n${sections(60, "needle haystack")}`,
    "docs/b.txt": "one needle",
    "docs/c.md": `# C\n${"## Other\nfiller\n".repeat(90)}`,
  };
  const { like } = await project(files, "candidate_limit = 1\n");
  assert.deepEqual(await like("docs:a.md", { limit: 1 }), ["docs:b.txt"]);
});

test("likethis returns an empty list when nothing is similar", async () => {
  const { workspace } = await project({
    "docs/a.md": "# A\nalpha\n",
    "docs/b.md": "# B\nbeta\n",
    "docs/c.txt": "12 34",
  });
  assert.deepEqual(await workspace.likeThis("docs:c.txt"), {
    queries: [{ query: "", total_matches: 0, full_matches: 0, lists: [], results: [] }],
  });
  assert.deepEqual((await workspace.likeThis("docs:a.md#a")).queries[0]!.results, []);
});

test("likethis names an id or file that it does not know", async () => {
  const { workspace } = await project();
  const unknown = await failure(() => workspace.likeThis("docs:client.md#retrys"));
  assert.equal(unknown.code, "unknown-id");
  assert.match(unknown.hint ?? "", /docs:client\.md#retries/);
  assert.equal((await failure(() => workspace.likeThis("notes/bin"))).code, "not-text");
  assert.equal((await failure(() => workspace.likeThis("docs:client.md", { trees: ["dcs"] }))).code, "unknown-tree");
});

test("likethis keeps to a budget, best first, and names what it leaves out", async () => {
  const { workspace } = await project();
  const ask = async (options: LikeThisOptions) =>
    (await workspace.likeThis("docs:client.md#retries", { limit: 50, ...options })).queries[0]!;
  const countTokens = await loadTokenCounter();
  const tokensOf = (entry: Awaited<ReturnType<typeof ask>>, list: boolean): number =>
    countTokens(formatSearchText({ queries: [entry] }, {
      view: list ? "list" : "full",
      verbose: false,
      columns: 80,
      palette: createPalette(false),
      locate: ({ path }) => path,
    }));
  for (const list of [false, true]) {
    const all = await ask({ list });
    assert.ok(all.results.length > 1 && all.tokens === undefined);
    const first = tokensOf({ ...all, results: all.results.slice(0, 1) }, list);
    const filled = await ask({ list, maxTokens: first });
    assert.deepEqual(filled.results, all.results.slice(0, 1));
    assert.deepEqual(filled.left_out!.map(({ id }) => id), all.results.slice(1).map(({ id }) => id));
    assert.equal(filled.tokens, first);
    const { tokens, left_out, ...wide } = await ask({ list, maxTokens: 5000 });
    assert.deepEqual([wide, left_out, tokens], [all, [], tokensOf(all, list)]);
  }
});

test("likethis shows the best sections of a page that does not fit, and reports a passage that fits as returned", async () => {
  const filler = "Soap, water, towels, sponges.\n".repeat(40);
  const { workspace } = await project({
    "docs/a.md": "# A\nexponential backoff, jitter\n",
    "docs/b.md":
      `# B\n## One\nexponential backoff, jitter\n## Two\nbackoff, exponential jitter\n${filler}## Three\nexponential backoff, jitter again\n`,
  });
  const ask = async (options: LikeThisOptions) =>
    (await workspace.likeThis("docs:a.md", { ...options, explain: true })).queries[0]!;
  const [whole] = (await ask({})).results;
  const best = whole!.constituents![0]!;
  const entry = await ask({ maxTokens: 60 });
  assert.notEqual(best.id, whole!.id);
  assert.deepEqual(entry.results.map(({ id, truncated }) => [id, truncated]), [[whole!.id, true]]);
  assert.match(entry.results[0]!.content!, /exponential backoff, jitter/);
  assert.deepEqual(entry.left_out, []);
  assert.equal(entry.explain!.phases.returned, 1);
});

test("likethis refuses an invalid budget", async () => {
  const { workspace } = await project();
  assert.equal((await failure(() => workspace.likeThis("docs:client.md", { maxTokens: -1 }))).code, "usage");
});

test("likethis ignores stop words of the languages in the index", async () => {
  const { workspace } = await project({
    "docs/a.md": "# Ovens\nWould you have used the oven, because that is what they do with it?\n",
    "docs/b.md": "# Use\nThey would have used that oven with you because it is what the cook has.\n",
    "docs/c.md": "---\nlang: de\n---\n# Ofen\nDer Teig und die Hefe sind nicht für diesen Ofen.\n",
    "docs/d.md": "---\nlang: de\n---\n# Hefe\nDie Hefe und der Teig sind nicht für diesen Ofen, oder?\n",
  });
  const words = async (what: string) =>
    (await workspace.likeThis(what, ALL)).queries[0]!.query.replace(/\^[\d.]+/g, "").split(" OR ").sort();
  assert.deepEqual(await words("docs:a.md"), ["because", "oven", "ovens", "used"]);
  assert.deepEqual(await words("docs:c.md"), ["hefe", "ofen", "teig"]);
});
