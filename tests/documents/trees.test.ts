import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { open, type Workspace } from "../../src/workspace.ts";
import { writeIn } from "../host/git_repository.ts";
import { addLanguage } from "../../src/document/ocr/add_language.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { LANGUAGE_FOLDER } from "./ocr_language.ts";
import { drawn, png, scannedPdf } from "./pictures.ts";
import { docx, paragraph, pdf, pptx, shape } from "./sample_files.ts";

async function withTree(
  files: Readonly<Record<string, Uint8Array | string>>,
  use: (workspace: Workspace, folder: string) => Promise<void>,
  tree: { readonly ocr?: "auto"; readonly languages?: readonly string[] } = {},
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-documents-")));
  let workspace: Workspace | undefined;
  try {
    for (const [path, content] of Object.entries(files)) writeIn(folder, `docs/${path}`, content);
    workspace = await open(folder, {
      config: { tree: { docs: { path: "docs", include: ["**/*.{md,pdf,docx,pptx,png}"], ...tree } } },
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

test("with OCR, scanned pages and pictures are documents, once their language is there", async () => {
  const before = process.env["XDG_DATA_HOME"];
  const data = realpathSync(mkdtempSync(join(tmpdir(), "ra-data-")));
  process.env["XDG_DATA_HOME"] = data;
  try {
    const picture = await drawn("The purple socket has 230 volts.");
    const files = { "a.md": "# Note\n\nWords.\n", "scan.pdf": scannedPdf(["A page of text, long enough.", picture]) };
    await withTree({ ...files, "plug.png": png(picture, { Title: "Plug" }) }, async (workspace) => {
      const missing = await workspace.update();
      assert.deepEqual(missing.skipped.map(({ path, reason }) => [path, reason]), [
        ["docs:plug.png", "the OCR language eng is not installed: ra model add tesseract:eng"],
        ["docs:scan.pdf", "the OCR language eng is not installed: ra model add tesseract:eng"],
      ]);
      const fs = createDiskFileSystem();
      await addLanguage({ language: "eng", from: LANGUAGE_FOLDER }, { fs, home: null, onProgress() {} });
      assert.deepEqual((await workspace.update()).skipped, []);
      const { queries: [entry] } = await workspace.search("purple volts", { cutoffRatio: 0 });
      assert.deepEqual(entry!.results.map(({ path }) => path).sort(), ["plug.png", "scan.pdf"]);
      const { conversion } = await workspace.inspect("docs/scan.pdf");
      assert.deepEqual(conversion!.parts.map(({ place, ocr_confidence }) => [place, ocr_confidence !== null]), [
        [1, false],
        [2, true],
      ]);
      assert.match(conversion!.notes[0]!, /which have 11 pt/);
    }, { ocr: "auto" });
    await withTree({ "plug.png": png(picture, { Title: "Plug" }) }, async (workspace) => {
      await workspace.update();
      assert.deepEqual((await workspace.search("purple")).queries[0]!.results, []);
      assert.deepEqual((await workspace.search("plug")).queries[0]!.results.map(({ path }) => path), ["plug.png"]);
    });
  } finally {
    if (before === undefined) delete process.env["XDG_DATA_HOME"];
    else process.env["XDG_DATA_HOME"] = before;
    rmSync(data, { recursive: true });
  }
});
