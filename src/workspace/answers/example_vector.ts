/** The vector of what `ra likethis` compares with. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { QueryVectors, Unusable } from "../../search/ports/meaning.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Environment } from "../environment.ts";

/** The most sections whose vectors count. */
const MAX_SECTIONS = 200;
/** More than any document has. */
const MAX_CHUNKS = 1_000_000;

/**
 * The stored vector of the chunk and of those below it: their mean. No model has to run. A file that is not indexed
 * has none.
 */
export async function exampleVector(
  chunk: IndexedChunk | undefined,
  { retriever, catalogue }: Snapshot,
  { meaning }: Environment,
): Promise<QueryVectors | Unusable | undefined> {
  const model = await meaning?.model();
  if (meaning === undefined || model === undefined) return undefined;
  if ("missing" in model) return model;
  if (chunk === undefined) return { missing: "the file is not in the index, so it has no vector" };
  const { hits } = await retriever.search({
    queries: [{ query: { and: [] }, all: true }],
    filters: [{ documents: [chunk.docId] }],
    limit: MAX_CHUNKS,
    boosts: {},
    fuzzy: 0,
    factors: {},
    copies: true,
  });
  const refs = hits.map(({ ref }) => ref);
  const chunks = await catalogue.chunksAt(refs);
  const inside = refs.filter((_, at) =>
    chunks[at]!.byteStart >= chunk.byteStart && chunks[at]!.byteEnd <= chunk.byteEnd
  );
  // The chunk itself always counts.
  const own = refs[chunks.findIndex(({ id }) => id === chunk.id)];
  const counted = [...(own === undefined ? [] : [own]), ...inside.filter((ref) => ref !== own)].slice(0, MAX_SECTIONS);
  const vectors = (await catalogue.vectorsAt(counted, model.key)).flatMap((vector) => vector ?? []);
  const [first] = vectors;
  if (first === undefined) return meaning.lacking() ?? NO_VECTOR;
  const sum = Array.from(first, (_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0));
  const length = Math.hypot(...sum);
  return length > 0
    ? { model: model.key, scale: model.scale, vectors: [sum.map((value) => value / length)] }
    : NO_VECTOR;
}

const NO_VECTOR: Unusable = { missing: "the passage has no vector" };
