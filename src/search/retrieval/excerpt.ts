/** The lines of a long text around its matches: the best passages of each section that matches, best section first. */
import type { ByteRange } from "../../document/document.ts";
import type { MatchingSection, MatchRange } from "../../shapes/search.ts";
import { makeSnippet, snippetPieces } from "./snippet.ts";

export interface ExcerptInput {
  readonly content: string;
  /** Matches in bytes of `content`, sorted and disjoint. */
  readonly ranges: readonly MatchRange[];
  /** Best first. Without any, the whole text is one. */
  readonly sections: readonly Pick<MatchingSection, "start" | "end" | "heading">[];
  /** What a line costs, as it is shown. The sum of all lines is at most `most`. */
  readonly costOf: (line: string) => number;
  readonly most: number;
  /** A longer line is cut around its matches, in UTF-16 code units. */
  readonly longest: number;
}

export interface Excerpt {
  /** Whole lines, or parts of long ones. `…` alone on a line stands for lines left out. */
  readonly content: string;
  readonly match_ranges: readonly MatchRange[];
  /** The line of `content` of the input with which it begins, from 0. */
  readonly first: number;
  /** How many of the sections it shows. */
  readonly sections: number;
}

/** Stands for lines that are left out. */
export const GAP = "…";

interface ExcerptLine {
  readonly text: string;
  readonly ranges: readonly MatchRange[];
  readonly words: ReadonlySet<string>;
}

/** Undefined where not even one line has room. */
export function excerptOf(input: ExcerptInput): Excerpt | undefined {
  const lines = linesOf(input);
  const sections = (input.sections.length === 0 ? [WHOLE] : input.sections.slice(0, MAX_SECTIONS)).map((section) =>
    placeOf(section, lines)
  );
  const chosen = new LineChoice(lines, input);
  const shown = sections.filter((section) => chosen.begin(section));
  for (const section of shown) growParagraph(section, chosen, lines);
  for (const section of shown) while (chosen.addWords(section)) growParagraph(section, chosen, lines);
  for (const section of shown) growOn(section, chosen);
  return chosen.taken.size === 0 ? undefined : { ...chosen.text(), sections: shown.length };
}

const WHOLE = { start: 0, end: Infinity };

/** The lines of a section, and those of its heading, from 0. */
interface SectionLines {
  readonly heading: readonly number[];
  readonly first: number;
  /** The last one, included. */
  readonly last: number;
}

type PlacedLine = ExcerptLine & ByteRange;

const encoder = new TextEncoder();

function linesOf({ content, ranges, longest }: ExcerptInput): readonly PlacedLine[] {
  let start = 0;
  let next = 0;
  return content.split("\n").map((written) => {
    const bytes = encoder.encode(written).length;
    const end = start + bytes;
    while (next < ranges.length && ranges[next]!.end <= start) next++;
    const own: MatchRange[] = [];
    for (let at = next; at < ranges.length && ranges[at]!.start < end; at++) {
      own.push({ start: Math.max(0, ranges[at]!.start - start), end: Math.min(bytes, ranges[at]!.end - start) });
    }
    const line = { ...shortened(written.replace(/\r$/, ""), own, longest), start, end };
    start = end + 1;
    return line;
  });
}

/** A line, or the part of a long one with the most matches. */
function shortened(text: string, ranges: readonly MatchRange[], longest: number): ExcerptLine {
  const words = (marked: readonly { readonly text: string; readonly match: boolean }[]): ReadonlySet<string> =>
    new Set(marked.filter(({ match }) => match).map((piece) => piece.text.toLowerCase()));
  if (text.length > longest) {
    const snippet = makeSnippet(text, ranges, { length: longest });
    const bytesTo = (unit: number): number => encoder.encode(snippet.text.slice(0, unit)).length;
    const inBytes = snippet.ranges.map(({ start, end }) => ({ start: bytesTo(start), end: bytesTo(end) }));
    return { text: snippet.text, ranges: inBytes, words: words(snippetPieces(snippet)) };
  }
  if (ranges.length === 0) return { text, ranges, words: new Set() };
  const bytes = encoder.encode(text);
  const decoder = new TextDecoder();
  const marked = ranges.map(({ start, end }) => ({ text: decoder.decode(bytes.subarray(start, end)), match: true }));
  return { text, ranges, words: words(marked) };
}

function placeOf(
  { start, end, heading }: ExcerptInput["sections"][number],
  lines: readonly PlacedLine[],
): SectionLines {
  const within = (range: ByteRange): readonly number[] =>
    lines.flatMap((line, at) => line.start < range.end && line.end > range.start ? [at] : []);
  const own = within({ start, end });
  return {
    heading: heading === undefined
      ? []
      : within({ start: heading, end: start }).filter((at) => lines[at]!.text.trim() !== ""),
    first: own[0] ?? 0,
    last: own.at(-1) ?? -1,
  };
}

/** Of more matching sections, the best ones count. */
const MAX_SECTIONS = 50;
/** A line has fewer words than that. */
const MANY_WORDS = 1000;

/** The lines that are taken, and what they cost. */
class LineChoice {
  readonly taken = new Set<number>();
  readonly #lines: readonly ExcerptLine[];
  readonly #input: ExcerptInput;
  readonly #gap: number;
  /** The words that the taken lines have. */
  readonly #words = new Set<string>();
  #cost = 0;
  /** How many runs of lines side by side are taken. */
  #runs = 0;

