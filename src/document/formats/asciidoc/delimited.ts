/** Reads the blocks between two lines of signs. */
import type { BlockAttributes } from "./attribute_list.ts";
import { type Delimiter } from "./delimiters.ts";
import { readInline } from "./inline/inline.ts";
import { type AsciidocLine, endOf, type LineCursor } from "./lines.ts";
import { closeBlock } from "./metadata.ts";
import { NOTES, noteWord, readCredits } from "./notes.ts";
import type { AsciidocState, BlockPlace } from "./state.ts";
import { readTable } from "./tables.ts";
import { substitutions } from "./values.ts";

const VERBATIM: ReadonlySet<string> = new Set(["listing", "literal", "source", "fence", "pass"]);

/** What a style makes of a block of another kind. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  open: ["comment", "example", "literal", "listing", "pass", "quote", "sidebar", "source", "verse", "stem"],
  listing: ["literal", "source"],
  literal: ["listing", "source"],
  quote: ["verse"],
  pass: ["stem", "latexmath", "asciimath"],
};

export function readDelimited(
  delimiter: Delimiter,
  cursor: LineCursor,
  attributes: BlockAttributes,
  place: BlockPlace,
  state: AsciidocState,
): void {
  const open = cursor.line!;
  const end = delimiter === "fence" ? "```" : open.text;
  cursor.at++;
  const lines = cursor.takeUntil(({ text }) => text === end);
  state.hideLine(open);
  closeBlock(cursor, open, state);
  const { style = "" } = attributes;
  const kind = STYLES[delimiter]?.includes(style) === true ? style : delimiter;
  const { depth } = place;
  if (kind === "comment") state.hideLines(lines);
  else if (kind === "table") readTable(open, lines, attributes, place, state);
  else if (VERBATIM.has(kind) || kind === "verse" || kind.endsWith("math") || kind === "stem") {
    readVerbatim(lines, kind, attributes, place, state, open);
  } else if (NOTES.has(style) && (kind === "example" || kind === "open")) {
    noteWord(attributes, undefined, depth, state);
    state.readBlocks(lines, { depth: depth + 1 });
  } else if (kind === "quote") {
    state.block({ kind: "quote", depth, start: endOf(open), end: endOf(open) });
    state.readBlocks(lines, { depth: depth + 1 });
    readCredits(attributes, depth, state);
  } else state.readBlocks(lines, { depth: depth + 1 });
}

const CALLOUT = /(?:(?:\/\/|#|--|;;) ?)?(\\)?<!?(|--)(?:\d{1,9}|\.)\2>(?=(?: ?\\?<!?\2(?:\d{1,9}|\.)\2>){0,50}$)/g;

/** Text in which signs stand for themselves. */
export function readVerbatim(
  lines: readonly AsciidocLine[],
  kind: string,
  attributes: BlockAttributes,
  { depth }: BlockPlace,
  state: AsciidocState,
  open?: AsciidocLine,
): void {
  const { named } = attributes;
  const subs = substitutions(
    named.get("subs")?.text,
    kind === "verse" ? "normal" : kind === "pass" ? "none" : "verbatim",
  );
  if (subs.has("callouts")) { for (const line of lines) hideCallouts(line, state); }
  if (["quotes", "attributes", "macros", "replacements"].some((sub) => subs.has(sub))) {
    readInline(lines, state, { subs });
  }
  if (kind === "pass") hideTags(lines, state);
  if (lines.length === 0) return;
  const [start, end] = [lines[0]!.start, endOf(lines.at(-1)!)];
  if (kind === "pass") state.block({ kind: "paragraph", depth, start, end });
  else if (kind === "verse") {
    for (const line of lines) state.block({ kind: "line", depth, start: line.start, end: endOf(line) });
    readCredits(attributes, depth, state);
  } else state.block({ kind: "code", depth, language: languageOf(kind, attributes, open, state), start, end });
}

function hideCallouts({ text, start }: AsciidocLine, state: AsciidocState): void {
  if (!text.endsWith(">") || text.length > MAX_CODE_LINE) return;
  for (const { 0: sign, 1: escape, index } of text.matchAll(CALLOUT)) {
    if (escape === undefined) state.found.hide(start + index, start + index + sign.length);
    else state.found.hide(start + index + sign.indexOf("\\"), start + index + sign.indexOf("\\") + 1);
  }
}

/** In longer lines, no sign leads to an explanation. */
const MAX_CODE_LINE = 10_000;

function hideTags(lines: readonly AsciidocLine[], state: AsciidocState): void {
  if (lines.length === 0) return;
  const [start, end] = [lines[0]!.start, endOf(lines.at(-1)!)];
  const raw = /<!--.*?(?:-->|$)|<(script|style)\b.*?(?:<\/\1>|$)|<[!/?a-z][^<>]*>/gis;
  for (const { 0: tag, index } of state.text.slice(start, end).matchAll(raw)) {
    state.found.hide(start + index, start + index + tag.length);
  }
}

function languageOf(
  kind: string,
  { style, positional, named }: BlockAttributes,
  open: AsciidocLine | undefined,
  state: AsciidocState,
): string | undefined {
  if (kind === "fence") return open!.text.slice(3).split(",")[0]!.trim() || undefined;
  if (kind !== "source" && kind !== "listing") return undefined;
  const isSource = kind === "source" || (style === undefined && positional[1] !== undefined);
  return isSource
    ? (named.get("language") ?? positional[1])?.text ?? state.attributes.get("source-language")
    : undefined;
}
