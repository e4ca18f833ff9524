// Implements `docs/ranking.md` as slowly and plainly as possible: it looks at every chunk for every part of a query.
// Only the shape of a request comes from `src/`. Each file of this folder implements a section of the page; this one
// implements "Several queries" and "Order".
import type { PlanNode } from "../../../src/ports/request.ts";
import type { CorpusDocument, OracleLanguage } from "./corpus_document.ts";
import { type Index, indexOf } from "./corpus_index.ts";
import type { OracleHit, OracleRequest } from "./request.ts";
import { boostOf } from "./term.ts";
import { type Chunk, nameKey, tokensOf, withoutExtension } from "./text.ts";
import { answer, type AnsweredPart, typedWord } from "./whole_query.ts";

/** Returns all chunks that match, best first. */
export function rank(
  documents: readonly CorpusDocument[],
  request: OracleRequest,
  language: OracleLanguage,
): readonly OracleHit[] {
  return rankWhole(documents, request, language).hits.map(({ id, score }) => ({ id, score }));
}

/** A match with its score before the boosts for exact headings and file names. */
interface WholeHit extends OracleHit {
  readonly base: number;
  readonly chunk: Chunk;
}

export interface WholeAnswer {
  readonly index: Index;
  readonly hits: readonly WholeHit[];
  /** One entry for each query of the request. */
  readonly parts: readonly AnsweredPart[];
}

/** Does the same, and also returns what each hit came from. */
export function rankWhole(
  documents: readonly CorpusDocument[],
  request: OracleRequest,
  language: OracleLanguage,
): WholeAnswer {
  const index = indexOf(documents, request, language);
  const parts = request.queries.map(({ query, all }) => answer(index, query, !all));
  const total = new Map<Chunk, number>();
  for (const { scores } of parts) {
    for (const [chunk, score] of scores) total.set(chunk, (total.get(chunk) ?? 0) + score);
  }
  const scored = [...total].map(([chunk, score]) => ({
    chunk,
    base: score * (request.factors[chunk.document.tree] ?? 1),
  }));
  const highest = Math.max(0, ...scored.map(({ base }) => base));
  const boosted = boostedChunks(index);
  const hits = scored.map(({ chunk, base }) => ({
    id: chunk.id,
    score: boosted.has(chunk) ? base + highest : base,
    base,
    chunk,
  }));
  return { index, hits: hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)), parts };
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
      if (chunk.isRoot && nameKey(withoutExtension(chunk.document.path)) === nameKey(text)) out.add(chunk);
    }
  }
  return out;
}

function plainText(query: PlanNode): string | undefined {
  const children = "and" in query ? query.and : [query];
  const only = children.length === 1 ? children[0]! : undefined;
  if (only !== undefined && "phrase" in only) return only.phrase;
  const words = children.map(typedWord);
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(" ");
}
