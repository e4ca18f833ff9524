// Compares the words that ra indexes with those that a reader of the rendered page sees. Run by hand:
//   RA_TEST_DOCS=/path/to/a/documentation[:/another…] npm run test:visible
// Exits with 1 where ra lacks more than 0.1 % of the visible words, where more than 0.1 % of its words are
// invisible, or where more than 2 % of the pages do not render.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, delimiter, dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { frontmatterEnd, visiblePage } from "../../tests/document/visible/oracle.ts";
import { compareWords, sum, type WordCounts } from "../../tests/document/visible/words.ts";
import { indexedText } from "./indexed_text.ts";

const MOST_WRONG = 0.001;
const MOST_UNRENDERED = 0.02;
const SHOWN = 20;

/** Words with their numbers, and a file that has the word. */
interface Tally {
  readonly words: Map<string, { count: number; readonly file: string }>;
}

interface DocumentationFigures {
  pages: number;
  visible: number;
  indexed: number;
  readonly missing: Tally;
  readonly invisible: Tally;
  /** The pages that do not render, with the reason. */
  readonly unrendered: string[];
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
if (folders.length === 0) {
  console.error("visible words: set RA_TEST_DOCS to one or more folders of Markdown");
  process.exit(2);
}
let fails = false;
for (const folder of folders) {
  const figures = await measure(folder);
  print(folder, figures);
  fails ||= isWrong(figures);
}
process.exit(fails ? 1 : 0);

async function measure(folder: string): Promise<DocumentationFigures> {
  const figures: DocumentationFigures = {
    pages: 0,
    visible: 0,
    indexed: 0,
    missing: { words: new Map() },
    invisible: { words: new Map() },
    unrendered: [],
  };
  for (const path of markdownPages(folder)) await addPage(figures, folder, path);
  return figures;
}

function* markdownPages(folder: string): Iterable<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* markdownPages(path);
    if (entry.isFile() && /\.mdx?$/.test(entry.name)) yield path;
  }
}

async function addPage(figures: DocumentationFigures, folder: string, path: string): Promise<void> {
  const file = relative(folder, path);
  const text = readFileSync(path, "utf8");
  const page = visiblePage(text, { mdx: path.endsWith(".mdx"), vault: isInVault(path) });
  figures.pages++;
  if (page.readings === null) {
    figures.unrendered.push(`${file}: ${page.reason}`);
    return;
  }
  const body = (await indexedText(path)).slice(frontmatterEnd(text)).replaceAll("\u007F", "");
  const { visible, indexed, missing, invisible } = compareWords(page.readings, body);
  figures.visible += visible;
  figures.indexed += indexed;
  addWords(figures.missing, missing, file);
  addWords(figures.invisible, invisible, file);
}

function isInVault(path: string): boolean {
  for (let folder = dirname(resolve(path));; folder = dirname(folder)) {
    if (existsSync(join(folder, ".obsidian"))) return true;
    if (folder === dirname(folder)) return false;
  }
}

function addWords({ words }: Tally, counts: WordCounts, file: string): void {
  for (const [word, count] of counts) {
    const known = words.get(word);
    if (known === undefined) words.set(word, { count, file });
    else known.count += count;
  }
}

function isWrong(figures: DocumentationFigures): boolean {
  return total(figures.missing) > MOST_WRONG * figures.visible ||
    total(figures.invisible) > MOST_WRONG * figures.indexed ||
    figures.unrendered.length > MOST_UNRENDERED * figures.pages;
}

function total({ words }: Tally): number {
  return sum(new Map([...words].map(([word, { count }]) => [word, count])));
}

function print(folder: string, figures: DocumentationFigures): void {
  const { pages, visible, indexed, missing, invisible, unrendered } = figures;
  const row = (what: string, value: string): void => console.log(`  ${what.padEnd(36)} ${value}`);
  console.log(`\n${basename(folder)}${isWrong(figures) ? "  WRONG" : ""}`);
  row("pages", `${pages}`);
  row("pages that do not render", `${unrendered.length} (${share(unrendered.length, pages)})`);
  for (const page of unrendered.slice(0, 5)) row("", page);
  row("visible words", `${visible}`);
  row("visible words in the index", share(visible - total(missing), visible));
  row("invisible words of the index", share(total(invisible), indexed));
  printWords("missing", missing);
  printWords("invisible", invisible);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "none" : `${(100 * part / whole).toFixed(3)} %`;
}

function printWords(what: string, { words }: Tally): void {
  const most = [...words].sort(([, a], [, b]) => b.count - a.count).slice(0, SHOWN);
  for (const [word, { count, file }] of most) {
    console.log(`    ${what.padEnd(10)} ${`${count}`.padStart(7)}  ${word}  (${file})`);
  }
}
