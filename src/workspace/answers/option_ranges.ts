/** The values that a caller of the library may give to a search. */
import type { SemanticSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { readSortOrder } from "../../search/retrieval/sort_order.ts";
import type { SearchOptions } from "../contract.ts";

interface Range {
  readonly name: keyof SearchOptions;
  readonly allows: (value: number) => boolean;
  readonly meaning: string;
}

const MAX_COUNT = 100_000;
const count = (name: Range["name"], least: number): Range => ({
  name,
  allows: (value) => Number.isInteger(value) && value >= least && value <= MAX_COUNT,
  meaning: `an integer from ${least} to ${MAX_COUNT}`,
});

const RANGES: readonly Range[] = [
  count("limit", 0),
  count("candidateLimit", 1),
  count("maxResults", 1),
  count("links", 0),
  { name: "maxTokens", allows: (value) => Number.isSafeInteger(value) && value >= 0, meaning: "an integer from 0 up" },
  { name: "weight", allows: (value) => value >= 0 && value <= 1, meaning: "a number from 0 to 1" },
  { name: "cutoffRatio", allows: (value) => value >= 0 && value <= 1, meaning: "a number from 0 to 1" },
  { name: "aggregationThreshold", allows: (value) => value > 0 && value <= 1, meaning: "a number above 0 and up to 1" },
];

/**
 * Throws `usage` for a number outside its range, and for a `match` or a `sort` that does not exist. The ranges are
 * those of the configuration keys, except that a limit may be 0.
 */
export function requireRanges(options: SearchOptions): void {
  if (options.match !== undefined && options.match !== "any" && options.match !== "all") {
    throw new RaError("usage", `match: ${String(options.match)} is not any or all`);
  }
  if (options.sort !== undefined) readSortOrder(options.sort);
  for (const { name, allows, meaning } of RANGES) {
    const value = options[name];
    if (value !== undefined && !(typeof value === "number" && allows(value))) {
      throw new RaError("usage", `${name}: ${String(value)} is not ${meaning}`);
    }
  }
}

/** Throws `usage` for options of semantic search that contradict each other, or that need it while it is off. */
export function requireMeaning(
  { lexical, semantic, weight, rerank }: Pick<SearchOptions, "lexical" | "semantic" | "weight" | "rerank">,
  settings: Pick<SemanticSettings, "enabled" | "rerank">,
): void {
  const given = [lexical === true, semantic === true, weight !== undefined].filter(Boolean).length;
  if (given > 1) {
    throw new RaError("usage", "lexical, semantic and weight exclude each other", { hint: "give one of them" });
  }
  const needing = semantic === true ? "semantic" : weight !== undefined ? "weight" : rerank === true ? "rerank" : "";
  if (settings.enabled && rerank === true && settings.rerank === undefined) {
    throw new RaError("usage", "rerank: the configuration names no reranker", {
      hint: "set `rerank` in `[semantic]` of .ra.toml to the name of a cross-encoder",
    });
  }
  if (settings.enabled || needing === "") return;
  throw new RaError("usage", `${needing}: semantic search is off`, {
    hint: "run `ra model add minilm`, and set `enabled = true` in `[semantic]` of .ra.toml",
  });
}
