/** Reads the text of a paragraph, item or row: what a reader sees, where each character stands, what is cited in it. */
import type { NumberedPassage } from "../passage.ts";
import { type FoundMarker, markersIn, type MarkerStyle } from "./markers.ts";
import type { MarkdownNode } from "./read_markdown.ts";

export interface UnitMarker {
  readonly numbers: readonly number[];
  /** Before which character of the unit's text it stands. */
  readonly at: number;
  /** Where it stands in the answer. */
  readonly start: number;
  readonly end: number;
}

export interface UnitText {
  /** The text without its markers, and without the signs of Markdown. Cells and lines end in `\n`. */
  readonly text: string;
  /** The same, with an `x` for each character of code. */
  readonly masked: string;
  /** Where each character stands in the answer, and where the last one ends. */
  readonly offsets: readonly number[];
  readonly markers: readonly UnitMarker[];
  /** Where bold text that begins the unit ends; 0 without it. */
  readonly boldEnd: number;
  /** Whether the text is code alone. */
  readonly isCode: boolean;
}

export interface TextReading {
  readonly answer: string;
  readonly style: MarkerStyle;
  readonly passages: readonly PassagePlace[];
}

/** To what a link that cites leads. */
export type PassagePlace = Pick<NumberedPassage, "number" | "path" | "url">;

interface ReadText {
  readonly texts: string[];
  readonly masks: string[];
  readonly offsets: number[];
  /** Where the numbers of footnotes and of links to a passage's own place stand. */
  readonly links: FoundMarker[];
  boldEnd: number;
}

/** Between the cells of a row. */
const CELL_END = "\n";
/** What a character may be written as: `&thetasym;`. */
const MAX_ESCAPE_LENGTH = 10;
const NUMBER_ALONE = /^\s*\^?\s*(\d{1,6})\s*$/u;
const HIDDEN_HTML = /<!--[^]*?(?:-->|$)|<(script|style|summary|h[1-6])\b[^]*?(?:<\/\1>|$)|<\/?[a-z!?][^<>]*>/giu;
const BLOCK_TAG = /^<\/?(?:p|li|ul|ol|dl|dt|dd|div|section|table|tr|t?body|head|br|hr|blockquote|pre|h[1-6])\b/iu;
/** Ends a sentence, and is no line of the answer. */
const HTML_BLOCK = "\u2029";
const SMALL_NEXT = /\s+\p{Ll}/uy;

/** The parts stand in a line, such as the cells of a row. */
export function unitText(parts: readonly MarkdownNode[], reading: TextReading): UnitText {
  const read: ReadText = { texts: [], masks: [], offsets: [], links: [], boldEnd: 0 };
  parts.forEach((part, at) => {
    if (at > 0) append(read, CELL_END, CELL_END, (read.offsets.at(-1) ?? -1) + 1);
    readText(part, reading, read, 0);
  });
  return withoutMarkers(read, reading.style);
}

/** `written` is what stands in the answer from `start` on; it may have escapes and indentation besides. */
function append(read: ReadText, text: string, masked: string, start: number, written = ""): void {
  read.texts.push(text);
  read.masks.push(masked);
  /** Where each character stands last, so that none is looked for in vain. */
  const last = new Map<string, number>();
  for (let at = 0; at < written.length; at++) last.set(written[at]!, at);
  let place = 0;
  for (let at = 0; at < text.length; at++) {
    if ((last.get(text[at]!) ?? -1) >= place) place = written.indexOf(text[at]!, place) + 1;
    read.offsets.push(start + Math.max(0, place - 1));
  }
}

