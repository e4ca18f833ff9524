// Converts real documents, and compares with what other readers find in them. `npm run test:documents` runs it.
//   bun tools/documents/measure.ts CACHE [KIND…]
// Prints the share of words, of words in order, of headings and of cells that are found, by kind, and names weak files.
// Ends with exit code 1 when a mean is below its floor.
import { readFileSync } from "node:fs";
import process from "node:process";
import { convert, type ConvertOptions } from "ra-documents";
import { LANGUAGE_FOLDER } from "../../tests/documents/ocr_language.ts";
import { readParts } from "../../src/document/formats/converted/document_parts.ts";
import { documentText } from "../../tests/documents/document_text.ts";

interface Oracle {
  readonly text?: string;
  /** The same text in the order of lines across the whole page: columns of tables are read row by row. */
  readonly rows?: string;
  readonly headings?: readonly string[];
  readonly cells?: readonly string[];
  readonly error?: string;
  readonly markitdown: string;
  readonly markitdownSeconds: number;
}
type Score = Partial<Record<"words" | "order" | "headings" | "cells" | "markitdown", number>>;

const FLOORS: Readonly<Record<string, Score>> = {
  pdf: { words: 0.96, order: 0.95, cells: 0.8 },
  manual: { words: 0.99, order: 0.95, cells: 0.8 },
  scan: { words: 0.97 },
  docx: { words: 0.98, order: 0.95, headings: 0.9, cells: 0.98 },
  pptx: { words: 0.98, order: 0.95, headings: 0.9, cells: 0.98 },
  epub: { words: 0.98, order: 0.95, headings: 0.9 },
  odt: { words: 0.98, order: 0.95, headings: 0.9 },
  xlsx: { words: 0.98, cells: 0.98 },
  csv: { words: 0.98, order: 0.95 },
};
/** Longer texts are compared in order up to here, because the comparison takes the square of their length. */
const MAX_ORDERED = 6000;

const NO_OCR: ConvertOptions = { ocr: "never", languages: [] };
const OCR: ConvertOptions = { ocr: "auto", languages: ["eng"], languageFolder: LANGUAGE_FOLDER };

const wordsOf = (text: string): readonly string[] =>
  text.normalize("NFKC").toLowerCase().replace(/[-\u00ad]\s*\n\s*/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
const plain = (text: string): string => wordsOf(text).join(" ");
const close = (text: string): string => plain(text).replaceAll(" ", "");
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The share of `wanted` that is in `found`, each as often as it is there. 1 where nothing is wanted. */
function share(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits++;
    left.set(word, count - 1);
  }
  return wanted.length === 0 ? 1 : hits / wanted.length;
}

/** The longest common subsequence, as a share of the words that both have. */
function order(wanted: readonly string[], found: readonly string[]): number {
  const [a, b] = [wanted.slice(0, MAX_ORDERED), found.slice(0, MAX_ORDERED)];
  let before = new Uint16Array(b.length + 1);
  for (const word of a) {
    const row = new Uint16Array(b.length + 1);
    for (let at = 0; at < b.length; at++) {
      row[at + 1] = word === b[at] ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!);
    }
    before = row;
  }
  const both = Math.round(share(a, b) * a.length);
  return both === 0 ? 1 : before[b.length]! / both;
}

