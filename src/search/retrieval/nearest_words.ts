/**
 * Finds the words of the index that the user may have meant by a word it does not hold, as the documents spell them.
 */
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { SearchResponse } from "../ports/request.ts";
import { decodeVisible } from "../../text/visible.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { isMisspelling } from "../../text/nearest.ts";
import type { WordMatching } from "./parameters.ts";

interface NearestInput {
  readonly snapshot: Snapshot;
  readonly boosts: WordMatching["boosts"];
}

/** In how many chunks a word is looked up, because the first ones may have it in their tags only. */
const MAX_CHUNKS = 3;

/** The retriever returns terms, which may be stems. So each term is looked up in a document, to find the whole word. */
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
  { snapshot: { retriever, catalogue, passages }, boosts }: NearestInput,
): Promise<string | undefined> {
  const { hits, highlight } = await retriever.search({
    queries: [{ query: { and: [{ word: term }] }, all: true }],
    filters: [],
    limit: MAX_CHUNKS,
    boosts,
    fuzzy: 0,
    factors: {},
  });
  const firstMatch = async (
    text: Uint8Array,
    { stemmer }: IndexedChunk,
  ): Promise<string | undefined> => {
    const [range] = await retriever.highlight(text, stemmer, highlight);
    return range && decodeVisible(text.subarray(range.start, range.end)).toLowerCase();
  };
  for (const chunk of await catalogue.chunksAt(hits.map(({ ref }) => ref))) {
    const passage = await passages.read(chunk, { start: chunk.textStart, end: chunk.byteEnd });
    const encoded = [chunk.title, chunk.path].map((name) => new TextEncoder().encode(name));
    for (const place of [...typeof passage === "string" ? [] : [passage.visible], ...encoded]) {
      const written = await firstMatch(place, chunk);
      if (written !== undefined) return written;
    }
  }
  return undefined;
}
