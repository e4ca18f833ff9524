/** Divides an answer in Markdown into paragraphs and rows of tables. Code and headings belong to none. */
import { citedNumbers, distinct, MARKER } from "./markers.ts";
import type { MarkdownNode } from "./read_markdown.ts";

/** A piece of an answer whose sentences share a citation at its end. */
export interface AnswerUnit {
  /** The text without its markers, and without the signs of Markdown. */
  readonly text: string;
  /** The same, with an `x` for each character of code. */
  readonly masked: string;
  /** Where each character stands in the answer, and where the last one ends. */
  readonly offsets: readonly number[];
  readonly markers: readonly UnitMarker[];
  /** What the words above or below cite for all of the unit. */
  readonly covered: readonly number[];
}

export interface UnitMarker {
  readonly numbers: readonly number[];
  /** Before which character of the unit's text it stands. */
  readonly at: number;
  /** Where it stands in the answer. */
  readonly start: number;
  readonly end: number;
}

const MARKER_ALONE = new RegExp(`^${MARKER.source}$`, "u");
const SMALL_NEXT = /\s+\p{Ll}/uy;
/** What a character may be written as: `&thetasym;`. */
const MAX_ESCAPE_LENGTH = 10;
/** Between the cells of a row. */
const CELL_END = "\n";

/** In their order. `nodes` are the outermost ones of the answer. */
export function* answerUnits(
  nodes: readonly MarkdownNode[],
  answer: string,
  inherited: readonly number[] = [],
): Generator<AnswerUnit> {
  /** Of the paragraph above, where it leads to what follows. */
  let above: readonly number[] = [];
  for (const [at, child] of nodes.entries()) {
    if (child.type === "paragraph") {
      const unit = unitOf([child], inherited, answer);
      yield unit;
      above = endsInColon(unit.text) ? numbersOf(unit) : [];
      continue;
    }
    if (child.type === "table" || isContainer(child)) {
      const next = nodes[at + 1];
      const below = next?.type === "paragraph" ? unitOf([next], [], answer) : undefined;
      const covered = distinct([
        inherited,
        above,
        below !== undefined && isCitationAlone(below) ? numbersOf(below) : [],
      ]);
      if (child.type === "table") {
        for (const row of (child.children ?? []).slice(1)) yield unitOf(row.children ?? [], covered, answer);
      } else yield* answerUnits(child.children ?? [], answer, covered);
    }
    // A lead covers a whole list, and what follows a piece of code.
    if (child.type !== "listItem" && child.type !== "code") above = [];
  }
}

function isContainer({ type }: MarkdownNode): boolean {
  return type === "list" || type === "listItem" || type === "blockquote";
}

function endsInColon(text: string): boolean {
  return /[:：]$/u.test(text.trimEnd().slice(-1));
}

function numbersOf({ markers }: AnswerUnit): readonly number[] {
  return distinct(markers.map(({ numbers }) => numbers));
}

/** Such as `[1]` or `Source: [2]`. */
function isCitationAlone({ text, markers }: AnswerUnit): boolean {
  if (markers.length === 0) return false;
  let words = 0;
  for (const [found] of text.matchAll(/\p{L}+|\p{N}/gu)) {
    if (++words > 2 || /\p{N}/u.test(found)) return false;
  }
  return true;
}

/** The parts stand in a line, such as the cells of a row. */
function unitOf(parts: readonly MarkdownNode[], covered: readonly number[], answer: string): AnswerUnit {
  const read: ReadText = { texts: [], masks: [], offsets: [] };
  parts.forEach((part, at) => {
    if (at > 0) append(read, CELL_END, CELL_END, read.offsets.at(-1) ?? 0);
    readText(part, answer, read, 0);
  });
  return { ...withoutMarkers(read), covered };
}

interface ReadText {
  readonly texts: string[];
  readonly masks: string[];
  readonly offsets: number[];
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
function readText(node: MarkdownNode, answer: string, read: ReadText, from: number): void {
  const { type, value = "", position } = node;
  // What mdast makes a link of by itself has no place, and neither has the text around it.
  const next = Math.max(from, (read.offsets.at(-1) ?? -1) + 1);
  const start = position?.start.offset ?? Math.min(next, answer.length - 1);
  const written = answer.slice(start, position?.end.offset ?? start + MAX_ESCAPE_LENGTH * value.length);
  if (type === "text") append(read, value, value.replaceAll("\n", " "), start, written);
  else if (type === "inlineCode") append(read, value, "x".repeat(value.length), start, written);
  else if (type === "break") append(read, "\n", "\n", start);
  else if (isNumberedLink(node, written)) {
    // Some models write `[1](guide.md)`, or define at the end what `[1]` is.
    const number = /\[[^\]]*\]/u.exec(written)![0].replace("^", "");
    append(read, number, number, start, written);
  } else {
    for (const child of node.children ?? []) readText(child, answer, read, start);
  }
}

function isNumberedLink({ type }: MarkdownNode, written: string): boolean {
  return (type === "link" || type === "linkReference" || type === "footnoteReference") &&
    MARKER_ALONE.test((/^\[[^\]]*\]/u.exec(written)?.[0] ?? "").replace("^", ""));
}

function withoutMarkers({ texts, masks, offsets }: ReadText): Omit<AnswerUnit, "covered"> {
  const [text, masked] = [texts.join(""), masks.join("")];
  const kept: ReadText = { texts: [], masks: [], offsets: [] };
  const markers: UnitMarker[] = [];
  const known = new Map<string, readonly number[]>();
  let from = 0;
  /** The last character that was kept and is not white space, and whether white space follows it. */
  let ending = { character: "", isFollowed: false };
  const keep = (until: number): void => {
    kept.texts.push(text.slice(from, until));
    const mask = masked.slice(from, until);
    kept.masks.push(mask);
    for (let at = from; at < until; at++) kept.offsets.push(offsets[at]!);
    const bare = mask.trimEnd();
    if (bare !== "") ending = { character: bare.at(-1)!, isFollowed: bare !== mask };
    else if (mask !== "") ending = { ...ending, isFollowed: true };
  };
  for (const { 0: marker, index } of masked.matchAll(MARKER)) {
    keep(index);
    from = index + marker.length;
    // It is the subject of a sentence, as in "… row. [2] says that …".
    const begins = kept.offsets.length === 0 || (ending.isFollowed && /[.!?。！？]/u.test(ending.character));
    SMALL_NEXT.lastIndex = from;
    if (begins && SMALL_NEXT.test(masked)) {
      kept.texts.push(" ");
      kept.masks.push("X");
      kept.offsets.push(offsets[index]!);
      ending = { character: "X", isFollowed: false };
    }
    const numbers = known.get(marker) ?? citedNumbers(marker);
    known.set(marker, numbers);
    markers.push({
      numbers,
      at: kept.offsets.length,
      start: offsets[index]!,
      end: offsets[from - 1]! + 1,
    });
  }
  keep(text.length);
  kept.offsets.push((offsets.at(-1) ?? -1) + 1);
  return { text: kept.texts.join(""), masked: kept.masks.join(""), offsets: kept.offsets, markers };
}
