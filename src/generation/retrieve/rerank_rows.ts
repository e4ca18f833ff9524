/** Puts the best rows in the order in which a cross-encoder sees them. */
import type { RagLeftOut } from "../../shapes/passages.ts";
import { RaError } from "../../errors.ts";
import type { Reranker } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import { rerankOrder } from "../../search/retrieval/rerank.ts";
import { openReranker } from "../../models/embed/open_reranker.ts";
import { embeddingSettings } from "../../sources/config/embedding_settings.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { FoundChunk } from "./find_candidates.ts";
import type { RetrieveOptions } from "./retrieve_options.ts";
import type { ScoredRow } from "./score_rows.ts";

type RerankRow = ScoredRow<FoundChunk>;

interface RerankedRows {
  readonly rows: readonly RerankRow[];
  /** What the reranker said. Undefined where none took part. */
  readonly rerank: ReadonlyMap<FoundChunk, number> | undefined;
  readonly leftOut: readonly RagLeftOut[];
}

export interface RowReranker {
  /** Only the first `initialK` rows change places. Goes on without a reranker that cannot be used, and says so. */
  rerank(
    rows: readonly RerankRow[],
    question: string,
    options: Pick<RetrieveOptions, "useReranker" | "initialK">,
  ): Promise<RerankedRows>;
  close(): void;
}

/** Loads the model at its first use. */
export function createRowReranker(config: RagConfig, host: EmbedderHost): RowReranker {
  const { reranker: model, max_length } = config.retrieval;
  let opened: Promise<Reranker> | undefined;
  const without = (rows: readonly RerankRow[], why: string): RerankedRows => ({
    rows,
    rerank: undefined,
    leftOut: [{ what: "reranker", why }],
  });
  return {
    async rerank(rows, question, { useReranker, initialK }) {
      if (model === undefined) return without(rows, "retrieval.reranker names none");
      if (!useReranker) return without(rows, `${model} was not asked for (--use-reranker)`);
      const first = rows.slice(0, initialK);
      try {
        opened ??= openReranker(model, embeddingSettings(config, config.embedding.device), host, max_length);
        const scores = await (await opened).score(question, first.map(({ candidate }) => candidate.text));
        const rerank = new Map(first.map(({ candidate }, at) => [candidate, scores[at]!]));
        const ordered = rerankOrder(first.map((row, at) => ({ row, score: scores[at]! }))).map(({ row }) => row);
        return { rows: [...ordered, ...rows.slice(initialK)], rerank, leftOut: [] };
      } catch (error) {
        // A service remembers that it is away. A model that stopped has to be opened anew.
        if (!(error instanceof RaError) || error.code !== "embedding-failed") opened = undefined;
        if (!(error instanceof RaError) || error.code === "interrupted") throw error;
        return without(rows, `${model}: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}`);
      }
    },
    close() {
      void opened?.then((reranker) => reranker.close(), () => {});
      opened = undefined;
    },
  };
}
