/** The sentences of an answer: which of them claim something, and what they cite. */
import { type AnswerUnit, answerUnits, isCitationAlone } from "./answer_units.ts";
import { type Saying, sayingOf } from "./claims.ts";
import { citesInParentheses, distinct } from "./markers.ts";
import type { Pause } from "./pauses.ts";
import { type MarkdownNode, readMarkdown } from "./read_markdown.ts";
import { type SentenceSpan, spansOf, startOfTail, withoutSpaceAfter } from "./sentence_spans.ts";
import type { PassagePlace, TextReading, UnitMarker } from "./unit_text.ts";
import { withoutFence } from "./whole_fence.ts";

export interface AnswerSentence {
  /** Without its markers. */
  readonly text: string;
  /** Where it stands in the answer, without white space around it. */
  readonly start: number;
  readonly end: number;
  /** Whether it says something that a passage has to show. */
  readonly claims: boolean;
  /** What it cites itself, or what is cited for it around it. */
  readonly cites: readonly number[];
}

/** A paragraph or row, and what each part of it cites. */
export interface ReadUnit extends Pick<AnswerUnit, "kind" | "text" | "masked" | "offsets"> {
  /** What is cited anywhere in its item or quote, or for it. */
  readonly cites: readonly number[];
  readonly parts: readonly (SentenceSpan & { readonly cites: readonly number[] })[];
}

export interface ReadAnswer {
  readonly sentences: readonly AnswerSentence[];
  readonly markers: readonly UnitMarker[];
  readonly units: readonly ReadUnit[];
  /** How many characters were read as plain text. */
  readonly plain: number;
}

/** A citation at the end of a paragraph covers so many sentences before its own. */
const MAX_COVERED = 2;
/** What a sentence, and a character of a unit, cost in characters that are read as Markdown. */
const SENTENCE = 5;
const UNIT = 0.2;
/** What a character costs of a sentence that is asked whether it claims something, and of how many that is asked. */
const JUDGED = 0.2;
const MAX_JUDGED = 500;
/** About how many characters a marker has. */
const MARKER_LENGTH = 8;

interface OpenSentence extends SentenceSpan {
  readonly unit: AnswerUnit;
  /** Its own markers. */
  readonly own: readonly UnitMarker[];
  /** Whether it is a citation alone, such as “Source: [1]”. */
  readonly isCitation: boolean;
  cites: readonly number[];
}

export async function readAnswer(
  answer: string,
  pause: Pause,
  passages: readonly PassagePlace[] = [],
): Promise<ReadAnswer> {
  const shown = withoutFence(answer);
  const { nodes, plain } = await readMarkdown(shown, pause);
  const units = await unitsOf(nodes, { answer: shown, passages }, pause);
  const sentences: OpenSentence[] = [];
  for (const unit of units) {
    await pause((unit.text.length + MARKER_LENGTH * unit.markers.length) * UNIT);
    for (const sentence of await sentencesOf(unit, pause)) sentences.push(sentence);
  }
  for (const group of grouped(sentences)) coverByEnd(group);
  const byUnit = groupByUnit(sentences);
  const ofGroup = citesOfGroups(units);
  return {
    sentences: await judged(sentences, nodes, pause),
    markers: units.flatMap(({ markers }) => markers),
    units: units.map((unit) => ({
      ...unit,
      cites: distinct([unit.covered, ofGroup.get(unit.group) ?? []]),
      parts: byUnit.get(unit) ?? [],
    })),
    plain,
  };
}

/** An answer of titles alone claims what they say. */
async function judged(
  sentences: readonly OpenSentence[],
  nodes: readonly MarkdownNode[],
  pause: Pause,
): Promise<readonly AnswerSentence[]> {
  const sayings: Saying[] = [];
  for (const { unit, isCitation, ...span } of sentences) {
    await pause(Math.min(MAX_JUDGED, span.end - span.start) * JUDGED);
    sayings.push(isCitation ? "layout" : sayingOf(unit, span));
  }
  const isBare = sayings.every((saying) => saying === "layout") && sentences.every(({ own }) => own.length === 0) &&
    nodes.every(({ type }) => type !== "code");
  return sentences.flatMap(({ unit, start, end, cites }, at): AnswerSentence[] => {
    if ((unit.kind === "heading" || unit.kind === "head") && !isBare) return [];
    return [{
      text: unit.text.slice(start, end),
      start: unit.offsets[start]!,
      end: unit.offsets[end - 1]! + 1,
      claims: sayings[at] === "claim" || (isBare && at === 0),
      cites,
    }];
  });
}

async function unitsOf(
  nodes: readonly MarkdownNode[],
  reading: Omit<TextReading, "style">,
  pause: Pause,
): Promise<readonly AnswerUnit[]> {
  const units = await answerUnits(nodes, { ...reading, style: "brackets" }, pause);
  const isCited = units.some(({ markers }) => markers.length > 0);
  if (isCited || !citesInParentheses(units.map(({ masked }) => masked))) return units;
  return await answerUnits(nodes, { ...reading, style: "parentheses" }, pause);
}

