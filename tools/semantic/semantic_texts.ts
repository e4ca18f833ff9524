/** Texts for the model module: lines of Markdown files, and random ones. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { randomFor } from "../relevance/random.ts";

const root = join(import.meta.dirname, "../..");

/** Different lines of the Markdown files of ra, its packages, and the folders that RA_TEST_DOCS names. */
export function markdownLines(count: number): readonly string[] {
  const folders = [join(root, "docs"), ...(process.env["RA_TEST_DOCS"] ?? "").split(":"), join(root, "node_modules")];
  const lines = new Set<string>();
  for (const folder of folders.filter((folder) => folder !== "")) {
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!/\.mdx?$/.test(path)) continue;
      for (const line of readFileSync(join(folder, path), "utf8").split("\n")) if (line.trim() !== "") lines.add(line);
    }
  }
  const random = randomFor("lines");
  const keyed = [...lines].map((line) => ({ line, key: random() })).sort((a, b) => a.key - b.key);
  return keyed.slice(0, count).map(({ line }) => line);
}

/** Where blocks of characters begin that tokenizers treat each in a way of its own. */
const BLOCKS = [
  ...[0x0, 0x80, 0x100, 0x300, 0x370, 0x400, 0x590, 0x600, 0x900, 0xe00, 0x1100, 0x1d00, 0x1e00, 0x2000, 0x2100],
  ...[0x2e80, 0x3000, 0x3400, 0x4e00, 0xac00, 0xf900, 0xfb00, 0xfe00, 0xff00, 0x10400, 0x11000, 0x1d100, 0x1d400],
  ...[0x1e900, 0x1f300, 0x1f900, 0x20000, 0x2a6d0, 0x2a700, 0x2b730, 0x2b810, 0x2b900, 0x2ce90, 0x2f800, 0x30000],
  ...[0xe0000, 0xf0000],
];
const SPECIAL = ["[CLS]", "[SEP]", "[MASK]", "[UNK]", "[PAD]", "[", "]", "##", "the", "Unfold", " ", "\n", "ing"];

/** Texts of any characters, some of them of one block, some with words and the names of special pieces. */
export function randomTexts(count: number, seed: string): readonly string[] {
  const random = randomFor(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const any = (): number => random() < 0.3 ? below(0x110000) : BLOCKS[below(BLOCKS.length)]! + below(256);
  const letter = (code: number): string => code >= 0xd800 && code < 0xe000 ? "a" : String.fromCodePoint(code);
  return Array.from({ length: count }, () => {
    const block = any();
    const near = random() < 0.5;
    return Array.from({ length: below(40) }, () => {
      if (random() < 0.25) return SPECIAL[below(SPECIAL.length)]!;
      return letter(near ? Math.min(block + below(64), 0x10ffff) : any());
    }).join("");
  });
}

/** Texts that hold every character between two letters. */
export function everyCharacter(): readonly string[] {
  const texts: string[] = [];
  for (let block = 0; block < 0x110000; block += 256) {
    if (block >= 0xd800 && block < 0xe000) continue;
    texts.push(Array.from({ length: 256 }, (_, at) => `e${String.fromCodePoint(block + at)}d`).join(" "));
  }
  return texts;
}
