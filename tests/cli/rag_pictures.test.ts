import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LANGUAGE_FOLDER } from "../documents/ocr_language.ts";
import { drawn, png, scannedPdf } from "../documents/pictures.ts";
import type { SourceRecord } from "../../src/document/source_record.ts";
import { writeIn } from "../host/git_repository.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

// Deno's commands run with few permissions, and none of them is for the process of the converters.
const skip = process.versions["deno"] !== undefined;
const YAML = `version: 1
paths: {data_root: rag/data, index_root: rag/index}
convert_docs:
- {id: papers, input: in, ocr: auto, languages: [eng]}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: minilm}
retrieval: {initial_k: 50, final_k: 8}
`;

test("scans and pictures become text, with the words that pages and notes have for them", { skip }, async () => {
  const picture = await drawn("The purple socket has 230 volts.");
  await withProject({}, async (directory) => {
    const home = join(directory, "home");
    for (const folder of ["rag/data", "rag/index", "home"]) mkdirSync(join(directory, folder), { recursive: true });
    writeFileSync(join(directory, "rag.yaml"), YAML);
    writeIn(directory, "in/scan.pdf", scannedPdf([picture]));
    writeIn(directory, "in/img/plug.png", png(picture));
    writeIn(directory, "in/img/plug.md", "Photographed in winter.\n");
    writeIn(directory, "in/page.html", '<title>Plugs</title><p>All plugs.</p><img src="img/plug.png" alt="A plug">');
    writeIn(directory, "in/img/blank.png", png({ width: 40, height: 40, pixels: new Uint8Array(1600).fill(255) }));
    const ra = (...args: readonly string[]) => runRa(args, { cwd: directory, home });
    const counts = (...args: readonly string[]): readonly (number | undefined)[] => {
      const { stdout } = ra("rag", "convert", "--json", ...args);
      const { sources: [source] } = JSON.parse(stdout) as { sources: [{ counts: Readonly<Record<string, number>> }] };
      return ["converted", "unchanged", "empty", "failed"].map((key) => source.counts[key]);
    };

    const missing = ra("rag", "convert");
    assert.equal(missing.code, 1);
    assert.match(missing.stdout, /the OCR language eng is not installed: ra model add tesseract:eng/);
    assert.match(ra("rag", "doctor").stdout, /error +ocr papers +the OCR language eng is not installed/);

    assert.equal(ra("model", "add", "tesseract:eng", "--from", LANGUAGE_FOLDER).code, 0);
    assert.match(ra("model", "list").stdout, /tesseract:eng +3\.0 MB +language of OCR/);
    assert.deepEqual(counts(), [3, 0, 1, 0]);
    const text = (name: string): string => readFileSync(join(directory, `rag/data/text/papers/${name}.md`), "utf8");
    const record = (name: string) =>
      JSON.parse(readFileSync(join(directory, `rag/data/text/papers/${name}.md.source.json`), "utf8")) as SourceRecord;
    assert.equal(text("scan.pdf"), "The purple socket has 230 volts.\n");
    assert.match(record("scan.pdf").metadata["ocr_confidence"]!, /^\d\d$/);
    assert.deepEqual(record("scan.pdf").parts, [{ start: 0, place: 1 }]);
    assert.equal(
      text("img/plug.png"),
      "Photographed in winter.\n\npage.html shows it: A plug.\n\nThe purple socket has 230 volts.\n",
    );
    assert.match(text("page.html"), /^All plugs\./);
    assert.equal(record("page.html").title, "Plugs");

    assert.deepEqual(counts(), [0, 3, 1, 0]);
    const { sources: [status] } = JSON.parse(ra("rag", "status", "--json").stdout) as {
      sources: [{ ocr_confidence: number; last_run: { stage: string; state: string; at: string } }];
    };
    assert.ok(status.ocr_confidence > 80 && status.ocr_confidence <= 100);
    assert.deepEqual([status.last_run.stage, status.last_run.state], ["convert", "unchanged"]);
    assert.ok(Math.abs(Date.parse(status.last_run.at) - Date.now()) < 600_000);
    // Only the picture has another text now.
    writeIn(directory, "in/img/plug.md", "Photographed in summer.\n");
    assert.deepEqual(counts(), [1, 2, 1, 0]);
    assert.match(text("img/plug.png"), /summer/);
    rmSync(join(directory, "in/page.html"));
    assert.deepEqual(counts(), [1, 1, 1, 0]);
    assert.doesNotMatch(text("img/plug.png"), /shows it/);
    assert.equal(ra("rag", "ingest").code, 0);
    const found = JSON.parse(ra("-C", "rag/index", "search", "--json", "purple volts").stdout) as {
      queries: [{ results: { path: string }[] }];
    };
    assert.deepEqual(found.queries[0].results.map(({ path }) => path).sort(), ["img/plug.png", "scan.pdf"]);
    assert.equal(ra("model", "remove", "tesseract:eng").code, 0);
    assert.equal(ra("model", "remove", "tesseract:eng").code, 1);
    assert.equal(ra("model", "add", "tesseract:eng", "--name", "x").code, 2);
  });
});
