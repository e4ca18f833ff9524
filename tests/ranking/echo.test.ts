// Tests documents whose first section says all that the document's own chunk says (docs/ranking.md, "Echoes").
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject, searchOne, write } from "../workspace/project.ts";

const FILES = {
  "docs/guide.md": "---\ntags: [manual]\n---\n\n# Setting up\n\nPlug it in.\n\n## Wires\n\nTwo wires.\n",
  "docs/intro.md": "Plug first.\n\n# Setting up again\n\nThen plug in.\n",
};

test("search() finds a document's first section, not also a document chunk that only repeats its title", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual((await idsOf(workspace, '"setting up"', ALL)).toSorted(), [
    "docs:guide.md#setting-up",
    "docs:intro.md",
    "docs:intro.md#setting-up-again",
  ]);
  assert.equal((await searchOne(workspace, "wires", ALL)).total_matches, 1);
});

test("tags and paths of such a document find its sections", async () => {
  const { workspace } = await openProject(FILES);
  const sections = ["docs:guide.md#setting-up", "docs:guide.md#wires"];
  assert.deepEqual((await idsOf(workspace, "manual", ALL)).toSorted(), sections);
  assert.deepEqual((await idsOf(workspace, "tags:manual", ALL)).toSorted(), sections);
  assert.deepEqual((await idsOf(workspace, "tag:manual plug", ALL)).toSorted(), ["docs:guide.md#setting-up"]);
});

test("the name of the file raises the section that stands for the document", async () => {
  const { workspace } = await openProject({
    ...FILES,
    "docs/other.md": "# Guide guide\n\nA guide for the guide of guides.\n",
  });
  assert.equal((await idsOf(workspace, "guide", ALL))[0], "docs:guide.md#setting-up");
});

test("filters, ls and get still know the chunk of such a document", async () => {
  const { workspace } = await openProject(FILES);
  assert.ok((await idsOf(workspace, "tag:manual", ALL)).includes("docs:guide.md"));
  assert.match((await workspace.get("docs:guide.md")).content ?? "", /Two wires/);
});

test("scores do not depend on how such documents came into the index", async () => {
  const updated = await openProject({
    ...FILES,
    "docs/guide.md": "# Old\n\nOld text.\n",
    "docs/gone.md": "# Gone\n\nPlug.\n",
  });
  await updated.workspace.search("plug");
  write(updated.fs, "docs/guide.md", FILES["docs/guide.md"]);
  updated.fs.removeFile("/project/docs/gone.md");
  const fresh = await openProject(FILES);
  const scores = async ({ workspace }: typeof fresh) =>
    (await searchOne(workspace, "plug wires setting", ALL)).results.map(({ id, score }) => [id, score]);
  assert.deepEqual(await scores(updated), await scores(fresh));
});

const DESCRIBED = {
  ...FILES,
  "docs/lamp.md": "---\ndescription: Brightness of bulbs\naliases: [Luminaire]\n---\n\n# Lamp\n\nScrew it in.\n",
  "docs/more.md": "# Luminaires and bulbs\n\nThe brightness of luminaires.\n\n## Luminaires\n\nBulbs.\n",
};

test("a page with a description and its title as heading is one result", async () => {
  const { workspace } = await openProject(DESCRIBED);
  assert.deepEqual(await idsOf(workspace, "lamp", ALL), ["docs:lamp.md#lamp"]);
  assert.deepEqual(await idsOf(workspace, "tag:manual", ALL), ["docs:guide.md"]);
});

test("the values of the frontmatter find the section that stands for the document", async () => {
  const { workspace } = await openProject(DESCRIBED);
  assert.ok((await idsOf(workspace, "brightness", ALL)).includes("docs:lamp.md#lamp"));
  assert.deepEqual(await idsOf(workspace, '"brightness of bulbs"', ALL), ["docs:lamp.md#lamp"]);
});

test("an alias raises the section that stands for the document, also by another form", async () => {
  const { workspace } = await openProject(DESCRIBED);
  assert.equal((await idsOf(workspace, "luminaire", ALL))[0], "docs:lamp.md#lamp");
  const { "docs/more.md": _, ...others } = DESCRIBED;
  const alone = await openProject({ ...others, "docs/text.md": `# Else\n\n${"Luminaires. ".repeat(20)}\n` });
  assert.equal((await idsOf(alone.workspace, "luminaires", ALL))[0], "docs:lamp.md#lamp");
});
