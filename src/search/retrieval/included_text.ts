/** Shows what a passage takes in from other files. */
import type { IncludedLines, Snippet } from "../../shapes/search.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { Passage, PassageInclude } from "../ports/passage_source.ts";
import type { PropertyInput } from "./property_snippet.ts";
import { makeSnippet, wordsIn } from "./snippet.ts";

/** The files that a passage takes in, with the words of the query that they hold. */
export async function markIncludes(
  { includes }: Passage,
  { stemmer }: Pick<IndexedChunk, "stemmer">,
  { retriever, highlight }: Pick<PropertyInput, "retriever" | "highlight">,
): Promise<readonly IncludedLines[] | undefined> {
  if (includes === undefined || includes.length === 0) return undefined;
  return await Promise.all(includes.map(async (include) => {
    const text = include.text();
    const found = text === undefined ? [] : await retriever.highlight(text, stemmer, highlight);
    const lines = linesOf(include);
    return text === undefined || found.length === 0 ? lines : { ...lines, snippet: makeSnippet(text, found) };
  }));
}

/** The same without a query. */
export function namedIncludes({ includes }: Passage): readonly IncludedLines[] | undefined {
  return includes === undefined || includes.length === 0 ? undefined : includes.map(linesOf);
}

function linesOf({ path, first, last }: PassageInclude): IncludedLines {
  return { path, start_line: first, end_line: last };
}

/** The excerpt with the most words of the query: that of the passage, or of a file that it takes in. */
export function bestSnippet(own: Snippet, includes: readonly IncludedLines[] | undefined): Snippet {
  let best = own;
  for (const { snippet, ...lines } of includes ?? []) {
    if (snippet === undefined || wordsIn(snippet) <= wordsIn(best)) continue;
    const label = `from ${includedPlace(lines)}: `;
    const ranges = snippet.ranges.map(({ start, end }) => ({ start: start + label.length, end: end + label.length }));
    best = { text: label + snippet.text, ranges };
  }
  return best;
}

/** The path with its lines: `PATH:1-8`. */
export function includedPlace({ path, start_line: first, end_line: last }: IncludedLines): string {
  return `${path}:${first === last ? first : `${first}-${last}`}`;
}
