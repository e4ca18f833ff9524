/**
 * Compares two ways to find the nearest of many vectors: the cosine of each, as ra does, and bits of which the best N
 * get their cosines. PROJECT has an index with vectors of an installed model; `ra update` computes them:
 *
 *   npx bun tools/semantic/scale_task.ts PROJECT --model NAME [--sizes N,all] [--queries N] [--most N]
 *
 * It takes random rows, each value of a vector once, at most --most of them; above that the same rows come again, which
 * is good for times alone. It shows the share of the nearest ten that stay, the time of a processor for a query,
 * and what a process has to read. Needs rustc, which compiles scan_kernels.rs with the core's own product.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { open } from "../../mod.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { checksumOf } from "../../src/host/hash.ts";
import { openLocalEmbedder } from "../../src/models/embed/local_embedder.ts";
import type { Embedder } from "../../src/search/ports/embedder.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { indexDirectory, openIndex } from "../../src/store/published/open_index.ts";
import { decodeVectors, encodeVectors, type StoredRow } from "../../src/store/vectors/vector_file.ts";
import { randomFor } from "../relevance/random.ts";
import { script } from "./installed.ts";
import { queriesOf } from "./section_queries.ts";

const KEPT = 10;
const PICKED = [50, 100, 200, 400, 1000];
const KINDS = ["differing bits", "query in 4 bits", "and a factor"];
/** The candidates of a search. */
const CANDIDATES = 200;

const { values, positionals: [project] } = parseArgs({
  options: {
    model: { type: "string" },
    sizes: { type: "string", default: "10000,all" },
    queries: { type: "string", default: "200" },
    most: { type: "string", default: "1000000" },
  },
  allowPositionals: true,
});
const { model } = values;
if (project === undefined || model === undefined) {
  throw new Error(
    "usage: bun tools/semantic/scale_task.ts PROJECT --model NAME [--sizes N,N] [--queries N] [--most N]",
  );
}

interface Kernels {
  readonly memory: WebAssembly.Memory;
  room(bytes: number): number;
  open(at: number, length: number, count: number): number;
  nearest(query: number, dimensions: number, limit: number, out: number): number;
  nearest_by_bits(
    ...numbers: readonly [query: number, dimensions: number, kind: number, picked: number, limit: number, out: number]
  ): number;
}

const scratch = mkdtempSync(join(tmpdir(), "ra-scale-"));
const fs = createDiskFileSystem();

function compile(): Uint8Array<ArrayBuffer> {
  const out = join(scratch, "kernels.wasm");
  const options = ["target-feature=+simd128", "opt-level=3", "panic=abort", "strip=symbols"];
  execFileSync("rustc", [
    ...["--edition", "2021", "--target", "wasm32-unknown-unknown", "--crate-type", "cdylib", "-o", out],
    ...options.flatMap((option) => ["-C", option]),
    script("scan_kernels.rs"),
  ]);
  return new Uint8Array(readFileSync(out));
}

/** The different vectors of the index in a random order, the same in each run. */
async function storedRows(folder: string, embedder: Embedder): Promise<readonly StoredRow[]> {
  const engine = await loadEngine();
  const opened = openIndex(fs, indexDirectory(folder), engine.schemaVersion);
  if (opened.state !== "open") throw new Error(`the index in ${folder} is ${opened.state}`);
  const rows = new Map<string, StoredRow>();
  opened.index.segments.forEach(({ vectors }, at) => {
    const file = vectors == null ? undefined : decodeVectors(vectors(), opened.index.head.segments[at]!.written);
    if (file?.model !== embedder.key) return;
    for (let row = 0; row < file.rows.length; row++) {
      const stored = file.rows.at(row)!;
      if (stored.scale > 0) rows.set(Buffer.from(stored.values).toString("latin1"), stored);
    }
  });
  opened.index.close();
  const random = randomFor("rows");
  const keyed = [...rows.values()].map((row) => ({ row, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ row }) => row).slice(0, Number(values.most));
}

interface Scan {
  (query: Float32Array): { readonly rows: Uint32Array; readonly cosines: Float32Array };
}

/** A scan of each kind over the vectors of a file. */
async function openScans(compiled: Uint8Array<ArrayBuffer>, file: Uint8Array, count: number) {
  const { instance } = await WebAssembly.instantiate(compiled);
  const kernels = instance.exports as unknown as Kernels;
  const { memory } = kernels;
  const at = kernels.room(file.length);
  new Uint8Array(memory.buffer, at).set(file);
  if (kernels.open(at, file.length, count) !== 1) throw new Error("the file of vectors is damaged");
  const [question, out] = [kernels.room(1 << 17), kernels.room(8 * Math.max(CANDIDATES, KEPT))];
  const scan = (work: (dimensions: number) => number): Scan => (query) => {
    new Float64Array(memory.buffer, question, query.length).set(query);
    const found = work(query.length);
    const rows = new Uint32Array(memory.buffer.slice(out, out + 4 * found));
    return { rows, cosines: new Float32Array(memory.buffer.slice(out + 4 * found, out + 8 * found)) };
  };
  return {
    byCosines: scan((dimensions) => kernels.nearest(question, dimensions, CANDIDATES, out)),
    byBits: (kind: number, picked: number) =>
      scan((dimensions) => kernels.nearest_by_bits(question, dimensions, kind, picked, CANDIDATES, out)),
  };
}

