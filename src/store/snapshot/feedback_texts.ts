/** Searches, and reads the texts that feedback needs (docs/ranking.md). The index holds no text. */
import type { SegmentReader } from "../engine/engine.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { PassageSource } from "../../search/ports/passage_source.ts";
import type { SearchRequest, SearchResponse } from "../../search/ports/request.ts";
import type { Work } from "../../search/ports/work.ts";

/** Sections with more text give nothing: their terms say little, and reading them takes long. */
const MAX_BYTES = 20_000;

const LINE_END = Uint8Array.of(0x0a);

export async function searchWithTexts(
  reader: SegmentReader,
  passages: PassageSource,
  request: SearchRequest,
  work: Work,
): Promise<SearchResponse> {
  const search = reader.start(request, work);
  let texts: readonly (Uint8Array | null)[];
  try {
    const wanted = search.wanted.length === 0 ? [] : reader.chunksAt(search.wanted, work);
    texts = await Promise.all(wanted.map((chunk) => bodyOf(chunk, passages)));
  } catch (error) {
    search.free();
    throw error;
  }
  return search.finish(texts);
}

/** The text that was indexed as the chunk's body. Null when it is long, or is no longer there. */
async function bodyOf(chunk: IndexedChunk, passages: PassageSource): Promise<Uint8Array | null> {
  const { body } = chunk;
  if (body.reduce((sum, [start, end]) => sum + end - start, 0) > MAX_BYTES) return null;
  const pieces: Uint8Array[] = [];
  for (const [start, end] of body) {
    const passage = await passages.read(chunk, { start, end });
    if (typeof passage === "string") return null;
    pieces.push(passage.visible, LINE_END);
  }
  return joined(pieces);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
