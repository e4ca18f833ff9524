// Compares the numbered headings that ra finds in RFCs and drafts with their tables of contents.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findMarkup } from "../../src/document/formats/text/find_markup.ts";

/** An entry ends with the number of a page, or stands without one until the first line at the margin. */
const CONTENTS = /^[ \t]*table of contents?:?[ \t]*$/im;
const PAGE = /[ \t.]{2,}(?:\d+|[ivx]+)[ \t]*$/;
const ENTRY = /^[ \t]*(?:(?:appendix[ \t]+)?(?:\d+|[A-Z](?=\.))(?:\.\d+)*\.?:?[ \t]+\S|appendix[ \t])/i;
const FOOT = /\[Page \d+\]|^(?:RFC|Internet-Draft|INTERNET-DRAFT)[ \t]/;

/** `Acknowledgments` is written in two ways. */
const same = (title: string): string =>
  title.toLowerCase().replace(/acknowledgement/g, "acknowledgment").replace(/[^\p{L}\p{N}]+/gu, "");
/** The number of a title, such as `2.3`. */
const numberOf = (title: string): string => {
  const [, named, number] = /^(?:appendix\s+([a-z])\b|(\d+(?:\.\d+)*|[a-z](?:\.\d+)*(?=\.)))/i.exec(title) ?? [];
  return named ?? number ?? "";
};

/** The entries of the table of contents. Undefined for a text without one that has pages or numbers. */
function contentsOf(text: string): readonly string[] | undefined {
  const start = CONTENTS.exec(text);
  if (start === null) return undefined;
  const lines = text.slice(start.index + start[0].length).split("\n");
  const entries: string[] = [];
  let wrapped = "";
  const hasPages = lines.slice(0, 20).filter((line) => PAGE.test(line)).length > 2;
  for (const line of lines) {
    if (line.trim() === "" || FOOT.test(line.replaceAll("\f", ""))) continue;
    if (!hasPages && !line.startsWith(" ") && entries.length > 0) break;
    if (hasPages && entries.some((entry) => same(entry) === same(line)) && wrapped === "") break;
    const written = line.replace(PAGE, "").trim();
    if (PAGE.test(line) || (!hasPages && ENTRY.test(line))) {
      entries.push(`${wrapped} ${written}`.trim());
      wrapped = "";
    } else if (!hasPages && entries.length > 0) entries.push(`${entries.pop()!} ${written}`);
    else {
      if (wrapped !== "" || entries.length > 500) break;
      wrapped = written;
    }
  }
  return entries.length > 3 ? entries : undefined;
}

const isNumbered = (title: string): boolean => numberOf(title) !== "";

interface Counts {
  texts: number;
  listed: number;
  found: number;
  otherWords: number;
  headings: number;
  deeper: number;
  extra: number;
  unnumbered: number;
}

const counts: Counts = {
  texts: 0,
  listed: 0,
  found: 0,
  otherWords: 0,
  headings: 0,
  deeper: 0,
  extra: 0,
  unnumbered: 0,
};
const folder = process.argv[2] ?? ".";
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith(".txt")) continue;
  const text = readFileSync(join(folder, name), "utf8");
  const entries = contentsOf(text);
  if (entries !== undefined) compare(name, entries, findMarkup(text).headings.map((heading) => heading.text));
}
const percent = (part: number, all: number): string => `${(100 * part / Math.max(1, all)).toFixed(2)} %`;
console.log(`${counts.texts} texts with a table of contents of ${counts.listed} entries`);
console.log(
  `  headings with the same words ${percent(counts.found, counts.listed)}, with the number alone ${counts.otherWords}`,
);
console.log(
  `numbered headings ${counts.headings}: below all entries ${counts.deeper}, not listed ${
    percent(counts.extra, counts.headings)
  }`,
);
console.log(`headings without a number that are not listed ${counts.unnumbered}`);

/** A table may have other words than a heading, and leave out the lowest levels. */
function compare(name: string, entries: readonly string[], titles: readonly string[]): void {
  const ours = new Set(titles.map(same));
  const ourNumbers = new Set(titles.map(numberOf));
  const listed = new Set(entries.map(same));
  const numbers = new Set(entries.map(numberOf));
  const parents = new Set(entries.map((entry) => parentOf(numberOf(entry))));
  const missing = entries.filter((entry) => !ours.has(same(entry)));
  const reworded = missing.filter((entry) => numberOf(entry) !== "" && ourNumbers.has(numberOf(entry)));
  const unlisted = titles.filter((title) =>
    isNumbered(title) && !listed.has(same(title)) && !numbers.has(numberOf(title))
  );
  const deeper = unlisted.filter((title) => !parents.has(parentOf(numberOf(title))));
  const extra = unlisted.filter((title) => !deeper.includes(title));
  counts.texts++;
  counts.listed += entries.length;
  counts.found += entries.length - missing.length;
  counts.otherWords += reworded.length;
  counts.headings += titles.filter(isNumbered).length;
  counts.deeper += deeper.length;
  counts.extra += extra.length;
  counts.unnumbered += titles.filter((title) => !isNumbered(title) && !listed.has(same(title))).length;
  for (const entry of missing) if (!reworded.includes(entry)) console.log(`${name}: no heading for: ${entry}`);
  for (const title of extra) console.log(`${name}: not listed: ${title}`);
}

function parentOf(number: string): string {
  return number.split(".").slice(0, -1).join(".");
}
