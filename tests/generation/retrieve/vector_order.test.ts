import assert from "node:assert/strict";
import { test } from "node:test";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { openIndexEmbedder } from "../../../src/generation/write/index_embedder.ts";
import { openRetriever } from "../../../src/generation/retrieve/retriever.ts";
import { retrieveOptions } from "../../../src/generation/retrieve/retrieve_options.ts";
import type { RagRetrieveAnswer } from "../../../src/shapes/passages.ts";
import { type RagProject, withRagProject, yaml } from "../../sources/rag_project.ts";

const WORDS = "cache vector lock reader writer index chunk model question answer page line source crawl git".split(" ");
const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => WORDS[(seed * 7 + at * at * (seed % 11 + 1) + at) % WORDS.length]).join(" ");
const FILES = {
  "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}"]),
  // Every tenth page is a copy of another one: equal vectors.
  ...Object.fromEntries(Array.from({ length: 60 }, (_, page) => [
    `docs/${page}.md`,
    Array.from({ length: 5 }, (_, section) => {
      const seed = (page % 10 === 9 ? page - 1 : page) * 5 + section;
      return `# ${sentence(seed, 2)}\n\n${sentence(seed, 4 + seed % 9)}.\n\n`;
    }).join(""),
  ])),
};
const QUESTIONS = Array.from(
  { length: 200 },
  (_, at) => at % 9 === 8 ? `Zeppelin ${at}` : sentence(at * 3 + 1, 3 + at % 5),
);

/** The products of each question with the rows of `embeddings.npy`, by id. */
async function exactOrder(project: RagProject, questions: readonly string[]): Promise<readonly Map<string, number>[]> {
  const fs = createDiskFileSystem();
  const host = { fs, home: project.home, warn() {}, threads: 0 };
  const { embedder } = await openIndexEmbedder(project.config(), "cpu", host);
  const asked = await embedder.embed([...questions], "query");
  embedder.close();
  const [vectors, rows] = [project.vectors(), await project.rows()];
  return asked.map((vector) => {
    if (!(vector instanceof Float32Array)) throw new Error("a question without a vector");
    return new Map(
      vectors.map((row, at) => [rows[at]!.id, row.reduce((sum, value, k) => sum + value * vector[k]!, 0)]),
    );
  });
}

test("--bm25 false is the order of the vectors in embeddings.npy and nothing else", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const exact = await exactOrder(project, QUESTIONS);
    for (const weights of ["", ", weights: {semantic: 0}"]) {
      project.write({
        "rag.yaml": FILES["rag.yaml"].replace("final_k: 8", `final_k: 50${weights}`).replace(
          "initial_k: 50",
          "initial_k: 60",
        ),
      });
      const options = retrieveOptions(project.config(), { bm25: false });
      const host = { fs: createDiskFileSystem(), home: project.home, warn() {}, threads: 0 };
      const retriever = await openRetriever(project.config(), options, host);
      for (const [at, question] of QUESTIONS.entries()) {
        const { results } = await retriever.retrieve(question, options);
        const products = exact[at]!;
        const expected = [...products].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 50);
        // Rows with the same vector may change places.
        assert.deepEqual(results.map(({ id }) => products.get(id)), expected.map(([, product]) => product), question);
        assert.equal(new Set(results.map(({ id }) => id)).size, 50);
      }
      retriever.close();
    }
  }));

test("a question that the documents know nothing of has rows without BM25, and is no evidence for an answer", () =>
  withRagProject(FILES, async (project) => {
    project.write({ "rag.yaml": FILES["rag.yaml"].replace("final_k: 8", "final_k: 8, bm25: false") });
    await project.build();
    const options = retrieveOptions(project.config(), {});
    const host = { fs: createDiskFileSystem(), home: project.home, warn() {}, threads: 0 };
    const retriever = await openRetriever(project.config(), options, host);
    const [list, evidence] = [
      await retriever.retrieve("Zeppelin", options),
      await retriever.retrieve("Zeppelin", options, "evidence"),
    ];
    retriever.close();
    assert.equal(list.results.length, 8);
    const [products] = await exactOrder(project, ["Zeppelin"]);
    const near = list.results.filter(({ id }) => products!.get(id)! >= 0.3);
    assert.deepEqual(evidence.results.map(({ id }) => id), near.map(({ id }) => id));
  }));

test("an open generation answers from its own files after a later run has put others in their place", () =>
  withRagProject(FILES, async (project) => {
    const at = { "rag.yaml": FILES["rag.yaml"].replace("final_k: 8", "final_k: 20, bm25: false") };
    project.write(at);
    await project.build();
    const options = retrieveOptions(project.config(), {});
    const host = { fs: createDiskFileSystem(), home: project.home, warn() {}, threads: 0 };
    const rowsOf = ({ results }: RagRetrieveAnswer) => results.map(({ id, scores }) => [id, scores.semantic]);
    const questions = QUESTIONS.slice(0, 5);
    const before: unknown[] = [];
    for (const question of questions) before.push(rowsOf(await project.retrieve(question)));
    const retriever = await openRetriever(project.config(), options, host);
    // The rows of all pages move.
    project.write({ "docs/-first.md": `# ${questions[0]}\n\nOne.\n\n# Next\n\nTwo.\n\n# Last\n\nThree.\n` });
    await project.build({ incremental: true });
    for (const [at, question] of questions.entries()) {
      assert.deepEqual(rowsOf(await retriever.retrieve(question, options)), before[at], question);
    }
    retriever.close();
    assert.notDeepEqual(rowsOf(await project.retrieve(questions[0]!)), before[0]);
  }));
