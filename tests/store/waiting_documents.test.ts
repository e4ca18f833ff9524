// Documents for which an update has no time wait, and nothing is converted twice.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type ConversionLimits, REFRESH_LIMITS, UPDATE_LIMITS } from "../../src/document/formats/conversions.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import { indexState } from "../../src/store/update/index_state.ts";
import { slowPdf } from "../documents/slow_files.ts";
import { pdf } from "../documents/sample_files.ts";
import { config, createProject, DIRECTORY, tree, update } from "./store_fixture.ts";

const engine = await loadEngine();
const SETTINGS = config(tree("docs", { include: ["**/*.{md,pdf,html}"] }));
const quickPdf = (words: string): Uint8Array => pdf([[[10, words]]]);

/** What is converted is kept in a folder of the test's own. */
async function withKept(
  files: Readonly<Record<string, Uint8Array | string>>,
  use: (
    refresh: (limits: Omit<ConversionLimits, "keptIn">, full?: boolean) => ReturnType<typeof update>,
    fs: MemoryFileSystem,
    kept: () => Readonly<Record<string, number>>,
  ) => Promise<void>,
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-kept-")));
  const fs = createProject(Object.fromEntries(Object.entries(files).map(([path, text]) => [`docs/${path}`, text])));
  try {
    await use(
      (limits, full = false) =>
        update(fs, SETTINGS, {
          engine,
          scope: { full },
          conversions: { limits: { ...limits, keptIn: folder } },
        }),
      fs,
      () => Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino])),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By path, why a file is not indexed; null for those that are. */
function skippedIn(fs: MemoryFileSystem): Readonly<Record<string, string | null>> {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  if (opened.state !== "open") return assert.fail(opened.state);
  const entries = [...opened.index.manifest().get("docs")!].map(([path, { skipped }]) => [path, skipped]);
  opened.index.close();
  return Object.fromEntries(entries);
}

const reasonOf = async (fs: MemoryFileSystem): Promise<string | null> =>
  (await indexState({ config: SETTINGS, schemaVersion: engine.schemaVersion, source: fs })).reason;

test("a refresh converts what it has time for, warns once, and the next one goes on without converting anything twice", () =>
  withKept({ "a.pdf": quickPdf("first"), "good.md": "# Good\n" }, async (refresh, fs, kept) => {
    assert.deepEqual((await refresh(REFRESH_LIMITS)).warnings, []);
    fs.writeFile("/project/docs/b.pdf", slowPdf(300_000));
    fs.writeFile("/project/docs/c.pdf", quickPdf("third"));
    const first = await refresh({ ...REFRESH_LIMITS, totalMs: 1_500 });
    assert.equal(first.outcome, "published");
    assert.deepEqual(first.warnings, [{
      code: "documents-pending",
      message: "2 documents wait to be converted: run ra update",
    }]);
    const waits = "it waits to be converted";
    assert.deepEqual(skippedIn(fs), { "a.pdf": null, "b.pdf": waits, "c.pdf": waits, "good.md": null });
    assert.equal(await reasonOf(fs), "2 documents wait to be converted");
    const before = kept();
    assert.equal(Object.keys(before).length, 1);
    fs.removeFile("/project/docs/b.pdf");
    const second = await refresh(REFRESH_LIMITS);
    assert.deepEqual(second.warnings, []);
    assert.deepEqual(skippedIn(fs), { "a.pdf": null, "c.pdf": null, "good.md": null });
    assert.equal(await reasonOf(fs), null);
    // Each converted document is a file, and a file that is written again is another one.
    const after = kept();
    assert.equal(Object.keys(after).length, 2);
    for (const [name, inode] of Object.entries(before)) assert.equal(after[name], inode);
    const all = await refresh(UPDATE_LIMITS, true);
    assert.equal(all.report.unchanged, 3);
    assert.deepEqual(kept(), after);
  }));

test("a document that takes all the time of a refresh waits for an update that somebody asks for", () =>
  withKept({ "a.pdf": slowPdf(), "good.md": "# Good\n" }, async (refresh, fs) => {
    const short = { totalMs: 1_000, longestMs: 1_000 };
    const waits = "it waits for `ra update`, because converting it takes longer than 20 s";
    assert.equal((await refresh(short)).outcome, "published");
    assert.deepEqual(skippedIn(fs), { "a.pdf": waits, "good.md": null });
    assert.equal(await reasonOf(fs), "1 document waits to be converted");
    const again = await refresh(short);
    assert.equal(again.outcome, "unchanged");
    assert.deepEqual(again.warnings.map(({ message }) => message), ["a document waits to be converted: run ra update"]);
    const asked = await refresh(UPDATE_LIMITS);
    assert.deepEqual(asked.warnings.filter(({ code }) => code === "documents-pending"), []);
    assert.deepEqual(skippedIn(fs), { "a.pdf": null, "good.md": null });
  }));

test("a large page of HTML waits like a document, and a small one does not", () =>
  withKept(
    { "large.html": "<p>large".repeat(60_000), "small.html": "<p>small", "good.md": "# Good\n" },
    async (refresh, fs) => {
      await refresh({ totalMs: 1, longestMs: 1 });
      assert.deepEqual(skippedIn(fs), {
        "good.md": null,
        "large.html": "it waits to be converted",
        "small.html": null,
      });
      await refresh(UPDATE_LIMITS);
      assert.deepEqual(skippedIn(fs), { "good.md": null, "large.html": null, "small.html": null });
    },
  ));

test("a document that waits again leaves the published index as it is", () =>
  withKept({ "a.pdf": quickPdf("first"), "good.md": "# Good\n" }, async (refresh, fs) => {
    const none = { totalMs: 1, longestMs: 20_000 };
    await refresh(none);
    const before = fs.stat(`${DIRECTORY}/head.json`)?.mtimeNs;
    assert.deepEqual((await refresh(none)).waiting.map(({ path }) => path), ["a.pdf"]);
    assert.equal(fs.stat(`${DIRECTORY}/head.json`)?.mtimeNs, before);
  }));
