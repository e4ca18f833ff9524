/** Reads the header of a document: its title, who wrote it, its revision, and its entries. */
import { BlockAttributes } from "./attribute_list.ts";
import { type AsciidocLine, endOf, type LineCursor, restOf } from "./lines.ts";
import { ENTRY, isCommentLine, readEntry, readMetadata } from "./metadata.ts";
import { readHeading, titleAt } from "./sections.ts";
import type { AsciidocState } from "./state.ts";

const AUTHOR =
  /^([\p{L}\p{M}\p{Nd}\p{Pc}][\p{L}\p{M}\p{Nd}\p{Pc}\-'.]*)(?: +([\p{L}\p{M}\p{Nd}\p{Pc}][\p{L}\p{M}\p{Nd}\p{Pc}\-'.]*)){0,2}(?: +<([^>]+)>)?$/u;
const REVISION = /^(?:[^\d{]*([^,]*?),)? *(?!:)(.*?)(?: *(?!^),?: *(.*))?$/;

/** The names of entries that say something of the document. */
const DESCRIBING: Readonly<Record<string, string>> = {
  author: "author",
  authors: "author",
  description: "description",
  keywords: "keywords",
  revdate: "date",
  date: "date",
  revnumber: "version",
  revremark: "remark",
};

/** Longer lines name nobody. */
const MAX_LINE = 1000;

/** Reads up to the first block. */
export function readHeader(cursor: LineCursor, state: AsciidocState): void {
  const attributes = new BlockAttributes();
  readMetadata(cursor, attributes, state);
  const title = titleAt(cursor);
  const offset = Number.parseInt(state.attributes.get("leveloffset") ?? "0", 10) || 0;
  if (
    title === undefined || title.level + offset !== 0 || attributes.style === "discrete" ||
    attributes.title !== undefined
  ) {
    state.pending = attributes;
  } else {
    // The old form of a title says that the old signs hold.
    if (title.under !== undefined) state.attributes.set("compat-mode", "");
    const text = readHeading(title, cursor, attributes, state, { depth: 0, isTop: true });
    state.attributes.set("doctitle", text);
    readLines(cursor, state);
  }
  const stated = state.attributes.get("title");
  if (title === undefined && stated !== undefined) state.found.state({ title: stated });
  describe(state);
}

/** The lines right under the title. */
function readLines(cursor: LineCursor, state: AsciidocState): void {
  entries(cursor, state);
  const authors = cursor.line;
  if (authors === undefined || authors.text === "") return;
  cursor.at++;
  headerLine(authors, state);
  if (authors.text.length <= MAX_LINE) readAuthors(authors, state);
  entries(cursor, state);
  const revision = cursor.line;
  if (revision !== undefined && revision.text !== "") {
    const match = revision.text.length > MAX_LINE ? null : REVISION.exec(revision.text);
    if (match !== null) {
      cursor.at++;
      headerLine(revision, state);
      readRevision(match, state);
    }
  }
  entries(cursor, state);
}

function entries(cursor: LineCursor, state: AsciidocState): void {
  for (let { line } = cursor; line !== undefined; line = cursor.line) {
    if (isCommentLine(line.text)) {
      state.hideLine(line);
      cursor.at++;
    } else if (/^= +\S/.test(line.text)) {
      // The title on the other side of a condition.
      const mark = /^= +/.exec(line.text)![0].length;
      state.found.hide(line.start, line.start + mark);
      headerLine(restOf(line, mark), state);
      cursor.at++;
    } else if (line.text.startsWith("////")) {
      cursor.at++;
      const { text } = line;
      state.hideLines([line, ...cursor.takeUntil((each) => each.text === text)]);
      if (cursor.line !== undefined) state.hideLine(cursor.line);
      cursor.at++;
    } else if (!ENTRY.test(line.text) || !readEntry(cursor, state)) return;
  }
}

function headerLine(line: AsciidocLine, state: AsciidocState): void {
  state.block({ kind: "line", depth: 0, start: line.start, end: endOf(line) });
}

function readAuthors({ text, start }: AsciidocLine, state: AsciidocState): void {
  let at = start;
  const names: string[] = [];
  for (const part of text.split(";")) {
    const written = part.trim();
    const match = AUTHOR.exec(written);
    const name = match === null ? written : written.replace(/ *<[^>]*>$/, "");
    // An underscore joins two names that are one.
    if (match !== null) hideAddress(part, at, state);
    if (name !== "") names.push(name.replaceAll("_", " "));
    at += part.length + 1;
  }
  if (names.length === 0) return;
  if (!state.attributes.has("author")) state.attributes.set("author", state.attributes.resolved(names[0]!));
  for (const name of names) state.found.property("author", state.attributes.resolved(name));
  state.hasAuthors = true;
}

/** The signs around an address. */
function hideAddress(part: string, at: number, state: AsciidocState): void {
  const open = part.lastIndexOf("<");
  if (open < 0) return;
  state.found.hide(at + open, at + open + 1);
  state.found.hide(at + part.lastIndexOf(">"), at + part.lastIndexOf(">") + 1);
}

function readRevision([, number, date = "", remark]: RegExpExecArray, { attributes }: AsciidocState): void {
  const stated = date.trim();
  if (number !== undefined) attributes.set("revnumber", attributes.resolved(number.trim()));
  else if (stated.startsWith("v")) attributes.set("revnumber", stated.slice(1));
  if (stated !== "" && (number !== undefined || !stated.startsWith("v"))) {
    attributes.set("revdate", attributes.resolved(stated));
  }
  if (remark !== undefined) attributes.set("revremark", attributes.resolved(remark.trim()));
}

function describe(state: AsciidocState): void {
  const known = new Set(state.hasAuthors ? ["author"] : []);
  for (const [name, key] of Object.entries(DESCRIBING)) {
    const value = state.attributes.get(name);
    if (value === undefined || value === "" || known.has(key)) continue;
    known.add(key);
    state.found.property(key, value);
  }
  // Antora finds the page under these names too.
  for (const alias of state.attributes.get("page-aliases")?.split(",") ?? []) {
    if (alias.trim() !== "") state.found.property("page-aliases", alias.trim());
  }
  const lang = state.attributes.get("lang");
  if (lang !== undefined && lang !== "") state.found.state({ lang: lang.toLowerCase() });
}
