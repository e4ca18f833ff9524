/** Writes the text of a paragraph as pieces of Markdown, with its links, code and emphasis. */
import {
  attribute,
  cleanText,
  type Element,
  isElement,
  isText,
  lineOf,
  type PageNode,
  plainText,
} from "./page_tree.ts";
import { type LinePiece, LINK } from "./text_writer.ts";

import type { IsDropped } from "./shown.ts";

const MARKS: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  em: "*",
  i: "*",
  del: "~~",
  s: "~~",
  strike: "~~",
};
const CODE: ReadonlySet<string> = new Set(["code", "tt", "samp"]);
/** A space where the line may break. `trimmed` later drops doubled spaces and those at the ends. */
const SPACE = " ";

/** Writes the nodes of one paragraph as lines of pieces. A `br` ends a line. */
export function inlineLines(nodes: readonly PageNode[], isDropped: IsDropped): readonly (readonly LinePiece[])[] {
  const lines: LinePiece[][] = [[]];
  const pieces: LinePiece[] = [];
  for (const node of nodes) addPieces(pieces, node, isDropped, OUTSIDE);
  for (const piece of pieces) {
    if (piece.text === "\n") lines.push([]);
    else lines.at(-1)!.push(piece);
  }
  return lines.map(trimmed).filter((line) => line.length > 0);
}

/** The marks and the link that already surround a node, so that none is written twice. */
type OpenMarks = ReadonlySet<string>;
const OUTSIDE: OpenMarks = new Set();

/** Adds the pieces of a node. Only what gets marks is collected apart: each level would copy all pieces below it. */
function addPieces(out: LinePiece[], node: PageNode, isDropped: IsDropped, open: OpenMarks): void {
  if (isText(node)) return textPieces(node.value, lineOf(node)).forEach((piece) => out.push(piece));
  if (!isElement(node) || isDropped(node)) return;
  const { tagName } = node;
  if (tagName === "br") out.push({ text: "\n", line: 0 });
  else if (tagName === "img") out.push(...image(node));
  else if (tagName === "math") {
    out.push(...code(attribute(node, "alttext") ?? plainText(node, isDropped), lineOf(node)));
  } else if (CODE.has(tagName)) out.push(...code(plainText(node, isDropped), lineOf(node)));
  else if (tagName !== "wbr") addMarked(out, node, isDropped, open);
}

function addMarked(out: LinePiece[], node: Element, isDropped: IsDropped, open: OpenMarks): void {
  const { tagName } = node;
  const mark = tagName === "a" ? tagName : MARKS[tagName];
  if (mark === undefined || open.has(mark)) {
    for (const child of node.childNodes) addPieces(out, child, isDropped, open);
    // Tabs stand side by side without a space between them.
    if (tagName === "label") out.push({ text: SPACE, line: 0 });
    return;
  }
  const inside = new Set(open).add(mark);
  const inner: LinePiece[] = [];
  for (const child of node.childNodes) addPieces(inner, child, isDropped, inside);
  const marked = tagName === "a" ? link(node, inner) : around(inner, markup(mark), [markup(mark)]);
  for (const piece of marked) out.push(piece);
}

/** One piece for each line of the page, with white space as single spaces. */
function textPieces(value: string, line: number): readonly LinePiece[] {
  return cleanText(value).split("\n").flatMap((text, at): readonly LinePiece[] => {
    const pieces = plainPieces(text.replace(/[\s]+/g, SPACE), line + at);
    return at === 0 ? pieces : [{ text: SPACE, line: 0 }, ...pieces];
  });
}

/** A text in which what Markdown would read as a tag is escaped. */
export function plainPieces(text: string, line: number): readonly LinePiece[] {
  if (!text.includes("<")) return [{ text, line }];
  const [first = "", ...others] = text.split(/(?=<[A-Za-z/!?])/);
  const pieces = others.flatMap((other): readonly LinePiece[] => [markup("\\"), { text: other, line }]);
  return first.startsWith("<") && /^<[A-Za-z/!?]/.test(first)
    ? [markup("\\"), { text: first, line }, ...pieces]
    : [{ text: first, line }, ...pieces];
}

export function markup(text: string): LinePiece {
  return { text, line: 0, hidden: true };
}

function image(element: Element): readonly LinePiece[] {
  const alt = cleanText(attribute(element, "alt") ?? "").replace(/\s+/g, " ").trim();
  const source = (attribute(element, "src") ?? "").trim();
  if (alt === "") return [];
  const line = lineOf(element);
  if (source === "" || /^data:/i.test(source)) return [{ text: alt, line }];
  return [markup("!["), { text: alt, line }, ...address(source)];
}

function link(element: Element, inner: readonly LinePiece[]): readonly LinePiece[] {
  const target = (attribute(element, "href") ?? "").trim();
  if (target === "" || /^(?:javascript|data):/i.test(target)) return inner;
  const text = inner.map((piece) => piece.text).join("").trim();
  if (text === target) return inner;
  // Generators put such a link behind a definition.
  if (target.includes("#") && /^[¶#§]$/u.test(text)) return [];
  return around(inner, markup(LINK), address(target).map((piece) => ({ ...piece, leadsTo: target })));
}

function address(target: string): readonly LinePiece[] {
  const written = /[\s()<>]/.test(target)
    ? `<${target.replace(/\s/g, "%20").replace(/[<>]/g, encodeURIComponent)}>`
    : target;
  return [markup(`](${written})`)];
}

export function code(text: string, line: number): readonly LinePiece[] {
  if (text === "") return [];
  const fence = "`".repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return [{ text: `${fence}${space}${text}${space}${fence}`, line, marks: fence.length + space.length }];
}

/** The number of backticks in the longest run of them. */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Puts marks around the pieces. The marks have to touch letters, so spaces at the ends move outside. */
function around(inner: readonly LinePiece[], before: LinePiece, after: readonly LinePiece[]): readonly LinePiece[] {
  if (inner.some(({ text }) => text === "\n")) return inner;
  const all = inner.map(({ text }) => text).join("");
  if (all.trim() === "") return inner;
  const space: LinePiece = { text: SPACE, line: 0 };
  return [
    ...(/^\s/.test(all) ? [space] : []),
    before,
    ...trimmed(inner),
    ...after,
    ...(/\s$/.test(all) ? [space] : []),
  ];
}

/** The pieces with single spaces between words, and no spaces at the ends. */
function trimmed(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const out: LinePiece[] = [];
  let endsWithSpace = true;
  for (const piece of pieces) {
    const text: string = endsWithSpace ? piece.text.replace(/^ /, "") : piece.text;
    if (text === "") continue;
    endsWithSpace = text.endsWith(SPACE);
    out.push({ ...piece, text });
  }
  const last = out.findLastIndex(({ text }) => text.trim() !== "");
  return out.slice(0, last + 1).map((piece, at) => (at === last ? { ...piece, text: piece.text.trimEnd() } : piece));
}
