// Implements `docs/ranking.md` as slowly and plainly as possible: it looks at every chunk for every part of a query.
// Only the shape of a request comes from `src/`. Each file of this folder implements a section of the page; this one
// implements "Several queries" and "Order".
import type { PlanNode } from "../../../src/ports/request.ts";
import type { CorpusDocument, OracleLanguage } from "./corpus_document.ts";
import { type Index, indexOf, sum } from "./corpus_index.ts";
import type { OracleHit, OracleRequest } from "./request.ts";
import { boostOf } from "./term.ts";
import { type Chunk, nameKey, tokensOf, withoutExtension } from "./text.ts";
import { answer, type BareWord, coverage, holdsAll, type Parts, typedWord } from "./whole_query.ts";

export interface Ranked {
  readonly index: Index;
  /** All chunks that match, best first. */
  readonly hits: readonly OracleHit[];
  /** How many of them are candidates: the others come from feedback. */
  readonly total: number;
  /** How many candidates hold all required words. */
  readonly fullMatches: number;
  /** The bare words of all queries. */
  readonly words: readonly BareWord[];
}

export function rank(
  documents: readonly CorpusDocument[],
  request: OracleRequest,
  language: OracleLanguage,
): Ranked {
  const index = indexOf(documents, request, language);
  const queries = request.queries.map(({ query, all }) => answer(index, query, all));
  const first = queries.findIndex(({ words }) => words.length > 0);
  const asked = queries[first]?.words ?? [];
  const before = sum(queries.slice(0, Math.max(0, first)).map(({ words }) => words.length));
  const worded = queries.filter(({ words }) => words.length > 0);
  const found = [...new Set(queries.flatMap(({ parts }) => [...parts.keys()]))].map((chunk) => {
    const total = (part: keyof Parts) => sum(queries.map(({ parts }) => parts.get(chunk)?.[part] ?? 0));
    return {
      id: chunk.id,
      chunk,
      words: total("words"),
      neighbours: total("neighbours"),
      document: total("document"),
      heading: total("heading"),
      feedback: total("feedback"),
      coverage: worded.length === 0 ? 1 : Math.max(...worded.map(({ words }) => coverage(words, chunk))),
      missing: asked.flatMap((word, at) => word.isRequired && !word.matches.has(chunk) ? [before + at] : []),
      isCandidate: queries.some(({ parts, entered }) => parts.has(chunk) && !entered.has(chunk)),
      isFull: holdsAll(asked, chunk),
    };
  });
  const scored = found.map(({ chunk, ...hit }) => {
    const sumOfParts = hit.words + hit.neighbours + hit.document + hit.heading + hit.feedback;
    return { ...hit, chunk, base: sumOfParts * (request.factors[chunk.document.tree] ?? 1) };
  });
  const highest = Math.max(0, ...scored.map(({ base }) => base));
  const boosted = boostedChunks(index);
  const hits = scored.map(({ chunk, ...hit }) => {
    const lift = boosted.has(chunk) ? highest : 0;
    return { ...hit, lift, score: hit.base + lift };
  });
  return {
    index,
    hits: hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
    total: hits.filter(({ isCandidate }) => isCandidate).length,
    fullMatches: hits.filter(({ isCandidate, isFull }) => isCandidate && isFull).length,
    words: queries.flatMap(({ words }) => words),
  };
}

/** Returns the chunks whose title is the query, and the roots of documents whose file name is the query. */
function boostedChunks(index: Index): ReadonlySet<Chunk> {
  const out = new Set<Chunk>();
  for (const text of index.request.queries.flatMap(({ query }) => plainText(query) ?? [])) {
    for (const chunk of index.chunks) {
      const typed = tokensOf(index.language, text, chunk.document.stemmer);
      const title = chunk.fields.title.tokens;
      if (
        typed.length > 0 && title.length === typed.length && title.every(({ term }, at) => term === typed[at]!.term) &&
        boostOf(index, "title") > 0
      ) out.add(chunk);
      if (chunk.isFirst && nameKey(withoutExtension(chunk.document.path)) === nameKey(text)) out.add(chunk);
    }
  }
  return out;
}

function plainText(query: PlanNode): string | undefined {
  const children = "and" in query ? query.and : [query];
  const only = children.length === 1 ? children[0]! : undefined;
  if (only !== undefined && "phrase" in only) return only.phrase;
  const words = children.map((child) => typedWord(child)?.text);
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(" ");
}
