/** Shows the parts of a result's score. */
import type { ExplainedResult } from "../../shapes/explanation.ts";
import { SCORE_PARTS } from "../../shapes/score_parts.ts";
import type { Palette } from "../terminal/color.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";

/**
 * Prints the id, the sum with the share of the query's words that the chunk holds, then a row for each term with its
 * fields. Ends with a newline.
 */
export function formatScoreParts(result: ExplainedResult, palette: Palette): string {
  const { id, chunk, score, factor, weight, lift, clauses, coverage, fused, reranked } = result;
  const through = chunk === id ? "" : ` through ${sanitizeLine(chunk)}`;
  const sum = SCORE_PARTS.filter((part) => result[part] !== 0).map((part) => `${part} ${result[part].toFixed(2)}`)
    .join(" + ");
  const raised = `${factor === 1 ? "" : ` · tree ${factor.toFixed(2)}`}${
    weight === 1 ? "" : ` · path ${weight.toFixed(2)}`
  }${lift === 0 ? "" : ` + exact heading or name ${lift.toFixed(2)}`}`;
  const rows = clauses.flatMap(({ word, terms }) =>
    terms.map((term) => [
      word === null || word === term.term
        ? sanitizeLine(term.term)
        : `${sanitizeLine(word)}: ${sanitizeLine(term.term)}`,
      term.score.toFixed(2),
      `idf ${term.idf.toFixed(2)}`,
      term.fields.map(({ field, frequency, length }) => `${field} ${frequency} of ${length}`).join(", "),
    ])
  );
  const hasWords = clauses.some(({ word }) => word !== null);
  const covered = hasWords ? `; coverage ${coverage.toFixed(2)}` : "";
  const table = rows.length === 0 ? "" : formatTable(rows, [1]).replace(/^(?=.)/gm, "  ");
  const moved = reranked === undefined
    ? ""
    : `  ${score.toFixed(2)}: reranked by ${reranked.score.toFixed(2)}, number ${reranked.before} before\n`;
  const total = reranked === undefined ? score.toFixed(2) : "before";
  const name = `${palette.id(sanitizeLine(id))}${through}\n${moved}`;
  if (fused !== undefined) {
    const byWords = fused.lex === null
      ? "no match by words"
      : `by words ${fused.lex.toFixed(2)} = ${sum === "" ? "0" : sum}`;
    return `${name}  ${fusedSum(total, fused, lift)}\n  ${byWords}${fused.lex === null ? "" : covered}\n${table}`;
  }
  return `${name}  ${total} = ${
    sum === "" ? "0" : sum.includes("+") && raised !== "" ? `(${sum})` : sum
  }${raised}${covered}\n${table}`;
}

/** `0.82 = (words 0.51 + meaning 0.31) · 1.50; cosine 0.57` */
function fusedSum(
  total: string,
  { words, meaning, scale, cosine }: NonNullable<ExplainedResult["fused"]>,
  lift: number,
): string {
  const raised = `${scale === 1 ? "" : ` · ${scale.toFixed(2)}`}${
    lift < 1e-9 ? "" : ` + exact heading or name ${lift.toFixed(2)}`
  }`;
  const near = cosine === null ? "" : `; cosine ${cosine.toFixed(2)}`;
  return `${total} = (words ${words.toFixed(2)} + meaning ${meaning.toFixed(2)})${raised}${near}`;
}
