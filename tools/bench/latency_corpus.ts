/**
 * The documents for timing answers: real Markdown in four trees, repeated until there is enough. Every document has a
 * tag.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { markdown } from "../../src/document/formats/markdown/markdown.ts";
import { read } from "../../src/document/formats/markdown/read_markdown.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { type Passage, SIZES } from "./corpus.ts";

export interface LatencyPassage extends Passage {
  readonly tree: string;
  readonly tag: string;
}

export interface LatencyCorpus {
  readonly folder: string;
  readonly documents: number;
  readonly bytes: number;
  /** How often the source was copied. The last copy may be partial. */
  readonly rounds: number;
  readonly passages: readonly LatencyPassage[];
}

const TREES = ["north", "east", "south", "west"];
const TAGS = 20;

/**
 * Copies the Markdown below `source` into `folder` until there are `chunks` chunks. It orders files by the hash of
 * their path, so that everybody gets the same ones. Each further copy has other words in places, as a larger corpus
 * would. `settings` go to the end of `.ra.toml`.
 */
export async function makeLatencyCorpus(
  source: string,
  folder: string,
  chunks: number,
  settings = "",
): Promise<LatencyCorpus> {
  const engine = await loadEngine();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(?:md|markdown)$/i.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .map((path) => ({ path, hash: createHash("sha256").update(path).digest() }))
    .sort((a, b) => Buffer.compare(a.hash, b.hash));
  if (found.length === 0) throw new Error(`there is no Markdown below ${source}`);
  const passages: LatencyPassage[] = [];
  let documents = 0;
  let total = 0;
  let rounds = 0;
  while (passages.length < chunks) {
    const before = passages.length;
    for (const { path: original, hash } of found) {
      if (passages.length >= chunks) break;
      const tree = TREES[hash[0]! % TREES.length]!;
      const tag = `topic${hash[1]! % TAGS}`;
      const path = rounds === 0 ? original : `round${rounds}/${original}`;
      const text = tagged(varied(readFileSync(join(source, original), "utf8"), rounds), tag);
      const bytes = encoder.encode(text);
      const readOutline = (from: number) => engine.outline(bytes, from);
      const reading = { ...read(bytes), format: markdown };
      const parsed = parseDocument({ tree, path, reading, readOutline, chunking: "headings", sizes: SIZES });
      const target = join(folder, tree, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
      documents += 1;
      total += bytes.length;
      for (const { id, title, indexedRanges } of parsed.chunks) {
        passages.push({
          id,
          path,
          title,
          tree,
          tag,
          body: indexedRanges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end))).join("\n"),
        });
      }
    }
    if (passages.length === before) throw new Error(`the Markdown below ${source} holds no text`);
    rounds += 1;
  }
  const trees = TREES.map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    return `[tree.${name}]\npath = "${name}"\n`;
  });
  writeFileSync(join(folder, ".ra.toml"), `root = true\n\n${trees.join("\n")}${settings}`);
  return { folder, documents, bytes: total, rounds, passages };
}

/** Gives one word of sixteen, always the same ones, another ending in each round after the first. */
function varied(text: string, round: number): string {
  if (round === 0) return text;
  const ending = String.fromCharCode(97 + (round % 26));
  return text.replace(
    /(?<![\p{L}\p{N}_-])\p{Ll}{6,20}(?![\p{L}\p{N}_-])/gu,
    (word) =>
      (word.charCodeAt(0) * 7 + word.charCodeAt(2) * 3 + word.charCodeAt(4) + word.length) % 16 === 0
        ? `${word}${ending}`
        : word,
  );
}

/** Puts the tag into the frontmatter, in place of the document's own tags. */
function tagged(text: string, tag: string): string {
  const fence = /^---\r?\n/.exec(text);
  if (fence === null) return `---\ntags: [${tag}]\n---\n\n${text}`;
  const end = text.indexOf("\n---", fence[0].length);
  if (end === -1) return text;
  const own = text.slice(0, end).replace(/\n(?:tags|keywords):[^\n]*(?:\n[ \t-][^\n]*)*/g, "");
  return `${own}\ntags: [${tag}]${text.slice(end)}`;
}
