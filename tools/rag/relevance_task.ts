// Measures `ra rag retrieve` on collections in BEIR's format, by words, by meaning and by both. Run by hand:
//   RA_EVAL=/path/to/collections npm run rag:relevance [-- --keep FOLDER]
// It needs the installed model minilm. The folder of each collection has corpus.jsonl, queries.jsonl and qrels.tsv.
// With --keep, llama_index_task.py can measure LlamaIndex on the same chunks and vectors, weights_task.ts can try other
// weights, and faiss_order_task.py can compare the rows without BM25 with those of faiss.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { type RagConfig, readRagConfig } from "../../src/sources/config/rag_config.ts";
import { openIndexEmbedder } from "../../src/generation/write/index_embedder.ts";
import { indexSources } from "../../src/generation/write/index_sources.ts";
import { retrieveOptions } from "../../src/generation/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/generation/retrieve/retriever.ts";
import type { EmbedderHost } from "../../src/models/embed/host.ts";
import { type Collection, readCollection } from "../relevance/collection.ts";
import { type AnsweredQuery, measure } from "../relevance/metrics.ts";

/** The weights of meaning, words and identifiers. */
const MODES = {
  "by words": { semantic: 0, bm25: 1, identifier: 0 },
  "by meaning": undefined,
  "by both": { semantic: 0.4, bm25: 0.6, identifier: 0.1 },
} as const;

const { values: { keep } } = parseArgs({ options: { keep: { type: "string" } } });
const folders = (process.env["RA_EVAL"] ?? "").split(delimiter).filter((folder) => folder !== "")
  .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
  .filter((folder) => existsSync(join(folder, "corpus.jsonl")));
if (folders.length === 0) {
  console.error("set RA_EVAL to a folder of collections");
  process.exit(2);
}
console.log("collection  mode        nDCG@10  recall@10  MRR@10  p95 ms");
for (const folder of folders) await measureCollection(readCollection(folder));

async function measureCollection(collection: Collection): Promise<void> {
  const place = keep === undefined ? mkdtempSync(join(tmpdir(), "ra-rag-relevance-")) : join(keep, collection.name);
  const host = {
    fs: createDiskFileSystem(),
    home: homedir(),
    warn() {},
    onWait() {},
    onProgress() {},
    releaseMemory() {},
    memory: null,
  };
  try {
    for (const { path, markdown } of collection.documents) {
      const file = join(place, "docs", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, markdown);
    }
    for (const made of ["data", "index"]) mkdirSync(join(place, made), { recursive: true });
    writeFileSync(
      join(place, "rag.yaml"),
      `version: 1
paths: { data_root: data, index_root: index }
sources: [{ id: docs, path: docs, treat_as: headings }]
indexing: { max_tokens_per_chunk: 256 }
embedding: { model: minilm }
retrieval: { initial_k: 100, final_k: 20 }
`,
    );
    const config = readRagConfig(host.fs, join(place, "rag.yaml"), host.home);
    await indexSources(config, { incremental: true, only: [], device: "cpu" }, host);
    if (keep !== undefined) await keepQuestions(collection, config, host, join(place, "questions.json"));
    const ids = new Map(collection.documents.map(({ id, path }) => [path, id]));
    for (const [name, weights] of Object.entries(MODES)) {
      const used = weights === undefined ? config : { ...config, retrieval: { ...config.retrieval, weights } };
      const options = retrieveOptions(used, { bm25: weights !== undefined });
      const retriever = await openRetriever(used, options, host);
      const run = new Map<string, AnsweredQuery>();
      for (const { id, text } of collection.queries) {
        const began = performance.now();
        const { results } = await retriever.retrieve(text, options);
        const documents = [...new Set(results.map(({ path }) => ids.get(path)!))];
        run.set(id, {
          hits: documents.map((document) => ({ document, section: document })),
          milliseconds: performance.now() - began,
        });
      }
      retriever.close();
      const { ndcg10, recall10, mrr10, p95Ms } = measure(collection, collection.queries, run, new Map());
      const cells = [ndcg10.toFixed(4), recall10.toFixed(4), mrr10.toFixed(4), p95Ms.toFixed(0)];
      console.log(`${collection.name.padEnd(11)} ${name.padEnd(11)} ${cells.join("   ")}`);
    }
  } finally {
    if (keep === undefined) rmSync(place, { recursive: true, force: true });
  }
}

/** Writes the questions and their vectors, and which path is which document. */
async function keepQuestions(
  { queries, documents, judgments }: Collection,
  config: RagConfig,
  host: EmbedderHost,
  file: string,
): Promise<void> {
  const { embedder } = await openIndexEmbedder(config, "cpu", host);
  const vectors = await embedder.embed(queries.map(({ text }) => text), "query");
  embedder.close();
  const options = retrieveOptions(config, { bm25: false });
  const retriever = await openRetriever(config, options, host);
  const questions = [];
  for (const [at, { id, text }] of queries.entries()) {
    questions.push({
      text,
      vector: [...vectors[at] as Float32Array],
      relevant: Object.fromEntries(judgments.get(id)!),
      nearest: (await retriever.retrieve(text, options)).results.map((row) => row.id),
    });
  }
  retriever.close();
  const paths = Object.fromEntries(documents.map(({ id, path }) => [path, id]));
  writeFileSync(file, JSON.stringify({ questions, paths }));
}
