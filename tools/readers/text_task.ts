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
const numberOf = (title: string): string => /^(?:appendix\s+)?(\d+(?:\.\d+)*|[a-z](?:\.\d+)*(?=[.:\s]))/i.exec(title)?.[1] ?? "";

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
    if (hasPages && entries.includes(same(line)) && wrapped === "") break;
    const written = line.replace(PAGE, "").trim();
    if (PAGE.test(line) || (!hasPages && ENTRY.test(line))) {
      entries.push(same(`${wrapped} ${written}`));
      wrapped = "";
    } else if (!hasPages && entries.length > 0) entries.push(`${entries.pop()!}${same(written)}`);
    else {
      if (wrapped !== "" || entries.length > 500) break;
      wrapped = written;
    }
  }
  return entries.length > 3 ? entries : undefined;
}

const folder = process.argv[2] ?? ".";
let [files, listed, found, numbered, unlisted, others] = [0, 0, 0, 0, 0, 0];
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith(".txt")) continue;
  const text = readFileSync(join(folder, name), "utf8");
  const entries = contentsOf(text);
  if (entries === undefined) continue;
  files++;
  const titles = findMarkup(text).headings.map((heading) => heading.text);
  const known = new Set(titles.map(same));
  const wanted = new Set(entries);
  const missing = entries.filter((entry) => !known.has(entry));
  const isNumbered = (title: string): boolean => ENTRY.test(title);
  const extra = titles.filter((title) => isNumbered(title) && !wanted.has(same(title)));
  listed += entries.length;
  found += entries.length - missing.length;
  numbered += titles.filter(isNumbered).length;
  unlisted += extra.length;
  others += titles.filter((title) => !isNumbered(title) && !wanted.has(same(title))).length;
  if (missing.length + extra.length > 0) {
    console.log(`${name}: ${entries.length} entries, ${titles.length} headings`);
    for (const entry of missing) console.log(`  missing ${entry}`);
    for (const title of extra) console.log(`  not listed ${title}`);
  }
}
const percent = (part: number, all: number): string => `${(100 * part / Math.max(1, all)).toFixed(2)} %`;
console.log(`${files} texts with a table of contents: ${found} of ${listed} entries are headings (${percent(found, listed)}); ` +
  `${unlisted} of ${numbered} numbered headings are not listed (${percent(unlisted, numbered)}); ${others} headings without a number are not listed.`);
