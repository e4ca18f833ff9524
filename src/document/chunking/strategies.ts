import type { ChunkingStrategy } from "../../config/config.ts";
import { chunkAdaptively } from "./adaptive.ts";
import { chunkByName } from "./auto.ts";
import { chunkCode } from "./code.ts";
import { chunkByHeadings } from "./headings.ts";
import { chunkIntoLeaves } from "./leaves.ts";
import { chunkProse } from "./prose.ts";
import type { ChunkingFunction } from "./section.ts";

/** The chunking function behind each value of `chunking`. */
export const CHUNKING_STRATEGIES: Readonly<Record<ChunkingStrategy, ChunkingFunction>> = {
  headings: chunkByHeadings,
  adaptive: chunkAdaptively,
  leaves: chunkIntoLeaves,
  code: chunkCode,
  prose: chunkProse,
  auto: chunkByName,
};
