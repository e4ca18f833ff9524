/** All chunks of an index by tree, path and position, a few at a time. */
import type { ChunkRef, IndexedChunk } from "../../search/ports/catalogue.ts";
import type { EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";

/** Chunks that are read at once. */
const SLICE = 1000;
/** No model has this key, so every chunk with text lacks its vector. */
const NO_MODEL = "0".repeat(32);

export interface OrderedChunks {
  readonly total: number;
  /** The chunks with text, in slices. */
  slices(): AsyncGenerator<readonly IndexedChunk[]>;
}

/** Keeps the place of each chunk in memory, in 20 bytes, and no chunk. */
export async function orderedChunks(
  index: Pick<EmbeddedIndex, "unembedded">,
  { catalogue }: Pick<Snapshot, "catalogue">,
): Promise<OrderedChunks> {
  const refs = index.unembedded(NO_MODEL, true).map(({ ref }) => ref);
  const names = new Map<string, number>();
  const yieldPoint = createYieldPoint(undefined);
  const documents = new Uint32Array(refs.length);
  const positions = new Uint32Array(refs.length);
  for (let from = 0; from < refs.length; from += SLICE) {
    await yieldPoint();
    const chunks = await catalogue.chunksAt(refs.slice(from, from + SLICE));
    chunks.forEach(({ tree, path, position }, at) => {
      // NUL sorts before every letter, so that the paths of a tree stay together.
      const name = `${tree}\0${path}`;
      const document = names.get(name) ?? names.size;
      names.set(name, document);
      documents[from + at] = document;
      positions[from + at] = position;
    });
  }
  const ranks = new Uint32Array(names.size);
  [...names].sort(([a], [b]) => (a < b ? -1 : 1)).forEach(([, document], rank) => ranks[document] = rank);
  const order = Uint32Array.from(refs, (_, at) => at)
    .sort((a, b) => ranks[documents[a]!]! - ranks[documents[b]!]! || positions[a]! - positions[b]!);
  const refsOf = (part: Uint32Array): readonly ChunkRef[] => Array.from(part, (at) => refs[at]!);
  return {
    total: order.length,
    async *slices() {
      for (let from = 0; from < order.length; from += SLICE) {
        yield await catalogue.chunksAt(refsOf(order.subarray(from, from + SLICE)));
      }
    },
  };
}
