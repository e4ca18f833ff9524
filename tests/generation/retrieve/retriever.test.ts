import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { installSmallModel } from "../../models/installed_model.ts";
import { ARTEFACTS, withRagProject, yaml } from "../../sources/rag_project.ts";

const FILES = {
  "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}", "{id: code, path: src, treat_as: code}"]),
  "docs/cache.md": "# Cache\n\nVectors are cached.\n\n## Limits\n\nThe cache holds nine vectors at most.\n",
  "docs/lock.md": "# Lock\n\nOne writer holds the lock.\n\n## Readers\n\nReaders of vectors need no lock.\n",
  "docs/noise.md": "# Noise\n\nNothing about it stands here.\n",
  "src/cache.ts": "export function cacheVectors(): void {}\nexport const most = 9;\n",
};
const QUESTION = "which vectors does the cache hold?";

test("retrieve() ranks rows with their text, place and scores, and changes nothing", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = project.contents(project.folder);
    const answer = await project.retrieve(QUESTION);
    assert.deepEqual(await project.retrieve(QUESTION), answer);
    assert.deepEqual(project.contents(project.folder), before);
    assert.deepEqual(project.warnings, []);
    const [first] = answer.results;
    const { id, source_id, source_type, path, start_line, end_line, content, rank, repo, page, url } = first!;
    assert.deepEqual({ id, source_id, source_type, path, start_line, end_line, content, rank, repo, page, url }, {
      id: "docs:cache.md#limits",
      source_id: "docs",
      source_type: "local",
      path: "cache.md",
      start_line: 5,
      end_line: 7,
      content: "\nThe cache holds nine vectors at most.\n",
      rank: 1,
      repo: null,
      page: null,
      url: null,
    });
    for (const { score, scores: { semantic, bm25, identifier, rerank } } of answer.results) {
      assert.ok(Math.abs(score! - (0.4 * semantic! + 0.6 * bm25! + 0.1 * identifier!)) < 1e-9);
      assert.equal(rerank, null);
    }
    assert.deepEqual(answer.results.map(({ rank }) => rank), answer.results.map((_, at) => at + 1));
    assert.deepEqual(answer.left_out, [{ what: "reranker", why: "retrieval.reranker names none" }]);
    assert.equal(answer.parameters.generation, project.manifest().generation);
    assert.equal((await project.retrieve(QUESTION, { finalK: 2 })).results.length, 2);
  }));

test("a row's text ends where the sections below it begin", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const { results } = await project.retrieve("cached");
    const { content, start_line, end_line } = results.find(({ id }) => id === "docs:cache.md#cache")!;
    assert.deepEqual({ content, start_line, end_line }, {
      content: "\nVectors are cached.\n\n",
      start_line: 1,
      end_line: 4,
    });
  }));

test("when sources change, the rows stay, are marked, and ra says what changed", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = await project.retrieve(QUESTION);
    project.write({
      "docs/cache.md": "# Another page\n\nVectors vectors vectors cache hold.\n",
      "docs/new.md": "# N\n\ncache\n",
    });
    project.remove("docs/lock.md");
    const after = await project.retrieve(QUESTION);
    assert.deepEqual(
      after.results.map(({ stale: _, gone: __, ...row }) => row),
      before.results,
    );
    assert.deepEqual(
      Object.fromEntries(after.results.map(({ path, stale, gone }) => [path, [stale, gone]])),
      Object.fromEntries(before.results.map(({ path }) => [
        path,
        path === "cache.md" ? [true, undefined] : path === "lock.md" ? [true, true] : [undefined, undefined],
      ])),
    );
    assert.deepEqual(project.warnings.map(({ code }) => code), ["sources-changed"]);
    assert.match(project.warnings[0]!.message, /1 file added, 1 file changed, 1 file removed .* ra rag index/);
    project.write({ "rag.yaml": FILES["rag.yaml"].replace("treat_as: code", "treat_as: prose") });
    await project.retrieve(QUESTION);
    assert.match(project.warnings[0]!.message, /^rag.yaml changed/);
  }));

