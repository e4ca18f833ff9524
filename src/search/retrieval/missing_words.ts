/** Finds the words of the query that a result lacks. */
import type { Catalogue, ChunkRef } from "../ports/catalogue.ts";
import type { SearchResponse } from "../ports/request.ts";
import type { RankedResult } from "./ranked_result.ts";

/** The required words that a result lacks. */
export type MissingWords = (result: Pick<RankedResult, "chunk" | "ranked">) => Promise<readonly string[]>;

/**
 * A result can show several chunks: those that it replaced, and those inside it that the cut left out. It lacks what
 * all of them lack. Of several queries, the one counts of whose required words it lacks the smallest share.
 */
export function createMissingWords(
  { hits, missing, words }: Pick<SearchResponse, "hits" | "words" | "missing">,
  catalogue: Pick<Catalogue, "chunksAt">,
): MissingWords {
  if (missing === undefined) return () => Promise.resolve([]);
  const lacking = new Map<ChunkRef, readonly number[]>(hits.map(({ ref }, at) => [ref, missing[at] ?? []]));
  const shared = (lists: readonly (readonly number[])[]): readonly number[] =>
    lists.reduce((left, list) => left.filter((word) => list.includes(word)));
  let inside: Promise<ReadonlyMap<string, readonly (readonly number[])[]>> | undefined;
  /** What the hits inside each chunk lack, by the chunk's id. */
  const insideOf = async (): Promise<ReadonlyMap<string, readonly (readonly number[])[]>> => {
    const byId = new Map<string, (readonly number[])[]>();
    for (const chunk of await catalogue.chunksAt(hits.map(({ ref }) => ref))) {
      for (const { id } of chunk.ancestors) {
        const lists = byId.get(id) ?? [];
        byId.set(id, lists);
        lists.push(lacking.get(chunk.ref) ?? []);
      }
    }
    return byId;
  };
  return async ({ chunk, ranked }) => {
    const found = shared(ranked.hits.map((hit) => lacking.get(hit.chunk.ref) ?? []));
    if (found.length === 0) return [];
    // Sections follow the chunk's own text. Reading the candidates takes time, so a chunk without sections needs none.
    const hasSections = chunk.body.at(-1)?.[1] !== chunk.byteEnd;
    const left = hasSections ? shared([found, ...(await (inside ??= insideOf())).get(chunk.id) ?? []]) : found;
    return [...new Set(ofBestQuery(left, words).map((at) => words[at]!.word))];
  };
}

/** The words of the query of which the smallest share is lacking, and of the first among equals. */
function ofBestQuery(lacking: readonly number[], words: SearchResponse["words"]): readonly number[] {
  const queries = new Map<number, { required: number; readonly lacking: number[] }>();
  words.forEach(({ query, required }, at) => {
    if (!required) return;
    const known = queries.get(query) ?? { required: 0, lacking: [] };
    queries.set(query, known);
    known.required++;
    if (lacking.includes(at)) known.lacking.push(at);
  });
  const share = (of: { readonly required: number; readonly lacking: readonly number[] }) =>
    of.lacking.length / of.required;
  return [...queries.values()].toSorted((a, b) => share(a) - share(b))[0]?.lacking ?? [];
}