async function sentencesOf(unit: AnswerUnit, pause: Pause): Promise<readonly OpenSentence[]> {
  const { kind, masked, markers, covered } = unit;
  if (kind === "said") return [];
  const spans = await spansOf(unit, pause);
  if (kind === "row" || kind === "head") {
    const cites = distinct([covered, ...markers.map(({ numbers }) => numbers)]);
    return spans.map((span) => ({ ...span, unit, own: markers, isCitation: false, cites }));
  }
  const own = markersOf(spans, masked, markers);
  let lead: readonly number[] = [];
  const sentences = spans.map((span, place): OpenSentence => {
    const { start, end } = span;
    const found = own.get(place) ?? [];
    const cited = distinct(found.map(({ numbers }) => numbers));
    const cites = cited.length > 0 ? distinct([cited, covered]) : distinct([lead, covered]);
    if (/[:：]\s*$/u.test(masked.slice(start, end))) lead = cited;
    const isCitation = isCitationAlone({ ...unit, text: unit.text.slice(start, end), markers: found });
    return { ...span, unit, own: found, isCitation, cites };
  });
  coverBefore(sentences);
  await pause(SENTENCE * spans.length);
  return sentences;
}

/** “Source: [1]” covers the sentences before it, as far as the one of that kind before. */
function coverBefore(sentences: readonly OpenSentence[]): void {
  let cited: readonly number[] = [];
  let wasCitation = false;
  for (const sentence of sentences.toReversed()) {
    const { isCitation, own } = sentence;
    if (isCitation) cited = distinct([...own.map(({ numbers }) => numbers), wasCitation ? cited : []]);
    else give(sentence, cited);
    wasCitation = isCitation;
  }
}

function give(sentence: OpenSentence, numbers: readonly number[]): void {
  if (sentence.own.length === 0) sentence.cites = distinct([sentence.cites, numbers]);
}

/** A citation at the end of the paragraph, item or quote covers the sentences before it that cite nothing. */
function coverByEnd(group: readonly OpenSentence[]): void {
  const last = group.at(-1);
  if (last === undefined || last.own.length === 0) return;
  const tail = startOfTail(last.unit.masked);
  const ending = last.own.filter(({ at }) => at >= tail);
  // A line `key: value` cites for itself alone.
  if (ending.length === 0 || (last.isLine && last.unit.kind !== "quote")) return;
  const cited = distinct(ending.map(({ numbers }) => numbers));
  for (const before of group.slice(-1 - MAX_COVERED, -1).reverse()) {
    if (before.own.length > 0) return;
    give(before, cited);
  }
}

function* grouped(sentences: readonly OpenSentence[]): Generator<readonly OpenSentence[]> {
  let group: OpenSentence[] = [];
  for (const sentence of sentences) {
    if (group.length > 0 && group[0]!.unit.group !== sentence.unit.group) {
      yield group;
      group = [];
    }
    group.push(sentence);
  }
  yield group;
}

function groupByUnit(sentences: readonly OpenSentence[]): ReadonlyMap<AnswerUnit, readonly OpenSentence[]> {
  const byUnit = new Map<AnswerUnit, OpenSentence[]>();
  for (const sentence of sentences) {
    const of = byUnit.get(sentence.unit);
    if (of === undefined) byUnit.set(sentence.unit, [sentence]);
    else of.push(sentence);
  }
  return byUnit;
}

function citesOfGroups(units: readonly AnswerUnit[]): ReadonlyMap<number, readonly number[]> {
  const cites = new Map<number, readonly number[]>();
  for (const { group, covered, markers } of units) {
    cites.set(group, distinct([cites.get(group) ?? [], covered, ...markers.map(({ numbers }) => numbers)]));
  }
  return cites;
}

/** The markers of each sentence: of the one that ends before them, or that they stand in. */
function markersOf(
  spans: readonly SentenceSpan[],
  masked: string,
  markers: readonly UnitMarker[],
): ReadonlyMap<number, readonly UnitMarker[]> {
  const found = new Map<number, UnitMarker[]>();
  // “[1] Files stay. [2] Others go.”: each stands before its sentence.
  const leads = spans.length > 1 && (markers[0]?.at ?? Infinity) <= (spans[0]?.start ?? 0) &&
    (markers.at(-1)?.at ?? 0) < startOfTail(masked) && markers.length > 1;
  let place = 0;
  let [before, last] = [0, 0];
  for (const marker of markers) {
    const end = withoutSpaceAfter(masked, marker.at, last);
    if (end > last) before = end;
    last = marker.at;
    const reached = leads ? marker.at + 1 : before;
    while (place < spans.length - 1 && reached > 0 && spans[place]!.end < reached) place++;
    const of = found.get(place);
    if (of === undefined) found.set(place, [marker]);
    else of.push(marker);
  }
  return found;
}
