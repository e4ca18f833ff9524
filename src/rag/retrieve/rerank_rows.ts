/** Puts the best rows in the order in which a cross-encoder sees them. */
import type { RagLeftOut } from "../../answers/rag.ts";
import { RaError } from "../../errors.ts";
import type { EmbedderHost } from "../../semantic/host.ts";
import { openReranker } from "../../semantic/open_reranker.ts";
import { embeddingSettings } from "../config/embedding_settings.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { FoundChunk } from "./find_candidates.ts";
import type { RetrieveOptions } from "./retrieve.ts";
import type { ScoredRow } from "./score_rows.ts";

type Row = ScoredRow<FoundChunk>;

/** Only the first `initialK` rows change places. Goes on without a reranker that cannot be loaded, and says so. */
export async function rerankRows(
  rows: readonly Row[],
  question: string,
  config: RagConfig,
  { useReranker, initialK }: RetrieveOptions,
  host: EmbedderHost,
  leftOut: RagLeftOut[],
): Promise<{ readonly rows: readonly Row[]; readonly rerank: ReadonlyMap<FoundChunk, number> | undefined }> {
  const { reranker: model, max_length } = config.retrieval;
  if (model === undefined) {
    leftOut.push({ what: "reranker", why: "retrieval.reranker names none" });
    return { rows, rerank: undefined };
  }
  if (!useReranker) {
    leftOut.push({ what: "reranker", why: `${model} was not asked for (--use-reranker)` });
    return { rows, rerank: undefined };
  }
  const first = rows.slice(0, initialK);
  try {
    const settings = embeddingSettings(config, config.embedding.device);
    const reranker = await openReranker(model, settings, host, max_length);
    try {
      const scores = await reranker.score(question, first.map(({ candidate }) => candidate.text));
      const rerank = new Map(first.map(({ candidate }, at) => [candidate, scores[at]!]));
      const ordered = [...first].sort((a, b) => rerank.get(b.candidate)! - rerank.get(a.candidate)!);
      return { rows: [...ordered, ...rows.slice(initialK)], rerank };
    } finally {
      reranker.close();
    }
  } catch (error) {
    if (!(error instanceof RaError) || error.code === "interrupted") throw error;
    const why = `${model}: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}`;
    leftOut.push({ what: "reranker", why });
    return { rows, rerank: undefined };
  }
}
