/** What took part in the rows of an answer, and what was asked for and did not. */
import { countIn } from "../../models/embed/embed_pending.ts";
import { count } from "../../output/quantity.ts";
import type { RagLeftOut } from "../../shapes/passages.ts";
import type { MissingList, TookPart } from "../../shapes/took_part.ts";
import type { OpenGeneration } from "./open_generation.ts";
import type { RetrieveOptions } from "./retrieve_options.ts";

interface RowLists {
  readonly options: Pick<RetrieveOptions, "bm25" | "useReranker">;
  /** The key of the model that compared meanings. Undefined where none did. */
  readonly model: string | undefined;
  readonly isReranked: boolean;
  readonly leftOut: readonly RagLeftOut[];
  readonly generation: Pick<OpenGeneration, "index" | "embedded"> | undefined;
}

/** What a caller turned off is not missing. */
export function rowLists({ options, model, isReranked, leftOut, generation }: RowLists): TookPart {
  const lists = [
    ...(options.bm25 ? ["words" as const] : []),
    ...(model === undefined ? [] : ["meaning" as const]),
    ...(isReranked ? ["rerank" as const] : []),
  ];
  const missing: MissingList[] = leftOut.flatMap(({ what, why }): readonly MissingList[] => {
    if (what === "semantic") return [{ list: "meaning", reason: why }];
    return what === "reranker" && options.useReranker ? [{ list: "rerank", reason: why }] : [];
  });
  if (model !== undefined && generation !== undefined) {
    const { embedded, pending, failed } = countIn(generation.index, generation.embedded, model);
    const lacking = pending + failed;
    const reason = `the model could not embed ${lacking} of ${count(embedded + lacking, "section")}`;
    if (lacking > 0) missing.push({ list: "meaning", reason });
  }
  return missing.length === 0 ? { lists } : { lists, lists_missing: missing };
}
