// Compares what ra finds in AsciiDoc with what Asciidoctor finds: headings and visible words. Run by hand:
//   RA_TEST_DOCS=/path/to/a/documentation[:/another…] npm run test:readers -- asciidoc
// Needs Ruby. Installs Asciidoctor in a cache where it is missing. Exits with 1 where ra lacks more than 0.5 % of the
// headings or words, or where more than 0.5 % of its own are not there for Asciidoctor.
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import process from "node:process";
import { findMarkup } from "../../src/document/formats/asciidoc/find_markup.ts";
import { readFile } from "../../src/document/formats/read_file.ts";
import type { FoundMarkup } from "../../src/document/formats/markup.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { countWords } from "../../tests/document/visible/words.ts";
import { asciidocFiles, type AsciidoctorPage, asciidoctorPages } from "./asciidoctor.ts";
import { plainHtml } from "./plain_html.ts";

const MOST_WRONG = 0.005;
const SHOWN = Number(process.env["RA_TEST_SHOWN"] ?? 25);

class Figures {
  pages = 0;
  failed = 0;
  headings = 0;
  found = 0;
  readonly missingHeadings: string[] = [];
  readonly extraHeadings: string[] = [];
  words = 0;
  indexed = 0;
  readonly missing = new Map<string, { count: number; path: string }>();
  readonly extra = new Map<string, { count: number; path: string }>();
  /** Values of attributes, which stand beside the text. */
  values = 0;
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
if (folders.length === 0) {
  console.error("readers: set RA_TEST_DOCS to one or more folders of AsciiDoc");
  process.exit(2);
}
let fails = false;
for (const folder of folders) {
  const paths = [...asciidocFiles(folder)];
  const figures = new Figures();
  for (const page of asciidoctorPages(paths)) add(figures, page);
  fails = print(folder, figures) || fails;
  await speed(paths);
}
process.exit(fails ? 1 : 0);

function add(figures: Figures, page: AsciidoctorPage): void {
  figures.pages++;
  if (page.error !== undefined) {
    figures.failed++;
    console.log(`  Asciidoctor fails: ${page.path}: ${page.error}`);
    return;
  }
  const markup = findMarkup(readFileSync(page.path, "utf8"));
  addHeadings(figures, page, markup);
  addWords(figures, page, markup);
}

function addHeadings(figures: Figures, page: AsciidoctorPage, markup: FoundMarkup): void {
  const key = (level: number, title: string, line: number): string =>
    `${line} ${Math.min(6, level + 1)} ${title.replace(/[^\p{L}\p{N}]+/gu, " ").trim()}`;
  const theirs = page.headings.map(([level, title, line]) => key(level, plainHtml(title), line));
  const lines = lineCounter(markup.text);
  const ours = markup.headings.map(({ level, text, lineStart }) => key(level - 1, text, lines(lineStart)));
  const [theirSet, ourSet] = [new Set(theirs), new Set(ours)];
  figures.headings += theirSet.size;
  figures.found += ourSet.size;
  for (const each of theirSet) if (!ourSet.has(each)) figures.missingHeadings.push(`${page.path}: ${each}`);
  for (const each of ourSet) if (!theirSet.has(each)) figures.extraHeadings.push(`${page.path}: ${each}`);
}

function lineCounter(text: string): (at: number) => number {
  let [line, from] = [1, 0];
  return (at) => {
    for (let feed = text.indexOf("\n", from); feed >= 0 && feed < at; feed = text.indexOf("\n", from)) {
      line++;
      from = feed + 1;
    }
    return line;
  };
}

function addWords(figures: Figures, page: AsciidoctorPage, markup: FoundMarkup): void {
  const theirs = countWords(plainHtml(page.html));
  const ours = countWords(
    shownText({ ...markup, standIns: [] }, { start: markup.textStart, end: markup.text.length }),
  );
  const values = new Map(countWords(page.values.join(" ")));
  for (const [word, count] of theirs) {
    figures.words += count;
    let lacks = count - (ours.get(word) ?? 0);
    if (lacks <= 0) continue;
    const fromValues = Math.min(lacks, values.get(word) ?? 0);
    figures.values += fromValues;
    lacks -= fromValues;
    if (lacks > 0) note(figures.missing, word, lacks, page.path);
  }
  for (const [word, count] of ours) {
    figures.indexed += count;
    const more = count - (theirs.get(word) ?? 0);
    if (more > 0) note(figures.extra, word, more, page.path);
  }
}

function note(words: Figures["missing"], word: string, count: number, path: string): void {
  const known = words.get(word);
  if (known === undefined) words.set(word, { count, path });
  else known.count += count;
}

/** Whether it is wrong. */
function print(folder: string, figures: Figures): boolean {
  const { pages, failed, headings, found, missingHeadings, extraHeadings, words, indexed, missing, extra } = figures;
  const total = (counts: Figures["missing"]): number => [...counts.values()].reduce((sum, { count }) => sum + count, 0);
  const share = (part: number, whole: number): number => whole === 0 ? 0 : part / whole;
  const percent = (part: number, whole: number): string =>
    `${part} of ${whole} (${(100 * share(part, whole)).toFixed(3)} %)`;
  console.log(`\n${folder}: ${pages} pages, ${failed} of which Asciidoctor does not read`);
  console.log(`  headings that ra lacks               ${percent(missingHeadings.length, headings)}`);
  console.log(`  headings that Asciidoctor lacks      ${percent(extraHeadings.length, found)}`);
  console.log(`  visible words that ra lacks          ${percent(total(missing), words)}`);
  console.log(`  words that Asciidoctor does not show ${percent(total(extra), indexed)}`);
  console.log(`  words of values, beside the text     ${percent(figures.values, words)}`);
  for (const each of missingHeadings.slice(0, SHOWN)) console.log(`    lacks heading ${each}`);
  for (const each of extraHeadings.slice(0, SHOWN)) console.log(`    extra heading ${each}`);
  printWords("lacks", missing);
  printWords("extra", extra);
  return share(missingHeadings.length, headings) > MOST_WRONG || share(extraHeadings.length, found) > MOST_WRONG ||
    share(total(missing), words) > MOST_WRONG || share(total(extra), indexed) > MOST_WRONG;
}

function printWords(what: string, words: Figures["missing"]): void {
  const most = [...words].sort(([, a], [, b]) => b.count - a.count).slice(0, SHOWN);
  for (const [word, { count, path }] of most) console.log(`    ${what} ${`${count}`.padStart(5)} ${word}  (${path})`);
}

async function speed(paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => [path, readFileSync(path)] as const);
  const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  for (let run = 0; run < 2; run++) {
    const start = performance.now();
    for (const [path, bytes] of files) await readFile(bytes, path);
    const seconds = (performance.now() - start) / 1000;
    if (run === 1) console.log(`  reads ${(size / 1e6 / seconds).toFixed(1)} MB/s`);
  }
}
