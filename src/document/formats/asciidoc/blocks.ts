/** Reads the blocks of a document one after another. */
import { BlockAttributes } from "./attribute_list.ts";
import { readDelimited, readVerbatim } from "./delimited.ts";
import { delimiterOf } from "./delimiters.ts";
import { type AsciidocLine, endOf, LineCursor, restOf } from "./lines.ts";
import { readInline } from "./inline/inline.ts";
import { listStart } from "./list_starts.ts";
import { readList } from "./lists.ts";
import { readMetadata } from "./metadata.ts";
import { readParagraph } from "./paragraphs.ts";
import { readHeading, titleAt } from "./sections.ts";
import { type AsciidocState, type BlockPlace, MAX_DEPTH } from "./state.ts";
import { altOf } from "./values.ts";

export function readBlocks(
  lines: readonly AsciidocLine[],
  place: BlockPlace,
  state: AsciidocState,
  known?: BlockAttributes,
): void {
  const cursor = new LineCursor(lines);
  if (place.depth > MAX_DEPTH) {
    if (cursor.skipBlank()) state.found.problem("blocks are nested too deeply", cursor.line!.start);
    for (const line of lines) state.block({ kind: "line", depth: MAX_DEPTH, start: line.start, end: endOf(line) });
    return;
  }
  let isFirst = true;
  for (;;) {
    const before = cursor.at;
    if (!cursor.skipBlank()) {
      if (isFirst && known !== undefined) blockTitle(known, place, state);
      return;
    }
    const isAdjacent = cursor.at === before;
    const attributes = isFirst && known !== undefined ? known : new BlockAttributes();
    readMetadata(cursor, attributes, state);
    if (cursor.line === undefined) {
      blockTitle(attributes, place, state);
      return;
    }
    const start = cursor.at;
    readBlock(cursor, attributes, { ...place, inList: isAdjacent ? place.inList : undefined }, state);
    // What can be nothing is passed.
    if (cursor.at === start) cursor.at++;
    isFirst = false;
  }
}

/** The title of a block stands before it. */
function blockTitle(
  { title, named, isMoved }: BlockAttributes,
  { depth }: BlockPlace,
  state: AsciidocState,
): void {
  if (title === undefined) return;
  const { text, start, end } = title;
  const caption = isMoved ? undefined : named.get("caption");
  if (caption !== undefined && caption.text.trim() !== "") {
    state.show(caption);
    state.block({ kind: "paragraph", depth, start: caption.start, end: caption.end });
  }
  readInline([{ text, start }], state);
  state.block({ kind: "paragraph", depth, start, end });
  if (state.isShown) state.found.mark("strong", start, end);
}

function readBlock(cursor: LineCursor, attributes: BlockAttributes, place: BlockPlace, state: AsciidocState): void {
  const { style } = attributes;
  const line = cursor.line!;
  const isLoose = style === "discrete" || style === "float";
  if (place.isTop === true || isLoose) {
    const title = titleAt(cursor);
    if (title !== undefined && (isLoose || style !== "comment")) {
      blockTitle(attributes, place, state);
      readHeading(title, cursor, attributes, state, place);
      return;
    }
  }
  if (attributes.id !== undefined) state.found.anchor(attributes.id, line.start);
  const delimiter = delimiterOf(line.text);
  if (delimiter !== undefined) {
    if (style !== "comment") blockTitle(attributes, place, state);
    else if (attributes.title !== undefined) state.hide(attributes.title);
    readDelimited(delimiter, cursor, attributes, place, state);
    return;
  }
  if (style !== undefined && VERBATIM.has(style)) {
    blockTitle(attributes, place, state);
    readVerbatim(cursor.takeUntil(({ text }) => text === "" || text === "+"), style, attributes, place, state);
    return;
  }
  if (style === "comment") {
    if (attributes.title !== undefined) state.hide(attributes.title);
    state.hideLines(cursor.takeUntil(({ text }) => text === ""));
    return;
  }
  blockTitle(attributes, place, state);
  if (isRule(line.text)) {
    state.hideLine(line);
    state.block({ kind: "rule", depth: place.depth, start: line.start, end: line.start });
    cursor.at++;
    return;
  }
  if (readMedia(cursor, place, state)) return;
  const list = listStart(line.text);
  if (list !== undefined) readList(cursor, list, place, state);
  else readParagraph(cursor, attributes, place, state);
}

const VERBATIM: ReadonlySet<string> = new Set([
  "listing",
  "literal",
  "source",
  "verse",
  "pass",
  "stem",
  "latexmath",
  "asciimath",
]);

const RULE = /^(?:'{3,}|<{3,}| {0,3}([-*_])( *)\1\2\1)$/;

function isRule(text: string): boolean {
  return RULE.test(text);
}

const VALUES: ReadonlySet<string> = new Set(["attributes"]);
const MEDIA = /^(image|video|audio)::(\S|\S.*?\S)\[(.+)?\]$/;

/** Where a host of videos has the one with an id, which stands in the place of a file. */
function hostedAt(kind: string | undefined, target: string, written: string): string | undefined {
  const [, host] = kind === "video" ? /^\s*["']?(youtube|vimeo|wistia)\b/.exec(written) ?? [] : [];
  const [id = ""] = target.split(/[/,]/);
  switch (host) {
    case "youtube":
      return `https://www.youtube.com/watch?v=${id}`;
    case "vimeo":
      return `https://vimeo.com/${id}`;
    case "wistia":
      return `https://fast.wistia.com/embed/iframe/${id}`;
    default:
      return undefined;
  }
}

/** A picture, of which its description is shown, and the place of a table of contents. */
function readMedia(cursor: LineCursor, { depth }: BlockPlace, state: AsciidocState): boolean {
  const line = cursor.line!;
  const { text, start } = line;
  if (!text.endsWith("]") || !text.includes("::")) return false;
  const [, kind, target = "", written = ""] = MEDIA.exec(text) ?? [];
  if (kind === undefined && !/^toc::\[.*\]$/.test(text)) return false;
  cursor.at++;
  const alt = kind === "image" ? altOf(written, endOf(line) - 1 - written.length) : undefined;
  const destination = hostedAt(kind, target, written) ?? state.attributes.resolved(target);
  if (kind !== undefined) state.found.link("image", destination, start, endOf(line));
  if (alt === undefined) {
    state.hideLine(line);
    return true;
  }
  state.found.hide(start, alt.start);
  state.found.hide(alt.end, endOf(line));
  readInline([restOf({ text: text.slice(0, alt.end - start), start }, alt.start - start)], state, { subs: VALUES });
  state.block({ kind: "paragraph", depth, start: alt.start, end: alt.end });
  if (state.isShown) state.found.mark("image", alt.start, alt.end, destination);
  return true;
}
