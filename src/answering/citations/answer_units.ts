/** Divides an answer in Markdown into paragraphs and rows of tables. Code and headings belong to none. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { citedNumbers, MARKER } from "./markers.ts";

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

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];
/** What is needed of any node. */
interface AnyNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly AnyNode[];
  readonly position?: Node["position"];
}

const MARKER_ALONE = new RegExp(`^${MARKER.source}$`, "u");
/** Between the cells of a row. */
const CELL_END = "\n";

/** In their order. */
export function answerUnits(answer: string): readonly AnswerUnit[] {
  const root = fromMarkdown(answer, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return unitsIn(root, [], answer);
}

function unitsIn(container: AnyNode, inherited: readonly number[], answer: string): readonly AnswerUnit[] {
  const children = container.children ?? [];
  const units: AnswerUnit[] = [];
  /** Of the paragraph above, where it leads to what follows. */
  let above: readonly number[] = [];
  for (const [at, child] of children.entries()) {
    if (child.type === "paragraph") {
      const unit = unitOf([child], inherited, answer);
      units.push(unit);
      above = /[:：]\s*$/u.test(unit.text) ? numbersOf(unit) : [];
      continue;
    }
    const next = children[at + 1];
    const below = next?.type === "paragraph" ? unitOf([next], [], answer) : undefined;
    const covered = [
      ...inherited,
      ...above,
      ...(below !== undefined && isCitationAlone(below) ? numbersOf(below) : []),
    ];
    if (child.type === "table") {
      const [, ...rows] = child.children ?? [];
      units.push(...rows.map((row) => unitOf(row.children ?? [], covered, answer)));
    } else if (child.type === "list" || child.type === "listItem" || child.type === "blockquote") {
      units.push(...unitsIn(child, covered, answer));
    }
    // A lead covers a whole list, and what follows a piece of code.
    if (child.type !== "listItem" && child.type !== "code") above = [];
  }
  return units;
}

function numbersOf({ markers }: AnswerUnit): readonly number[] {
  return markers.flatMap(({ numbers }) => numbers);
}

/** Such as `[1]` or `Source: [2]`. */
function isCitationAlone({ text, markers }: AnswerUnit): boolean {
  return markers.length > 0 && /^[^\p{L}\p{N}]*(?:\p{L}+[^\p{L}\p{N}]*){0,2}$/u.test(text);
}

/** The parts stand in a line, such as the cells of a row. */
function unitOf(parts: readonly AnyNode[], covered: readonly number[], answer: string): AnswerUnit {
  const read: ReadText = { text: "", masked: "", offsets: [] };
  parts.forEach((part, at) => {
    if (at > 0) append(read, CELL_END, CELL_END, read.offsets.at(-1) ?? 0);
    readText(part, answer, read);
  });
  return { ...withoutMarkers(read), covered };
}

interface ReadText {
  text: string;
  masked: string;
  readonly offsets: number[];
}

/** `written` is what stands in the answer from `start` on; it may have escapes and indentation besides. */
function append(read: ReadText, text: string, masked: string, start: number, written = ""): void {
  read.text += text;
  read.masked += masked;
  let place = 0;
  for (const unit of text.split("")) {
    const found = written.indexOf(unit, place);
    if (found >= 0) place = found + 1;
    read.offsets.push(start + Math.max(0, place - 1));
  }
}

function readText(node: AnyNode, answer: string, read: ReadText): void {
  const start = node.position?.start.offset ?? 0;
  const written = answer.slice(start, node.position?.end.offset ?? start);
  const { type, value = "" } = node;
  if (type === "text") append(read, value, value.replaceAll("\n", " "), start, written);
  else if (type === "inlineCode") append(read, value, "x".repeat(value.length), start, written);
  else if (type === "break") append(read, "\n", "\n", start);
  else if (isNumberedLink(node, written)) {
    // Some models write `[1](guide.md)`, or define at the end what `[1]` is.
    const number = /\[[^\]]*\]/u.exec(written)![0].replace("^", "");
    append(read, number, number, start, written);
  } else {
    for (const child of node.children ?? []) readText(child, answer, read);
  }
}

function isNumberedLink({ type }: AnyNode, written: string): boolean {
  return (type === "link" || type === "linkReference" || type === "footnoteReference") &&
    MARKER_ALONE.test((/^\[[^\]]*\]/u.exec(written)?.[0] ?? "").replace("^", ""));
}

function withoutMarkers({ text, masked, offsets }: ReadText): Omit<AnswerUnit, "covered"> {
  const kept: ReadText = { text: "", masked: "", offsets: [] };
  const markers: UnitMarker[] = [];
  let from = 0;
  const keep = (until: number): void => {
    kept.text += text.slice(from, until);
    kept.masked += masked.slice(from, until);
    kept.offsets.push(...offsets.slice(from, until));
  };
  for (const { 0: marker, index } of masked.matchAll(MARKER)) {
    keep(index);
    from = index + marker.length;
    // It is the subject of a sentence, as in "… row. [2] says that …".
    if (/^\s+\p{Ll}/u.test(masked.slice(from)) && /(?:^|[.!?。！？]\s+)$/u.test(kept.masked)) {
      kept.text += " ";
      kept.masked += "X";
      kept.offsets.push(offsets[index]!);
    }
    markers.push({
      numbers: citedNumbers(marker),
      at: kept.text.length,
      start: offsets[index]!,
      end: offsets[from - 1]! + 1,
    });
  }
  keep(text.length);
  kept.offsets.push((offsets.at(-1) ?? -1) + 1);
  return { ...kept, markers };
}
