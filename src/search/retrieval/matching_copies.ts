/** Finds other documents with the text or the page of a result that match the same query. */
import type { Catalogue, IndexedChunk, OtherPlace } from "../ports/catalogue.ts";
import type { RankedHit, SearchRequest, SearchResponse } from "../ports/request.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { type RankedResult, resultOf } from "./ranked_result.ts";
import type { RankedAnswer } from "./rank_query.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** A chunk with the text of a result, or the best one of another edition of its page. */
export interface MatchingCopy {
  readonly chunk: IndexedChunk;
  readonly hit: RankedHit;
  readonly reason: OtherPlace["reason"];
}

export interface MatchingCopies {
  /** For each result, equal texts first. */
  readonly of: readonly (readonly MatchingCopy[])[];
  readonly response: SearchResponse | undefined;
}

/** Of one result, so many places are looked at. */
const MAX_PLACES = 100;
/** More matches in the documents of copies are not looked at. */
const MAX_MATCHES = 10_000;

/** Which copies are wanted. By default, all. */
interface WantedCopies {
  /** Of each group, the one that leads where these documents are not there. */
  readonly without?: ReadonlySet<string> | undefined;
}

/** The copies that pass the same filters. None where each copy is a result of its own. */
export async function matchingCopies(
  results: readonly RankedResult[],
  request: SearchRequest,
  { catalogue, retriever }: Pick<Snapshot, "catalogue" | "retriever">,
  { without }: WantedCopies = {},
): Promise<MatchingCopies> {
  const none = { of: results.map(() => []), response: undefined };
  if (results.length === 0 || request.copies === true || request.roots === true) return none;
  const places = await placesOf(results, catalogue);
  const others = await readPlaces(places, catalogue);
  const documents = [...new Set(others.flatMap((list) => list.map(({ docId }) => docId)))]
    .filter((id) => without?.has(id) !== true);
  if (documents.length === 0) return none;
  const { cut: _, meaning: __, facets: ___, ...asked } = request;
  const filters = [...request.filters, { documents }];
  const response = await retriever.search({ ...asked, filters, limit: MAX_MATCHES, copies: without === undefined });
  const chunks = await catalogue.chunksAt(response.hits.map(({ ref }) => ref));
  const found = response.hits.map((hit, at) => ({ hit, chunk: chunks[at]! }));
  const of = others.map((list, at) =>
    list.flatMap((place, index): MatchingCopy[] => {
      const { reason } = places[at]![index]!;
      const match = found.find(({ chunk }) =>
        reason === "copy" ? chunk.ref === place.ref : chunk.docId === place.docId
      );
      return match === undefined ? [] : [{ ...match, reason }];
    })
  );
  return { of, response };
}

/** Where the chunks of each result stand too, and where the hits do that a chunk replaces. */
async function placesOf(
  results: readonly RankedResult[],
  catalogue: Catalogue,
): Promise<readonly (readonly OtherPlace[])[]> {
  const refs = results.map(({ chunk, ranked }) => [
    ...new Set([chunk.ref, ...ranked.hits.map((hit) => hit.chunk.ref)]),
  ]);
  const found = await catalogue.alsoIn(refs.flat());
  let at = 0;
  return refs.map((own) => equalFirst(own.flatMap(() => found[at++]!)));
}

function equalFirst(places: readonly OtherPlace[]): readonly OtherPlace[] {
  const equal = places.filter(({ reason }) => reason === "copy");
  return [...equal, ...places.filter(({ reason }) => reason !== "copy")].slice(0, MAX_PLACES);
}

async function readPlaces(
  places: readonly (readonly OtherPlace[])[],
  catalogue: Catalogue,
): Promise<readonly (readonly IndexedChunk[])[]> {
  const refs = places.flatMap((list) => list.map(({ ref }) => ref));
  const chunks = refs.length === 0 ? [] : await catalogue.chunksAt(refs);
  let at = 0;
  return places.map((list) => list.map(() => chunks[at++]!));
}

/** A copy that is shown in place of a result. Scores that meaning is a part of do not compare with its own. */
export function inPlaceOf<R extends RankedResult>(
  result: R,
  { chunk, hit }: MatchingCopy,
  { fused }: Pick<RankedAnswer, "fused">,
): R {
  return { ...result, ...resultOf(chunk, fused === undefined ? hit.score : result.score) };
}

/** An answer that also knows of copies what they lack and what their scores are made of. */
export function withCopies(ranked: RankedAnswer, copies: MatchingCopies | undefined): RankedAnswer {
  const found = copies?.response;
  if (found === undefined) return ranked;
  const { hits, missing, explained } = ranked.response;
  const response = withoutUndefined<SearchResponse>({
    ...ranked.response,
    hits: [...hits, ...found.hits],
    missing: missing && [...missing, ...found.missing ?? []],
    explained: explained && [...explained, ...found.explained ?? []],
  });
  return { ...ranked, response };
}
