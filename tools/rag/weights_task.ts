// Tries weights of words, meaning and identifiers. Run by hand:
//   npm run rag:weights -- FOLDER/COLLECTION...
// relevance_task.ts keeps the folders (--keep). Candidates are looked up once; nDCG@10 has linear gain.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { openCorpus } from "../../src/generation/retrieve/corpus.ts";
import { findCandidates, type FoundChunk } from "../../src/generation/retrieve/find_candidates.ts";
import { openGeneration } from "../../src/generation/retrieve/open_generation.ts";
import { readQuestion } from "../../src/generation/retrieve/question.ts";
import { scoreRows } from "../../src/generation/retrieve/score_rows.ts";
import { openIndexEmbedder } from "../../src/generation/write/index_embedder.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { loadReadingEngine } from "../../src/store/engine/load_reading.ts";

interface KeptQuestion {
  readonly text: string;
  readonly vector: readonly number[];
  /** Document → grade. */
  readonly relevant: Readonly<Record<string, number>>;
}

interface Kept {
  readonly questions: readonly KeptQuestion[];
  /** Path → document. */
  readonly paths: Readonly<Record<string, string>>;
}

interface Asked {
  readonly relevant: ReadonlyMap<string, number>;
  readonly candidates: readonly FoundChunk[];
}

interface Tried {
  readonly weights: { readonly semantic: number; readonly bm25: number; readonly identifier: number };
  /** nDCG@10 of each collection, as they were given. */
  readonly ndcg: readonly number[];
}

const INITIAL = 50;
const DEPTH = 10;
const STEPS = 10;

const host = { fs: createDiskFileSystem(), home: homedir(), warn() {}, threads: 0 };
const folders = process.argv.slice(2);
const collections = [];
for (const folder of folders) collections.push(await candidatesIn(folder));

const tried: Tried[] = [];
for (const identifier of [0, 0.1]) {
  for (let step = 0; step <= STEPS; step++) {
    const weights = { semantic: step / STEPS, bm25: 1 - step / STEPS, identifier };
    tried.push({
      weights,
      ndcg: collections.map(({ questions, paths, floor }) => ndcgOf(questions, paths, floor, weights)),
    });
  }
}
console.log(`semantic  bm25  identifier  ${folders.map((folder) => basename(folder).padEnd(10)).join("  ")}  mean`);
for (const { weights: { semantic, bm25, identifier }, ndcg } of tried) {
  const mean = ndcg.reduce((sum, value) => sum + value, 0) / ndcg.length;
  const cells = [...ndcg.map((value) => value.toFixed(4).padEnd(10)), mean.toFixed(4)];
  console.log(
    `${semantic.toFixed(1).padEnd(8)}  ${bm25.toFixed(1)}   ${identifier.toFixed(1).padEnd(10)}  ${cells.join("  ")}`,
  );
}

async function candidatesIn(folder: string): Promise<{
  readonly questions: readonly Asked[];
  readonly paths: Kept["paths"];
  readonly floor: number;
}> {
  const { questions, paths } = JSON.parse(readFileSync(join(folder, "questions.json"), "utf8")) as Kept;
  const config = readRagConfig(host.fs, join(folder, "rag.yaml"), host.home);
  const engine = await loadReadingEngine();
  const generation = await openGeneration(config, engine, host);
  const { embedder } = await openIndexEmbedder(config, "cpu", host);
  const corpus = await openCorpus({ ...host, engine, config, generation, attach: [], embedder });
  const { snapshot, settings: { search, semantic } } = corpus;
  const asked: Asked[] = [];
  for (const { text, vector, relevant } of questions) {
    const { parsed } = readQuestion(text);
    if (parsed === undefined) throw new Error(`a long question: ${text.slice(0, 80)}`);
    const { candidates } = await findCandidates(snapshot, parsed, {
      initialK: INITIAL,
      boosts: { ...search.boost },
      fuzzy: search.fuzzy_distance,
      feedback: search.feedback,
      hidden: corpus.beyond,
      meaning: { model: embedder.key, vectors: [vector] },
      exact: generation.exact,
    });
    asked.push({ candidates, relevant: new Map(Object.entries(relevant)) });
  }
  const floor = semantic.floor ?? embedder.scale.floor;
  corpus.close();
  generation.close();
  embedder.close();
  return { questions: asked, paths, floor };
}

function ndcgOf(
  questions: readonly Asked[],
  paths: Kept["paths"],
  floor: number,
  weights: Tried["weights"],
): number {
  const sum = questions.reduce((total, { candidates, relevant }) => {
    const rows = scoreRows(candidates, { weights, initialK: INITIAL, bm25: true, semantic: true, floor });
    const documents = [...new Set(rows.map(({ candidate }) => paths[candidate.chunk.path]!))].slice(0, DEPTH);
    const gain = (grades: readonly number[]): number =>
      grades.reduce((all, grade, at) => all + grade / Math.log2(at + 2), 0);
    const ideal = gain([...relevant.values()].sort((a, b) => b - a).slice(0, DEPTH));
    return total + (ideal === 0 ? 0 : gain(documents.map((document) => relevant.get(document) ?? 0)) / ideal);
  }, 0);
  return sum / questions.length;
}
