import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { SemanticSettings } from "../../src/config/config.ts";
import { RaError } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import type { Embedded, EmbeddedAs, Embedder } from "../../src/search/ports/embedder.ts";
import { cutBatches } from "../../src/models/embed/batches.ts";
import type { EmbedderHost } from "../../src/models/embed/host.ts";
import { readModelCard, storedName } from "../../src/models/installed/read_model.ts";
import { openEmbedder } from "../../src/models/embed/open_embedder.ts";
import { installSmallModel } from "./installed_model.ts";
import { OVERFLOWS } from "./small_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const SETTINGS: SemanticSettings = {
  enabled: true,
  model: "small",
  provider: "local",
  weight: 0.4,
  floor: 0.3,
  fusion: "weighted",
  rerank_candidates: 20,
  batch_size: 32,
  device: "cpu",
};

const WORDS = ["red", "green", "blue", "cat", "dog", "bird", "runs", "sleeps", "eats"];
/** Texts of many lengths, in no order of length, all different. */
const textsOf = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) =>
      Array.from({ length: 1 + (at * 7) % 23 }, (_, word) => WORDS[(at * 5 + word * word) % 9]).join(" ") +
      ` ${"q".repeat(1 + at % 5)}`,
  );

function open(
  fs: FileSystem,
  more: Partial<SemanticSettings> = {},
  host: Partial<EmbedderHost> = {},
): Promise<Embedder> {
  return openEmbedder({ ...SETTINGS, ...more }, { fs, home: HOME, warn() {}, ...host });
}

async function inMemory(): Promise<FileSystem> {
  const fs = createMemoryFileSystem();
  await installSmallModel(fs, HOME, "small");
  return fs;
}

