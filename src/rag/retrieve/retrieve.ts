/** `ra rag retrieve`: the rows of a generation that answer a question, best first. Changes nothing. */
import type { RagLeftOut, RagRetrieveAnswer, RagRow } from "../../answers/rag.ts";
import { loadEngine } from "../../engine/load.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { type Device, openIndexEmbedder } from "../index/index_embedder.ts";
import { type SourceTree, sourceTrees } from "../trees/source_trees.ts";
import { type Corpus, openCorpus } from "./corpus.ts";
import { findCandidates, type FoundChunk } from "./find_candidates.ts";
import { openGeneration } from "./open_generation.ts";
import { presentRow, type RowInput } from "./present_row.ts";
import { readQuestion } from "./question.ts";
import { rerankRows } from "./rerank_rows.ts";
import { scoreRows } from "./score_rows.ts";

export interface RetrieveOptions {
  readonly bm25: boolean;
  readonly useReranker: boolean;
  readonly initialK: number;
  readonly finalK: number;
  /** Absolute paths of files and folders. */
  readonly attach: readonly string[];
  /** Whether only attached files count. */
  readonly attachOnly: boolean;
  readonly device: Device;
}

export interface RetrieveHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  warn(warning: Warning): void;
}

/** The options, where they are not stated, as the configuration has them. Throws `usage`. */
export function retrieveOptions(
  { retrieval, embedding, attachments }: RagConfig,
  stated: Partial<Omit<RetrieveOptions, "device">>,
): RetrieveOptions {
  const { bm25 = retrieval.bm25, useReranker = false } = stated;
  const initialK = stated.initialK ?? Math.max(retrieval.initial_k, stated.finalK ?? 0);
  const finalK = stated.finalK ?? Math.min(retrieval.final_k, initialK);
  if (finalK > initialK) {
    throw new RaError("usage", `--final-k (${finalK}) must not be more than --initial-k (${initialK})`);
  }
  if (useReranker && retrieval.reranker === undefined) {
    throw new RaError("usage", "--use-reranker: the configuration names no reranker", {
      hint: "set retrieval.reranker to the name of a cross-encoder (ra model list)",
    });
  }
  const { attach = [], attachOnly = attach.length > 0 && attachments?.attach_only === true } = stated;
  if (attachOnly && attach.length === 0) throw new RaError("usage", "--attach-only needs --attach PATH");
  if (attach.length > 0 && attachments === undefined) {
    throw new RaError("usage", "--attach: the configuration has no section attachments", {
      hint: "add: attachments: { attach_limit_files: 20, attach_limit_chunks: 500 }",
    });
  }
  return { bm25, useReranker, initialK, finalK, attach, attachOnly, device: embedding.device };
}

/**
 * Throws `query-empty`, `query-syntax`, `index-missing` and `index-damaged`, and without BM25 also `model-missing`,
 * `model-invalid` and `embedding-failed`.
 */
