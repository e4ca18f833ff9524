import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import type { IndexUpdateOptions } from "../../src/store/update/update.ts";
import { publishVectors } from "../../src/store/vectors/publish_vectors.ts";
import {
  decodeVectors,
  encodeVectors,
  type StoredRow,
  storedRow,
  type VectorRow,
} from "../../src/store/vectors/vector_file.ts";
import { createFaultyFileSystem } from "./faulty_file_system.ts";
import { config, createProject, DIRECTORY, names, tree, update, write } from "./store_fixture.ts";

const engine = await loadEngine();
const MODEL = "a".repeat(32);
const OTHER = "b".repeat(32);
const SETTINGS = config(tree("docs"));
const MERGING: Partial<IndexUpdateOptions> = {
  engine,
  segments: { mergePolicy: { perLevel: 2, smallest: 512, deletedShare: 0.3, maxBytes: 1e9 } },
};
const target = (fs: MemoryFileSystem) =>
  ({ fs, root: "/project", directory: DIRECTORY, schemaVersion: engine.schemaVersion }) as const;

/** The state of each chunk: the first value of its vector as a whole number, or what it lacks. */
function states(fs: MemoryFileSystem, model = MODEL): Readonly<Record<string, number | string>> {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return {};
  const { index } = opened;
  assert.equal(index.verify(), undefined);
  const reader = engine.openReader(index.segments);
  const pending = new Set(reader.unembedded(model, false).map(({ ref }) => ref));
  const failing = new Set(reader.unembedded(model, true).map(({ ref }) => ref));
  const out: Record<string, number | string> = {};
  index.segments.forEach((source, segment) => {
    const { written } = index.head.segments[segment]!;
    const file = source.vectors == null ? undefined : decodeVectors(source.vectors(), written);
    for (const chunk of reader.chunks()) {
      const place = chunk.ref as number;
      if (Math.floor(place / 2 ** 32) !== segment) continue;
      const row = file?.rows.at(place % 2 ** 32);
      out[chunk.id] = pending.has(place)
        ? "pending"
        : failing.has(place)
        ? "failed"
        : row === undefined || row.values.length === 0
        ? "blank"
        : Math.round(row.values[0]! * row.scale * 100);
    }
  });
  reader.free();
  index.close();
  return out;
}

/** Gives each chunk without a vector the one that belongs to its id. */
async function embed(
  fs: MemoryFileSystem,
  rowOf: (id: string) => VectorRow,
  model = MODEL,
): Promise<Awaited<ReturnType<typeof publishVectors>>> {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  if (opened.state !== "open") return "gone";
  const { index } = opened;
  const reader = engine.openReader(index.segments);
  const rows = new Map<string, Map<number, StoredRow>>();
  for (const { segment, chunk, ref } of reader.unembedded(model, true)) {
    const { name } = index.head.segments[segment]!;
    const of = rows.get(name) ?? new Map<number, StoredRow>();
    rows.set(name, of.set(chunk, storedRow(rowOf(reader.chunksAt([ref])[0]!.id))));
  }
  reader.free();
  index.close();
  return await publishVectors(target(fs), { model, dimensions: 2, rows });
}

function segmentOf(fs: MemoryFileSystem): string {
  return names(fs).find((name) => name.endsWith(".seg"))!;
}

const vector = (hundredths: number): Float32Array => Float32Array.of(hundredths / 100, 1);
const letters: Readonly<Record<string, VectorRow>> = {
  "docs:a.md": vector(10),
  "docs:b.md": vector(20),
  "docs:c.md": "blank",
  "docs:d.md": "failed",
};
const rowOf = (id: string): VectorRow => letters[id] ?? vector(90);
const FILES = { "docs/a.md": "one", "docs/b.md": "two", "docs/c.md": "three", "docs/d.md": "four" };
const EMBEDDED = { "docs:a.md": 10, "docs:b.md": 20, "docs:c.md": "blank", "docs:d.md": "failed" };