async function onDisk(use: (fs: FileSystem, home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "ra-embed-")).replaceAll("\\", "/");
  const fs = createDiskFileSystem();
  try {
    await installSmallModel(fs, home, "small");
    await use(fs, home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Each text by itself: what a batch must agree with. */
async function oneByOne(embedder: Embedder, texts: readonly string[], as: EmbeddedAs): Promise<readonly Embedded[]> {
  const results: Embedded[] = [];
  for (const text of texts) results.push(...await embedder.embed([text], as));
  return results;
}

test("vectors come in the order of the texts, have length 1, and are those of each text by itself", async () => {
  const embedder = await open(await inMemory());
  const texts = textsOf(60);
  const together = await embedder.embed(texts, "passage");
  assert.deepEqual(together, await oneByOne(embedder, texts, "passage"));
  const distinct = new Set(together.map(String));
  assert.equal(distinct.size, new Set(texts).size);
  for (const vector of together) {
    assert.ok(vector instanceof Float32Array && vector.length === 16);
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
  }
  assert.deepEqual(await embedder.embed([], "passage"), []);
  embedder.close();
});

test("two threads, one thread and none give the same vectors, also when called at the same time", () =>
  onDisk(async (fs, home) => {
    const texts = textsOf(80);
    const [none, one, two] = await Promise.all([0, 1, 2].map((threads) => open(fs, {}, { home, threads })));
    const expected = await none!.embed(texts, "passage");
    assert.deepEqual(await one!.embed(texts, "passage"), expected);
    const [first, query, second] = await Promise.all([
      two!.embed(texts, "passage"),
      two!.embed(texts.slice(3, 5), "query"),
      two!.embed(texts.slice(20), "passage"),
    ]);
    assert.deepEqual(first, expected);
    assert.deepEqual(query, expected.slice(3, 5));
    assert.deepEqual(second, expected.slice(20));
    for (const embedder of [none!, one!, two!]) embedder.close();
  }));

test("a text that fails says why and stops no other, with threads and without", () =>
  onDisk(async (fs, home) => {
    for (const threads of [0, 2]) {
      const embedder = await open(fs, {}, { home, threads });
      const texts = ["red cat", `a ${OVERFLOWS} dog`, "blue bird", OVERFLOWS, "green"];
      const results = await embedder.embed(texts, "passage");
      assert.deepEqual(results.map((result) => "failure" in result), [false, true, false, true, false]);
      assert.deepEqual(results[1], { failure: "the model gives no vector for this text" });
      const whole = texts.filter((text) => !text.includes(OVERFLOWS));
      assert.deepEqual([results[0], results[2], results[4]], await oneByOne(embedder, whole, "passage"));
      embedder.close();
    }
  }));

test("prefixes stand before the texts, the configured ones in place of the model's", async () => {
  const fs = createMemoryFileSystem();
  await installSmallModel(fs, HOME, "small");
  await installSmallModel(fs, HOME, "prefixed", { query_prefix: "cat ", passage_prefix: "dog " });
  const plain = await open(fs);
  const prefixed = await open(fs, { model: "prefixed" });
  assert.deepEqual(await prefixed.embed(["runs"], "query"), await plain.embed(["cat runs"], "query"));
  assert.deepEqual(await prefixed.embed(["runs"], "passage"), await plain.embed(["dog runs"], "passage"));
  const configured = await open(fs, { model: "prefixed", query_prefix: "red ", passage_prefix: "" });
  assert.deepEqual(await configured.embed(["runs"], "query"), await plain.embed(["red runs"], "query"));
  assert.deepEqual(await configured.embed(["runs"], "passage"), await plain.embed(["runs"], "passage"));
});

test("the key is the same exactly where the vectors are", async () => {
  const fs = createMemoryFileSystem();
  await installSmallModel(fs, HOME, "small");
  await installSmallModel(fs, HOME, "copy");
  await installSmallModel(fs, HOME, "first", { pooling: "cls" });
  await installSmallModel(fs, HOME, "short", { max_length: 8 });
  const keyOf = async (more: Partial<SemanticSettings>): Promise<string> => (await open(fs, more)).key;
  const key = await keyOf({});
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(await keyOf({ model: "copy", batch_size: 3, weight: 1 }), key);
  const others = [{ model: "first" }, { model: "short" }, { query_prefix: "x " }, { passage_prefix: "x " }];
  assert.equal(new Set([key, ...await Promise.all(others.map(keyOf))]).size, 5);
});

test("an abort stops the work in the threads and in this one, and the next call works", () =>
  onDisk(async (fs, home) => {
    for (const threads of [0, 2]) {
      const embedder = await open(fs, { batch_size: 1 }, { home, threads });
      const abort = new AbortController();
      const work = embedder.embed(textsOf(5_000), "passage", abort.signal);
      setTimeout(() => abort.abort(), 30);
      await assert.rejects(work, (error) => error instanceof RaError && error.code === "interrupted");
      const [alone] = await embedder.embed(["red cat"], "passage");
      assert.ok(alone instanceof Float32Array);
      embedder.close();
      await assert.rejects(embedder.embed(["red cat"], "passage"), { code: "interrupted" });
    }
  }));

test("a missing model and a damaged one are one clear error", () =>
  onDisk(async (fs, home) => {
    await assert.rejects(open(fs, { model: "none" }, { home }), { code: "model-missing" });
    const { files } = readModelCard(fs, home, "small");
    const path = `${home}/.local/share/ra/models/small/${storedName("weights.bin", files["weights.bin"])}`;
    const bytes = fs.readFile(path)!.slice();
    for (const threads of [0, 1]) {
      for (const damaged of [bytes.slice(0, -9), bytes.with(400, bytes[400]! ^ 1), new Uint8Array()]) {
        fs.writeFile(path, damaged);
        const embedder = await open(fs, {}, { home, threads });
        await assert.rejects(embedder.embed(["red", "cat"], "passage"), { code: "model-invalid" });
        // The same embedder goes on when the model is whole again.
        fs.writeFile(path, bytes);
        const [vector] = await embedder.embed(["red"], "passage");
        assert.ok(vector instanceof Float32Array);
        embedder.close();
      }
    }
  }));

test("batches go from long to short, hold every text once, and are never too large", () => {
  const texts = ["x".repeat(5_000), "a", "x".repeat(700), "bb", "x".repeat(600), "", "x".repeat(100)];
  assert.deepEqual(cutBatches(texts, 32), [[0], [2], [4, 6, 3, 1, 5]]);
  assert.deepEqual(cutBatches(texts, 2), [[0], [2], [4, 6], [3, 1], [5]]);
});
