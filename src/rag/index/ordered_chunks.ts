/** All chunks of an index by tree, path and position, a few at a time. */
import type { ChunkRef, IndexedChunk } from "../../ports/catalogue.ts";
import type { EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import type { Snapshot } from "../../ports/snapshot.ts";

/** Chunks that are read at once. */
const SLICE = 1000;
/** No model has this key, so every chunk with text lacks its vector. */
const NO_MODEL = "0".repeat(32);

interface Place {
  readonly ref: ChunkRef;
  readonly document: string;
  readonly position: number;
}

export interface OrderedChunks {
  readonly total: number;
  /** The chunks with text, in slices. */
  slices(): AsyncGenerator<readonly IndexedChunk[]>;
}

/** Keeps the place of each chunk in memory, and no chunk. */
export async function orderedChunks(
  index: Pick<EmbeddedIndex, "unembedded">,
  { catalogue }: Pick<Snapshot, "catalogue">,
): Promise<OrderedChunks> {
  const refs = index.unembedded(NO_MODEL, true).map(({ ref }) => ref);
  const documents = new Map<string, string>();
  const places: Place[] = [];
  for (let from = 0; from < refs.length; from += SLICE) {
    for (const { ref, tree, path, position } of await catalogue.chunksAt(refs.slice(from, from + SLICE))) {
      // NUL sorts before every letter, so that the paths of a tree stay together.
      const name = `${tree}\0${path}`;
      const document = documents.get(name) ?? name;
      documents.set(name, document);
      places.push({ ref, document, position });
    }
  }
  places.sort((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : a.position - b.position));
  return {
    total: places.length,
    async *slices() {
      for (let from = 0; from < places.length; from += SLICE) {
        yield await catalogue.chunksAt(places.slice(from, from + SLICE).map(({ ref }) => ref));
      }
    },
  };
}
