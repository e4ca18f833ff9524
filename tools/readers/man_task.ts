/** Compares what ra reads of pages of manuals with what mandoc does: `bun tools/readers/man_task.ts FOLDER`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beginsPage } from "../../src/document/formats/man/begins_page.ts";
import { findMarkup } from "../../src/document/formats/man/find_markup.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { NAME, OPTION, type Place, runMandoc, sectionsIn, tagsIn } from "./mandoc_tree.ts";
import { countWords, percent, textOfHtml } from "./words.ts";

const [folder = "", most = "100000"] = process.argv.slice(2);
const words = { words: 0, missing: 0, extra: 0 };
const headings = { theirs: 0, ours: 0, same: 0 };
const options = { theirs: 0, ours: 0, same: 0 };
const names = { theirs: 0, ours: 0, same: 0 };
const counts = { pages: 0, aliases: 0, others: 0 };
let [bytes, milliseconds] = [0, 0];
const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.[1-9][a-z]*$/.test(path))
  .sort();
for (const path of paths.slice(0, Number(most))) compare(path);
console.log(counts);
console.log(`sections of mandoc ${headings.theirs}, with equal lines ${percent(headings.same, headings.theirs)}`);
console.log(`  not in mandoc ${percent(headings.ours - headings.same, headings.theirs)}`);
console.log(
  `tags of mandoc with a dash ${options.theirs}, sections of their own ${percent(options.same, options.theirs)}`,
);
console.log(`  not in mandoc ${percent(options.ours - options.same, options.theirs)}`);
console.log(`sections of constants and variables ${names.ours}, tags in mandoc ${percent(names.same, names.ours)}`);
console.log(
  `words ${words.words}, missing ${percent(words.missing, words.words)}, extra ${percent(words.extra, words.words)}`,
);
console.log(`${(bytes / 1e3 / milliseconds).toFixed(1)} MB/s`);

function compare(path: string): void {
  const file = join(folder, path);
  const content = readFileSync(file);
  if (!beginsPage(content)) {
    counts.others++;
    console.log(`${path}: no page`);
    return;
  }
  if (/^(?:\.\\".*\n)*\.so /.test(content.toString("latin1"))) {
    counts.aliases++;
    return;
  }
  counts.pages++;
  const text = content.toString("utf8");
  const start = performance.now();
  const found = findMarkup(text);
  milliseconds += performance.now() - start;
  bytes += content.length;
  const lineStarts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  const ours = found.headings.map(({ lineStart, level, text: name }) => ({
    line: lineStarts.indexOf(lineStart) + 1,
    level,
    name,
  }));
  const tree = runMandoc("tree", file);
  const isDash = ({ name }: { name: string }): boolean => /^[-−‐–]{1,2}[^-\s]/.test(name);
  // A heading may be of capitals, too.
  const lines = new Set(sectionsIn(tree).map(({ line }) => line));
  const isName = ({ name, line }: { name: string; line: number }): boolean => NAME.test(name) && !lines.has(line);
  tally(path, headings, sectionsIn(tree), ours.filter((one) => !isDash(one) && !isName(one)));
  tally(path, options, tagsIn(tree, OPTION), ours.filter(isDash));
  // Elsewhere, as among errors, they are no sections.
  const own = ours.filter(isName);
  tally(path, names, tagsIn(tree, NAME).filter(({ line }) => own.some((one) => one.line === line)), own);
  const shown = shownText(found, { start: found.textStart, end: text.length });
  const page = runMandoc("html", file).replace(/<table class="(?:head|foot)">[\s\S]*?<\/table>/g, "").replace(
    /^[\s\S]*?<body>/,
    "",
  );
  const other = countWords(words, shown, textOfHtml(page));
  if (other.length > 0) console.log(`${path}: ${other.slice(0, 30).join(" ")}`);
}

function tally(
  path: string,
  total: typeof headings,
  theirs: readonly Place[],
  ours: readonly (Place & { name: string })[],
): void {
  total.theirs += theirs.length;
  total.ours += ours.length;
  const byLine = new Map(ours.map((one) => [one.line, one]));
  for (const { line, level } of theirs) {
    const own = byLine.get(line);
    if (own !== undefined && (level === 0 || own.level === level)) {
      total.same++;
      byLine.delete(line);
    } else console.log(`${path}:${line}: mandoc has ${level === 0 ? "a tag" : `a section of level ${level}`}`);
  }
  for (const { line, name } of byLine.values()) console.log(`${path}:${line}: mandoc has no ${name}`);
}
