/** What a caller can say about one retrieval. */
import { RaError } from "../../errors.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";

export interface RetrieveOptions {
  readonly bm25: boolean;
  readonly useReranker: boolean;
  /** How many candidates each list has. */
  readonly initialK: number;
  /** How many rows the answer has. */
  readonly finalK: number;
  /** Absolute paths of files and folders. */
  readonly attach: readonly string[];
  /** Whether only attached files count. */
  readonly attachOnly: boolean;
}

/** The options, where they are not stated, as the configuration has them. Throws `usage`. */
export function retrieveOptions(
  { retrieval, attachments }: RagConfig,
  stated: { readonly [Name in keyof RetrieveOptions]?: RetrieveOptions[Name] | undefined },
): RetrieveOptions {
  const { bm25 = retrieval.bm25, useReranker = false, attach = [] } = stated;
  const initialK = stated.initialK ?? Math.max(retrieval.initial_k, stated.finalK ?? 0);
  const finalK = stated.finalK ?? Math.min(retrieval.final_k, initialK);
  const attachOnly = stated.attachOnly ?? (attach.length > 0 && attachments?.attach_only === true);
  if (finalK > initialK) {
    throw new RaError("usage", `--final-k (${finalK}) must not be more than --initial-k (${initialK})`);
  }
  if (useReranker && retrieval.reranker === undefined) {
    throw new RaError("usage", "--use-reranker: the configuration names no reranker", {
      hint: "set retrieval.reranker to the name of a cross-encoder (ra model list)",
    });
  }
  if (attachOnly && attach.length === 0) throw new RaError("usage", "--attach-only needs --attach PATH");
  if (attach.length > 0 && attachments === undefined) {
    throw new RaError("usage", "--attach: the configuration has no section attachments", {
      hint: "add: attachments: { attach_limit_files: 20, attach_limit_chunks: 500 }",
    });
  }
  return { bm25, useReranker, initialK, finalK, attach, attachOnly };
}
