// What `ra rag retrieve` promises, each sentence with a command.
import assert from "node:assert/strict";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import { commitAll, writeIn } from "../host/git_repository.ts";
import { startModelService } from "../models/model_service.ts";
import { type RagFolder, withRagFolder } from "./rag_folder.ts";

const YAML = `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 9, reranker: judge}
attachments: {attach_limit_files: 2, attach_limit_chunks: 9}
`;
const TOPICS = [
  "the red cat runs",
  "a green dog sleeps",
  "lever_7 and the cat",
  "the dog and lever_7",
  "zeppelin of the cat",
];
const FILES = {
  "rag.yaml": YAML,
  ...Object.fromEntries(
    TOPICS.map((text, at) => [`docs/p${at}.md`, `# Page ${at}\n\nHere ${text} ${"on ".repeat(at)}.\n`]),
  ),
};
const QUESTION = "does lever_7 move the cat?";

async function ask({ ra }: RagFolder, question: string, ...flags: readonly string[]): Promise<RagRetrieveAnswer> {
  const { code, stdout, stderr } = await ra("retrieve", "--json", ...flags, question);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as RagRetrieveAnswer;
}
const idsOf = ({ results }: RagRetrieveAnswer): readonly string[] => results.map(({ id }) => id);

test("a score is the weighted sum of meaning, words and identifiers, and equal runs give equal answers", () =>
  withRagFolder(FILES, async (rag) => {
    assert.equal((await rag.ra("index")).code, 0);
    for (const weights of [{ semantic: 0.4, bm25: 0.6, identifier: 0.1 }, { semantic: 1, bm25: 0.2, identifier: 3 }]) {
      rag.configure(
        YAML.replace(
          "final_k: 9",
          `final_k: 9, weights: ${JSON.stringify(weights).replaceAll('"', "").replaceAll(":", ": ")}`,
        ),
      );
      const first = await ask(rag, QUESTION);
      assert.deepEqual(await ask(rag, QUESTION), first);
      assert.deepEqual(first.parameters.weights, weights);
      const scores = first.results.map(({ score }) => score!);
      assert.equal(scores.length, 5);
      assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
      for (const { id, score, scores: { semantic, bm25, identifier } } of first.results) {
        const sum = weights.semantic * semantic! + weights.bm25 * bm25! + weights.identifier * identifier!;
        assert.ok(Math.abs(sum - score!) < 1e-3, `${id}: ${score} is not ${sum}`);
        const names = id === "docs:p2.md#page-2" || id === "docs:p3.md#page-3" || id === "docs:p2.md" ||
          id === "docs:p3.md";
        assert.equal(identifier, names ? 1 : 0, id);
      }
    }
  }));

test("--bm25 false is the order of the cosines of embeddings.npy, also for a question that no document knows", async () => {
  const service = await startModelService();
  const embedding = `{model: m, provider: openai, base_url: "${service.address}"}`;
  try {
    await withRagFolder({ ...FILES, "rag.yaml": YAML.replace("{model: small}", embedding) }, async (rag) => {
      assert.equal((await rag.ra("index")).code, 0);
      const rows = await rag.rows();
      const npy = rag.artefact("embeddings.npy");
      const vectors = new Float32Array(npy.slice(10 + new DataView(npy.buffer).getUint16(8, true)).buffer);
      const width = vectors.length / rows.length;
      for (const question of [QUESTION, "Zeppelin", "xylophones?", "cat dog"]) {
        const asked = await fetch(`${service.address}/embeddings`, {
          method: "POST",
          body: JSON.stringify({ model: "m", input: [question] }),
        });
        const { data: [{ embedding }] } = await asked.json() as { data: [{ embedding: readonly number[] }] };
        const length = Math.hypot(...embedding);
        const cosines = rows.map(({ id }, row) => ({
          id,
          cosine: embedding.reduce((sum, value, k) => sum + (value / length) * vectors[row * width + k]!, 0),
        }));
        const expected = cosines.sort((a, b) => b.cosine - a.cosine).slice(0, 9).map(({ id }) => id);
        assert.deepEqual(idsOf(await ask(rag, question, "--bm25", "false")), expected, question);
      }
    });
  } finally {
    service.close();
  }
});

test("without one of its four artefacts, retrieve names it and the command that makes it", () =>
  withRagFolder(FILES, async ({ ra, folder }) => {
    assert.equal((await ra("index")).code, 0);
    for (const name of ["index.faiss", "embeddings.npy", "meta.parquet", "manifest.json"]) {
      const [place, away] = [join(folder, "index", name), join(folder, name)];
      renameSync(place, away);
      const { code, stdout, stderr } = await ra("retrieve", "cat");
      assert.deepEqual([code, stdout], [1, ""], name);
      assert.match(stderr, name === "manifest.json" ? /there is no index/ : new RegExp(name.replace(".", "\\.")));
      assert.match(stderr, /hint: run: ra rag index/);
      renameSync(away, place);
    }
    assert.equal((await ra("retrieve", "cat")).code, 0);
  }));

