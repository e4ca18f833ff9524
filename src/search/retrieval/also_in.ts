/** Says where the text of a result stands too, and compares the texts of copies. */
import type { ByteRange } from "../../document/document.ts";
import type { Catalogue, ChunkRef, IndexedChunk, OtherPlace } from "../ports/catalogue.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import type { SearchResult } from "../../shapes/search.ts";
import type { RankedResult } from "./ranked_result.ts";
import { isSamePassage, type OwnText } from "./same_passage.ts";

type AlsoInPlaces = NonNullable<SearchResult["also_in"]>;

/** A result lists at most so many places. */
const MAX_PLACES = 100;

/** For each result, where its text stands too. */
export interface FoundCopies {
  readonly places: readonly AlsoInPlaces[];
  /** Whether two texts differ although their checksums do not. One of them would then be missing in the answer. */
  readonly isWrong: boolean;
}

type Sources = Pick<Snapshot, "catalogue" | "passages">;

/** Looks up the copies of results, and reads their texts: equal checksums do not prove equal texts. */
export async function alsoInOf(
  results: readonly RankedResult[],
  { catalogue, passages }: Sources,
): Promise<FoundCopies> {
  const parts = results.map(({ chunk, ranked }) =>
    isItself(chunk, ranked.hits) ? [chunk] : ranked.hits.map((hit) => hit.chunk)
  );
  const flat = parts.flat();
  const found = flat.length === 0 ? [] : await catalogue.alsoIn(flat.map(({ ref }) => ref));
  if (found.every((copies) => copies.length === 0)) return { places: results.map(() => []), isWrong: false };
  const compare = createComparison(catalogue, passages);
  let isWrong = false;
  let at = 0;
  const places: AlsoInPlaces[] = [];
  for (const [index, own] of parts.entries()) {
    const ofParts = found.slice(at, at += own.length);
    const others: Other[][] = [];
    for (const [part, copies] of (await readOthers(ofParts.map(firstPlaces), catalogue)).entries()) {
      const equal: Other[] = [];
      for (const other of copies) {
        if (other.reason !== "copy" || await compare(own[part]!, other.chunk)) equal.push(other);
      }
      isWrong ||= equal.length < copies.length;
      others.push(equal);
    }
    places.push(await placesOf(others, results[index]!.chunk, catalogue));
  }
  return { places, isWrong };
}

function firstPlaces(copies: readonly OtherPlace[]): readonly OtherPlace[] {
  return copies.slice(0, MAX_PLACES);
}

function isItself(chunk: IndexedChunk, hits: RankedResult["ranked"]["hits"]): boolean {
  return hits.length === 1 && hits[0]!.chunk.ref === chunk.ref;
}

interface Other {
  readonly chunk: IndexedChunk;
  readonly reason: OtherPlace["reason"];
}

async function readOthers(
  ofParts: readonly (readonly OtherPlace[])[],
  catalogue: Catalogue,
): Promise<readonly (readonly Other[])[]> {
  const refs: ChunkRef[] = ofParts.flat().map(({ ref }) => ref);
  const chunks = refs.length === 0 ? [] : await catalogue.chunksAt(refs);
  let at = 0;
  return ofParts.map((copies) => copies.map(({ reason }) => ({ chunk: chunks[at++]!, reason })));
}

/** A result of several parts stands elsewhere where all of them do. It is then named by the document. */
async function placesOf(
  ofParts: readonly (readonly Other[])[],
  own: IndexedChunk,
  catalogue: Catalogue,
): Promise<AlsoInPlaces> {
  const [first = [], ...rest] = ofParts;
  const inAll = first.filter(({ chunk: { docId } }) =>
    docId !== own.docId && rest.every((part) => part.some(({ chunk }) => chunk.docId === docId))
  );
  const shared = ofParts.length === 1 ? first : inAll;
  if (shared.length === 0) return [];
  const documents = await catalogue.documentsAt(shared.map(({ chunk }) => chunk.ref));
  return shared.map(({ chunk, reason }, at) => {
    const { id, path, lang, version } = documents[at]!;
    return {
      id: ofParts.length === 1 ? chunk.id : id,
      path,
      ...(lang === null ? {} : { lang }),
      ...(version === null ? {} : { version }),
      reason,
    };
  });
}

/** Remembers the answers for as long as the snapshot lives, because the next query often finds the same texts. */
const COMPARED = new WeakMap<Catalogue, Map<string, boolean>>();
const MAX_COMPARED = 10_000;

function createComparison(
  catalogue: Catalogue,
  passages: Snapshot["passages"],
): (one: IndexedChunk, other: IndexedChunk) => Promise<boolean> {
  const known = COMPARED.get(catalogue) ?? new Map<string, boolean>();
  COMPARED.set(catalogue, known);
  return async (one, other) => {
    const key = `${one.ref} ${other.ref}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [text, same] = [await ownText(one, passages), await ownText(other, passages)];
    // What has changed since it was indexed cannot be compared.
    const isSame = text === undefined || same === undefined || isSamePassage(text, same);
    if (known.size >= MAX_COMPARED) known.clear();
    known.set(key, isSame);
    return isSame;
  };
}

/** Undefined where it has changed. */
async function ownText(chunk: IndexedChunk, passages: Snapshot["passages"]): Promise<OwnText | undefined> {
  const pieces: readonly ByteRange[] = chunk.body.map(([start, end]) => ({ start, end }));
  const [start, end] = [pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0];
  const passage = await passages.read(chunk, { start, end });
  if (typeof passage === "string") return undefined;
  const of = (text: Uint8Array): Uint8Array[] =>
    pieces.map((piece) => text.subarray(piece.start - start, piece.end - start));
  return { path: chunk.path, bytes: of(passage.bytes), visible: of(passage.visible) };
}

/** Results without those whose text an earlier one has. */
export async function withoutEqual<R extends RankedResult>(
  results: readonly R[],
  sources: Sources,
): Promise<readonly R[]> {
  const { places } = await alsoInOf(results, sources);
  const shown = new Set<string>();
  return results.filter(({ chunk: { id } }, at) => {
    if (shown.has(id)) return false;
    for (const { id: copy, reason } of places[at]!) if (reason === "copy") shown.add(copy);
    return true;
  });
}
