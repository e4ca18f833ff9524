import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { SegmentData } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { buildInBatchesOf, cutBatches } from "../../src/store/segments/build_batches.ts";
import { planMerges } from "../../src/store/segments/merge_policy.ts";
import type { FileTask } from "../../src/store/update/change_plan.ts";
import { createYieldPoint } from "../../src/store/segments/yield_point.ts";
import { fingerprintOf } from "../../src/store/files/fingerprint.ts";
import { SIZES } from "../document/parse_text.ts";

/** Thirty documents of about a kilobyte, one of them binary, one in UTF-16, and a further one that no longer exists. */
async function withTasks(use: (tasks: readonly FileTask[], fs: FileSystem) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ra-batches-"));
  const fs = createDiskFileSystem();
  try {
    const tree = {
      name: "docs",
      path: folder,
      writtenPath: ".",
      include: ["**/*.md"],
      exclude: [],
      versions: [],
      gitignore: true,
      notebook_outputs: false,
      source_records: false,
      chunking: "headings",
      sizes: {},
      stemmer: "english",
      metadata: {},
      locales: {},
      format: {},
      ocr: "never",
      languages: ["eng"],
      boundary: null,
      global: false,
      definedIn: join(folder, ".ra.toml"),
    } as const;
    const tasks = Array.from({ length: 30 }, (_, at): FileTask => {
      const absolutePath = join(folder, `${String(at).padStart(2, "0")}.md`);
      const text = `# Page ${at}\n\n## Part\n\n${`word${at} `.repeat(150)}\n`;
      writeFileSync(absolutePath, at === 7 ? "\0" : at === 9 ? Buffer.from(`\ufeff${text}`, "utf16le") : text);
      return {
        tree,
        path: `${String(at).padStart(2, "0")}.md`,
        absolutePath,
        fingerprint: fingerprintOf(fs.stat(absolutePath)!),
        checkedAt: 1,
        previous: undefined,
      };
    });
    rmSync(tasks[20]!.absolutePath);
    await use(tasks, fs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("buildInBatchesOf() builds the same segments and entries with threads as without", async () => {
  const engine = await loadEngine();
  await withTasks(async (tasks, fs) => {
    const build = async (source: FileSystem) => {
      const segments: SegmentData[] = [];
      const texts: string[] = [];
      const seen: string[] = [];
      const entries = await buildInBatchesOf(4000, tasks, {
        engine,
        source,
        content: { sizes: SIZES, keepsTexts: false, root: "/" },
        batchBytes: Infinity,
        yieldPoint: createYieldPoint(undefined),
        sink: {
          segment: (segment) => segments.push(segment),
          text: ({ name, checksum }) => texts.push(`${name} ${checksum}`),
        },
        watcher: { onFile: ({ path }) => seen.push(path) },
      });
      return {
        segments: segments.map(({ bytes, stats }) => [[...bytes], stats]),
        texts: texts.sort(),
        entries: [...entries.values()],
        seen: seen.sort(),
      };
    };
    const alone = await build({ ...fs, isShared: false });
    const threaded = await build(fs);
    assert.ok(alone.segments.length > 5);
    assert.deepEqual(threaded, alone);
    assert.equal(alone.texts.length, 1);
    assert.equal(alone.entries[7]?.skipped, "binary");
    assert.equal(alone.entries[20], undefined);
    assert.deepEqual(alone.seen, tasks.map(({ path }) => path));
  });
});

test("buildInBatchesOf() stops when interrupted, and closes its threads", async () => {
  const engine = await loadEngine();
  await withTasks(async (tasks, fs) => {
    const stop = new AbortController();
    const building = buildInBatchesOf(4000, tasks, {
      engine,
      source: fs,
      content: { sizes: SIZES, keepsTexts: false, root: "/" },
      batchBytes: Infinity,
      yieldPoint: createYieldPoint(stop.signal),
      sink: { segment() {}, text() {} },
      watcher: { onFile: () => stop.abort() },
    });
    await assert.rejects(building, { code: "interrupted" });
  });
});

const filesOf = (sizes: readonly number[], extension = "md", ocr: "never" | "auto" = "never") =>
  sizes.map((size, at) => ({ path: `${at}.${extension}`, tree: { ocr }, fingerprint: { size } }));

const ofSizes = (sizes: readonly number[], batchBytes: number): readonly (readonly number[])[] =>
  cutBatches(filesOf(sizes), batchBytes).map((batch) => batch.map(({ fingerprint }) => fingerprint.size));

test("cutBatches() makes an even number of even batches, so that two threads end together", () => {
  const bytes = (sizes: readonly number[]): readonly number[] =>
    ofSizes(sizes, 8e6).map((batch) => batch.reduce((sum, size) => sum + size, 0));
  assert.deepEqual(bytes(Array<number>(80).fill(1e5)), [8e6]);
  // A thread would not pay.
  assert.deepEqual(bytes(Array<number>(120).fill(1e5)), [12e6]);
  assert.deepEqual(bytes(Array<number>(130).fill(1e5)), [6.5e6, 6.5e6]);
  assert.deepEqual(bytes(Array<number>(180).fill(1e5)), [4.5e6, 4.5e6, 4.5e6, 4.5e6]);
});

test("cutBatches() makes six larger batches before it makes more, and none over 48 MB", () => {
  const bytes = (megabytes: number): readonly number[] =>
    ofSizes(Array<number>(megabytes).fill(1e6), 8e6).map((batch) => batch.reduce((sum, size) => sum + size, 0));
  assert.deepEqual(bytes(48), Array(6).fill(8e6));
  assert.deepEqual(bytes(120), Array(6).fill(20e6));
  assert.deepEqual(bytes(288), Array(6).fill(48e6));
  assert.deepEqual(bytes(320), Array(8).fill(40e6));
  assert.deepEqual(bytes(960), Array(20).fill(48e6));
});

test("what cutBatches() makes of any build is not merged at once", () => {
  // Usual documents give .4 to .8 bytes of index for one of source.
  for (const share of [0.4, 1]) {
    for (const megabytes of [20, 60, 120, 288, 320, 400, 1000]) {
      const segments = ofSizes(Array<number>(megabytes).fill(1e6), 8e6).map((batch) => {
        const bytes = batch.reduce((sum, size) => sum + size, 0);
        return { chunks: bytes / 500, written: bytes / 500, size: share * bytes };
      });
      assert.deepEqual(planMerges(segments), [], `${megabytes} MB`);
    }
  }
});

test("cutBatches() gives files that take long to read small batches of their own", () => {
  const cut = (text: number, others: number, extension: string, ocr?: "auto"): readonly string[] => {
    const files = [
      ...filesOf(Array<number>(others).fill(1e5), extension, ocr),
      ...filesOf(Array<number>(text).fill(1e5)),
    ];
    return cutBatches(files, 8e6).map((batch) => {
      const extensions = [...new Set(batch.map(({ path }) => path.replace(/^.*\./, "")))];
      return `${batch.length} ${extensions.join()}`;
    });
  };
  assert.deepEqual(cut(10, 2, "pdf"), ["12 pdf,md"]);
  assert.deepEqual(cut(0, 12, "docx"), Array(4).fill("3 docx"));
  assert.deepEqual(cut(10, 60, "pdf"), ["10 md", ...Array(6).fill("10 pdf")]);
  assert.deepEqual(cut(2400, 1600, "pdf"), [...Array(6).fill("400 md"), ...Array(20).fill("80 pdf")]);
  assert.deepEqual(cut(10, 60, "png"), ["70 png,md"]);
  assert.deepEqual(cut(10, 60, "png", "auto"), ["10 md", ...Array(6).fill("10 png")]);
});

test("cutBatches() keeps every file in order, in batches not much larger than the largest", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5000), { maxLength: 200 }),
      fc.integer({ min: 5000, max: 50_000 }),
      (sizes, batchBytes) => {
        const batches = ofSizes(sizes, batchBytes);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const most = Math.max(1.5 * batchBytes, Math.min(total / 6, 6 * batchBytes));
        assert.deepEqual(batches.flat(), sizes);
        for (const batch of batches) {
          assert.ok(batch.length > 0);
          // The largest file may straddle a cut, and many small files may weigh more than their bytes.
          assert.ok(batch.reduce((sum, size) => sum + size, 0) <= most + 5000 + 800 * sizes.length);
        }
      },
    ),
  );
});
