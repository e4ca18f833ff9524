/** The sentences of an answer: which of them claim something, and what they cite. */
import { type AnswerUnit, answerUnits, type UnitMarker } from "./answer_units.ts";
import { hasFiniteVerb } from "./finite_verb.ts";

interface AnswerSentence {
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
}

/** What a model is told to write when no passage answers. */
export const NOTHING_FOUND = "Nothing in the documents answers this.";

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
  /(?:^|[\s(])(?:e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|bzw|ca|vgl|cf|p\.\s?ex|etc|approx|No|Nr|Fig|Abb|Dr|Mr|Mrs|Ms|St|vs|resp|ch|Ch|sec|Sec|pp?)\.\s*$/u;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export function readAnswer(answer: string): ReadAnswer {
  const units = answerUnits(answer);
  return {
    sentences: units.flatMap(sentencesOf),
    markers: units.flatMap(({ markers }) => markers),
    units: units.map((unit) => ({
      ...unit,
      cites: [...unit.covered, ...unit.markers.flatMap(({ numbers }) => numbers)],
    })),
  };
}

function sentencesOf({ text, masked, offsets, markers, covered }: AnswerUnit): readonly AnswerSentence[] {
  const spans = spansOf(masked);
  const isRow = masked.includes("\n");
  const atEnd = markers.filter(({ at }) => isRow || /^[\s\p{P}]*$/u.test(masked.slice(at)));
  const forAll = [...covered, ...atEnd.flatMap(({ numbers }) => numbers)];
  return spans.map(({ start, end }, place) => {
    const own = markers.filter(({ at }) => spanOf(spans, masked, at) === place).flatMap(({ numbers }) => numbers);
    const sentence = masked.slice(start, end);
    return {
      text: text.slice(start, end),
      start: offsets[start]!,
      end: offsets[end - 1]! + 1,
      claims: claims(sentence),
      cites: [...own, ...forAll],
    };
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sentences of a text, without white space around them. */
function spansOf(masked: string): readonly Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(masked)) {
    const end = index + segment.length;
    if (SHORT_FORM.test(masked.slice(from, end)) && end < masked.length) continue;
    const whole = masked.slice(from, end);
    const start = from + whole.length - whole.trimStart().length;
    if (whole.trim() !== "") spans.push({ start, end: start + whole.trim().length });
    from = end;
  }
  return spans;
}

/** The sentence that a marker belongs to: the one that ends before it, or that it stands in. */
function spanOf(spans: readonly Span[], masked: string, at: number): number {
  const before = masked.slice(0, at).trimEnd().length;
  const place = spans.findIndex(({ end }) => end >= before);
  return before === 0 ? 0 : place < 0 ? spans.length - 1 : place;
}

/** `sentence` has an `x` for each character of code. */
function claims(sentence: string): boolean {
  if (QUESTION.test(sentence) || LEADS.test(sentence) || OWN.test(sentence) || LACKS.test(sentence)) return false;
  return hasFiniteVerb(sentence);
}
