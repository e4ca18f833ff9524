// Converts real documents, and compares with what other readers find in them. `npm run test:documents` runs it.
//   bun tools/documents/measure.ts CACHE [-v] [--omitted-sample FILE] [KIND…]
// Prints by kind the share of words that are lost (neither in the text nor listed as left out), as the mean of
// the files and of all words; of words in order, of headings and of cells that are found; what is listed as left
// out; and the words that other readers lose. Names weak files; `-v` names their lost words.
// Ends with exit code 1 when a mean misses its bound.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { NO_OCR } from "../../src/document/formats/format.ts";
import { LANGUAGE_FOLDER } from "../../tests/documents/ocr_language.ts";
import { omittedSample, omittedShares } from "./lost_words/omitted_lines.ts";
import { createDocumentReader, type ReadDocument } from "./lost_words/read_document.ts";
import { visible, wordsOf } from "./lost_words/shown_words.ts";
import {
  close,
  joinedLines,
  type Lost,
  lostWords,
  type Oracle,
  order,
  plain,
  share,
  withOmitted,
} from "./real_files.ts";

type Score = Partial<Record<"lost" | "order" | "headings" | "cells", number>>;

/** The most that may be lost, and the least of the others. */
const BOUNDS: Readonly<Record<string, Score>> = {
  pdf: { lost: 0.005, order: 0.95, cells: 0.8 },
  manual: { lost: 0.005, order: 0.95, cells: 0.8 },
  scan: { lost: 0.03 },
  docx: { lost: 0.002, order: 0.95, headings: 0.9, cells: 0.98 },
  pptx: { lost: 0.002, order: 0.95, headings: 0.9, cells: 0.98 },
  epub: { lost: 0.002, order: 0.95, headings: 0.9 },
  odt: { lost: 0.002, order: 0.95, headings: 0.9 },
  html: { lost: 0.002, order: 0.95 },
  xlsx: { lost: 0.002, cells: 0.98 },
  csv: { lost: 0.002, order: 0.95 },
};
const OCR = { ocr: "auto", languages: ["eng"], languageFolder: LANGUAGE_FOLDER } as const;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const rate = ({ lost, wanted }: Lost): number => wanted === 0 ? 0 : lost.length / wanted;
const misses = (name: keyof Score, value: number, bound: number): boolean =>
  name === "lost" ? value > bound : value < bound;

function scoreOf(document: ReadDocument, lost: Lost, oracle: Oracle, bounds: Score): Score {
  const shown = visible(document.text);
  const found = wordsOf(shown);
  const inOrder = (text: string): number => order(wordsOf(joinedLines(text)), found);
  const titles = [...shown.matchAll(/^#{1,6} (.*)$/gm)].map(([, title]) => plain(title!));
  // A table of one column is told as paragraphs.
  const cells = shown.split("\n").flatMap((line) =>
    /^\|.*\|$/.test(line) ? line.split("|").slice(1, -1).map(plain) : [plain(line)]
  );
  return {
    lost: rate(lost),
    // Both orders are right somewhere: columns of a page are read one after the other, and those of a table are not.
    ...(bounds.order === undefined
      ? {}
      : { order: Math.max(inOrder(oracle.text!), oracle.rows === undefined ? 0 : inOrder(oracle.rows)) }),
    ...(bounds.headings === undefined || !oracle.headings?.length
      ? {}
      : { headings: share(oracle.headings.map(plain), titles) }),
    // pdfplumber joins words that stand close together.
    ...(oracle.cells?.length ? { cells: share(oracle.cells.map(close), cells.map(close)) } : {}),
  };
}

/** The most memory of the process of the converters, in MB. 0 where the system does not tell. */
function converterMemory(): number {
  const children = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(children)) return 0;
  const peaks = readFileSync(children, "utf8").trim().split(" ").filter(Boolean).map((pid) => {
    const status = `/proc/${pid}/status`;
    return existsSync(status) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) : 0;
  });
  return Math.round(Math.max(0, ...peaks) / 1024);
}

