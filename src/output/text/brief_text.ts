/** Prints search answers in brief: of each result its place, and its best lines. */
import { type Excerpt, excerptOf } from "../../search/retrieval/excerpt.ts";
import { createPassagesBefore, type PassagesBefore } from "../../search/retrieval/passages_before.ts";
import type { QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { trimEnd } from "../../text/trim.ts";
import { count } from "../quantity.ts";
import {
  constituentsText,
  formatBesideResults,
  includesText,
  otherPlaces,
  queryLine,
  scoreText,
  shownAbove,
  withoutTextNote,
  withReports,
} from "./search_text.ts";
import type { Palette } from "../terminal/color.ts";
import { highlightContent } from "../terminal/highlight.ts";
import { displayWidth } from "../terminal/width.ts";

/** How much a reader takes in. */
export type AnswerRoom =
  | { readonly kind: "rows"; readonly most: number; readonly columns: number }
  | { readonly kind: "tokens"; readonly most: number; readonly countTokens: (text: string) => number };

export interface BriefOptions {
  readonly room: AnswerRoom;
  readonly palette: Palette;
  readonly columns: number;
  /** Whether to show scores and constituents. */
  readonly verbose: boolean;
  /** The place of a result as a reader can copy it, with the file behind it where the terminal opens links. */
  place(result: SearchResult, line: number): string;
}

/** The most lines of text of one result at a terminal. */
const MAX_LINES = 12;
/** Longer lines are cut around their matches, in UTF-16 code units. */
const LONGEST = { rows: 240, tokens: 600 } as const;
/** The least room for the text of a result. */
const LEAST = { rows: 2, tokens: 60 } as const;
/** The share of what is left that a result may have in part, while others wait. */
const SHARE = { rows: 1 / 3, tokens: 1 / 8 } as const;
/** The share of the tokens that are left that a result may have as a whole, while others wait. */
const WHOLE_SHARE = 1 / 4;
/** A longer text, in UTF-16 code units, fits no room. */
const MAX_WHOLE = 65_536;
/** What the line of a place costs at most, about. */
const PLACE = { rows: 2, tokens: 40 } as const;

export interface Brief {
  readonly text: string;
  /** Results without room. */
  readonly left: number;
  /** Results of which not all text is shown. */
  readonly inPart: number;
}

export function formatBrief({ queries }: SearchAnswer, options: BriefOptions): Brief {
  const before = createPassagesBefore();
  const each = { ...options.room, most: Math.floor(options.room.most / Math.max(1, queries.length)) };
  const parts = queries.map((entry) => {
    const head = queries.length > 1 ? queryLine(entry, options.palette) : "";
    const room = { ...each, most: each.most - costOf(head, each) };
    const brief = briefEntry(entry, before, { ...options, room });
    return { ...brief, text: withReports(entry, head + brief.text, options) };
  });
  return {
    text: parts.map(({ text }) => text).join("\n"),
    left: parts.reduce((sum, { left }) => sum + left, 0),
    inPart: parts.reduce((sum, { inPart }) => sum + inPart, 0),
  };
}

function briefEntry(entry: QueryEntry, before: PassagesBefore, options: BriefOptions): Brief {
  const { room } = options;
  const beside = formatBesideResults(entry, { palette: options.palette, view: "full" });
  let rest = room.most - costOf(beside, room);
  const shown: string[] = [];
  let inPart = 0;
  for (const [at, result] of entry.results.entries()) {
    const waiting = entry.results.length - at - 1;
    const most = rest - waiting * PLACE[room.kind];
    const brief = briefResult(
      result,
      before.covering(result),
      { ...options, room: { ...room, most: Math.max(most, PLACE[room.kind]) } },
      waiting,
    );
    const cost = costOf(`${brief.text}\n`, room);
    if (cost > rest && shown.length > 0) break;
    rest -= cost;
    shown.push(brief.text);
    inPart += Number(brief.isPart);
    if (!brief.isPart) before.add(result);
  }
  return { text: beside + shown.join("\n"), left: entry.results.length - shown.length, inPart };
}

function briefResult(
  result: SearchResult,
  covering: SearchResult | undefined,
  options: BriefOptions,
  waiting: number,
): { readonly text: string; readonly isPart: boolean } {
  const { room, palette } = options;
  const line = result.sections?.[0]?.start_line ?? result.start_line;
  const head = `─── ${palette.id(options.place(result, line))} ─── ${palette.dim(sanitizeLine(result.breadcrumb))}${
    scoreText(result, options)
  }\n${options.verbose ? constituentsText(result, palette) : ""}${otherPlaces(result, palette)}`;
  const { content, match_ranges: ranges = [], sections = [] } = result;
  if (covering !== undefined) return { text: `${head}${palette.dim(shownAbove(result, covering))}\n`, isPart: false };
  if (content === undefined) return { text: head + withoutTextNote(result, palette), isPart: false };
  if (content.trim() === "") return { text: head, isPart: false };
  const included = includesText(result, palette);
  const own = room.most - costOf(head, room) - costOf(included, room);
  const wholeRoom = waiting === 0 ? own : room.kind === "rows" ? MAX_LINES : own * WHOLE_SHARE;
  const text = content.length > MAX_WHOLE
    ? undefined
    : trimEnd(highlightContent(content, ranges, palette), "\n").replace(/^(?:[ \t\r]*\n)+/, "");
  if (text !== undefined && costOf(`${text}\n`, room) <= wholeRoom) {
    return { text: `${head}${text}\n${included}`, isPart: false };
  }
  const excerpt = excerptOf({
    content,
    ranges,
    sections,
    costOf: (one) => costOf(`${one}\n`, room),
    most: Math.max(LEAST[room.kind], partRoom(own, room, waiting)),
    longest: LONGEST[room.kind],
  });
  if (excerpt === undefined) return { text: head, isPart: true };
  const shown = `${highlightContent(excerpt.content, excerpt.match_ranges, palette)}\n`;
  return { text: head + shown + moreLine(excerpt, sections.length, palette) + included, isPart: true };
}

function partRoom(own: number, room: AnswerRoom, waiting: number): number {
  if (room.kind === "rows") return Math.min(MAX_LINES, waiting === 0 ? own : Math.floor(own * SHARE.rows));
  return waiting === 0 ? own / 2 : own * SHARE.tokens;
}

function moreLine({ sections }: Excerpt, all: number, palette: Palette): string {
  if (sections >= all) return "";
  return `${
    palette.dim(`(${count(all - sections, "more section")} of this page ${all - sections === 1 ? "matches" : "match"})`)
  }\n`;
}

/** The rows or tokens of a text that ends with a newline. */
function costOf(text: string, room: AnswerRoom): number {
  if (text === "") return 0;
  if (room.kind === "tokens") return room.countTokens(text);
  return trimEnd(text, "\n").split("\n")
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(displayWidth(line) / room.columns)), 0) +
    Number(text.endsWith("\n\n"));
}
