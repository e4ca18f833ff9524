/** Reads Markdown of any length and kind in time that grows with its length. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { markdownCost } from "./markdown_cost.ts";
import { markdownPieces, PIECE } from "./markdown_pieces.ts";
import type { Pause } from "./pauses.ts";

/** A node of mdast, and what is needed of any node. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  /** Of a link. */
  readonly url?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: MarkdownPoint; readonly end: MarkdownPoint } | undefined;
}
interface MarkdownPoint {
  /** In the whole text. */
  offset?: number | undefined;
}

export interface ReadMarkdown {
  /** The outermost nodes. Their recursion has a bound. */
  readonly nodes: readonly MarkdownNode[];
  /** How many characters were read as plain text, because they are too entangled or one block that is too long. */
  readonly plain: number;
}

/** A larger block is read as plain text, in pieces. */
const MAX_BLOCK_SIZE = 4;
/** What is read as Markdown at all, in characters and in what they cost. The rest is plain text. */
const MAX_MARKDOWN = 128 * 1024;
const MAX_COST = 8000;
/** Of a paragraph that is read as plain text, in characters. */
const MAX_PART_LENGTH = 4096;
/** What a plain paragraph costs, in characters that are read as Markdown. */
const PLAIN = 1;
const MAX_DEFINITIONS = 100;
/** A blank line, a heading, a rule or a fence. */
const ENDS_BLOCK = /(?:^|\n)(?:[ \t\r]*|#{1,6}[ \t].*|[ \t]*(?:`{3,}|~{3,}|[=*_-]{3,})[ \t\r]*|.*-->)\n$/;
const DEFINITION = /^ {0,3}\[((?:[^[\]\\\n]|\\.){1,99})\]:/gmu;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ITEM_OR_ROW = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]|\|)/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const LIST_SIGN = /\d*([-+*.)])/y;

/** `dialect` is GitHub's, or CommonMark alone. `largest` is the size of a piece that is read at once. */
export async function readMarkdown(
  text: string,
  pause: Pause,
  dialect: "gfm" | "commonmark" = "gfm",
  largest: number = PIECE,
): Promise<ReadMarkdown> {
  const nodes: MarkdownNode[] = [];
  let plain = 0;
  let left = MAX_COST;
  let labels: readonly string[] | undefined;
  for (const { start, end, size, isCode } of markdownPieces(text, largest)) {
    labels ??= end === text.length ? [] : labelsIn(text);
    const written = text.slice(start, end);
    if (isCode) {
      nodes.push({ type: "code", value: written });
      continue;
    }
    const isLarge = size > MAX_BLOCK_SIZE * largest || end > MAX_MARKDOWN;
    const cost = isLarge ? Infinity : markdownCost(written);
    if (cost > left) {
      plain += written.length;
      for (const node of paragraphsIn(written, start)) {
        await pause(PLAIN);
        nodes.push(node);
      }
    } else {
      left -= cost;
      await pause(size);
      join(nodes, nodesIn(written, start, labels, dialect), text);
    }
  }
  return { nodes, plain };
}

/** What the text of the nodes is, as a reader sees it. */
export function textIn(nodes: readonly MarkdownNode[]): string {
  return nodes.map(blockText).join("\n");
}

const CONTAINERS = new Set(["list", "listItem", "blockquote", "table", "tableRow"]);

function blockText(node: MarkdownNode): string {
  return CONTAINERS.has(node.type) ? textIn(node.children ?? []) : toString(node);
}

function nodesIn(
  written: string,
  start: number,
  labels: readonly string[],
  dialect: "gfm" | "commonmark",
): readonly MarkdownNode[] {
  // What a label means may stand in another piece.
  const used = labels.filter((label) => written.includes(`[${label}]`));
  const source = used.length === 0 ? written : `${written}\n\n${used.map((label) => `[${label}]: x\n`).join("\n")}`;
  const { children } = dialect === "gfm"
    ? fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    : fromMarkdown(source);
  const own = children.filter(({ position }) => (position?.start.offset ?? 0) < written.length);
  if (start > 0) own.forEach((node) => move(node, start));
  return own;
}

function move({ position, children = [] }: MarkdownNode, by: number): void {
  if (position !== undefined) {
    position.start.offset = (position.start.offset ?? 0) + by;
    position.end.offset = (position.end.offset ?? 0) + by;
  }
  for (const child of children) move(child, by);
}

/** A list goes on in the next piece. */
function join(nodes: MarkdownNode[], more: readonly MarkdownNode[], text: string): void {
  const [first, ...others] = more;
  const last = nodes.at(-1);
  if (first === undefined) return;
  if (first.type === "list" && last?.type === "list" && listSign(first, text) === listSign(last, text)) {
    nodes[nodes.length - 1] = { ...last, children: (last.children ?? []).concat(first.children ?? []) };
  } else nodes.push(first);
  for (const node of others) nodes.push(node);
}

function listSign({ position }: MarkdownNode, text: string): string | undefined {
  LIST_SIGN.lastIndex = position?.start.offset ?? 0;
  return LIST_SIGN.exec(text)?.[1];
}

/** The labels that the text says the meaning of. */
function labelsIn(text: string): readonly string[] {
  const labels = new Set<string>();
  let next = 0;
  for (const { 1: label, index } of text.matchAll(DEFINITION)) {
    // Only a footnote may interrupt a paragraph.
    const before = text.slice(Math.max(0, index - 200), index);
    const isFootnote = label!.startsWith("^");
    if (index !== next && !isFootnote && !ENDS_BLOCK.test(before)) continue;
    if (!isFootnote) next = text.indexOf("\n", index) + 1;
    labels.add(label!);
    if (labels.size === MAX_DEFINITIONS) break;
  }
  return [...labels];
}

/** Paragraphs, items and rows of a text that is not read as Markdown. Code in fences and headings are left out. */
function* paragraphsIn(written: string, start: number): Generator<MarkdownNode> {
  let from = 0;
  let isCode = false;
  for (let at = 0; at < written.length;) {
    const newline = written.indexOf("\n", at);
    const next = newline < 0 ? written.length : newline + 1;
    const line = written.slice(at, next);
    const isFence = FENCE.test(line);
    const isLeftOut = isFence || isCode || HEADING.test(line) || line.trim() === "";
    if (isLeftOut || ITEM_OR_ROW.test(line)) {
      yield* partsOf(written, from, at, start);
      from = isLeftOut ? next : at;
    }
    if (isFence) isCode = !isCode;
    at = next;
  }
  yield* partsOf(written, from, written.length, start);
}

/** The paragraph from one place to another. A long one is read in parts, which end between words where they can. */
function* partsOf(written: string, from: number, until: number, start: number): Generator<MarkdownNode> {
  for (let at = from; at < until;) {
    const part = written.slice(at, Math.min(until, at + MAX_PART_LENGTH));
    const space = Math.max(part.lastIndexOf("\n"), part.lastIndexOf(" "));
    const end = at + part.length === until || space <= 0 ? part.length : space + 1;
    const whole = part.slice(0, end);
    const value = whole.trim();
    if (value !== "") yield paragraph(value, start + at + whole.indexOf(value[0]!));
    at += end;
  }
}

function paragraph(value: string, start: number): MarkdownNode {
  const position = { start: { offset: start }, end: { offset: start + value.length } };
  return { type: "paragraph", position, children: [{ type: "text", value, position }] };
}
