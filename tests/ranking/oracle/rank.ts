// Implements `docs/ranking.md` as slowly and plainly as possible: it looks at every chunk for every part of a query.
// Only the shape of a request comes from `src/`. Each file of this folder implements a section of the page; this one
// implements "Several queries" and "Order".
import type { CorpusDocument, OracleLanguage } from "./corpus_document.ts";
import { type Index, indexOf, sum } from "./corpus_index.ts";
import type { OracleHit, OracleRequest } from "./request.ts";
import { named } from "./exact_titles.ts";
import { weightOf } from "./path_weights.ts";
import type { Chunk } from "./text.ts";
import { bestOfTopics, TOPIC } from "./topics.ts";
import { answer, type BareWord, coverage, holdsAll, type Parts } from "./whole_query.ts";

export interface Ranked {
  readonly index: Index;
  /** All chunks that match, best first. */
  readonly hits: readonly OracleHit[];
  /** How many of them are candidates: the others come from feedback. */
  readonly total: number;
  /** How many candidates hold all required words. */
  readonly fullMatches: number;
  /** How many chunks each topic finds. */
  readonly topics: readonly number[];
  /** The bare words of all queries. */
  readonly words: readonly (BareWord & { readonly query: number })[];
}

export function rank(
  documents: readonly CorpusDocument[],
  request: OracleRequest,
  language: OracleLanguage,
): Ranked {
  const index = indexOf(documents, request, language);
  const queries = request.queries.map(({ query, all }) => answer(index, query, all));
  const words = queries.flatMap(({ words }, query) => words.map((word) => ({ ...word, query })));
  const finding = (chunk: Chunk) => queries.filter(({ parts }) => parts.has(chunk));
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
      coverage: Math.max(...finding(chunk).map(({ words }) => coverage(words, chunk))),
      missing: finding(chunk).some(({ words }) => words.length === 0)
        ? []
        : words.flatMap((word, at) => word.isRequired && !word.matches.has(chunk) ? [at] : []),
      isCandidate: queries.some(({ parts, entered }) => parts.has(chunk) && !entered.has(chunk)),
      isFull: finding(chunk).some(({ words, entered }) => !entered.has(chunk) && holdsAll(words, chunk)),
    };
  });
  const scored = found.map(({ chunk, ...hit }) => {
    const sumOfParts = hit.words + hit.neighbours + hit.document + hit.heading + hit.feedback;
    return { ...hit, chunk, base: sumOfParts * scaleOf(index, chunk) };
  });
  const highest = Math.max(0, ...scored.map(({ base }) => base));
  const levels = new Map(
    named(index, request.queries.map(({ query }) => query), new Set(found.map(({ chunk }) => chunk))),
  );
  const topics = request.topics === true ? bestOfTopics(index, queries, (chunk) => scaleOf(index, chunk)) : [];
  for (const { best } of topics) if (best !== undefined) levels.set(best, TOPIC);
  const hits = scored.map(({ chunk, ...hit }) => {
    const lift = (levels.get(chunk) ?? 0) * highest;
    return { ...hit, lift, score: hit.base + lift };
  });
  if (request.roots === true) {
    const roots = documents.map(({ chunks }) => chunks[0]!.id);
    const listed = roots.flatMap((id) =>
      hits.find((hit) => hit.id === id || hit.id.startsWith(`${id}#`)) === undefined ? [] : [id]
    );
    const nothing = {
      words: 0,
      neighbours: 0,
      document: 0,
      heading: 0,
      feedback: 0,
      lift: 0,
      coverage: 1,
      missing: [],
    };
    return {
      index,
      hits: listed.sort((a, b) => (a < b ? -1 : 1)).map((id) => ({ id, score: 0, base: 0, ...nothing })),
      total: listed.length,
      fullMatches: listed.length,
      topics: [],
      words,
    };
  }
  return {
    index,
    hits: hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
    total: hits.filter(({ isCandidate }) => isCandidate).length,
    fullMatches: hits.filter(({ isCandidate, isFull }) => isCandidate && isFull).length,
    topics: topics.map(({ total }) => total),
    words,
  };
}

function scaleOf(index: Index, { document }: Chunk): number {
  return (index.request.factors[document.tree] ?? 1) * weightOf(index, document);
}
