/** Puts indexes in place that ra did not write, with checksums that are right. */
import type { ParsedDocument } from "../../src/document/document.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { contentHash, hashBytes } from "../../src/host/hash.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { pageSums } from "../../src/store/published/checked_reads.ts";
import { checksumText, encodeHead, type Head } from "../../src/store/published/head.ts";

export const INDEX = "/project/.ra/index";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** JSON that can be changed in place. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Places and values to put there, drawn from the input's bytes. */
interface Draws {
  number(below: number): number;
  value(old: Json): Json;
}

export function drawsFrom(input: Uint8Array): Draws {
  let at = 0;
  const next = (): number => input[at++ % input.length] ?? 0;
  const number = (below: number): number => (next() * 65_536 + next() * 256 + next()) % Math.max(1, below);
  return {
    number,
    value(old) {
      const values: readonly Json[] = [
        null,
        0,
        -1,
        1,
        0.5,
        2 ** 31,
        2 ** 53,
        1e300,
        "",
        "../../outside/secret.md",
        "/outside/secret.md",
        "\0",
        "x".repeat(300),
        [],
        {},
        [[]],
        true,
        typeof old === "number" ? old + 1 : `${String(old)}x`,
      ];
      return values[number(values.length)]!;
    },
  };
}

/** Changes, removes or doubles one value somewhere below. */
function mutate(json: Json, draws: Draws, depth = 0): void {
  if (typeof json !== "object" || json === null) return;
  const keys = Object.keys(json);
  if (keys.length === 0) return;
  const key = keys[draws.number(keys.length)]!;
  const holder = json as { [key: string]: Json };
  const old = holder[key]!;
  if (typeof old === "object" && old !== null && draws.number(8) > 0 && depth < 9) return mutate(old, draws, depth + 1);
  const how = draws.number(8);
  if (how === 0 && Array.isArray(json)) json.splice(Number(key), 1);
  else if (how === 0) delete holder[key];
  else if (how === 1 && Array.isArray(json)) json.push(old);
  else holder[key] = draws.value(old);
}

type Plant = (fs: MemoryFileSystem, draws: Draws) => Promise<void> | void;

function readJson(fs: MemoryFileSystem, path: string): Json {
  return JSON.parse(decoder.decode(fs.readFile(path))) as Json;
}

function headOf(fs: MemoryFileSystem): Head {
  const { checksum: _, ...head } = readJson(fs, `${INDEX}/head.json`) as { [key: string]: Json };
  return head as unknown as Head;
}

function plantHead(fs: MemoryFileSystem, head: Head): void {
  fs.writeFile(`${INDEX}/head.json`, encodeHead(head));
}

function plantManifest(fs: MemoryFileSystem, manifest: Json): void {
  const bytes = encoder.encode(JSON.stringify(manifest));
  const name = `files-${hashBytes(bytes)}.json`;
  fs.writeFile(`${INDEX}/${name}`, bytes);
  plantHead(fs, { ...headOf(fs), manifest: { name, size: bytes.length, checksum: checksumText(bytes) } });
}

function manifestOf(fs: MemoryFileSystem): Json {
  return readJson(fs, `${INDEX}/${headOf(fs).manifest.name}`);
}

/** Puts a segment in the place of the `at`-th. */
function plantSegment(fs: MemoryFileSystem, at: number, bytes: Uint8Array, more: object): void {
  const name = `${hashBytes(bytes)}.seg`;
  fs.writeFile(`${INDEX}/${name}`, bytes);
  const { segments, ...head } = headOf(fs);
  const entry = { ...segments[at]!, name, size: bytes.length, sums: pageSums(bytes), ...more };
  plantHead(fs, { ...head, segments: segments.map((old, index) => (index === at ? entry : old)) });
}

