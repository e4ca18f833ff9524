/** Prints the answer of `ra search` in brief: what fits on two screens, or into 4,000 tokens of a pipe. */
import { type AnswerRoom, type BriefOptions, formatBrief } from "../../output/text/brief_text.ts";
import { formatBriefFooter } from "../../output/text/footer_text.ts";
import { linkTo } from "../../output/terminal/link.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { estimateTokens } from "../../search/retrieval/token_estimate.ts";
import type { SearchAnswer } from "../../shapes/search.ts";
import type { Workspace } from "../../workspace.ts";
import type { Invocation } from "../invocation.ts";
import { warnOfLeftOut } from "../left_out.ts";

/** What a pipe holds at most, in tokens. */
const MAX_TOKENS = 4_000;
/** Room for the last line. */
const FOOTER = { rows: 3, tokens: 60 } as const;
/** A terminal may be as low as that. */
const MIN_ROWS = 12;

export function printBrief(
  invocation: Invocation,
  { config }: Workspace,
  answer: SearchAnswer,
  limits: { readonly limit: number; readonly isCut: boolean },
): void {
  warnOfLeftOut(invocation, answer);
  const { palette, columns, rows, verbose, isTerminal } = invocation;
  const roots = new Map(config.trees.map((tree) => [tree.name, tree.path]));
  const room: AnswerRoom = isTerminal
    ? { kind: "rows", most: Math.max(MIN_ROWS, 2 * rows - FOOTER.rows), columns }
    : { kind: "tokens", most: MAX_TOKENS - FOOTER.tokens, countTokens: estimateTokens };
  const options: BriefOptions = {
    room,
    palette,
    columns,
    verbose,
    place({ tree, path, source_id: source, url }, line) {
      const root = roots.get(tree);
      if (source !== undefined || root === undefined) return sanitizeLine(`${url ?? path}:${line}`);
      const file = `${root}/${path}`;
      const shown = sanitizeLine(`${invocation.showPath(file)}:${line}`);
      return isTerminal && palette.enabled ? linkTo(file, shown) : shown;
    },
  };
  const brief = formatBrief(answer, options);
  invocation.print(brief.text + formatBriefFooter(answer, { ...brief, ...limits, isTerminal }, palette));
}
