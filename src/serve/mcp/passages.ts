/** The structured answers of the tools: what `--json` prints, plus the file of each result. */
import { z } from "zod";
import { text, texts } from "../../shapes/schemas/parts.ts";
import { TreeReport } from "../../shapes/schemas/reports.ts";
import * as shapes from "../../shapes/schemas/search.ts";
import type { QueryEntry, SearchResult } from "../../shapes/search.ts";
import { entryInJson, resultInJson } from "../../output/json.ts";
import { joinPath } from "../../text/paths.ts";

/** Gives the absolute path of a tree's document. */
export type Locate = (result: Pick<SearchResult, "tree" | "path">) => string;

export function createLocate(trees: readonly { readonly name: string; readonly path: string }[]): Locate {
  const roots = new Map(trees.map(({ name, path }) => [name, path]));
  return ({ tree, path }) => joinPath(roots.get(tree) ?? "/", path);
}

export function passageOf(result: SearchResult, locate: Locate): object {
  return resultInJson(result, locate);
}

export function foundOf(entry: QueryEntry, locate: Locate): object {
  return entryInJson(entry, locate);
}

const answer = (parts: z.ZodRawShape) =>
  z.strictObject({ root: text.describe("folder of the project"), ...parts, warnings: texts });

const Passage = z.strictObject({
  ...shapes.SearchResult.shape,
  file: text.nullable().describe("absolute path of the file; null for a source that has none of its own"),
});
const Found = shapes.QueryEntry
  .omit({ facets: true, explain: true, files: true, why_not: true })
  .extend({ results: z.array(Passage).describe("best first") });

export const SEARCH_OUTPUT = answer({ queries: z.array(Found) });
export const GET_OUTPUT = answer({ passage: Passage });
export const SOURCES_OUTPUT = answer({
  trees: z.array(TreeReport),
  unread: z.array(shapes.UnreadFiles).optional().describe(
    "documents that ra does not read; absent where there are none",
  ),
});