/** Each plants another kind of index. */
export const PLANTS: readonly Plant[] = [
  function head(fs, draws) {
    const values = headOf(fs) as unknown as Json;
    for (let times = 1 + draws.number(3); times > 0; times--) mutate(values, draws);
    plantHead(fs, values as unknown as Head);
  },
  function manifest(fs, draws) {
    const values = manifestOf(fs);
    for (let times = 1 + draws.number(3); times > 0; times--) mutate(values, draws);
    plantManifest(fs, values);
  },
  function bytes(fs, draws) {
    const { segments } = headOf(fs);
    const at = draws.number(segments.length);
    const changed = fs.readFile(`${INDEX}/${segments[at]!.name}`)!.slice();
    for (let times = 1 + draws.number(4); times > 0; times--) {
      changed[draws.number(changed.length)] = draws.number(256);
    }
    // The table of contents has a checksum of its own, in front of the last eight bytes.
    const tail = new DataView(changed.buffer, changed.byteOffset + changed.length - 16);
    const table = changed.subarray(Math.max(0, changed.length - 16 - tail.getUint32(0, true)), changed.length - 16);
    tail.setUint32(4, parseInt(checksumText(table), 16), true);
    plantSegment(fs, at, changed, {});
  },
  function deletes(fs, draws) {
    const { segments, ...head } = headOf(fs);
    const at = draws.number(segments.length);
    const roots = Array.from({ length: draws.number(5) }, () => draws.number(30));
    const body = Uint8Array.from(new Uint8Array(Uint32Array.from([segments[at]!.written, ...roots]).buffer));
    const sum = Uint8Array.from(checksumText(body).match(/../g)!.reverse(), (pair) => parseInt(pair, 16));
    const content = new Uint8Array([...encoder.encode("RADEL\0\0\x01"), ...sum, ...body]);
    const name = `${hashBytes(content)}.del`;
    fs.writeFile(`${INDEX}/${name}`, content);
    const entry = { name, size: content.length, checksum: checksumText(content) };
    plantHead(fs, {
      ...head,
      segments: segments.map((old, index) => (index === at ? { ...old, deletes: entry } : old)),
    });
  },
  function text(fs, draws) {
    const [{ name }] = fs.readDirectory(`${INDEX}/text`) as unknown as readonly [{ readonly name: string }];
    const path = `${INDEX}/text/${name}`;
    const [line, ...rest] = decoder.decode(fs.readFile(path)).split("\n") as [string, ...string[]];
    const about = JSON.parse(line) as Json;
    for (let times = 1 + draws.number(3); times > 0; times--) mutate(about, draws);
    const content = encoder.encode([JSON.stringify(about), ...rest].join("\n"));
    fs.writeFile(path, content);
    const manifest = manifestOf(fs) as unknown as { trees: { files: Json[][] }[] };
    const row = manifest.trees[0]!.files.find(([path]) => path === "page.html")!;
    row[11] = [content.length, checksumText(content)];
    plantManifest(fs, manifest);
  },
  async function records(fs, draws) {
    const outside = "../../outside/secret.md";
    const source = fs.readFile("/outside/secret.md")!;
    const whole = {
      title: "Secret",
      slug: null,
      depth: 0,
      parent: null,
      byteStart: 0,
      byteEnd: source.length,
      startLine: 1,
      endLine: 3,
      siblingCount: 1,
      breadcrumb: "Secret",
      indexedRanges: [{ start: 0, end: source.length }],
    };
    const document = {
      docId: `docs:${outside}`,
      tree: "docs",
      path: outside,
      tags: ["t"],
      lang: null,
      metadata: {},
      textStart: 0,
      chunks: [whole, { ...whole, slug: "part", depth: 1, parent: 0 }],
    };
    const values = document as unknown as Json;
    const batch = (await loadEngine()).createBatch();
    let data;
    try {
      for (let times = draws.number(4); times > 0; times--) mutate(values, draws);
      batch.load(source);
      batch.add(values as unknown as ParsedDocument, "english");
      data = batch.finish();
    } catch {
      batch.free(); // the core itself refuses such a document
    }
    if (data === undefined) return;
    const { path } = document;
    const { segments } = headOf(fs);
    const at = draws.number(segments.length);
    const manifest = manifestOf(fs) as unknown as { trees: { origin: Json; files: Json[][] }[] };
    const stat = fs.stat("/outside/secret.md")!;
    const [tree] = manifest.trees as [
      { origin: { mtimeNs: number; inode: number; checkedAt: number }; files: Json[][] },
    ];
    const total = segments.reduce(
      (sum, { stats }, index) => sum + (index === at ? 0 : stats.chunks),
      data.stats.chunks,
    );
    const listed = tree.files.reduce((sum, row) => sum + (row[7] as number), 0);
    // deno-fmt-ignore
    tree.files.push([
      path, stat.size, stat.mtimeNs - tree.origin.mtimeNs, stat.ctimeNs - stat.mtimeNs, stat.inode - tree.origin.inode, 0,
      contentHash(source), 0, 0, 0, 0,
    ]);
    // The number of chunks has to fit, so that the planted document is looked at.
    tree.files.forEach((row, index) => void (row[7] = index === 0 ? (row[7] as number) + total - listed : row[7]!));
    if ((tree.files[0]![7] as number) < 0) tree.files.forEach((row, index) => void (row[7] = index === 0 ? total : 0));
    plantManifest(fs, manifest);
    plantSegment(fs, at, data.bytes, { written: data.stats.chunks, stats: data.stats, deletes: null });
  },
];