test("encodeVectors() and decodeVectors() keep rows, and a vector to a hundredth", () => {
  const row = fc.oneof(
    fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 3, maxLength: 3 }).filter((row) =>
      row.some((value) => value !== 0)
    ).map((row): VectorRow => Float32Array.from(row, (value) => value / 100)),
    fc.constantFrom<VectorRow>("pending", "blank", "failed"),
  );
  fc.assert(fc.property(fc.array(row), (rows) => {
    const stored = rows.map(storedRow);
    const decoded = decodeVectors(encodeVectors({ model: MODEL, dimensions: 3, rows: stored }), rows.length);
    assert.deepEqual([decoded.model, decoded.dimensions], [MODEL, 3]);
    assert.deepEqual(Array.from(stored.keys(), (at) => decoded.rows.at(at)), stored);
    assert.equal(decoded.rows.length, stored.length);
    rows.forEach((row, at) => {
      const { scale, values } = decoded.rows.at(at)!;
      if (typeof row === "string") assert.equal(values.length, 0);
      else row.forEach((value, place) => assert.ok(Math.abs(value - values[place]! * scale) < 0.01));
    });
  }));
});

test("storedRow() counts a vector without a direction as failed", () => {
  for (const row of [[0, 0], [Number.NaN, 1], [Infinity, 1]]) {
    assert.deepEqual(storedRow(Float32Array.from(row)), storedRow("failed"));
  }
});

test("decodeVectors() refuses anything that was cut or changed in its header", () => {
  const whole = encodeVectors({ model: MODEL, dimensions: 3, rows: [storedRow("blank"), storedRow(vector(1))] });
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => decodeVectors(whole.slice(0, length), 2), { code: "index-damaged" });
  }
  assert.throws(() => decodeVectors(whole, 1), { code: "index-damaged" });
  assert.throws(() => decodeVectors(whole.map((byte, at) => (at === 0 ? 0 : byte)), 2), { code: "index-damaged" });
});

test("publishVectors() keeps the vectors of chunks that stay, through edits, deletions and merges", async () => {
  const fs = createProject(FILES);
  await update(fs, SETTINGS, { engine });
  assert.deepEqual(Object.values(states(fs)), ["pending", "pending", "pending", "pending"]);
  assert.equal(await embed(fs, rowOf), "published");
  assert.deepEqual(states(fs), EMBEDDED);
  write(fs, "docs/b.md", "two and a half");
  fs.removeFile("/project/docs/c.md");
  await update(fs, SETTINGS, { engine });
  assert.deepEqual(states(fs), { "docs:a.md": 10, "docs:b.md": "pending", "docs:d.md": "failed" });
  write(fs, "docs/e.md", "five");
  await update(fs, SETTINGS, MERGING);
  assert.equal(names(fs).filter((name) => name.endsWith(".seg")).length, 1);
  assert.deepEqual(states(fs), {
    "docs:a.md": 10,
    "docs:b.md": "pending",
    "docs:d.md": "failed",
    "docs:e.md": "pending",
  });
  assert.equal(await embed(fs, (id) => (id === "docs:d.md" ? vector(40) : rowOf(id))), "published");
  assert.deepEqual(states(fs), { "docs:a.md": 10, "docs:b.md": 20, "docs:d.md": 40, "docs:e.md": 90 });
  assert.equal(names(fs).filter((name) => name.endsWith(".vec")).length, 1, "old files of vectors are gone");
});