test("a reranker puts the rows in its order, and one that is missing is named while the rows come", () =>
  withRagFolder(FILES, async (rag) => {
    assert.equal((await rag.ra("index")).code, 0);
    const plain = await ask(rag, QUESTION);
    const judged = await ask(rag, QUESTION, "--use-reranker");
    const scores = judged.results.map(({ scores: { rerank } }) => rerank!);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    assert.notDeepEqual(idsOf(judged), idsOf(plain));
    assert.deepEqual([...idsOf(judged)].sort(), [...idsOf(plain)].sort());
    rag.configure(YAML.replace("reranker: judge", "reranker: nosuch"));
    const missing = await rag.ra("retrieve", "--use-reranker", QUESTION);
    assert.equal(missing.code, 0);
    assert.match(missing.stderr, /nosuch.*there is no model/);
    assert.match(missing.stdout, /^ 1 \d\.\d{3} docs:p\d\.md:1-3 Page \d\n/);
    assert.deepEqual(idsOf(await ask(rag, QUESTION, "--use-reranker")), idsOf(plain));
    assert.equal((await rag.ra("retrieve", "--use-reranker", "--strict", QUESTION)).code, 1);
    rag.configure(YAML.replace(", reranker: judge", ""));
    assert.equal((await rag.ra("retrieve", "--use-reranker", QUESTION)).code, 2);
  }));

test("without its embedding model, words answer and the model is named; --strict and --bm25 false fail", () =>
  withRagFolder(FILES, async (rag) => {
    assert.equal((await rag.ra("index")).code, 0);
    rmSync(join(rag.folder, "no-home/.local/share/ra/models/small"), { recursive: true });
    const { code, stdout, stderr } = await rag.ra("retrieve", "zeppelin");
    assert.equal(code, 0);
    assert.match(stdout, /^ 1 \d\.\d{3} docs:p4\.md:1-3 Page 4\n/);
    assert.match(stderr, /there is no model "small"/);
    const { results, left_out } = await ask(rag, "zeppelin");
    assert.ok(results.every(({ scores }) => scores.semantic === null && scores.bm25 !== null));
    assert.deepEqual(left_out.map(({ what }) => what).filter((what) => what === "semantic"), ["semantic"]);
    assert.equal((await rag.ra("retrieve", "--strict", "zeppelin")).code, 1);
    const alone = await rag.ra("retrieve", "--bm25", "false", "zeppelin");
    assert.deepEqual([alone.code, alone.stdout], [1, ""]);
    assert.match(alone.stderr, /small[\s\S]*ra model add/);
  }));

test("options have the same meaning with underscores and with hyphens", () =>
  withRagFolder({ ...FILES, "one.md": "# One\n\nThe cat.\n", "two.md": "# Two\n\nThe dog.\n" }, async (rag) => {
    assert.equal((await rag.ra("index", "--from-config")).code, 0);
    const flags = [
      "--attach one.md --attach two.md --attach_only --attach_limit_files 1 --attach_limit_chunks 3",
      "--use_reranker",
    ];
    const counts = ["--initial_k 5 --final_k 2", "--initial_k 3 --final_k 3 --from_config"];
    for (const options of [...flags, ...counts].map((line) => line.split(" "))) {
      const hyphens = options.map((word) => word.startsWith("--") ? word.replaceAll("_", "-") : word);
      const [one, other] = [await ask(rag, QUESTION, ...options), await ask(rag, QUESTION, ...hyphens)];
      assert.deepEqual(one, other);
      assert.ok(one.results.length > 0);
    }
    const limited = await ask(rag, QUESTION, ...flags[0]!.split(" "));
    assert.deepEqual([limited.attached!.files, new Set(limited.results.map(({ path }) => path))], [
      1,
      new Set(["one.md"]),
    ]);
  }));

test("two repositories with their own globs and kinds of text are one index, whose rows name file and lines", {
  skip: process.versions["deno"] !== undefined,
}, () =>
  withRagFolder(
    {
      "rag.yaml": YAML.replace(
        "sources: [{id: docs, path: docs, treat_as: headings}]",
        `sources:
  - {id: book, git: ./book, include: ["doc/**"], exclude: ["**/old.md"], treat_as: prose}
  - {id: tool, git: ./tool, include: ["**/*.py"], treat_as: code, chunking: {code_max_lines: 10, overlap_lines: 2}}
  - {id: docs, path: docs, treat_as: headings}`,
      ),
      "docs/a.md": "# A\n\n## Kite\n\nThe kite flies.\n",
    },
    async (rag) => {
      writeIn(rag.folder, "book/doc/kite.md", "The kite of the book is purple.\n");
      writeIn(rag.folder, "book/doc/old.md", "The old kite is grey.\n");
      writeIn(rag.folder, "book/src/kite.md", "The kite of no chapter.\n");
      writeIn(rag.folder, "tool/kite.py", `${"# nothing\n".repeat(24)}def kite():\n    return 1\n`);
      writeIn(rag.folder, "tool/kite.md", "The kite of the tool.\n");
      for (const name of ["book", "tool"]) commitAll(join(rag.folder, name));
      for (const verb of ["ingest", "index"]) assert.equal((await rag.ra(verb)).code, 0);
      const { results } = await ask(rag, "kite");
      const found = results.filter(({ content }) => /kite/i.test(content!)).map((row) =>
        `${row.source_type} ${row.id.split("#")[0]} ${row.start_line}-${row.end_line}`
      );
      assert.deepEqual(found.sort(), [
        "git book:doc/kite.md 1-1",
        "git tool:kite.py 17-26",
        "local docs:a.md 3-5",
      ]);
      assert.ok(results.every(({ repo, source_type }) => (repo === null) === (source_type === "local")));
    },
  ));
