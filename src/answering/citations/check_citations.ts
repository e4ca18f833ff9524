/** Checks what an answer cites and quotes against the passages that the model was given. */
import type { CheckedSentence } from "../../shapes/evaluation.ts";
import type { NumberedPassage } from "../passage.ts";
import { quotationsOf } from "./block_quotations.ts";
import { distinct } from "./markers.ts";
import { createPause, type Pause } from "./pauses.ts";
import type { Quotation } from "./quotations.ts";
import { createQuotedPassages } from "./quoted_passages.ts";
import { type AnswerSentence, type ReadAnswer, readAnswer, type ReadUnit } from "./sentences.ts";
import type { UnitMarker } from "./unit_text.ts";

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

/**
 * Takes time that grows with the length of the answer, and lets others run meanwhile. Words of `question` are no
 * quotations.
 */
export async function checkCitations(
  answer: string,
  passages: readonly NumberedPassage[],
  question = "",
): Promise<CheckedCitations> {
  const pause = createPause();
  const read = await readAnswer(answer, pause, passages);
  const { sentences, markers, plain } = read;
  const problems = createProblems();
  if (passages.length > 0) {
    for (const { claims, cites, text, start, end } of sentences) {
      if (claims && cites.length === 0) problems.add("uncited", () => ({ text, start, end }));
    }
  }
  const numbers = new Set(passages.map(({ number }) => number));
  const cited = new Set<number>();
  for (const { numbers: own, start, end } of markers) {
    await pause(own.length * NUMBER);
    for (const number of own) cited.add(number);
    const unknown = own.find((number) => !numbers.has(number));
    if (unknown === undefined) continue;
    problems.add("unknown_citation", () => ({ text: answer.slice(start, end), number: unknown, start, end }));
  }
  const unseen = await checkQuotations(read, { passages, question, cited }, problems, pause);
  const { told, untold } = problems.all();
  return {
    sentences: checkedSentences(answer, sentences, told),
    problems: [...told].sort(byPlace),
    markers,
    cited: passages.filter(({ number }) => cited.has(number)),
    limited: limitsOf({ plain, unseen, untold }),
  };
}

/** How many were not looked for. */
async function checkQuotations(
  { units }: ReadAnswer,
  { passages, question, cited }: {
    readonly passages: readonly NumberedPassage[];
    readonly question: string;
    readonly cited: ReadonlySet<number>;
  },
  problems: ReturnType<typeof createProblems>,
  pause: Pause,
): Promise<number> {
  const numbers = new Set(passages.map(({ number }) => number));
  const asked = { ...PLACELESS, number: QUESTION, text: question };
  const quoted = createQuotedPassages([...passages, asked], pause);
  const everywhere = [...numbers].filter((number) => cited.has(number));
  let unseen = 0;
  for (const unit of units) {
    await pause(unit.text.length * SEARCHED);
    for (const quotation of quotationsOf(unit)) {
      const near = citedFor(quotation, unit).filter((number) => numbers.has(number));
      const against = near.length > 0 ? near : everywhere.length > 0 ? everywhere : [...numbers];
      const stands = await quoted.have(quotation.text, [...against, QUESTION]);
      if (stands === undefined) unseen++;
      if (stands !== false) continue;
      const [start, end] = [unit.offsets[quotation.start]!, unit.offsets[quotation.end - 1]! + 1];
      problems.add("misquote", () => ({ text: quotation.text, start, end }));
    }
  }
  return unseen;
}

/** The number under which the words of the question stand. */
const QUESTION = -1;
const PLACELESS = { id: "", source_id: "", path: "", start_line: 0, end_line: 0, page: null, url: null, title: "" };

function citedFor({ start, end }: Quotation, { kind, parts, cites }: ReadUnit): readonly number[] {
  if (kind === "quote" || kind === "said") return cites;
  const own = distinct(parts.filter((part) => part.start < end && start < part.end).map((part) => part.cites));
  return own.length > 0 ? own : cites;
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