test("publishVectors() never mixes the vectors of two models", async () => {
  const fs = createProject(FILES);
  await update(fs, SETTINGS, { engine });
  await embed(fs, rowOf);
  assert.deepEqual(Object.values(states(fs, OTHER)), ["pending", "pending", "pending", "pending"]);
  await publishVectors(target(fs), {
    model: OTHER,
    dimensions: 2,
    rows: new Map([[names(fs).find((name) => name.endsWith(".seg"))!, new Map([[0, storedRow(vector(70))]])]]),
  });
  assert.deepEqual(states(fs, OTHER), {
    "docs:a.md": 70,
    "docs:b.md": "pending",
    "docs:c.md": "pending",
    "docs:d.md": "pending",
  });
  write(fs, "docs/e.md", "five");
  await update(fs, SETTINGS, { engine });
  await publishVectors(target(fs), {
    model: MODEL,
    dimensions: 2,
    rows: new Map(names(fs).filter((name) => name.endsWith(".seg")).map((name) => [name, new Map()])),
  });
  assert.deepEqual(Object.values(states(fs)), ["pending", "pending", "pending", "pending", "pending"]);
});

test("publishVectors() adds to what another writer published meanwhile, and leaves out segments that are gone", async () => {
  const fs = createProject(FILES);
  await update(fs, SETTINGS, { engine });
  const [first] = names(fs).filter((name) => name.endsWith(".seg"));
  write(fs, "docs/e.md", "five");
  await update(fs, SETTINGS, { engine });
  const rows = new Map([[first!, new Map([[0, storedRow(vector(10))]])], [
    "f".repeat(32) + ".seg",
    new Map([[0, storedRow(vector(1))]]),
  ]]);
  assert.equal(await publishVectors(target(fs), { model: MODEL, dimensions: 2, rows }), "published");
  assert.equal(states(fs)["docs:a.md"], 10);
  assert.equal(states(fs)["docs:e.md"], "pending");
  const gone = new Map([["f".repeat(32) + ".seg", new Map([[0, storedRow(vector(1))]])]]);
  assert.equal(await publishVectors(target(fs), { model: MODEL, dimensions: 2, rows: gone }), "gone");
  fs.removeFile(`${DIRECTORY}/head.json`);
  assert.equal(await publishVectors(target(fs), { model: MODEL, dimensions: 2, rows }), "gone");
});

test("a damaged file of vectors is found, and the index is built again", async () => {
  const fs = createProject(FILES);
  await update(fs, SETTINGS, { engine });
  await embed(fs, rowOf);
  const name = names(fs).find((name) => name.endsWith(".vec"))!;
  const bytes = fs.readFile(`${DIRECTORY}/${name}`)!;
  fs.writeFile(`${DIRECTORY}/${name}`, bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)));
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return;
  const reader = engine.openReader(opened.index.segments);
  assert.throws(() => reader.unembedded(MODEL, false));
  assert.match(opened.index.damage()!, /does not match its checksum/);
  reader.free();
  opened.index.close();
  fs.removeFile(`${DIRECTORY}/${name}`);
  const result = await update(fs, SETTINGS, { engine });
  assert.deepEqual(result.warnings.map(({ code }) => code), ["index-damaged"]);
  assert.deepEqual(Object.values(states(fs)), ["pending", "pending", "pending", "pending"]);
});

for (const fault of ["fails", "torn", "late", "dies", "dies torn"] as const) {
  test(`publishVectors() leaves the old vectors or the new ones when any operation ${fault}`, async () => {
    for (let at = 1;; at++) {
      const fs = createProject(FILES);
      await update(fs, SETTINGS, { engine });
      await embed(fs, (id) => (id === "docs:a.md" ? vector(10) : "pending"));
      const before = states(fs);
      const name = segmentOf(fs);
      const faulty = createFaultyFileSystem(fs, at, fault);
      const rows = new Map([[name, new Map([[1, storedRow(vector(20))]])]]);
      const outcome = await publishVectors({ ...target(fs), fs: faulty }, { model: MODEL, dimensions: 2, rows })
        .catch((error) => assert.equal(error.code, "io", String(error.stack)));
      const after = states(fs);
      const isNew = after["docs:b.md"] === 20;
      assert.ok(isNew || (after["docs:b.md"] === "pending" && outcome !== "published"), `operation ${at}`);
      assert.deepEqual({ ...after, "docs:b.md": "pending" }, before, `operation ${at}`);
      if (faulty.operations < at) break;
    }
  });
}
