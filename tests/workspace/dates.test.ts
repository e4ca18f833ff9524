// Tests the dates of documents, and results in the order of a value of their frontmatter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { idsOf, openProject, write } from "./project.ts";

const page = (frontmatter: string): string => `---\n${frontmatter}\n---\nneedle\n`;
const NEWEST = Date.UTC(2026, 0, 1) * 1e6;

const DATED = {
  "docs/new.md": page("date: 2025-05-06"),
  "docs/old.md": page("date: 2019-05-06\nupdated: 2020-01-02"),
  "docs/docusaurus.md": page("last_update:\n  date: 2024-03-04\n  author: Robin"),
  // HTML has no frontmatter.
  "docs/page.html": '<html><head><meta name="date" content="2023-02-03"></head><body><p>needle</p></body></html>',
  "docs/plain.txt": "needle\n",
};

test("dates in the frontmatter count before the times of files", async () => {
  const { workspace, fs } = await openProject(DATED);
  for (const name of Object.keys(DATED)) fs.setModified(`/project/${name}`, NEWEST);
  fs.setModified("/project/docs/plain.txt", Date.UTC(2022, 0, 1) * 1e6);
  fs.setModified("/project/docs/page.html", Date.UTC(2021, 0, 1) * 1e6);
  assert.deepEqual(await idsOf(workspace, "needle", { sort: "date" }), [
    "docs:new.md",
    "docs:docusaurus.md",
    "docs:plain.txt",
    "docs:page.html",
    "docs:old.md",
  ]);
  assert.deepEqual(await idsOf(workspace, "needle modified:<2021-01-01"), ["docs:old.md"]);
  assert.deepEqual(await idsOf(workspace, "needle modified:2024-03-04"), ["docs:docusaurus.md"]);
  assert.deepEqual(await idsOf(workspace, "needle", { since: "2025-01-01" }), ["docs:new.md"]);
  assert.deepEqual(await idsOf(workspace, "needle modified:7d"), []);
});

test("a date that changes counts at once, and a file that is only touched keeps it", async () => {
  const { workspace, fs } = await openProject(DATED);
  await workspace.update();
  fs.setModified("/project/docs/old.md", NEWEST);
  assert.deepEqual(await idsOf(workspace, "needle modified:<2021-01-01"), ["docs:old.md"]);
  write(fs, "docs/old.md", page("date: 2026-07-01"));
  assert.deepEqual(await idsOf(workspace, "needle modified:<2021-01-01"), []);
  assert.deepEqual(await idsOf(workspace, "needle modified:2026-07-01"), ["docs:old.md"]);
});

const ORDERED = {
  "docs/a.md": page("order: 10\nadded: 2025-10-01\nowner: beta\ngröße: 2"),
  "docs/b.md": page("order: 9\nadded: 2025-9-30\nowner: Alpha\ngröße: 1"),
  "docs/c.md": page("order: -1\nadded: 2025-10-01T08:00:00Z\nowner: gamma"),
  "docs/d.md": page("other: x\ntitle: Zeta"),
  "docs/e.txt": "needle\n",
};

test("sort by a value of the frontmatter knows numbers, dates and text, and puts the missing last", async () => {
  const { workspace } = await openProject(ORDERED);
  const sorted = async (sort: `meta.${string}`): Promise<string> =>
    (await idsOf(workspace, "needle", { sort })).map((id) => id.replace(/docs:(.)\..*/, "$1")).join("");
  assert.equal(await sorted("meta.order"), "cbaed");
  assert.equal(await sorted("meta.order:desc"), "abced");
  assert.equal(await sorted("meta.added"), "baced");
  assert.equal(await sorted("meta.owner"), "baced");
  assert.equal(await sorted("meta.owner:desc"), "cabed");
  // The best of those without the value comes first.
  assert.equal((await sorted("meta.größe")).slice(0, 2), "ba");
  assert.equal((await sorted("meta.größe".normalize("NFD") as `meta.${string}`)).slice(0, 2), "ba");
  assert.equal((await sorted("meta.title:desc"))[0], "d");
  assert.equal(await sorted("meta.nothing"), await sorted("meta.none:desc"));
});

test("an order that does not exist is a mistake", async () => {
  const { workspace } = await openProject(ORDERED);
  const sort = "size" as "path";
  await assert.rejects(() => workspace.search("needle", { sort }), { code: "usage", message: /sort: "size" is not/ });
});
