/** Compares what ra reads of pages of manuals with what mandoc does: `bun tools/readers/man_task.ts FOLDER`. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beginsPage } from "../../src/document/formats/man/begins_page.ts";
import { findMarkup } from "../../src/document/formats/man/find_markup.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { countWords, percent, textOfHtml } from "./words.ts";

interface Place {
  readonly line: number;
  readonly level: number;
}

const [folder = "", most = "100000"] = process.argv.slice(2);
const words = { words: 0, missing: 0, extra: 0 };
const headings = { theirs: 0, ours: 0, same: 0 };
const options = { theirs: 0, ours: 0, same: 0 };
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
  const tree = run("tree", file);
  const [sections, dashes] = [sectionsIn(tree), tagsIn(tree)];
  tally(path, headings, sections, ours.filter(({ name }) => !/^[-−‐–]{1,2}[^-\s]/.test(name)));
  tally(path, options, dashes, ours.filter(({ name }) => /^[-−‐–]{1,2}[^-\s]/.test(name)));
  const shown = shownText(found, { start: found.textStart, end: text.length });
  const page = run("html", file).replace(/<table class="(?:head|foot)">[\s\S]*?<\/table>/g, "").replace(
    /^[\s\S]*?<body>/,
    "",
  );
  const other = countWords(words, shown, textOfHtml(page));
  if (other.length > 0) console.log(`${path}: ${other.slice(0, 30).join(" ")}`);
}

function run(output: string, file: string): string {
  const { stdout } = spawnSync("mandoc", ["-T", output, "-I", "os=ra", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  return stdout;
}

/** A line of the tree names a node, where it stands, and its macro. */
function sectionsIn(tree: string): readonly Place[] {
  return [...tree.matchAll(/^ *(SH|SS|Sh|Ss) \(block\) \*?(\d+):/gm)].map(([, name, line]) => ({
    line: Number(line),
    level: name!.toLowerCase() === "sh" ? 2 : 3,
  }));
}

/** Tags that begin with a dash. One without text of its own belongs to the tag after it. */
function tagsIn(tree: string): readonly Place[] {
  const found: Place[] = [];
  const lines = tree.split("\n");
  let chain: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    const [, indent = "", name, line] = /^( *)(TP|TQ|IP|It) \(block\) \*?(\d+):/.exec(lines[at]!) ?? [];
    if (line === undefined) continue;
    const isIn = (one: string | undefined): boolean => one !== undefined && one.startsWith(`${indent}  `);
    let head = "";
    let to = at + 1;
    for (; isIn(lines[to]) && !lines[to]!.startsWith(`${indent}  ${name} (body)`); to++) {
      const [, text = "", place] = /^ *(.*) \(text\) \*?(\d+):/.exec(lines[to]!) ?? [];
      if (/^ *Fl \(elem\)/.test(lines[to]!) && head === "") head = "-x";
      else if (place !== undefined && head === "" && (name !== "TP" || place !== line)) head = text.trim();
    }
    const hasText = isIn(lines[to + 1]) && lines[to + 1]!.startsWith(`${indent}    `);
    const isOption = /^(?:\\f.)*(?:\\-|-)(?:\\f.)*(?:\\-|-)?(?:\\f.)*[^\s\d\\-]/.test(head);
    if (isOption && hasText) found.push({ line: chain ?? Number(line), level: 0 });
    chain = isOption && !hasText ? chain ?? Number(line) : undefined;
  }
  return found;
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
