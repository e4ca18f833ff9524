/** Reads outlines of real documents: what the format's own program found, and what ra finds. */
import { readFileSync } from "node:fs";
import { formatOf } from "../../../../src/document/formats/registry.ts";
import { readFile } from "../../../../src/document/formats/read_file.ts";
import { indexLines } from "../../../../src/text/lines.ts";
import { micromarkHeadings } from "../../micromark_outline.ts";

/** `level` is 0 where the program tells none. */
export interface StoredHeading {
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

export const OUTLINES = "tests/document/formats/real/outlines";

/** A line `# path` begins a document, and each line after it is a heading: its line, its level, its text. */
export function storedOutlines(file: string): ReadonlyMap<string, readonly StoredHeading[]> {
  const outlines = new Map<string, StoredHeading[]>();
  let last: StoredHeading[] = [];
  for (const row of readFileSync(file, "utf8").split("\n")) {
    if (row.startsWith("# ")) outlines.set(row.slice(2), last = []);
    else if (row !== "") {
      const [, line, level, text] = /^(\d+) (\d) ?(.*)$/.exec(row)!;
      last.push({ line: Number(line), level: Number(level), text: text! });
    }
  }
  return outlines;
}

/** The headings of a file as ra reads it, without described objects. `name` tells the format. */
export async function ownOutline(path: string, name: string): Promise<readonly StoredHeading[]> {
  const { text, textStart, outline } = await readFile(readFileSync(path), name, undefined, formatOf(name));
  const headings = outline.by === "core" ? micromarkHeadings(text, textStart) : outline.headings;
  const lines = indexLines(text);
  return headings
    .filter(({ end }) => end === undefined || !name.endsWith(".rst"))
    .map(({ lineStart, level, text: title }) => ({ line: lines.lineAt(lineStart), level, text: plainTitle(title) }));
}

/** Without signs, which programs write in their own ways. */
export function plainTitle(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
