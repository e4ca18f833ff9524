// Tests what `ra inspect doc` says about a file apart from its chunks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, openProject } from "./project.ts";

test("inspect() says which strategy divides a document, at which level, and why", async () => {
  const tree = (name: string, chunking: string): string =>
    `[tree.${name}]\npath = "${name}"\ninclude = ["**/*"]\nchunking = "${chunking}"\n`;
  const long = `# A\n\n## B\n${"words ".repeat(400)}\n\n## C\nx\n`;
  const { workspace } = await openProject({
    ".ra.toml": `${tree("adaptive", "adaptive")}${tree("auto", "auto")}${tree("leaves", "leaves")}${DOCS}`,
    "adaptive/long.md": long,
    "adaptive/short.md": "# A\n\n## B\nx\n\n## C\nx\n",
    "adaptive/flat.md": `# A\n${"words ".repeat(400)}\n`,
    "auto/a.md": "x\n",
    "auto/b.ts": "x\n",
    "leaves/a.md": "# A\nx\n",
    "docs/a.md": "# A\nx\n",
  });
  const chunkingOf = async (file: string) => {
    const { strategy, level, reason } = (await workspace.inspect(file)).chunking;
    return [strategy, level, reason.replace(/^tree \w+ has `chunking = "\w+"`/, "…")];
  };
  assert.deepEqual(await chunkingOf("adaptive/long.md"), [
    "adaptive",
    2,
    "…; level 2 is the first that has two headings",
  ]);
  assert.deepEqual(await chunkingOf("adaptive/short.md"), [
    "adaptive",
    null,
    "…; the document stays whole: it has fewer than 2000 characters (min_chunk_size)",
  ]);
  assert.deepEqual(await chunkingOf("adaptive/flat.md"), [
    "adaptive",
    null,
    "…; the document stays whole: no level has two headings",
  ]);
  assert.deepEqual(await chunkingOf("auto/a.md"), ["prose", null, "…, and the path is not that of source code"]);
  assert.deepEqual(await chunkingOf("auto/b.ts"), [
    "code",
    null,
    "…, and the path is that of source code or configuration",
  ]);
  assert.deepEqual(await chunkingOf("leaves/a.md"), [
    "leaves",
    null,
    "…; the document stays whole: it has fewer than 1200 characters (min_document_chars)",
  ]);
  assert.deepEqual(await chunkingOf("docs/a.md"), ["headings", null, "…"]);
  workspace.close();
});

test("inspect() says that ra does not index a file, and why", async () => {
  const { workspace } = await openProject({
    ".ra.toml":
      `[tree.docs]\npath = "docs"\nexclude = ["drafts/**", "*.tmp.md"]\n[tree.inner]\npath = "docs/inner"\ninclude = ["*.txt"]\n`,
    "docs/a.md": "x\n",
    "docs/drafts/a.md": "x\n",
    "docs/b.tmp.md": "x\n",
    "docs/.gitignore": "private/\n",
    "docs/private/a.md": "x\n",
    "docs/a.textile": "x\n",
    "docs/.hidden.md": "x\n",
    "docs/blank.md": "\n",
    "docs/inner/a.md": "x\n",
    "docs/inner/b.textile": "x\n",
    "other/a.md": "x\n",
  });
  const stateOf = async (file: string) => {
    const { tree, indexed, reason } = await workspace.inspect(file);
    assert.equal(indexed, reason === null);
    return [tree, reason];
  };
  assert.deepEqual(await stateOf("docs/a.md"), ["docs", null]);
  assert.deepEqual(await stateOf("docs/drafts/a.md"), ["docs", 'the exclude "drafts/**" matches it']);
  assert.deepEqual(await stateOf("docs/b.tmp.md"), ["docs", 'the exclude "*.tmp.md" matches it']);
  assert.deepEqual(await stateOf("docs/private/a.md"), ["docs", ".gitignore or .raignore ignores it"]);
  assert.deepEqual(await stateOf("docs/a.textile"), ["docs", "no include matches it"]);
  assert.deepEqual(await stateOf("docs/.hidden.md"), [
    "docs",
    "no include matches it: a name that starts with a dot needs an include that spells the dot out",
  ]);
  assert.deepEqual(await stateOf("docs/blank.md"), ["docs", "it holds only white space"]);
  // The outer tree indexes what the inner tree leaves out.
  assert.deepEqual(await stateOf("docs/inner/a.md"), ["docs", null]);
  assert.deepEqual(await stateOf("docs/inner/b.textile"), ["inner", "no include matches it"]);
  assert.deepEqual(await stateOf("other/a.md"), [null, "it lies outside every tree"]);
  const listed = (await workspace.list("docs")).map(({ id }) => id);
  assert.deepEqual(listed, ["docs:a.md", "docs:inner/a.md"]);
  workspace.close();
});

test("inspect() gives sizes in characters beside bytes, and warns about a section that is too long", async () => {
  const { workspace } = await openProject({
    ".ra.toml": `${DOCS}[settings]\nmax_chunk_size = 10\n`,
    "docs/a.md": "# Ä\n\nüüüü\n\n# B\n\näöü äöü äöü\n",
  });
  const { bytes, characters, chunks, warnings } = await workspace.inspect("docs/a.md");
  assert.deepEqual([bytes, characters], [42, 28]);
  assert.deepEqual(chunks.map((chunk) => [chunk.slug, chunk.characters]), [[null, 0], ["ä", 7], ["b", 13]]);
  assert.deepEqual(warnings, [{
    code: "chunk-too-long",
    message: "a section has 13 characters (max_chunk_size is 10)",
    line: 5,
  }]);
  workspace.close();
});
