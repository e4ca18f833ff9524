// Converts the documents of plant/make.py, and tells which of their words are lost, and which stand in a wrong place.
//   bun tools/documents/lost_words.ts FOLDER [-v] [--omitted-sample FILE] [FORMAT…]
// `-v` names each fault. The sample has up to 100 lines of each format of what the converters list as left out.
// Ends with exit code 1 when a word is lost: it is neither in the text nor listed, or it is listed and must not be.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { formFaults, formsOf } from "./lost_words/compare_forms.ts";
import { placeFaults, placesOf } from "./lost_words/compare_places.ts";
import { wordFaults } from "./lost_words/compare_words.ts";
import { type Compared, type Fault, FAULTS, type Labels } from "./lost_words/labels.ts";
import { omittedSample, omittedShares } from "./lost_words/omitted_lines.ts";
import { createDocumentReader } from "./lost_words/read_document.ts";
import { visible, wordsOf } from "./lost_words/shown_words.ts";

interface Result extends Compared {
  readonly file: string;
  readonly format: string;
  readonly faults: readonly Fault[];
}

const LOST: readonly string[] = ["lost", "left out", "unlisted"];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function faultsOf(compared: Compared): readonly Fault[] {
  const { labels, document: { text } } = compared;
  const tokens = wordsOf(visible(text));
  const [places, forms] = [placesOf(text, tokens), formsOf(text)];
  return [
    ...wordFaults(compared, tokens),
    ...labels.parts.flatMap((part) => [...placeFaults(part, places), ...formFaults(part, compared, forms, places)]),
  ];
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const plantedWords = ({ labels }: Compared): number => sum(labels.parts.flatMap(({ words }) => Object.values(words)));

/** `lost 3, row 2`. */
function byKind(faults: readonly Fault[]): string {
  const counts = FAULTS.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const);
  return counts.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${count}`).join(", ") || "no fault";
}

function report(format: string, results: readonly Result[]): void {
  const faults = results.flatMap((result) => result.faults);
  const seconds = sum(results.map(({ document }) => document.seconds));
  const parts = sum(results.map(({ document }) => document.parts));
  const words = sum(results.map(plantedWords));
  print(
    `${format}: ${results.length} documents, ${words} words, ${parts} parts in ${seconds.toFixed(1)} s: ${
      byKind(faults)
    }`,
  );
  const constructs = new Map<string, { documents: number; faults: Fault[] }>();
  for (const { labels, faults } of results) {
    for (const { construct } of labels.parts) {
      const found = constructs.get(construct) ?? { documents: 0, faults: [] };
      found.documents++;
      found.faults.push(...faults.filter((fault) => fault.construct === construct));
      constructs.set(construct, found);
    }
  }
  for (const [construct, { documents, faults }] of [...constructs].sort(([a], [b]) => a < b ? -1 : 1)) {
    print(`  ${construct} (${documents}): ${byKind(faults)}`);
  }
}

const { values, positionals: [folder = "", ...formats] } = parseArgs({
  options: { verbose: { type: "boolean", short: "v" }, "omitted-sample": { type: "string" } },
  allowPositionals: true,
});
const reader = createDocumentReader();
const results: Result[] = [];
for (const name of readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
  const labels = JSON.parse(readFileSync(join(folder, name), "utf8")) as Labels;
  if (formats.length > 0 && !formats.includes(labels.format)) continue;
  const file = name.slice(0, -".json".length);
  const document = await reader.read(join(folder, file));
  if (document.reason !== undefined) print(`${file}: ${document.reason}`);
  results.push({ file, format: labels.format, labels, document, faults: faultsOf({ labels, document }) });
}
reader.close();
for (const format of new Set(results.map((result) => result.format))) {
  report(format, results.filter((result) => result.format === format));
}
print("\nListed as left out, as a share of the words:");
for (const line of omittedShares(results)) print(`  ${line}`);
const all = results.flatMap(({ faults }) => faults);
const lost = all.filter(({ kind }) => LOST.includes(kind));
print(`\n${results.length} documents, ${sum(results.map(plantedWords))} words: ${byKind(all)}`);
if (values.verbose === true) {
  for (const { file, faults } of results) {
    for (const { kind, construct, what } of faults) print(`${file}: ${construct}: ${kind}: ${what}`);
  }
}
if (values["omitted-sample"] !== undefined) writeFileSync(values["omitted-sample"], omittedSample(results));
if (lost.length > 0) process.exitCode = 1;
