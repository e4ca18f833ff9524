/** Explains which strategy divides a document, and why. */
import type { ChunkingStrategy } from "../../config/config.ts";
import { isShorterThan } from "../../text/characters.ts";
import { splitLevel } from "./adaptive.ts";
import { looksLikeCode } from "./auto.ts";
import type { ChunkingInput } from "./section.ts";

export interface ChunkingExplanation {
  /** The strategy that divides the document. It is never `auto`, which only chooses another. */
  readonly strategy: Exclude<ChunkingStrategy, "auto">;
  /** The heading level at which `adaptive` cuts; null where no single level decides. */
  readonly level: number | null;
  /** A sentence for the user. */
  readonly reason: string;
}

/** `from` says where the strategy is configured, such as `tree docs`. */
export function explainChunking(configured: ChunkingStrategy, input: ChunkingInput, from: string): ChunkingExplanation {
  const chosen = `${from} has \`chunking = "${configured}"\``;
  if (configured === "auto") {
    return looksLikeCode(input.path)
      ? { strategy: "code", level: null, reason: `${chosen}, and the path is that of source code or configuration` }
      : { strategy: "prose", level: null, reason: `${chosen}, and the path is not that of source code` };
  }
  if (configured === "adaptive" && input.type !== "text") {
    const { min_chunk_size: least } = input.sizes;
    const level = splitLevel(input);
    const reason = level !== null
      ? `level ${level} is the first that has two headings`
      : isShorterThan(input.bytes, input.start, input.bytes.length, least)
      ? `the document stays whole: it has fewer than ${least} characters (min_chunk_size)`
      : "the document stays whole: no level has two headings";
    return { strategy: configured, level, reason: `${chosen}; ${reason}` };
  }
  const { min_document_chars: shortest } = input.sizes;
  const isWhole = configured === "leaves" &&
    isShorterThan(input.bytes, input.start, input.bytes.length, shortest);
  return {
    strategy: configured,
    level: null,
    reason: isWhole
      ? `${chosen}; the document stays whole: it has fewer than ${shortest} characters (min_document_chars)`
      : chosen,
  };
}
