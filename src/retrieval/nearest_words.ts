/** The words of an index that a word it does not hold may be meant for, as the documents write them. */
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { PlanFilter, SearchResponse } from "../ports/request.ts";
import type { Passage } from "../ports/passage_source.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { isMisspelling } from "../text/nearest.ts";
import type { SearchParameters } from "./parameters.ts";

interface NearestInput {
  readonly snapshot: Snapshot;
  /** Conditions on the documents that count. */
  readonly scope: readonly PlanFilter[];
  readonly parameters: Pick<SearchParameters, "boosts">;
}

/** Chunks in which a word is looked for, where the first ones hold it in their tags only. */
const MOST_CHUNKS = 3;

/** The retriever knows terms, which may be stems: each is looked up in a document that holds it. */
export async function nearestWords(
  { word, nearest }: SearchResponse["words"][number],
  input: NearestInput,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const term of nearest) {
    const written = await writtenForm(term, input);
    if (written !== undefined && isMisspelling(word, written)) found.add(written);
  }
  return [...found];
}

async function writtenForm(
  term: string,
  { snapshot: { retriever, catalogue, passages }, scope, parameters }: NearestInput,
): Promise<string | undefined> {
  const { hits, highlight } = await retriever.search({
    queries: [{ query: { and: [{ word: term }] }, relax: false }],
    filters: scope,
    limit: MOST_CHUNKS,
    boosts: parameters.boosts,
    fuzzy: 0,
    factors: {},
  });
  const firstMatch = async (
    { bytes: text, hidden }: Pick<Passage, "bytes" | "hidden">,
    { stemmer }: IndexedChunk,
  ): Promise<string | undefined> => {
    const [range] = await retriever.highlight(text, stemmer, highlight, hidden ?? undefined);
    return range && new TextDecoder().decode(text.subarray(range.start, range.end)).toLowerCase();
  };
  for (const chunk of await catalogue.chunksAt(hits.map(({ ref }) => ref))) {
    const passage = await passages.read(chunk, { start: chunk.textStart, end: chunk.byteEnd });
    const encoded = [chunk.title, chunk.path].map((name) => ({
      bytes: new TextEncoder().encode(name),
      hidden: null,
    }));
    for (const place of [...typeof passage === "string" ? [] : [passage], ...encoded]) {
      const written = await firstMatch(place, chunk);
      if (written !== undefined) return written;
    }
  }
  return undefined;
}
