/** Compares what ra reads of reStructuredText with what Sphinx does (`rst_oracle.py`). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundMarkup } from "../../src/document/formats/markup.ts";
import { shownText } from "../../src/document/formats/shown_text.ts";
import { findMarkup } from "../../src/document/formats/rst/find_markup.ts";
import { InventoryComparison, type InventoryEntry } from "./compare_inventory.ts";

/** What Sphinx reads of one document. */
interface OracleDocument {
  readonly path: string;
  /** The titles, with the lines of their adornment or their text. */
  readonly titles: readonly (readonly [line: number, title: string])[];
  readonly text: string;
  /** The ids of each described object. */
  readonly objects: readonly (readonly string[])[];
  readonly inventory: readonly InventoryEntry[];
}

/** A table of the differences. */
export function compareRst(folder: string, found: string): string {
  const documents = readFileSync(found, "utf8").trim().split("\n").map((line) => JSON.parse(line) as OracleDocument);
  const sum = {
    documents: 0,
    titles: 0,
    otherTitles: 0,
    objects: 0,
    otherObjects: 0,
    words: 0,
    missing: 0,
    extra: 0,
    stubs: 0,
  };
  let [milliseconds, letters] = [0, 0];
  const notes: string[] = [];
  const inventory = new InventoryComparison();
  for (const document of documents) {
    const text = readFileSync(join(folder, document.path), "utf8");
    const before = performance.now();
    const markup = findMarkup(text);
    milliseconds += performance.now() - before;
    letters += text.length;
    // What is included has titles and words of its own.
    const others = markup.includes.map(({ include, isPlain }) =>
      includedMarkup(folder, document.path, include.path, isPlain)
    );
    const included = others.map((other) => typeof other === "string" ? other : visible(other));
    inventory.add(document.path, document.inventory, [markup, ...others.filter((other) => typeof other !== "string")]);
    const { missing, extra, total, stubs } = differingWords(document.text, [visible(markup), ...included].join("\n"));
    const titles = included.length > 0 ? [] : differingTitles(document, markup);
    const objects = differingObjects(document, markup);
    sum.documents++;
    sum.titles += included.length > 0 ? 0 : document.titles.length;
    sum.otherTitles += titles.length;
    sum.objects += document.objects.length;
    sum.otherObjects += objects.length;
    sum.words += total;
    sum.missing += missing.length;
    sum.extra += extra.length;
    sum.stubs += stubs;
    const worst = [...titles, ...objects, ...missing.map((word) => `-${word}`), ...extra.map((word) => `+${word}`)];
    if (worst.length > 0) {
      notes.push(`${String(worst.length).padStart(5)} ${document.path}: ${worst.slice(0, 12).join(" ")}`);
    }
  }
  const share = (count: number, of: number): string => `${count} (${(100 * count / Math.max(1, of)).toFixed(3)} %)`;
  return [
    `${folder}: ${sum.documents} documents`,
    `titles ${sum.titles}, with other text or lines ${share(sum.otherTitles, sum.titles)}`,
    `objects ${sum.objects}, with other names ${share(sum.otherObjects, sum.objects)}`,
    `words ${sum.words}, not seen by ra ${share(sum.missing, sum.words)}, seen by ra alone ${
      share(sum.extra, sum.words)
    }`,
    `words of autodoc's directives, counted apart: ${sum.stubs}`,
    ...inventory.report(60),
    `${(letters / 1000 / milliseconds).toFixed(1)} million letters a second`,
    ...notes.sort().reverse().slice(0, 20),
  ].join("\n");
}

function visible(markup: FoundMarkup): string {
  return shownText(markup, { start: 0, end: markup.text.length });
}

function includedMarkup(folder: string, path: string, written: string, isPlain: boolean): FoundMarkup | string {
  const text = readFileSync(join(folder, path, "..", written), "utf8");
  return isPlain ? text : findMarkup(text);
}

/** Words that only one of them has, as often as it has more. */
function differingWords(theirs: string, ours: string) {
  let stubs = 0;
  const own = counted(ours.replace(/^\s*auto\w+:: .*$/gm, (line) => {
    stubs += counted(line).size;
    return "";
  }));
  const other = counted(theirs);
  const more = (one: ReadonlyMap<string, number>, two: ReadonlyMap<string, number>): readonly string[] =>
    [...one].flatMap(([word, count]) => Array.from({ length: Math.max(0, count - (two.get(word) ?? 0)) }, () => word));
  const total = [...other.values()].reduce((sum, count) => sum + count, 0);
  return { missing: more(other, own), extra: more(own, other), total, stubs };
}

function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Sphinx gives the line of a title, or that of the adornment below it. */
function differingTitles({ titles }: OracleDocument, markup: FoundMarkup): readonly string[] {
  const places = new Map(
    markup.blocks.filter(({ kind }) => kind === "heading").map((
      { start },
    ) => [start, markup.text.slice(0, start).split("\n").length]),
  );
  const own = markup.headings.filter(({ end }) => end === undefined).map(({ text, lineStart }) => {
    const start = [...places.keys()].find((at) => at >= lineStart) ?? 0;
    return { text: text.replace(/\s+/g, " "), line: places.get(start) ?? 0 };
  });
  const written = titles.map(([line, title]) => ({ line, text: title.replace(/\s+/g, " ") }));
  const isSame = (one: (typeof own)[number], two: (typeof own)[number]): boolean =>
    one.text === two.text && (one.line === two.line || one.line + 1 === two.line);
  return [
    ...written.filter((title) => !own.some((one) => isSame(one, title))).map(({ line, text }) =>
      `-title ${line} ${text}`
    ),
    ...own.filter((title) => !written.some((one) => isSame(title, one))).map(({ line, text }) =>
      `+title ${line} ${text}`
    ),
  ];
}

/** An object has one of its ids as its name, its id or an anchor. */
function differingObjects({ objects }: OracleDocument, markup: FoundMarkup): readonly string[] {
  const own = new Set([
    ...markup.headings.flatMap(({ text, id }) => [text, id ?? text]),
    ...markup.anchors.map(({ name }) => name),
  ].map(bare));
  return objects.filter((ids) => ids.length > 0 && !ids.some((id) => own.has(bare(id)))).map((ids) =>
    `-object ${ids[0]}`
  );
}

/** Sphinx puts the kind before names that are not of Python, and hyphens for all other signs. */
function bare(id: string): string {
  return id.toLowerCase().replace(/^(?:cmdoption|envvar|confval|std|django-admin|setting|c|cpp|js|http)[-.]/, "")
    .replace(/[^a-z0-9.]+/g, "");
}
