/** Remembers the passages that an answer has shown so far, to find one that contains another. */
import type { SearchResult } from "../../shapes/search.ts";

/** How many bytes of a document share a list, so that a lookup does not compare all passages of an answer. */
const BLOCK = 4096;

export interface PassagesBefore {
  add(result: SearchResult): void;
  /** The first passage that contains this one and was shown in full. */
  covering(result: SearchResult): SearchResult | undefined;
}

export function createPassagesBefore(): PassagesBefore {
  /** For each document, the passages that reach into each block of it. */
  const documents = new Map<string, Map<number, SearchResult[]>>();
  const blockOf = (byte: number): number => Math.floor(byte / BLOCK);

  function covering({ doc_id, byte_start, byte_end }: SearchResult): SearchResult | undefined {
    return documents.get(doc_id)?.get(blockOf(byte_start))?.find((other) =>
      other.byte_start <= byte_start && other.byte_end >= byte_end
    );
  }

  return {
    covering,
    add(result) {
      // What lies in this passage also lies in the one around it.
      if (result.content === undefined || result.truncated || covering(result) !== undefined) return;
      const blocks = documents.get(result.doc_id) ?? new Map<number, SearchResult[]>();
      documents.set(result.doc_id, blocks);
      for (let block = blockOf(result.byte_start); block <= blockOf(result.byte_end); block++) {
        const known = blocks.get(block);
        if (known === undefined) blocks.set(block, [result]);
        else known.push(result);
      }
    },
  };
}