  constructor(lines: readonly ExcerptLine[], input: ExcerptInput) {
    this.#lines = lines;
    this.#input = input;
    this.#gap = input.costOf(GAP);
  }

  /** Takes the heading and the best line of a section. False where they have no room. */
  begin(place: SectionLines): boolean {
    const best = this.#best(place);
    const wanted = [...place.heading, ...best === undefined ? [] : [best]];
    if (wanted.length === 0) return false;
    return this.take(wanted) || best !== undefined && this.take([best]);
  }

  /** Takes another line of a section that has words which no line has yet. */
  addWords(place: SectionLines): boolean {
    const best = this.#best(place);
    if (best === undefined || this.taken.has(best)) return false;
    return [...this.#lines[best]!.words].some((word) => !this.#words.has(word)) && this.take([best]);
  }

  /** The line with the most words that no line has yet, then with the most words. */
  #best({ first, last }: SectionLines): number | undefined {
    let best: number | undefined;
    for (let at = first; at <= last; at++) {
      if (this.#lines[at]!.text.trim() === "") continue;
      if (best === undefined || this.#worth(at) > this.#worth(best)) best = at;
    }
    return best;
  }

  #worth(at: number): number {
    const words = [...this.#lines[at]!.words];
    return words.length + MANY_WORDS * words.filter((word) => !this.#words.has(word)).length;
  }

  /** Takes all of these lines, if there is room for them. */
  take(lines: readonly number[]): boolean {
    const fresh = lines.filter((at) => !this.taken.has(at));
    if (fresh.length === 0) return lines.length > 0;
    const cost = fresh.reduce((sum, at) => sum + this.#input.costOf(this.#lines[at]!.text), 0);
    const runs = this.#runsWith(fresh);
    if (this.#cost + cost + (runs - 1) * this.#gap > this.#input.most) return false;
    this.#cost += cost;
    this.#runs = runs;
    for (const at of fresh) {
      this.taken.add(at);
      for (const word of this.#lines[at]!.words) this.#words.add(word);
    }
    return true;
  }

  #runsWith(fresh: readonly number[]): number {
    const added = new Set<number>();
    const isTaken = (at: number): number => Number(this.taken.has(at) || added.has(at));
    return fresh.reduce((runs, at) => {
      added.add(at);
      return runs + 1 - isTaken(at - 1) - isTaken(at + 1);
    }, this.#runs);
  }

  text(): Omit<Excerpt, "sections"> {
    const order = this.#withoutEmptyEnds([...this.taken].sort((a, b) => a - b));
    const out: string[] = [];
    const ranges: MatchRange[] = [];
    let bytes = 0;
    const push = (line: Pick<ExcerptLine, "text" | "ranges">): void => {
      ranges.push(...line.ranges.map(({ start, end }) => ({ start: start + bytes, end: end + bytes })));
      out.push(line.text);
      bytes += encoder.encode(line.text).length + 1;
    };
    for (const [nth, at] of order.entries()) {
      if (nth > 0 && at > order[nth - 1]! + 1) push({ text: this.#between(order[nth - 1]!, at), ranges: [] });
      push(this.#lines[at]!);
    }
    return { content: out.join("\n"), match_ranges: ranges, first: order[0]! };
  }

  /** What stands for the lines between two others. */
  #between(before: number, after: number): string {
    return this.#lines.slice(before + 1, after).some(({ text }) => text.trim() !== "") ? GAP : "";
  }

  /**
   * Blank lines at the beginning, at the end, and beside a gap say nothing, and neither does a heading at the end when
   * the text below it is left out.
   */
  #withoutEmptyEnds(order: readonly number[]): readonly number[] {
    const isBlank = (at: number): boolean => this.#lines[at]!.text.trim() === "";
    const runs: number[][] = [];
    for (const at of order) {
      const run = runs.at(-1);
      const isNext = run !== undefined && run.at(-1)! + 1 === at;
      if (isNext) run.push(at);
      else runs.push([at]);
    }
    const text = runs.flatMap((run) => {
      const first = run.findIndex((at) => !isBlank(at));
      return first < 0 ? [] : run.slice(first, run.findLastIndex((at) => !isBlank(at)) + 1);
    });
    const isOver = (at: number): boolean => isBlank(at) || /^\s*#{1,6}(?: |$)/.test(this.#lines[at]!.text);
    const end = text.findLastIndex((at) => !isOver(at)) + 1;
    return end === 0 ? text : text.slice(0, end);
  }
}

/** Takes the rest of the paragraph, the list or the code in which the best line stands. */
function growParagraph({ first, last }: SectionLines, chosen: LineChoice, lines: readonly ExcerptLine[]): void {
  const isText = (at: number): boolean => at >= first && at <= last && lines[at]!.text.trim() !== "";
  grow({ first, last }, chosen, isText);
}

/** Takes what comes after it, and then what comes before it. */
function growOn({ first, last }: SectionLines, chosen: LineChoice): void {
  grow({ first, last }, chosen, (at) => at >= first && at <= last);
}

function grow(
  { first, last }: Pick<SectionLines, "first" | "last">,
  chosen: LineChoice,
  mayTake: (at: number) => boolean,
): void {
  const own = [...chosen.taken].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
  for (const step of [1, -1]) {
    let at = (step === 1 ? own.at(-1) : own[0]) ?? -1;
    while (at >= 0 && mayTake(at + step) && chosen.take([at + step])) at += step;
  }
}
