// Tests documents with extracted text: pages of HTML, whose text lies beside the index.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFiles, openFiles, searchOne } from "./project.ts";

const PAGE = `<html lang="en"><head><title>Manual</title></head>
<body><nav>elsewhere</nav><main>
<h1>Manual</h1>
<section id="set-up"><h2>Installing</h2>
<p>Turn the needle
with care, see <a href="compass.html">the other page</a>.</p></section>
</main></body></html>
`;
const FILES = {
  "docs/page.html": PAGE,
  "docs/other.mdx": "import Thing from 'needlework'\n\n# Other\n\n<Thing />\n\nPlain.\n",
};
const TEXT = "/project/.ra/index/text";

test("ra finds, shows and gets a section of a page with the page's own lines", async () => {
  const { workspace } = await openFiles(createFiles(FILES));
  const { results } = await searchOne(workspace, "needle care", { aggregation: false });
  assert.equal(results.length, 1);
  const [result] = results;
  assert.equal(result?.id, "docs:page.html#set-up");
  assert.equal(result?.breadcrumb, "Manual › Installing");
  assert.equal(result?.content, "\nTurn the needle with care, see [the other page](compass.html).\n");
  assert.equal(result?.extracted, true);
  assert.deepEqual(result?.source, { unit: "line", first: 4, last: 6 });
  assert.deepEqual([result?.start_line, result?.end_line], [4, 6]);
  const { content, source, extracted } = await workspace.get("docs:page.html");
  assert.equal(
    content,
    "# Manual\n\n## Installing\n\nTurn the needle with care, see [the other page](compass.html).\n",
  );
  assert.deepEqual([source?.unit, extracted], ["line", true]);
  assert.equal((await workspace.inspect("/project/docs/page.html")).chunks.at(-1)?.id, "docs:page.html#set-up");
  const alike = (await workspace.likeThis("/project/docs/page.html")).queries[0]!;
  assert.equal(alike.query, "manual OR other^0.59 OR page^0.59");
  assert.ok(alike.results.every(({ doc_id }) => doc_id === "docs:other.mdx"));
});

test("ra neither finds nor marks markup such as link addresses and imports of MDX", async () => {
  const { workspace } = await openFiles(createFiles(FILES));
  for (const word of ["compass", "needlework", "elsewhere"]) {
    assert.deepEqual((await searchOne(workspace, word)).results, [], word);
  }
  const { results } = await searchOne(workspace, "plain");
  assert.deepEqual(results.map(({ id, extracted }) => [id, extracted]), [["docs:other.mdx", undefined]]);
});

test("a changed page is stale until an update, and then its old text disappears", async () => {
  const fs = createFiles(FILES);
  const { workspace } = await openFiles(fs);
  await workspace.update();
  const [name] = fs.readDirectory(TEXT).map((entry) => entry.name);
  fs.writeFile("/project/docs/page.html", new TextEncoder().encode(PAGE.replace("care", "great care")));
  const { results: [stale] } = await searchOne(workspace, "needle", { update: false });
  assert.deepEqual([stale?.stale, stale?.content, stale?.extracted], [true, undefined, undefined]);
  const { results: [fresh] } = await searchOne(workspace, "needle");
  assert.ok(fresh?.content?.includes("with great care"));
  const names = fs.readDirectory(TEXT).map((entry) => entry.name);
  assert.ok(names.length === 1 && names[0] !== name);
});

test("a lost extracted text makes ra rebuild the index with one warning", async () => {
  const fs = createFiles(FILES);
  const { workspace, warnings } = await openFiles(fs);
  await workspace.update();
  for (const { name } of fs.readDirectory(TEXT)) fs.removeFile(`${TEXT}/${name}`);
  const { results: [result] } = await searchOne(workspace, "needle");
  assert.ok(result?.content?.includes("needle"));
  assert.deepEqual(warnings.map(({ code }) => code), ["index-damaged"]);
  assert.equal(fs.readDirectory(TEXT).length, 1);
});
