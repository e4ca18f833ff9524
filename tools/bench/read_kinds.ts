/** Measures how fast each kind of document is read, and indexed, without looking for files or writing an index. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import process from "node:process";
import { readFile } from "../../src/document/formats/read_file.ts";
import { formatOf } from "../../src/document/formats/registry.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { RaError } from "../../src/errors.ts";
import type { Engine } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { indexFile } from "../../src/store/segments/index_file.ts";
import { SIZES } from "./corpus.ts";
import { PLAIN_TREE } from "../work/plain_tree.ts";
import { least } from "./statistics.ts";

interface KindFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface KindResult {
  readonly kind: string;
  readonly documents: number;
  readonly bytes: number;
  /** Reading and dividing: the least milliseconds of processor time, which other programs disturb little. */
  readonly read: number;
  /** The same, and adding it to an index in memory. */
  readonly index: number;
}

/** The files of each kind, in all at most so many bytes of each, chosen by the hash of their path. */
export async function kindsIn(folders: readonly string[], maxBytes: number): Promise<ReadonlyMap<string, KindFile[]>> {
  const hash = ({ path }: { readonly path: string }): string => createHash("sha256").update(path).digest("hex");
  const found = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) =>
        entry.isFile() && !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(entry.parentPath.slice(folder.length))
      )
      .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
      .map((file) => ({ path: file.slice(folder.length + 1), file, kind: kindOf(file) }))
  );
  const kinds = new Map<string, KindFile[]>();
  const sums = new Map<string, number>();
  for (const { path, file, kind } of found.sort((a, b) => (hash(a) < hash(b) ? -1 : 1))) {
    if (kind === undefined) continue;
    const bytes = new Uint8Array(readFileSync(file));
    const sum = (sums.get(kind) ?? 0) + bytes.length;
    if (sum > maxBytes || !await isRead(bytes, path)) continue;
    sums.set(kind, sum);
    kinds.set(kind, [...kinds.get(kind) ?? [], { path, bytes }]);
  }
  return kinds;
}

/** Formats of text. The dialects of Markdown count apart. */
function kindOf(path: string): string | undefined {
  const { name, extensions, decoding, told } = formatOf(path);
  const extension = extname(path).slice(1).toLowerCase();
  if (decoding === "none" || (told === undefined && !extensions.includes(extension))) return undefined;
  return name === "markdown" && extension !== "md" ? `${name}, .${extension}` : name;
}

async function isRead(bytes: Uint8Array, path: string): Promise<boolean> {
  const { told } = formatOf(path);
  if (told !== undefined && !told.begins(bytes)) return false;
  try {
    await readFile(bytes, path);
    return true;
  } catch (error) {
    if (error instanceof RaError && error.code === "not-text") return false;
    throw error;
  }
}

/** Measures every kind so often, taking turns. */
export async function measureKinds(
  kinds: ReadonlyMap<string, readonly KindFile[]>,
  repeats: number,
): Promise<readonly KindResult[]> {
  const engine = await loadEngine();
  const times = new Map<string, { read: number[]; index: number[] }>();
  for (let turn = 0; turn < repeats; turn++) {
    for (const [kind, files] of kinds) {
      const { read, index } = times.get(kind) ?? { read: [], index: [] };
      read.push(await timed(() => readAll(engine, files)));
      index.push(await timed(() => indexAll(engine, files)));
      times.set(kind, { read, index });
    }
  }
  return [...kinds].map(([kind, files]) => ({
    kind,
    documents: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    read: least(times.get(kind)!.read),
    index: least(times.get(kind)!.index),
  }));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function readAll(engine: Engine, files: readonly KindFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const reading = await readFile(bytes, path);
    const readOutline = (from: number) => engine.outline(reading.text, from);
    parseDocument({ tree: "docs", path, reading, readOutline, chunking: "headings", sizes: SIZES });
  }
}

async function indexAll(engine: Engine, files: readonly KindFile[]): Promise<void> {
  const batch = engine.createBatch();
  for (const { path, bytes } of files) await indexFile(batch, { bytes }, PLAIN_TREE, path, SIZES);
  batch.finish();
}

export function kindsTable(results: readonly KindResult[]): string {
  const markdown = results.find(({ kind }) => kind === "markdown");
  const speed = (bytes: number, ms: number): string => (bytes / 1000 / ms).toFixed(1);
  const ratio = (of: "read" | "index", { bytes, ...times }: KindResult): string =>
    markdown === undefined ? "" : `${((markdown[of] / markdown.bytes) / (times[of] / bytes)).toFixed(2)}×`;
  return [
    "| kind | documents | MB | read and divided, MB/s | of Markdown | indexed too, MB/s | of Markdown |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...results.map((result) => {
      const { kind, documents, bytes, read, index } = result;
      const cells = [
        speed(bytes, read),
        ratio("read", result),
        speed(bytes, index),
        ratio("index", result),
      ];
      return `| ${kind} | ${documents} | ${(bytes / 1e6).toFixed(1)} | ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}
