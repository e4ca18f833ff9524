/** `ra rag retrieve`: the rows of a generation that answer a question, best first. Changes nothing. */
import type { RagLeftOut, RagRetrieveAnswer, RagRow } from "../../shapes/passages.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { loadReadingEngine } from "../../store/engine/load_reading.ts";
import { RaError } from "../../errors.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { type SourceTree, sourceTrees } from "../../sources/source_trees.ts";
import { type Corpus, openCorpus } from "./corpus.ts";
import { findCandidates, type FoundChunk } from "./find_candidates.ts";
import { type OpenGeneration, openGeneration } from "./open_generation.ts";
import { presentRow, type RowInput } from "./present_row.ts";
import type { Device } from "../write/index_embedder.ts";
import { chooseWords, readQuestion } from "./question.ts";
import { createQuestionModel, type QuestionModel } from "./question_model.ts";
import { createRowReranker, type RowReranker } from "./rerank_rows.ts";
import type { RetrieveOptions } from "./retrieve_options.ts";
import { rowLists } from "./row_lists.ts";
import { scoreRows } from "./score_rows.ts";

/** Evidence for an answer has to be near the question. A list that is to be looked at has as many rows as it can. */
type RowUse = "list" | "evidence";

export interface RagRetriever {
  /**
   * Throws `query-empty`, `query-syntax` and `unknown-file`, and without BM25 also `model-missing`, `model-invalid` and
   * `embedding-failed`.
   */
  retrieve(question: string, options: RetrieveOptions, use?: RowUse): Promise<RagRetrieveAnswer>;
  close(): void;
}

interface RetrieverParts {
  readonly config: RagConfig;
  readonly host: EmbedderHost;
  readonly engine: ReadingEngine;
  readonly generation: OpenGeneration | undefined;
  readonly trees: ReadonlyMap<string, SourceTree>;
  readonly model: QuestionModel;
  readonly reranker: RowReranker;
}

/**
 * Opens the generation, unless only attached files will be asked about. Warns where sources have changed since. Throws
 * `index-missing` and `index-damaged`.
 */
export async function openRetriever(
  config: RagConfig,
  { attachOnly }: Pick<RetrieveOptions, "attachOnly">,
  host: EmbedderHost,
): Promise<RagRetriever> {
  const engine = await loadReadingEngine();
  const generation = attachOnly ? undefined : await openGeneration(config, engine, host);
  const trees = new Map(sourceTrees(host.fs, config).map((tree) => [tree.name, tree]));
  const model = createQuestionModel(config, host);
  const reranker = createRowReranker(config, host);
  const parts: RetrieverParts = { config, host, engine, generation, trees, model, reranker };
  return {
    retrieve: (question, options, use = "list") => answer(parts, question, options, use),
    close() {
      generation?.close();
      model.close();
      reranker.close();
    },
  };
}

async function answer(
  parts: RetrieverParts,
  asked: string,
  options: RetrieveOptions,
  use: RowUse,
): Promise<RagRetrieveAnswer> {
  const { config, host: { fs, home }, engine, generation, model, reranker } = parts;
  const { bm25, initialK, finalK, attach } = options;
  const { weights } = config.retrieval;
  const question = readQuestion(asked);
  const leftOut: RagLeftOut[] = [];
  const found = await model.vectorsOf(question.meanings, { key: generation?.manifest.model_key, orWords: bm25 });
  if ("why" in found) leftOut.push(found);
  const vector = "why" in found ? undefined : found;
  if (!bm25) leftOut.push({ what: "bm25", why: config.retrieval.bm25 ? "--bm25 false" : "retrieval.bm25 is false" });
  const corpus = await openCorpus({ fs, home, engine, config, generation, attach, embedder: vector?.embedder });
  try {
    leftOut.push(...corpus.leftOut);
    const { snapshot, settings: { search, semantic } } = corpus;
    const parsed = question.parsed ?? await chooseWords(question.text, snapshot, corpus.settings);
    const isChosen = question.parsed === undefined;
    const { candidates, highlight } = await findCandidates(snapshot, parsed, {
      initialK,
      boosts: { ...search.boost },
      // Words that the documents hold have no typing mistakes.
      fuzzy: isChosen ? 0 : search.fuzzy_distance,
      feedback: !isChosen && search.feedback,
      hidden: corpus.beyond,
      meaning: vector === undefined ? undefined : { model: vector.embedder.key, vectors: vector.vectors },
      exact: generation?.exact,
    });
    const floor = bm25 || use === "evidence" ? semantic.floor ?? vector?.embedder.scale.floor ?? 0 : -Infinity;
    const scoring = { weights, initialK, bm25, semantic: vector !== undefined, floor };
    const scored = scoreRows(candidates, scoring);
    const { rows, rerank, leftOut: without } = await reranker.rerank(scored, question.meanings.join("\n"), options);
    leftOut.push(...without);
    const results: RagRow[] = [];
    for (const [at, { candidate, score, parts: shares }] of rows.slice(0, finalK).entries()) {
      const scores = { ...shares, rerank: rerank?.get(candidate) ?? null };
      const source = sourceOf(candidate, parts, corpus);
      const row = { snapshot, highlight, files: corpus.files, source, rank: at + 1, score, scores };
      results.push(await presentRow(candidate, row));
    }
    const statistics = await snapshot.retriever.termStatistics(parsed.words, { ...search.boost });
    const damage = generation?.index.damage();
    if (damage !== undefined) throw new RaError("index-damaged", damage, { hint: "run: ra rag index" });
    return {
      question: question.text,
      ...(isChosen ? { chosen_words: parsed.words } : {}),
      ...rowLists({ options, model: vector?.embedder.key, isReranked: rerank !== undefined, leftOut, generation }),
      results,
      left_out: leftOut,
      unknown_words: parsed.words.filter((word) => statistics.get(word)?.df === 0),
      attached: corpus.attached,
      parameters: parametersOf(parts, options, { device: vector?.device, isReranked: rerank !== undefined }),
    };
  } finally {
    corpus.close();
  }
}

/** `device` is undefined where no model compared meanings. */
function parametersOf(
  { config: { retrieval: { weights, reranker }, embedding }, generation }: RetrieverParts,
  { bm25, initialK, finalK }: RetrieveOptions,
  { device, isReranked }: { readonly device: Device | undefined; readonly isReranked: boolean },
): RagRetrieveAnswer["parameters"] {
  return {
    bm25,
    weights,
    initial_k: initialK,
    final_k: finalK,
    reranker: isReranked ? reranker! : null,
    device: device ?? "cpu",
    model: device === undefined ? null : embedding.model,
    generation: generation?.manifest.generation ?? null,
  };
}

function sourceOf(
  { chunk }: FoundChunk,
  { trees, config }: RetrieverParts,
  { attachedTrees }: Corpus,
): RowInput["source"] {
  if (attachedTrees.has(chunk.tree)) return { id: chunk.tree, type: "attachment", repo: null };
  const repo = config.sources.find(({ id }) => id === chunk.tree)?.git ?? null;
  return { id: chunk.tree, type: trees.get(chunk.tree)?.type ?? "local", repo };
}