const { values: options, positionals: [cache = "", ...kinds] } = parseArgs({
  options: { verbose: { type: "boolean", short: "v" }, "omitted-sample": { type: "string" } },
  allowPositionals: true,
});
const oracles = JSON.parse(readFileSync(`${cache}/oracle.json`, "utf8")) as Readonly<Record<string, Oracle>>;
const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
const read: { format: string; file: string; document: ReadDocument }[] = [];
for (const [kind, bounds] of Object.entries(BOUNDS)) {
  if (kinds.length > 0 && !kinds.includes(kind)) continue;
  const reader = createDocumentReader(kind === "scan" ? OCR : NO_OCR);
  const scores: Score[] = [];
  const failures: string[] = [];
  const all = { wanted: 0, lost: 0, joined: 0, seconds: 0, parts: 0, memory: 0 };
  const others = new Map<string, { rates: number[]; seconds: number }>();
  for (const [path, oracle] of Object.entries(oracles).filter(([path]) => path.startsWith(`${kind}/`))) {
    const document = await reader.read(`${cache}/files/${path}`);
    all.seconds += document.seconds;
    all.parts += document.parts;
    all.memory = Math.max(all.memory, converterMemory());
    if (document.reason !== undefined) {
      const both = oracle.error === undefined ? "" : " (the oracle fails, too)";
      failures.push(`  ${path}: ${document.reason}${both}`);
      continue;
    }
    read.push({ format: kind, file: path, document });
    if (oracle.text === undefined) continue;
    const lost = lostWords(oracle.text, withOmitted(document));
    all.wanted += lost.wanted;
    all.lost += lost.lost.length;
    all.joined += lost.joined;
    const score = scoreOf(document, lost, oracle, bounds);
    scores.push(score);
    for (const [name, { text, seconds }] of Object.entries(oracle.others)) {
      const sums = others.get(name) ?? { rates: [], seconds: 0 };
      sums.rates.push(rate(lostWords(oracle.text, visible(text))));
      sums.seconds += seconds;
      others.set(name, sums);
    }
    for (const [name, bound] of Object.entries(bounds) as [keyof Score, number][]) {
      const value = score[name];
      if (value !== undefined && misses(name, value, bound)) failures.push(`  ${path}: ${name} ${value.toFixed(3)}`);
    }
    if (options.verbose === true && lost.lost.length > 0) failures.push(`    ${lost.lost.slice(0, 30).join(" ")}`);
  }
  reader.close();
  const values = (name: keyof Score): readonly number[] => scores.flatMap((score) => score[name] ?? []);
  const weak = (Object.entries(bounds) as [keyof Score, number][]).filter(([name, bound]) =>
    values(name).length === 0 || misses(name, mean(values(name)), bound)
  );
  if (weak.length > 0) process.exitCode = 1;
  const means = (["order", "headings", "cells"] as const).filter((name) => values(name).length > 0).map((name) =>
    `${name} ${mean(values(name)).toFixed(3)} (${values(name).length})`
  );
  const theirs = [...others].map(([name, { rates, seconds }]) =>
    `  ${name}: lost ${percent(mean(rates))} of ${rates.length} files; ${seconds.toFixed(1)} s\n`
  );
  const ofAll = all.wanted === 0 ? 0 : all.lost / all.wanted;
  process.stdout.write(
    `${kind}: lost ${percent(mean(values("lost")))} (${scores.length} files; ${
      percent(ofAll)
    } of ${all.wanted} words, and ` +
      `${all.joined} have other gaps), ${means.join(", ")}; ${all.parts} parts in ${
        all.seconds.toFixed(1)
      } s, ${all.memory} MB\n` +
      `${theirs.join("")}${weak.map(([name, bound]) => `  MISSES ITS BOUND: ${name} ${bound}\n`).join("")}` +
      `${failures.join("\n")}${failures.length > 0 ? "\n" : ""}`,
  );
}
process.stdout.write("\nListed as left out, as a share of the words:\n");
for (const line of omittedShares(read)) process.stdout.write(`  ${line}\n`);
if (options["omitted-sample"] !== undefined) writeFileSync(options["omitted-sample"], omittedSample(read));
