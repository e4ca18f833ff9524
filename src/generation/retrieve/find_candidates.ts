/** The candidates of a question: the best by words and the nearest in meaning that have text. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { MeaningOfHit, SearchRequest, SearchResponse } from "../../search/ports/request.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { searchWider } from "../../search/retrieval/search_wider.ts";
import { passageText } from "../../models/embed/passage_text.ts";
import { textKey } from "../text_key.ts";
import { identifierShare, type ParsedQuestion } from "./question.ts";
import type { ExactCosines } from "./exact_cosines.ts";
import type { Candidate } from "./score_rows.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface FoundChunk extends Candidate {
  readonly chunk: IndexedChunk;
  /** The titles above it, and its own text. */
  readonly text: string;
}

export interface FoundChunks {
  readonly candidates: readonly FoundChunk[];
  readonly highlight: SearchResponse["highlight"];
}

/** At least the best `initialK` of each list, unless there are fewer. Throws what searching throws. */
export async function findCandidates(
  { retriever, catalogue, passages }: Snapshot,
  question: ParsedQuestion,
  { initialK, boosts, fuzzy, feedback, hidden, meaning, exact }: {
    readonly initialK: number;
    readonly boosts: SearchRequest["boosts"];
    readonly fuzzy: number;
    readonly feedback: boolean;
    /** Chunks that do not count. */
    readonly hidden: ReadonlySet<string>;
    /** The vectors of the question, of which the nearest counts, and the key of their model. */
    readonly meaning: { readonly model: string; readonly vectors: readonly (readonly number[])[] } | undefined;
    /** The vectors of the generation. Undefined where only attached files count. */
    readonly exact: Pick<ExactCosines, "of"> | undefined;
  },
): Promise<FoundChunks> {
  // More are asked for, because sections without text are not rows.
  return await searchWider(initialK, async (limit) => {
    const response = await retriever.search(withoutUndefined<SearchRequest>({
      copies: true,
      queries: [{ query: question.query, all: false }],
      filters: [],
      limit,
      boosts,
      fuzzy,
      feedback,
      factors: {},
      meaning: meaning && { ...meaning, candidates: limit },
    }));
    const found = response.meaning?.of ?? response.hits.map(({ base }) => lexical(base));
    const hits = response.hits.slice(0, found.length);
    const chunks = await catalogue.chunksAt(hits.map(({ ref }) => ref));
    const exactly = meaning === undefined ? undefined : await exact?.of(meaning.vectors, chunks);
    const near = new NearList(found);
    const candidates: FoundChunk[] = [];
    const seen = new Set<string>();
    for (const [at, chunk] of inOrderOfPlaces(chunks)) {
      if (hidden.has(chunk.id)) continue;
      const text = await passageText(chunk, passages);
      if (text === undefined || text === "") continue;
      // The same text twice in a document is one row, as in the artefacts.
      const key = `${chunk.docId}\n${textKey(chunk, text)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { lex } = found[at]!;
      const cosine = near.take(at, exactly?.[at]);
      candidates.push({
        id: chunk.id,
        chunk,
        text,
        lex,
        cosine,
        identifiers: identifierShare(question.identifiers, text),
      });
    }
    const byWords = found.filter(({ isLexical }) => isLexical).length;
    const isFull = byWords < limit || candidates.filter(({ lex }) => lex !== null).length >= initialK;
    return isFull && near.isFull(limit, initialK) ? { candidates, highlight: response.highlight } : undefined;
  });
}

/**
 * An assumption: no row that was not looked at has a cosine further from the exact one than so many times the largest
 * difference that was seen. A sure bound is the sum of the question's numbers over 254, times the largest number of any
 * row, which no file says.
 */
const TIMES_SEEN = 4;

/** The list by meaning, with the exact cosines of those that count. */
class NearList {
  readonly #found: readonly MeaningOfHit[];
  readonly #cosines: number[] = [];
  #off = 0;

  constructor(found: readonly MeaningOfHit[]) {
    this.#found = found;
  }

  /** The best cosine that is known of a candidate that counts. */
  take(at: number, exact: number | undefined): number | null {
    const { cosine, isNear } = this.#found[at]!;
    if (cosine === null) return null;
    if (exact !== undefined) this.#off = Math.max(this.#off, Math.abs(exact - cosine));
    if (isNear) this.#cosines.push(exact ?? cosine);
    return exact ?? cosine;
  }

  /** Whether none that is not in the list could be among the first `wanted`. */
  isFull(limit: number, wanted: number): boolean {
    const near = this.#found.filter(({ isNear }) => isNear);
    if (near.length < limit) return true;
    const last = this.#cosines.sort((a, b) => b - a)[wanted - 1];
    const next = near.reduce((least, { cosine }) => Math.min(least, cosine ?? least), Infinity);
    return last !== undefined && last >= next + TIMES_SEEN * this.#off;
  }
}

function lexical(base: number): MeaningOfHit {
  return { lex: base, cosine: null, isLexical: true, isNear: false, scale: 1, level: 0 };
}

/** The first of two equal texts in a document is the one that counts. */
function inOrderOfPlaces(chunks: readonly IndexedChunk[]): readonly (readonly [at: number, chunk: IndexedChunk])[] {
  return [...chunks.entries()].sort(([, a], [, b]) =>
    a.docId < b.docId ? -1 : a.docId > b.docId ? 1 : a.position - b.position
  );
}
