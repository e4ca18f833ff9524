import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open, type Workspace } from "../../src/workspace.ts";
import { writeIn } from "../host/git_repository.ts";
import { docx, paragraph, pdf, pptx, shape } from "./sample_files.ts";

async function withTree(
  files: Readonly<Record<string, Uint8Array | string>>,
  use: (workspace: Workspace, folder: string) => Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-documents-")));
  let workspace: Workspace | undefined;
  try {
    for (const [path, content] of Object.entries(files)) writeIn(folder, `docs/${path}`, content);
    workspace = await open(folder, {
      config: { tree: { docs: { path: "docs", include: ["**/*.{md,pdf,docx,pptx}"] } } },
      home: null,
    });
    await use(workspace, folder);
  } finally {
    workspace?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("documents of a tree are searched beside Markdown, and cited by page and slide", () =>
  withTree({
    "a.md": "# Note\n\nThe purple note.\n",
    "manual.pdf": pdf([[[10, "The first page."]], [[10, "The purple lever is here."]]]),
    "talk.pptx": pptx([shape("title", "One"), shape("title", "Two") + shape("", "The purple slide.")]),
    "letter.docx": docx(paragraph("Letter", "Heading1") + paragraph("The purple letter.")),
  }, async (workspace) => {
    const { skipped } = await workspace.update();
    assert.deepEqual(skipped, []);
    const { queries: [entry] } = await workspace.search("purple", { limit: 10, cutoffRatio: 0, aggregation: false });
    const found = entry!.results.map(({ path, source, extracted, content }) => ({ path, source, extracted, content }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    assert.deepEqual(found.map(({ path, extracted }) => [path, extracted]), [
      ["a.md", undefined],
      ["letter.docx", true],
      ["manual.pdf", true],
      ["talk.pptx", true],
    ]);
    assert.deepEqual(found.map(({ source }) => source), [
      undefined,
      undefined,
      { unit: "page", first: 1, last: 2 },
      { unit: "slide", first: 2, last: 2 },
    ]);
    assert.ok(found.every(({ content }) => content!.includes("purple")));
  }));

test("a damaged document is named with its reason, and the others are indexed", () =>
  withTree(
    { "bad.pdf": "no pdf", "bad.docx": new Uint8Array([80, 75, 3, 4, 0]), "good.pdf": pdf([[[10, "Fine."]]]) },
    async (workspace, folder) => {
      const { skipped, added } = await workspace.update();
      assert.equal(added, 1);
      assert.deepEqual(skipped.map(({ path }) => path).sort(), ["docs:bad.docx", "docs:bad.pdf"]);
      assert.match(skipped.find(({ path }) => path.endsWith("pdf"))!.reason, /^the file is damaged: /);
      writeIn(folder, "docs/bad.pdf", pdf([[[10, "Mended."]]]));
      assert.equal((await workspace.update()).added, 1);
      const { queries: [entry] } = await workspace.search("mended");
      assert.deepEqual(entry!.results.map(({ path }) => path), ["bad.pdf"]);
    },
  ));
