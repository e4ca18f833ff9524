/** The documents to measure on: real Markdown, copied so that the benchmark may change it. */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { markdown } from "../../src/document/formats/markdown/markdown.ts";
import { read } from "../../src/document/formats/markdown/read_markdown.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { loadEngine } from "../../src/store/engine/load.ts";

export interface Corpus {
  /** Holds `.ra.toml` and the documents in `docs/`. */
  readonly folder: string;
  /** Relative to `docs/`, sorted. */
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** What every contender indexes: a heading with its text. */
export interface Passage {
  readonly id: string;
  /** Relative to `docs/`. */
  readonly path: string;
  readonly title: string;
  readonly body: string;
}

export const SIZES = {
  min_chunk_size: 2000,
  max_leaf_chars: 1000,
  min_leaf_chars: 250,
  min_document_chars: 1200,
  code_max_lines: 60,
  overlap_lines: 5,
  prose_max_chars: 1200,
  min_chunk_chars: 40,
};

/**
 * Copies the Markdown below `source` into `folder`. If there is more than `maxBytes`, it picks files by the hash of
 * their path until it has that much.
 */
export function copyCorpus(source: string, folder: string, maxBytes: number, settings = ""): Corpus {
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(?:md|markdown)$/i.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .map((path) => ({ path, bytes: statSync(join(source, path)).size }));
  const whole = found.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes;
  const order = (path: string): string => createHash("sha256").update(path).digest("hex");
  const ordered = whole
    ? found
    : found.map((file) => ({ ...file, order: order(file.path) })).sort((a, b) => (a.order < b.order ? -1 : 1));
  const paths: string[] = [];
  let total = 0;
  for (const { path, bytes } of ordered) {
    if (total + bytes > maxBytes) continue;
    const target = join(folder, "docs", path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(source, path), target);
    paths.push(path);
    total += bytes;
  }
  if (paths.length === 0) throw new Error(`there is no Markdown below ${source}`);
  writeFileSync(join(folder, ".ra.toml"), `root = true\n\n[tree.docs]\npath = "docs"\n${settings}`);
  return { folder, paths: paths.sort(), bytes: total };
}

/** Reads and divides files as ra does. Blank files have no passages. */
export async function readPassages(folder: string, paths: readonly string[]): Promise<readonly Passage[]> {
  const engine = await loadEngine();
  const decoder = new TextDecoder();
  return paths.flatMap((path): readonly Passage[] => {
    const bytes = readFileSync(join(folder, "docs", path));
    const readOutline = (from: number) => engine.outline(bytes, from);
    const reading = { ...read(bytes), format: markdown };
    const { chunks } = parseDocument({ tree: "docs", path, reading, readOutline, chunking: "headings", sizes: SIZES });
    return chunks.map(({ id, title, indexedRanges }) => ({
      id,
      path,
      title,
      body: indexedRanges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end))).join("\n"),
    }));
  });
}