export async function retrieve(
  config: RagConfig,
  asked: string,
  options: RetrieveOptions,
  host: RetrieveHost,
): Promise<RagRetrieveAnswer> {
  const question = readQuestion(asked);
  const engine = await loadEngine();
  const generation = options.attachOnly ? undefined : await openGeneration(config, engine, host);
  const leftOut: RagLeftOut[] = [];
  let embedder: Embedder | undefined;
  let corpus: Corpus | undefined;
  try {
    embedder = await usableEmbedder(config, options, host, generation?.manifest.model_key, leftOut);
    const vector = embedder === undefined ? undefined : await vectorOf(question.text, embedder, options, leftOut);
    if (!options.bm25) {
      leftOut.push({ what: "bm25", why: config.retrieval.bm25 ? "--bm25 false" : "retrieval.bm25 is false" });
    }
    const { fs, home } = host;
    corpus = await openCorpus({ fs, home, engine, config, generation, attach: options.attach, embedder });
    leftOut.push(...corpus.leftOut);
    const { snapshot, settings: { search, semantic } } = corpus;
    const found = await findCandidates(snapshot, question, {
      initialK: options.initialK,
      boosts: { ...search.boost },
      fuzzy: search.fuzzy_distance,
      feedback: search.feedback,
      hidden: corpus.beyond,
      vector: vector === undefined ? undefined : { model: embedder!.key, values: Array.from(vector) },
    });
    const scored = scoreRows(found.candidates, {
      weights: config.retrieval.weights,
      initialK: options.initialK,
      bm25: options.bm25,
      semantic: vector !== undefined,
      floor: semantic.floor,
    });
    const { rows, rerank } = await rerankRows(scored, question.text, config, options, host, leftOut);
    const trees = new Map(sourceTrees(host.fs, config).map((tree) => [tree.name, tree]));
    const results: RagRow[] = [];
    for (const [at, { candidate, score, parts }] of rows.slice(0, options.finalK).entries()) {
      results.push(
        await presentRow(candidate, {
          snapshot,
          highlight: found.highlight,
          files: corpus.files,
          source: sourceOf(candidate, { trees, config, isAttached: corpus.attachedTrees.has(candidate.chunk.tree) }),
          rank: at + 1,
          score,
          scores: { ...parts, rerank: rerank?.get(candidate) ?? null },
        }),
      );
    }
    const damage = corpus.damage();
    if (damage !== undefined) throw new RaError("index-damaged", damage, { hint: "run: ra rag index" });
    return {
      question: question.text,
      results,
      left_out: leftOut,
      attached: corpus.attached,
      parameters: {
        bm25: options.bm25,
        weights: config.retrieval.weights,
        initial_k: options.initialK,
        final_k: options.finalK,
        reranker: rerank === undefined ? null : config.retrieval.reranker!,
        device: options.device,
        model: vector === undefined ? null : config.embedding.model,
        generation: generation?.manifest.generation ?? null,
      },
    };
  } finally {
    corpus?.close();
    generation?.close();
    embedder?.close();
  }
}

function sourceOf(
  { chunk }: FoundChunk,
  { trees, config, isAttached }: {
    readonly trees: ReadonlyMap<string, SourceTree>;
    readonly config: RagConfig;
    readonly isAttached: boolean;
  },
): RowInput["source"] {
  if (isAttached) return { id: chunk.tree, type: "attachment", repo: null };
  const repo = config.sources.find(({ id }) => id === chunk.tree)?.git ?? null;
  return { id: chunk.tree, type: trees.get(chunk.tree)?.type ?? "local", repo };
}

/** Undefined after a note where words alone can answer. */
async function usableEmbedder(
  config: RagConfig,
  { bm25, device }: RetrieveOptions,
  host: RetrieveHost,
  key: string | undefined,
  leftOut: RagLeftOut[],
): Promise<Embedder | undefined> {
  const { model } = config.embedding;
  try {
    const { embedder } = await openIndexEmbedder(config, device, host);
    if (key === undefined || embedder.key === key) return embedder;
    embedder.close();
    throw new RaError("model-invalid", `the vectors of the index are not those of ${model} as it is now`, {
      hint: "run: ra rag index",
    });
  } catch (error) {
    if (!(error instanceof RaError) || !bm25) throw error;
    leftOut.push({ what: "semantic", why: withHint(error) });
    return undefined;
  }
}

async function vectorOf(
  text: string,
  embedder: Embedder,
  { bm25 }: RetrieveOptions,
  leftOut: RagLeftOut[],
): Promise<Float32Array | undefined> {
  try {
    const [vector] = await embedder.embed([text], "query");
    if (vector instanceof Float32Array) return vector;
    throw new RaError("embedding-failed", `the model embeds no such question: ${vector?.failure ?? "no vector"}`);
  } catch (error) {
    if (!(error instanceof RaError) || error.code === "interrupted" || !bm25) throw error;
    leftOut.push({ what: "semantic", why: withHint(error) });
    return undefined;
  }
}

function withHint({ message, hint }: RaError): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