/** Signs of tables and targets of links are not of the document. */
const visible = (markdown: string): string =>
  markdown.replace(/\]\((?:[^()\s]|\([^()]*\))*\)/g, "]").replace(/<br>|&nbsp;/g, " ")
    .replaceAll("&lt;", "<").replaceAll("&amp;", "&").replace(/\\(?=[!-/:-@[-`{-~])/g, "");

/** Lines at the edge of a fifth of the pages are headers and footers, which the converter leaves out on purpose. */
function withoutRunningLines(text: string): string {
  const pages = text.split("\f").map((page) => page.split("\n").filter((line) => line.trim() !== ""));
  const plainLine = (line: string): string => line.trim().replace(/\d+|\b[ivxlc]+\b/g, "#");
  const isEdge = (at: number, length: number): boolean => length > 6 && (at < 3 || at >= length - 3);
  const seen = new Map<string, number>();
  for (const page of pages) {
    const edges = new Set(page.filter((_, at) => isEdge(at, page.length)).map(plainLine));
    for (const line of edges) seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  const most = Math.max(3, 0.2 * pages.length);
  return pages.map((page) =>
    page.filter((line, at) => !isEdge(at, page.length) || (seen.get(plainLine(line)) ?? 0) < most).join("\n")
  ).join("\n");
}

const orderOfRows = ({ rows }: Oracle, found: readonly string[]): number =>
  rows === undefined ? 0 : order(wordsOf(withoutRunningLines(rows)), found);

function scoreOf(markdown: string, oracle: Oracle, floors: Score): Score {
  const shown = visible(markdown);
  const [wanted, found] = [wordsOf(withoutRunningLines(oracle.text!)), wordsOf(shown)];
  const titles = [...shown.matchAll(/^#{1,6} (.*)$/gm)].map(([, title]) => plain(title!));
  // A table of one column is told as paragraphs.
  const cells = shown.split("\n").flatMap((line) =>
    /^\|.*\|$/.test(line) ? line.split("|").slice(1, -1).map(plain) : [plain(line)]
  );
  return {
    words: share(wanted, found),
    // Both orders are right somewhere: columns of a page are read one after the other, and those of a table are not.
    ...(floors.order === undefined ? {} : { order: Math.max(order(wanted, found), orderOfRows(oracle, found)) }),
    ...(floors.headings === undefined || !oracle.headings?.length
      ? {}
      : { headings: share(oracle.headings.map(plain), titles) }),
    // pdfplumber joins words that stand close together.
    ...(oracle.cells?.length ? { cells: share(oracle.cells.map(close), cells.map(close)) } : {}),
    markitdown: share(wanted, wordsOf(visible(oracle.markitdown))),
  };
}

const [cache = "", ...kinds] = process.argv.slice(2);
const oracles = JSON.parse(readFileSync(`${cache}/oracle.json`, "utf8")) as Readonly<Record<string, Oracle>>;
for (const [kind, floors] of Object.entries(FLOORS)) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue;
  const scores: Score[] = [];
  const failures: string[] = [];
  let [seconds, theirs, parts] = [0, 0, 0];
  for (const [path, oracle] of Object.entries(oracles).filter(([path]) => path.startsWith(`${kind}/`))) {
    const bytes = new Uint8Array(readFileSync(`${cache}/files/${path}`));
    const begin = performance.now();
    try {
      const converted = await convert(bytes, path, kind === "scan" ? OCR : NO_OCR);
      seconds += (performance.now() - begin) / 1000;
      parts += converted.parts.length;
      theirs += oracle.markitdownSeconds;
      if (oracle.text === undefined) continue;
      const score = scoreOf(documentText(readParts(converted)), oracle, floors);
      scores.push(score);
      for (const [name, floor] of Object.entries(floors) as [keyof Score, number][]) {
        const value = score[name];
        if (value !== undefined && value < floor) failures.push(`  ${path}: ${name} ${value.toFixed(3)}`);
      }
    } catch (error) {
      const both = oracle.error === undefined ? "" : " (the oracle fails, too)";
      failures.push(`  ${path}: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}${both}`);
    }
  }
  const weak = (Object.entries(floors) as [keyof Score, number][]).filter(([name, floor]) => {
    const values = scores.flatMap((score) => score[name] ?? []);
    return values.length === 0 || mean(values) < floor;
  });
  if (weak.length > 0) process.exitCode = 1;
  const means = (["words", "order", "headings", "cells", "markitdown"] as const).map((name) => {
    const values = scores.flatMap((score) => score[name] ?? []);
    return values.length === 0 ? "" : `${name} ${mean(values).toFixed(3)} (${values.length})`;
  });
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20);
  process.stdout.write(
    `${kind}: ${means.filter(Boolean).join(", ")}; ${parts} parts in ${seconds.toFixed(1)} s, markitdown ` +
      `${theirs.toFixed(1)} s; ${memory} MB\n${
        weak.map(([name, floor]) => `  BELOW ITS FLOOR: ${name} ${floor}\n`).join("")
      }` +
      `${failures.join("\n")}${failures.length > 0 ? "\n" : ""}`,
  );
}