test("without BM25, the vectors alone order the rows that words or nearness find", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const { results, left_out } = await project.retrieve(QUESTION, { bm25: false });
    assert.ok(results.length > 2);
    for (const { scores } of results) assert.deepEqual([scores.bm25, scores.identifier], [null, null]);
    const semantic = results.map(({ scores }) => scores.semantic!);
    assert.deepEqual(semantic, [...semantic].sort((a, b) => b - a));
    assert.ok(left_out.some(({ what, why }) => what === "bm25" && why === "--bm25 false"));
    const words = (await project.retrieve(QUESTION)).results.map(({ id }) => id);
    assert.notDeepEqual(results.map(({ id }) => id), words);
  }));

test("without its model, words answer, and --bm25 false names ra model add", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    rmSync(join(project.home, ".local/share/ra/models/small"), { recursive: true });
    const { results, left_out, parameters } = await project.retrieve(QUESTION);
    assert.equal(results[0]!.id, "docs:cache.md#limits");
    assert.equal(results[0]!.scores.semantic, null);
    assert.equal(parameters.model, null);
    assert.match(left_out[0]!.why, /there is no model "small".*ra model add/);
    await assert.rejects(project.retrieve(QUESTION, { bm25: false }), { code: "model-missing", hint: /ra model add/ });
    await installSmallModel(createDiskFileSystem(), project.home, "small", { pooling: "cls" });
    assert.match((await project.retrieve(QUESTION)).left_out[0]!.why, /not those of small as it is now/);
  }));

test("the reranker reorders the rows, and one that cannot be loaded is named", () =>
  withRagProject({
    ...FILES,
    "rag.yaml": FILES["rag.yaml"].replace("final_k: 8", "final_k: 8, reranker: judge"),
  }, async (project) => {
    await project.build();
    const plain = await project.retrieve(QUESTION);
    assert.deepEqual(plain.left_out, [{ what: "reranker", why: "judge was not asked for (--use-reranker)" }]);
    const without = await project.retrieve(QUESTION, { useReranker: true });
    assert.deepEqual(without.results, plain.results);
    assert.match(without.left_out[0]!.why, /^judge: there is no model "judge"/);
    await installSmallModel(createDiskFileSystem(), project.home, "judge", { kind: "cross-encoder" });
    const { results, parameters, left_out } = await project.retrieve(QUESTION, { useReranker: true });
    assert.deepEqual(left_out, []);
    assert.equal(parameters.reranker, "judge");
    const said = results.map(({ scores }) => scores.rerank!);
    assert.deepEqual(said, [...said].sort((a, b) => b - a));
    assert.deepEqual(results.map(({ id }) => id).sort(), plain.results.map(({ id }) => id).sort());
    assert.notDeepEqual(results.map(({ id }) => id), plain.results.map(({ id }) => id));
    await installSmallModel(createDiskFileSystem(), project.home, "judge");
    const wrong = await project.retrieve(QUESTION, { useReranker: true });
    assert.deepEqual([wrong.results, wrong.lists], [plain.results, plain.lists]);
    assert.match(wrong.lists_missing![0]!.reason, /^judge: the model judge is an encoder, and/);
    project.write({ "rag.yaml": FILES["rag.yaml"] });
    await assert.rejects(project.retrieve(QUESTION, { useReranker: true }), {
      code: "usage",
      hint: /retrieval.reranker/,
    });
  }));

test("artefacts that are missing or of another generation are an error with the command that makes them", () =>
  withRagProject(FILES, async (project) => {
    await assert.rejects(project.retrieve(QUESTION), { code: "index-missing", hint: "run: ra rag index" });
    await project.build();
    const whole = new Map(ARTEFACTS.map((name) => [name, readFileSync(join(project.index, name))]));
    for (const name of ARTEFACTS) {
      rmSync(join(project.index, name));
      const code = name === "manifest.json" ? "index-missing" : "index-damaged";
      await assert.rejects(project.retrieve(QUESTION), { code, hint: "run: ra rag index" }, name);
      writeFileSync(join(project.index, name), whole.get(name)!);
    }
    project.write({ "docs/noise.md": "# Other noise\n\nAs many chunks as before.\n" });
    await project.build({ incremental: true });
    for (const name of ARTEFACTS) {
      const now = readFileSync(join(project.index, name));
      writeFileSync(join(project.index, name), whole.get(name)!);
      await assert.rejects(project.retrieve(QUESTION), { code: "index-damaged", hint: "run: ra rag index" }, name);
      writeFileSync(join(project.index, name), now);
    }
    assert.equal((await project.retrieve(QUESTION)).results[0]!.id, "docs:cache.md#limits");
  }));