/** `from` is where the node begins at the earliest. */
function readText(node: MarkdownNode, reading: TextReading, read: ReadText, from: number): void {
  const { answer } = reading;
  const { type, value = "", position, children = [] } = node;
  // What mdast makes a link of by itself has no place, and neither has the text around it.
  const next = Math.max(from, (read.offsets.at(-1) ?? -1) + 1);
  const start = position?.start.offset ?? Math.min(next, answer.length - 1);
  const written = answer.slice(start, position?.end.offset ?? start + MAX_ESCAPE_LENGTH * value.length);
  if (type === "text") append(read, value, value, start, written);
  else if (type === "inlineCode") append(read, value, "x".repeat(value.length), start, written);
  else if (type === "break") append(read, "\n", "\n", start);
  else if (type === "html") {
    const shown = value.replace(HIDDEN_HTML, (tag) => BLOCK_TAG.test(tag) ? HTML_BLOCK : " ");
    append(read, shown, shown, start, written);
  } else {
    const cited = citedByLink(node, reading, written);
    const before = read.offsets.length;
    const isFirst = type === "strong" && read.masks.join("").trim() === "";
    if (cited === undefined) { for (const child of children) readText(child, reading, read, start); }
    else {
      append(read, `[${cited}]`, "x".repeat(`[${cited}]`.length), start, written);
      read.links.push({ start: before, end: read.offsets.length, numbers: [cited], isNamed: false });
    }
    if (isFirst) read.boldEnd = read.offsets.length;
  }
}

/** The number that a footnote, a label that the answer defines, or a link to a passage's own place has. */
function citedByLink(node: MarkdownNode, { passages }: TextReading, written: string): number | undefined {
  const { type, url = "" } = node;
  if (type !== "link" && type !== "linkReference" && type !== "footnoteReference") return undefined;
  const number = Number(NUMBER_ALONE.exec(/^\[([^\]]*)\]/u.exec(written)?.[1] ?? "")?.[1] ?? NaN);
  if (Number.isNaN(number)) return undefined;
  if (type !== "link") return number;
  const passage = passages.find((one) => one.number === number);
  return passage !== undefined && leadsTo(url, passage) ? number : undefined;
}

function leadsTo(url: string, passage: PassagePlace): boolean {
  const bare = url.replace(/[#?].*$/u, "").replace(/^(?:\.{0,2}\/)+/u, "");
  if (bare === "") return false;
  return url === passage.url || passage.path === bare || passage.path.endsWith(`/${bare}`);
}

function withoutMarkers({ texts, masks, offsets, links, boldEnd }: ReadText, style: MarkerStyle): UnitText {
  const [text, masked] = [texts.join(""), masks.join("")];
  const found = [...markersIn(masked, style), ...links].sort((a, b) => a.start - b.start);
  const kept = { texts: [] as string[], masks: [] as string[], offsets: [] as number[] };
  const markers: UnitMarker[] = [];
  let [from, bold] = [0, 0];
  /** The last character that was kept and is not white space, and whether white space follows it. */
  let ending = { character: "", isFollowed: false };
  const keep = (until: number): void => {
    const mask = masked.slice(from, until);
    kept.texts.push(text.slice(from, until));
    kept.masks.push(mask);
    if (from < boldEnd) bold = kept.offsets.length + Math.min(until, boldEnd) - from;
    for (let at = from; at < until; at++) kept.offsets.push(offsets[at]!);
    const bare = mask.trimEnd();
    if (bare !== "") ending = { character: bare.at(-1)!, isFollowed: bare !== mask };
    else if (mask !== "") ending = { ...ending, isFollowed: true };
  };
  for (const { start, end, numbers } of found) {
    keep(start);
    from = end;
    // It is the subject of a sentence, as in "… row. [2] says that …".
    const begins = kept.offsets.length === 0 || (ending.isFollowed && /[.!?。！？]/u.test(ending.character));
    SMALL_NEXT.lastIndex = from;
    if (begins && SMALL_NEXT.test(masked)) {
      kept.texts.push(" ");
      kept.masks.push("X");
      kept.offsets.push(offsets[start]!);
      ending = { character: "X", isFollowed: false };
    }
    markers.push({ numbers, at: kept.offsets.length, start: offsets[start]!, end: offsets[end - 1]! + 1 });
  }
  keep(text.length);
  kept.offsets.push((offsets.at(-1) ?? -1) + 1);
  const [shown, shownMask] = [kept.texts.join(""), kept.masks.join("")];
  const isCode = shown.trim() !== "" && shown !== shownMask && !/[^x\s\p{P}]/u.test(shownMask);
  return { text: shown, masked: shownMask, offsets: kept.offsets, markers, boldEnd: bold, isCode };
}
