/** What of a query becomes vectors: the words of each topic without operators, fields and negations. */
import type { JoinedQuery } from "../query/join.ts";
import type { QueryNode } from "../query/syntax.ts";
import { searchedTerms } from "../query/words.ts";

/** More topics than anyone types. Each costs as much as a query. */
const MAX_TEXTS = 16;

/** The texts of the arguments, or of the parts of a single `OR`. Those without words are left out. */
export function meaningTexts({ node, parts }: JoinedQuery): readonly string[] {
  const topics = parts.length > 1 ? parts.map((part) => part.node) : node.kind === "or" ? node.children : [node];
  return topics.map(textOf).filter((text) => /[\p{L}\p{N}]/u.test(text)).slice(0, MAX_TEXTS);
}

function textOf(node: QueryNode): string {
  return searchedTerms(node).map((term) => {
    const inner = term.kind === "field" ? term.child : term;
    return inner.kind === "word" || inner.kind === "phrase" ? inner.text : "";
  }).join(" ");
}
