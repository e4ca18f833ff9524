import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { readManifest, wrongArtefacts } from "../../src/generation/artefacts/manifest.ts";
import { pdf } from "../documents/sample_files.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

const YAML = `version: 1
paths: {data_root: data, index_root: index}
sources:
- {id: docs, path: docs, treat_as: headings}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 3}
attachments: {attach_limit_files: 2, attach_limit_chunks: 9}
`;
const FILES = Object.fromEntries(
  Array.from(
    { length: 30 },
    (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nWords of page ${at}.\n\n## More\n\nThe vector ${at}.\n`],
  ),
);

const withRag = (use: (folder: string) => Promise<void> | void) =>
  withProject(FILES, async (folder) => {
    for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
    writeFileSync(join(folder, "rag.yaml"), YAML);
    await installSmallModel(createDiskFileSystem(), join(folder, "no-home"), "small");
    await use(folder);
  });

test("ra rag index and retrieve do the work, and say on stderr what took part", () =>
  withRag((folder) => {
    const ra = (...args: readonly string[]) => runRa(args, { cwd: folder, home: join(folder, "no-home") });
    const missing = ra("rag", "retrieve", "vector");
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /there is no index of rag.yaml yet\n  hint: run: ra rag index\n/);
    const built = ra("rag", "index");
    assert.equal(built.code, 0, built.stderr);
    assert.match(
      built.stdout,
      /^docs +30 files +60 chunks .* 60 embedded +0 reused +0 pruned\n60 chunks in .*generation [0-9a-f]{12}\n$/,
    );
    const again = ra("rag", "index", "--incremental", "--json");
    const { sources } = JSON.parse(again.stdout) as { sources: readonly { reused: number }[] };
    assert.equal(sources[0]!.reused, 60);
    const rows = ra("rag", "retrieve", "the", "vector", "7");
    assert.equal(rows.code, 0, rows.stderr);
    assert.match(rows.stdout, /^ 1 \d\.\d{3} docs:7\.md:5-7 More\n +The vector 7\.\n 2 /);
    assert.equal(rows.stderr, "ra: device cpu, model small, BM25 on, reranker off (retrieval.reranker names none)\n");
    const whole = ra("rag", "retrieve", "--show", "--final_k", "1", "--bm25", "false", "the vector 7");
    assert.match(whole.stdout, /^ 1 0\.400 docs:\S+ .*\n/);
    assert.match(whole.stderr, /BM25 off \(--bm25 false\)/);
    const attached = ra("rag", "retrieve", "--attach", "docs", "--attach_only", "vector");
    assert.equal(attached.code, 0, attached.stderr);
    assert.match(attached.stderr, /warning: attached: more than 2 files .*\nra: .*attached 2 files with /);
    const status = JSON.parse(ra("rag", "status", "--json").stdout) as { artefacts: unknown };
    const { generation, created, chunks } = readManifest(createDiskFileSystem(), join(folder, "index"))!;
    assert.deepEqual(status.artefacts, { state: "whole", generation, created, chunks, current: true });
    const update = ra("-C", "index", "update");
    assert.equal(update.code, 2);
    assert.match(update.stderr, /this index is frozen.*\n  hint: run: ra rag index\n/);
    for (
      const [args, reason] of [
        [["rag", "index", "--gpu", "--mps"], /--gpu.*--mps|--mps.*--gpu/],
        [["rag", "retrieve"], /the question is missing/],
        [["rag", "retrieve", "--attach-only", "x"], /--attach-only needs --attach/],
        [["rag", "retrieve", "--final-k", "5", "--initial-k", "2", "x"], /--final-k \(5\) must not be more than/],
        [["rag", "retrieve", "--use-reranker", "x"], /names no reranker/],
      ] as const
    ) {
      const refused = ra(...args);
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, reason);
    }
    const strict = ra("rag", "index", "--incremental", "--gpu", "--strict");
    assert.equal(strict.code, 1);
    assert.match(strict.stderr, /warning: gpu cannot be used, so the CPU is/);
  }));

test("an indexing that is killed at any moment leaves artefacts that are whole", {
  skip: process.versions["deno"] !== undefined,
}, () =>
  withRag(async (folder) => {
    const fs = createDiskFileSystem();
    const index = join(folder, "index");
    const ra = (...args: readonly string[]) => runRa(args, { cwd: folder, home: join(folder, "no-home") });
    const began = Date.now();
    assert.equal(ra("rag", "index").code, 0);
    const whole = Date.now() - began;
    const seen = new Set<string>();
    for (let round = 0; round < 8; round++) {
      writeFileSync(join(folder, "docs/0.md"), `# Page 0\n\nRound ${round}.\n`);
      const running = startRa(["rag", "index", ...(round % 2 === 0 ? ["--incremental"] : [])], folder);
      const ended = await Promise.race([
        running.closeInput(),
        // Every fourth run comes to its end.
        new Promise<undefined>((resolve) =>
          round % 4 === 3 ? undefined : setTimeout(resolve, Math.random() * whole, undefined)
        ),
      ]);
      if (ended === undefined) await running.signal("SIGKILL");
      const rows = ra("rag", "retrieve", "--json", "--final-k", "1", "the vector 7");
      assert.equal(rows.code, 0, rows.stderr);
      const [row] = (JSON.parse(rows.stdout) as { results: readonly { id: string }[] }).results;
      assert.equal(row!.id, "docs:7.md#more");
      const manifest = readManifest(fs, index)!;
      assert.deepEqual(wrongArtefacts(fs, index, manifest), []);
      seen.add(manifest.generation);
    }
    assert.ok(seen.size >= 3, `${seen.size} generations`);
    const done = ra("rag", "index", "--incremental");
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(readdirSync(index).sort(), [
      ".ra",
      ".ra.toml",
      "embeddings.npy",
      "index.faiss",
      "manifest.json",
      "meta.parquet",
    ]);
    const named = readFileSync(join(index, ".ra/index/head.json"), "utf8");
    for (const name of readdirSync(join(index, ".ra/index"))) {
      assert.ok(name === "head.json" || name === "text" || named.includes(name), name);
    }
  }));

test("an attached PDF is cited by page", { skip: process.versions["deno"] !== undefined }, () =>
  withRag((folder) => {
    writeFileSync(
      join(folder, "paper.pdf"),
      pdf([[[20, "First"], [10, "Nothing here."]], [[20, "Second"], [10, "A zebra."]]]),
    );
    const rows = runRa(["rag", "retrieve", "--attach", "paper.pdf", "--attach-only", "--json", "zebra"], {
      ...{ cwd: folder, home: join(folder, "no-home") },
    });
    assert.equal(rows.code, 0, rows.stderr);
    const { results } = JSON.parse(rows.stdout) as {
      results: readonly { path: string; page: number; source: unknown; content: string }[];
    };
    const [{ path, page, source, content }] = results as [typeof results[number]];
    assert.deepEqual({ path, page, source }, {
      path: "paper.pdf",
      page: 1,
      source: { unit: "page", first: 1, last: 2 },
    });
    assert.match(content, /First[^]*A zebra\./);
  }));