/** What the work returns, and how long it kept a processor busy: other programs use the machine too. */
function timed<T>(work: () => T): readonly [milliseconds: number, result: T] {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, result];
}

function askAll(scan: Scan, queries: readonly Float32Array[]) {
  queries.slice(0, 5).forEach((query) => scan(query)); // compiles
  const [milliseconds, found] = timed(() => queries.map((query) => scan(query)));
  return { found, time: `${(milliseconds / queries.length).toFixed(2)} ms` };
}

/** How many of the nearest `count` are there. Rows that are as near as the last of them are as good. */
function keptOf(exact: ReturnType<Scan>, found: ReturnType<Scan>, count: number): number {
  const least = exact.cosines[Math.min(count, exact.cosines.length) - 1]!;
  return Math.min(count, found.cosines.filter((cosine) => cosine >= least).length) / count;
}

function show(name: string, ...columns: readonly string[]): void {
  process.stdout.write(`  ${name.padEnd(36)}${columns.map((column) => column.padStart(12)).join("")}\n`);
}

/** What a new process does before its first search by meaning, and what each query reads of rows on the disk. */
function measureReading(file: Uint8Array, stride: number, bits: number): void {
  const paths = [join(scratch, "all"), join(scratch, "bits")];
  writeFileSync(paths[0]!, file);
  writeFileSync(paths[1]!, file.subarray(0, bits));
  const times = (path: string) => Array.from({ length: 5 }, () => timed(() => checksumOf(readFileSync(path)))[0]);
  const read = paths.map((path) => Math.min(...times(path)));
  show("read and check, int8 and bits", ...read.map((milliseconds) => `${milliseconds.toFixed(1)} ms`));
  const random = randomFor("places");
  const handle = openSync(paths[0]!, "r");
  const into = new Uint8Array(stride);
  for (const count of [400, 1200]) {
    const [milliseconds] = timed(() => {
      for (let row = 0; row < count; row++) {
        readSync(handle, into, 0, stride, Math.floor(random() * (file.length - stride)));
      }
    });
    show(`read ${count} rows from the disk`, `${milliseconds.toFixed(1)} ms`);
  }
  closeSync(handle);
}

async function measure(
  rows: readonly StoredRow[],
  size: number,
  queries: readonly Float32Array[],
  kernels: Uint8Array<ArrayBuffer>,
) {
  const dimensions = queries[0]!.length;
  const at = (place: number): StoredRow => rows[place % rows.length]!;
  const file = encodeVectors({ model: "0".repeat(32), dimensions, rows: { length: size, at } });
  const stride = Math.ceil(dimensions / 16) * 16;
  const bits = size * (Math.ceil(dimensions / 128) * 16 + 4);
  const real = Math.min(size, rows.length);
  process.stdout.write(`${size} rows of ${dimensions} values, ${real} of them different; ${queries.length} queries\n`);
  show("bytes, int8 and bits with factors", `${(file.length / 1e6).toFixed(1)} MB`, `${(bits / 1e6).toFixed(1)} MB`);
  measureReading(file, stride, bits);
  const scans = await openScans(kernels, file, size);
  const exact = askAll(scans.byCosines, queries);
  show("", "of 10", "of 200", "a query");
  show("all by int8", "", "", exact.time);
  for (const [kind, name] of KINDS.entries()) {
    for (const picked of PICKED) {
      const { found, time } = askAll(scans.byBits(kind, picked), queries);
      const share = (count: number): string => {
        const shares = found.map((one, place) => keptOf(exact.found[place]!, one, count));
        return (shares.reduce((sum, value) => sum + value, 0) / shares.length).toFixed(4);
      };
      const isReal = real === size;
      const shares = [isReal ? share(KEPT) : "", isReal && picked >= CANDIDATES ? share(CANDIDATES) : ""];
      show(`${name}, best ${picked} by int8`, ...shares, time);
    }
  }
}

try {
  const home = homedir();
  const settings = { model, provider: "local", batch_size: 32, device: "cpu" } as const;
  const embedder = await openLocalEmbedder(settings, {
    fs,
    home,
    threads: 0,
    warn: ({ message }) => console.error(message),
  });
  const rows = await storedRows(project, embedder);
  const workspace = await open(project, {});
  const texts = await queriesOf(workspace, Number(values.queries));
  workspace.close();
  const embedded = await embedder.embed(texts, "query");
  const queries = embedded.filter((one) => one instanceof Float32Array);
  embedder.close();
  const kernels = compile();
  for (const size of values.sizes.split(",")) {
    await measure(rows, size === "all" ? rows.length : Number(size), queries, kernels);
  }
} finally {
  rmSync(scratch, { recursive: true });
}
process.exit(0);
