/** Hashes that tell one generation from another. */
import { sha256 } from "../../host/hash.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { SourceTree } from "../../sources/source_trees.ts";

/** Characters that are hashed together. */
const PIECE = 1 << 16;

export interface Digest {
  add(values: readonly (string | number)[]): void;
  value(): string;
}

/** A hash of a series of values of any length. */
export function createDigest(): Digest {
  let state = "";
  let waiting = "";
  const flush = (): void => {
    state = hashOf(state + waiting);
    waiting = "";
  };
  return {
    add(values) {
      waiting += `${JSON.stringify(values)}\n`;
      if (waiting.length >= PIECE) flush();
    },
    value() {
      flush();
      return state;
    },
  };
}

/** Of all keys that shape chunks and vectors. Where files lie is not part of it. */
export function settingsHash({ embedding }: RagConfig, trees: readonly SourceTree[]): string {
  const { model, provider, dimensions, query_prefix, passage_prefix } = embedding;
  return hashOf(JSON.stringify([
    { model, provider, dimensions, query_prefix, passage_prefix },
    trees.map(({ path: _, ...tree }) => tree),
  ]));
}

function hashOf(text: string): string {
  return sha256(new TextEncoder().encode(text));
}
