/** Checks what an answer cites and quotes against the passages that the model was given. */
import type { CheckedSentence } from "../../answers/evaluation.ts";
import type { UnitMarker } from "./answer_units.ts";
import type { NumberedPassage } from "../passage.ts";
import { quotationsIn, standsIn } from "./quotations.ts";
import { readAnswer } from "./sentences.ts";

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

export interface CheckedAnswer {
  /** In the order of the answer, without code and headings. */
  readonly sentences: readonly CheckedSentence[];
  /** In the order of the answer. */
  readonly problems: readonly CitationProblem[];
  /** Where it cites. */
  readonly markers: readonly UnitMarker[];
  /** The passages that it cites, by number. */
  readonly cited: readonly NumberedPassage[];
}

export function checkCitations(answer: string, passages: readonly NumberedPassage[]): CheckedAnswer {
  const { sentences, markers, units } = readAnswer(answer);
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  const textsOf = (numbers: Iterable<number>): readonly string[] =>
    [...new Set(numbers)].flatMap((number) => byNumber.get(number)?.text ?? []);
  const problems: CitationProblem[] = [];
  for (const { claims, cites, text, start, end } of sentences) {
    if (claims && cites.length === 0) problems.push({ kind: "uncited", text, start, end });
  }
  for (const { numbers, start, end } of markers) {
    for (const number of numbers.filter((number) => !byNumber.has(number))) {
      problems.push({ kind: "unknown_citation", text: answer.slice(start, end), number, start, end });
    }
  }
  const everywhere = textsOf(markers.flatMap(({ numbers }) => numbers));
  for (const { text, offsets, cites } of units) {
    const near = textsOf(cites);
    const against = near.length > 0 ? near : everywhere.length > 0 ? everywhere : textsOf(byNumber.keys());
    for (const quotation of quotationsIn(text)) {
      if (standsIn(quotation.text, against)) continue;
      const [start, end] = [offsets[quotation.start]!, offsets[quotation.end - 1]! + 1];
      problems.push({ kind: "misquote", text: quotation.text, start, end });
    }
  }
  const cited = new Set(markers.flatMap(({ numbers }) => numbers));
  return {
    sentences: sentences.map(({ cites, start, end }) => ({
      text: answer.slice(start, end),
      citations: [...new Set(cites)],
      problems: problems.filter((problem) => problem.start < end && problem.end > start).map(({ kind }) => kind),
    })),
    problems: problems.sort((a, b) => a.start - b.start || a.end - b.end),
    markers,
    cited: passages.filter(({ number }) => cited.has(number)),
  };
}
