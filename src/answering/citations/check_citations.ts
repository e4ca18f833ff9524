/** Checks what an answer cites and quotes against the passages that the model was given. */
import type { CheckedSentence } from "../../shapes/evaluation.ts";
import type { UnitMarker } from "./answer_units.ts";
import type { NumberedPassage } from "../passage.ts";
import { createPause } from "./pauses.ts";
import { createQuotedPassages } from "./quoted_passages.ts";
import { quotationsIn } from "./quotations.ts";
import { type AnswerSentence, readAnswer } from "./sentences.ts";

export interface CitationProblem {
  /**
   * `uncited`: a sentence claims something and cites nothing. `unknown_citation`: no passage has this number.
   * `misquote`: words in quotation marks stand in no passage that is cited for them.
   */
  readonly kind: "uncited" | "unknown_citation" | "misquote";
  /** The sentence, marker or quotation. */
  readonly text: string;
  readonly number?: number;
  /** Where it stands in the answer. */
  readonly start: number;
  readonly end: number;
}

export interface CheckedCitations {
  /** In the order of the answer, without code and headings. */
  readonly sentences: readonly CheckedSentence[];
  /** In the order of the answer. */
  readonly problems: readonly CitationProblem[];
  /** Where it cites. */
  readonly markers: readonly UnitMarker[];
  /** The passages that it cites, by number. */
  readonly cited: readonly NumberedPassage[];
  /** What was not checked as usual, in one line. Empty for an answer that people would write. */
  readonly limited: string;
}

/** What a cited number and a character that may begin a quotation cost, in characters that are read as Markdown. */
const NUMBER = 0.02;
const SEARCHED = 0.05;
/** The most problems of an answer that are told. */
const MAX_PROBLEMS = 1000;

const byPlace = (a: CitationProblem, b: CitationProblem): number => a.start - b.start || a.end - b.end;

/** Takes time that grows with the length of the answer, and lets others run meanwhile. */
export async function checkCitations(
  answer: string,
  passages: readonly NumberedPassage[],
): Promise<CheckedCitations> {
  const pause = createPause();
  const { sentences, markers, units, plain } = await readAnswer(answer, pause);
  const numbers = new Set(passages.map(({ number }) => number));
  const problems = createProblems();
  for (const { claims, cites, text, start, end } of sentences) {
    if (claims && cites.length === 0) problems.add("uncited", () => ({ text, start, end }));
  }
  const cited = new Set<number>();
  for (const { numbers: own, start, end } of markers) {
    await pause(own.length * NUMBER);
    for (const number of own) {
      cited.add(number);
      if (numbers.has(number)) continue;
      problems.add("unknown_citation", () => ({ text: answer.slice(start, end), number, start, end }));
    }
  }
  const quoted = createQuotedPassages(passages, pause);
  const everywhere = [...numbers].filter((number) => cited.has(number));
  let unseen = 0;
  for (const { text, offsets, cites } of units) {
    await pause(text.length * SEARCHED);
    const near = cites.filter((number) => numbers.has(number));
    const against = near.length > 0 ? near : everywhere.length > 0 ? everywhere : [...numbers];
    for (const quotation of quotationsIn(text)) {
      const stands = await quoted.have(quotation.text, against);
      if (stands === undefined) unseen++;
      if (stands !== false) continue;
      const [start, end] = [offsets[quotation.start]!, offsets[quotation.end - 1]! + 1];
      problems.add("misquote", () => ({ text: quotation.text, start, end }));
    }
  }
  const { told, untold } = problems.all();
  return {
    sentences: checkedSentences(answer, sentences, told),
    problems: [...told].sort(byPlace),
    markers,
    cited: passages.filter(({ number }) => cited.has(number)),
    limited: limitsOf({ plain, unseen, untold }),
  };
}

/** Of more problems than are told, the first ones of the answer are. */
function createProblems() {
  const found: Record<CitationProblem["kind"], CitationProblem[]> = { uncited: [], unknown_citation: [], misquote: [] };
  let count = 0;
  return {
    add(kind: CitationProblem["kind"], problem: () => Omit<CitationProblem, "kind">): void {
      count++;
      const alike = found[kind];
      if (alike.length < MAX_PROBLEMS) alike.push({ kind, ...problem() });
    },
    /** By kind, and those of a kind in the order of the answer. */
    all(): { readonly told: readonly CitationProblem[]; readonly untold: number } {
      const kept = [...found.uncited, ...found.unknown_citation, ...found.misquote];
      const first = new Set([...kept].sort(byPlace).slice(0, MAX_PROBLEMS));
      return { told: kept.filter((problem) => first.has(problem)), untold: count - first.size };
    },
  };
}

function checkedSentences(
  answer: string,
  sentences: readonly AnswerSentence[],
  problems: readonly CitationProblem[],
): readonly CheckedSentence[] {
  const kinds = sentences.map((): CitationProblem["kind"][] => []);
  for (const { kind, start, end } of problems) {
    for (let at = firstThatEndsAfter(sentences, start); at < sentences.length && sentences[at]!.start < end; at++) {
      kinds[at]!.push(kind);
    }
  }
  return sentences.map(({ cites, start, end }, at) => ({
    text: answer.slice(start, end),
    citations: cites,
    problems: kinds[at]!,
  }));
}

function firstThatEndsAfter(sentences: readonly AnswerSentence[], place: number): number {
  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sentences[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function limitsOf({ plain, unseen, untold }: Readonly<Record<"plain" | "unseen" | "untold", number>>): string {
  const amount = (number: number): string => number.toLocaleString("en-US");
  return [
    ...(plain === 0 ? [] : [`${amount(plain)} characters of it were read as plain text`]),
    ...(unseen === 0 ? [] : [`${amount(unseen)} quotations were not looked for`]),
    ...(untold === 0 ? [] : [`${amount(untold)} more problems are not listed`]),
  ].join(", ");
}
