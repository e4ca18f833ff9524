// Measures `ra rag retrieve` on collections in BEIR's format, by words, by meaning and by both. Run by hand:
//   RA_EVAL=/path/to/collections npm run rag:relevance
// It needs the installed model minilm. The folder of each collection has corpus.jsonl, queries.jsonl and qrels.tsv.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { createNodeFileSystem } from "../../src/host/node_file_system.ts";
import { readRagConfig } from "../../src/rag/config/rag_config.ts";
import { indexSources } from "../../src/rag/index/index_sources.ts";
import { retrieveOptions } from "../../src/rag/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/rag/retrieve/retriever.ts";
import { type Collection, readCollection } from "../relevance/collection.ts";
import { type AnsweredQuery, measure } from "../relevance/metrics.ts";

/** The weights of meaning, words and identifiers. */
const MODES = {
  "by words": { semantic: 0, bm25: 1, identifier: 0 },
  "by meaning": undefined,
  "by both": { semantic: 0.4, bm25: 0.6, identifier: 0.1 },
} as const;

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
  const place = mkdtempSync(join(tmpdir(), "ra-rag-relevance-"));
  const host = {
    fs: createNodeFileSystem(),
    home: homedir(),
    warn() {},
    onWait() {},
    onProgress() {},
    releaseMemory() {},
  };
  try {
    for (const { path, markdown } of collection.documents) {
      const file = join(place, "docs", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, markdown);
    }
    for (const made of ["data", "index"]) mkdirSync(join(place, made));
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
    rmSync(place, { recursive: true, force: true });
  }
}
