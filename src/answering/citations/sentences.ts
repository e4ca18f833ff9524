/** The sentences of an answer: which of them claim something, and what they cite. */
import { type AnswerUnit, answerUnits, type UnitMarker } from "./answer_units.ts";
import { hasFiniteVerb } from "./finite_verb.ts";
import { distinct } from "./markers.ts";
import type { Pause } from "./pauses.ts";
import { readMarkdown } from "./read_markdown.ts";

export interface AnswerSentence {
  /** Without its markers. */
  readonly text: string;
  /** Where it stands in the answer, without white space around it. */
  readonly start: number;
  readonly end: number;
  /** Whether it says something that a passage has to show. */
  readonly claims: boolean;
  /** What it cites itself, or what is cited for all of its paragraph. */
  readonly cites: readonly number[];
}

export interface ReadAnswer {
  readonly sentences: readonly AnswerSentence[];
  readonly markers: readonly UnitMarker[];
  /** The paragraphs and rows, each with what is cited in it or for it. */
  readonly units: readonly (Pick<AnswerUnit, "text" | "offsets"> & { readonly cites: readonly number[] })[];
  /** How many characters were read as plain text. */
  readonly plain: number;
}

const DOCUMENTS = "(?:documents?|documentation|passages?|context|sources?|text|material)";
/** Says what the documents lack, for which no passage can be cited. */
const LACKS = new RegExp(
  [
    `\\b(?:nothing|no (?:information|answer|mention|details?)|none)\\b.*\\b${DOCUMENTS}\\b`,
    `\\b${DOCUMENTS}\\b.*\\b(?:do(?:es)? not|don't|doesn't|didn't|did not|never|cannot|no|nothing)\\b.*`,
    `\\b(?:not|isn't|aren't)\\b.*\\b(?:in|by|from) (?:the|these|any)\\b.*\\b${DOCUMENTS}\\b`,
  ].map((pattern) => `(?:${pattern})`).join("|"),
  "iu",
);
/** Speaks of the answer itself. */
const OWN = /^(?:I|I'm|I've|I'll|Let me|Hope|Sorry|Sure|Here(?:'s| is| are))\b/u;
const QUESTION = /[?？؟][\s"'”’»)\]]*$/u;
const LEADS = /[:：][\s"'”’»)\]]*$/u;
/** A full stop after these ends no sentence. */
const SHORT_FORM =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|bzw|ca|vgl|cf|p\.\s?ex|etc|approx|No|Nr|Fig|Abb|Dr|Mr|Mrs|Ms|St|vs|resp|ch|Ch|sec|Sec|pp?)\.$/u;
/** A short form, its full stop and what stands before it. */
const MAX_FORM_LENGTH = 12;
/** Whether a sentence claims something is seen from so many characters of its beginning and of its end. */
const SHARE = 1000;
/** Verbs are looked for in so many characters of an answer; in the rest, coarsely. */
const MAX_TAGGED = 32 * 1024;
/** What a sentence, and a character of a unit, cost in characters that are read as Markdown. */
const SENTENCE = 5;
const UNIT = 0.1;
/** About how many characters a marker has. */
const MARKER_LENGTH = 8;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export async function readAnswer(answer: string, pause: Pause): Promise<ReadAnswer> {
  const { nodes, plain } = await readMarkdown(answer, pause);
  const read = {
    sentences: [] as AnswerSentence[],
    markers: [] as UnitMarker[],
    units: [] as ReadAnswer["units"][number][],
  };
  let seen = 0;
  for (const unit of answerUnits(nodes, answer)) {
    await pause((unit.text.length + MARKER_LENGTH * unit.markers.length) * UNIT);
    for (const { masked, ...kept } of await sentencesOf(unit, pause)) {
      seen += masked.length;
      const isThorough = seen <= MAX_TAGGED;
      await pause(SENTENCE + (isThorough ? masked.length : 0));
      read.sentences.push({ ...kept, claims: claims(masked, isThorough) });
    }
    for (const marker of unit.markers) read.markers.push(marker);
    const cites = distinct([unit.covered, ...unit.markers.map(({ numbers }) => numbers)]);
    read.units.push({ text: unit.text, offsets: unit.offsets, cites });
  }
  return { ...read, plain };
}

async function sentencesOf(
  { text, masked, offsets, markers, covered }: AnswerUnit,
  pause: Pause,
): Promise<readonly (Omit<AnswerSentence, "claims"> & { readonly masked: string })[]> {
  const spans = await spansOf(masked, pause);
  const own = markersOf(spans, masked, markers);
  const tail = masked.includes("\n") ? 0 : startOfTail(masked);
  const forAll = distinct([covered, ...markers.flatMap(({ at, numbers }) => (at >= tail ? [numbers] : []))]);
  return spans.map(({ start, end }, place) => {
    const cited = own.get(place);
    return {
      text: text.slice(start, end),
      masked: masked.slice(start, end),
      start: offsets[start]!,
      end: offsets[end - 1]! + 1,
      cites: cited === undefined ? forAll : distinct([...cited.map(({ numbers }) => numbers), forAll]),
    };
  });
}

interface SentenceSpan {
  readonly start: number;
  readonly end: number;
}

/** The sentences of a text, without white space around them. */
async function spansOf(masked: string, pause: Pause): Promise<readonly SentenceSpan[]> {
  const spans: SentenceSpan[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(masked)) {
    await pause(SENTENCE);
    const next = index + segment.length;
    const end = withoutSpaceAfter(masked, next, from);
    if (next < masked.length && SHORT_FORM.test(masked.slice(Math.max(from, end - MAX_FORM_LENGTH), end))) continue;
    if (end > from) spans.push({ start: from + spaceBefore(masked.slice(from, end)), end });
    from = next;
  }
  return spans;
}

function spaceBefore(text: string): number {
  return text.length - text.trimStart().length;
}

/** Where the text before `end` ends without white space. Never before `least`. */
function withoutSpaceAfter(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** Where nothing but white space and punctuation follows. */
function startOfTail(masked: string): number {
  let at = masked.length;
  while (at > 0) {
    const isPair = at > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(masked.slice(at - 2, at));
    const size = isPair ? 2 : 1;
    if (!/^[\s\p{P}]$/u.test(masked.slice(at - size, at))) break;
    at -= size;
  }
  return at;
}

/** The markers of each sentence: of the one that ends before them, or that they stand in. */
function markersOf(
  spans: readonly SentenceSpan[],
  masked: string,
  markers: readonly UnitMarker[],
): ReadonlyMap<number, readonly UnitMarker[]> {
  const found = new Map<number, UnitMarker[]>();
  let place = 0;
  let [before, last] = [0, 0];
  for (const marker of markers) {
    const end = withoutSpaceAfter(masked, marker.at, last);
    if (end > last) before = end;
    last = marker.at;
    while (place < spans.length - 1 && before > 0 && spans[place]!.end < before) place++;
    const of = found.get(place);
    if (of === undefined) found.set(place, [marker]);
    else of.push(marker);
  }
  return found;
}

/** `sentence` has an `x` for each character of code. */
function claims(sentence: string, mayTag: boolean): boolean {
  const seen = sentence.length <= 2 * SHARE ? sentence : `${sentence.slice(0, SHARE)} ${sentence.slice(-SHARE)}`;
  if (QUESTION.test(seen) || LEADS.test(seen) || OWN.test(seen) || LACKS.test(seen)) return false;
  return hasFiniteVerb(seen, mayTag);
}
