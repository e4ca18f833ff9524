// What `ra rag` promises: each section of the configuration, each command, and what each kind of user relies on.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import type { RagIndexReport } from "../../src/shapes/rag.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { passagesIn, quotes } from "../answering/quoting_model.ts";
import { refuses, type Reply, type ScriptedEndpoint, withEndpoint } from "../answering/scripted_endpoint.ts";
import { loadTokenCounter } from "../../src/search/retrieval/token_count.ts";
import { docx, paragraph } from "../documents/sample_files.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import type { Run } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

const code = Array.from({ length: 60 }, (_, at) => `def lever_${at}():\n    return ${at}\n`).join("\n");
const prose = Array.from({ length: 40 }, (_, at) => `The lever number ${at} of the machine is purple.`).join(" ");
const FILES = {
  "src/lever.py": code,
  "docs/lever.md": `# Lever\n\n${prose}\n`,
  "docs/socket.md": "# Socket\n\nThe socket has 230 volts. Never touch the socket.\n",
  "note.md": "# Note\n\nThe zeppelin was sold in May.\n",
  "other/one.txt": prose,
};
const YAML = `version: 1
paths: {data_root: data, index_root: index}
sources:
  - {id: code, path: src, treat_as: code, chunking: {code_max_lines: 30, overlap_lines: 5}}
  - {id: docs, path: docs, treat_as: prose, chunking: {prose_max_chars: 400, min_chunk_chars: 50}}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 4, reranker: judge}
prompt: {template: default}
generation: {model: m, base_url: "http://127.0.0.1:9/v1", retries: 0, max_input_tokens: 900}
attachments: {attach_limit_files: 2, attach_limit_chunks: 9}
`;
const ARTEFACTS = ["embeddings.npy", "index.faiss", "manifest.json", "meta.parquet"];

interface Contract {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  ra(...args: readonly string[]): Promise<Pick<Run, "stdout" | "stderr"> & { readonly code: unknown }>;
  /** Writes the configuration with these changes. */
  write(...changes: readonly (readonly [before: string | RegExp, after: string])[]): void;
}

const withContract = (use: (contract: Contract) => Promise<void>, replies: readonly Reply[] = [quotes(2)]) =>
  withProject(FILES, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      for (const made of ["data", "index"]) mkdirSync(join(folder, made));
      const home = join(folder, "no-home");
      await installSmallModel(createDiskFileSystem(), home, "small");
      await installSmallModel(createDiskFileSystem(), home, "judge", { kind: "cross-encoder" });
      const write: Contract["write"] = (...changes) => {
        const yaml = YAML.replace("http://127.0.0.1:9/v1", endpoint.url);
        writeFileSync(
          join(folder, "rag.yaml"),
          changes.reduce((text, [before, after]) => {
            assert.ok(typeof before === "string" ? text.includes(before) : before.test(text), String(before));
            return text.replace(before, after);
          }, yaml),
        );
      };
      write();
      await use({
        ...{ folder, endpoint, write },
        async ra(...args) {
          const running = startRa(["rag", ...args], folder, { listens: true });
          const code = await running.closeInput();
          return { code, stdout: running.stdout(), stderr: running.stderr() };
        },
      });
    }));

const WRONG: Readonly<Record<string, readonly (readonly [before: string, after: string, message: RegExp])[]>> = {
  "paths": [
    ["data_root: data, ", "", /paths\.data_root: is required/],
    ["index_root: index", "index_root: nowhere", /paths\.index_root: .*nowhere does not exist\n {2}hint: mkdir -p/],
  ],
  "sources[]": [
    ["{id: docs, path", "{path", /sources\[1\]\.id: is required/],
    ["path: docs, ", "", /sources\[1\]: .*path.*globs.*git/],
    [
      "treat_as: prose",
      "treat_as: poem",
      /sources\[1\]\.treat_as: must be code, prose, auto or headings, found "poem"/,
    ],
    ["min_chunk_chars: 50", "min_chunk: 50", /sources\[1\]\.chunking\.min_chunk: unknown key \(did you mean/],
  ],
  "indexing": [
    ["max_tokens_per_chunk: 256", "overlap_lines: 5", /indexing\.max_tokens_per_chunk: is required/],
    ["max_tokens_per_chunk: 256", "max_tokens_per_chunk: -1", /indexing\.max_tokens_per_chunk: must be more than 0/],
  ],
  "embedding": [
    ["model: small", "device: cpu", /embedding\.model: is required/],
    ["model: small", "model: small, device: tpu", /embedding\.device: must be cpu, gpu or mps, found "tpu"/],
  ],
  "retrieval": [
    ["initial_k: 50, ", "", /retrieval\.initial_k: is required/],
    ["final_k: 4", "final_k: 51", /retrieval\.final_k: must be at most initial_k/],
    ["final_k: 4", "final_k: four", /retrieval\.final_k: must be .*number, found "four"/],
  ],
  "prompt and generation": [
    ["template: default", "name: default", /prompt\.template: is required/],
    ["model: m, ", "", /generation\.model: is required/],
    ["retries: 0", "temperature: 1.5", /generation\.temperature: must be at most 1/],
    ["retries: 0", "api_key: sk-secret", /generation\.api_key: a key never stands in this file.*api_key_env/],
  ],
  "attachments": [
    ["attach_limit_files: 2, ", "", /attachments\.attach_limit_files: is required/],
    ["attach_limit_chunks: 9", "attach_limit_chunks: 0", /attachments\.attach_limit_chunks: must be more than 0/],
  ],
};
for (const [section, mistakes] of Object.entries(WRONG)) {
  test(`${section}: what is missing or wrong stops a command before any work, and names the field`, () =>
    withContract(async ({ ra, write, folder, endpoint }) => {
      for (const [before, after, message] of mistakes) {
        write([before, after]);
        const { code, stderr } = await ra("chat", "lever?");
        assert.equal(code, 2, `${after}: ${stderr}`);
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /sk-secret/);
      }
      assert.deepEqual([readdirSync(join(folder, "index")), endpoint.asked], [[], []]);
    }));
}

test("an older file without newer keys works, and a version that ra does not know is one clear error", () =>
  withContract(async ({ ra, write }) => {
    write([/prompt:.*\ngeneration:.*\nattachments:.*\n/, ""], [", reranker: judge", ""]);
    assert.equal((await ra("doctor")).code, 0);
    write(["version: 1", "version: 2"]);
    const { code, stderr } = await ra("doctor");
    assert.equal(code, 2);
    assert.match(stderr, /version: this ra reads version 1, found 2; see the changelog/);
  }));

const isDeno = process.versions["deno"] !== undefined;

test("ingest and convert write normalised text, take --from-config and --only, and fail for a missing input", {
  skip: isDeno,
}, () =>
  withContract(async ({ ra, write, folder }) => {
    mkdirSync(join(folder, "manuals"));
    writeFileSync(join(folder, "manuals/letter.docx"), docx(paragraph("Letter", "Heading1") + paragraph("A letter.")));
    const converts = (input: string) =>
      ["indexing:", `convert_docs: [{id: manuals, input: ${input}}]\nindexing:`] as const;
    write(converts("manuals"));
    const { code, stderr } = await ra("convert", "--from-config", "--only", "manuals");
    assert.equal(code, 0, stderr);
    assert.match(
      readFileSync(join(folder, "data/text/manuals/letter.docx.md"), "utf8"),
      /^# Letter\n\nA letter\.\n$/,
    );
    write(converts("absent"));
    const absent = await ra("ingest", "--from-config");
    assert.equal(absent.code, 1);
    assert.match(`${absent.stdout}${absent.stderr}`, /absent/);
    assert.equal((await ra("ingest", "--only", "manual")).code, 2);
  }));

test("index writes its four artefacts, reuses and prunes, and fails for a missing source and a failed write", () =>
  withContract(async ({ ra, write, folder }) => {
    const report = async (...args: readonly string[]): Promise<RagIndexReport> => {
      const { code, stdout, stderr } = await ra("index", "--json", ...args);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout) as RagIndexReport;
    };
    const first = await report("--from-config");
    for (const name of ARTEFACTS) assert.ok(existsSync(join(folder, "index", name)), name);
    rmSync(join(folder, "docs/socket.md"));
    const second = await report("--incremental");
    const counts = ({ sources }: RagIndexReport) =>
      sources.map(({ id, embedded, reused, pruned }) => ({ id, embedded, reused, pruned }));
    const [codeChunks, docsChunks] = first.sources.map(({ chunks }) => chunks);
    assert.deepEqual(counts(second), [
      { id: "code", embedded: 0, reused: codeChunks, pruned: 0 },
      { id: "docs", embedded: 0, reused: docsChunks! - 1, pruned: 1 },
    ]);
    const text = await ra("index", "--incremental");
    assert.match(text.stdout, /^code +1 file +\d+ chunks +average \d+ characters +0 embedded +\d+ reused/m);
    assert.match(text.stdout, /\d+ chunks in [\d.]+ m?s/);
    assert.equal((await ra("index", "--gpu", "--mps")).code, 2);
    const gpu = await ra("index", "--gpu");
    assert.deepEqual([gpu.code, /warning: .*gpu/i.test(gpu.stderr)], [0, true], gpu.stderr);
    assert.equal((await ra("index", "--gpu", "--strict")).code, 1);
    write(["path: src", "path: gone"]);
    const gone = await ra("index");
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /gone/);
    const before = readFileSync(join(folder, "index/manifest.json"), "utf8");
    assert.equal(JSON.parse(before).chunks > 0, true);
    write(["index_root: index", "index_root: note.md"]);
    assert.equal((await ra("index")).code, 2);
  }));

test("retrieve prints ranked rows with lines, obeys its options, and fails without artefacts", () =>
  withContract(async ({ ra }) => {
    const missing = await ra("retrieve", "lever");
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /hint: run: ra rag index/);
    assert.equal((await ra("index")).code, 0);
    const show = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await ra("retrieve", "--show", ...args, "what does lever_7 return?");
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const frozen = await show();
    assert.equal(await show(), frozen);
    assert.match(frozen, /^1 +[\d.]+ +code:src\/lever\.py:\d+-\d+|^ *1 +[\d.]+ +code:lever\.py:\d+-\d+/m);
    const rows = async (...args: readonly string[]): Promise<RagRetrieveAnswer> =>
      JSON.parse((await ra("retrieve", "--json", ...args, "what does lever_7 return?")).stdout) as RagRetrieveAnswer;
    const plain = await rows("--from-config");
    const meaning = await rows("--bm25", "false");
    assert.ok(plain.results.every(({ scores }) => scores.bm25 !== null && scores.rerank === null));
    assert.ok(meaning.results.every(({ scores }) => scores.bm25 === null && scores.identifier === null));
    const cosines = meaning.results.map(({ scores }) => scores.semantic!);
    assert.deepEqual(cosines, [...cosines].sort((a, b) => b - a));
    const reranked = await rows("--use_reranker");
    assert.ok(reranked.results.every(({ scores }) => scores.rerank !== null));
    assert.notDeepEqual(reranked.results.map(({ id }) => id), plain.results.map(({ id }) => id));
    const few = await rows("--initial_k", "10", "--final_k", "2");
    assert.deepEqual([few.results.length, few.parameters.initial_k, few.parameters.final_k], [2, 10, 2]);
  }));

test("chat keeps within max_input_tokens, cites, keeps its limits of attachments, and fails without artefacts", () =>
  withContract(async ({ ra, endpoint, folder, write }) => {
    const missing = await ra("chat", "which lever is purple?");
    assert.deepEqual([missing.code, endpoint.asked.length], [1, 0]);
    assert.match(missing.stderr, /hint: run: ra rag index/);
    const alone = await ra("chat", "--json", "--attach", "note.md", "--attach_only", "when was the zeppelin sold?");
    assert.equal(alone.code, 0, alone.stderr);
    assert.deepEqual(readdirSync(join(folder, "index")), [], "the stored index is not there, and was not asked");
    assert.deepEqual((JSON.parse(alone.stdout) as CitedAnswer).citations.map(({ path }) => path), ["note.md"]);
    assert.equal((await ra("index")).code, 0);
    write(["max_input_tokens: 900", "max_input_tokens: 300"]);
    const reranked = await ra("chat", "--use_reranker", "which lever is purple?");
    assert.match(reranked.stderr, /reranker judge/);
    const flags = ["--initial_k", "20", "--final_k", "4", "--session", "s", "--history", "3"];
    const { code, stdout, stderr } = await ra("chat", "--json", ...flags, "which lever is purple?");
    assert.equal(code, 0, stderr);
    const { citations, problems, left_out } = JSON.parse(stdout) as CitedAnswer;
    assert.ok(citations.length > 0 && citations.every(({ start_line, end_line }) => start_line <= end_line));
    assert.deepEqual(problems, []);
    const prompt = endpoint.asked.at(-1)!.body.messages!.at(-1)!.content;
    const [system] = endpoint.asked.at(-1)!.body.messages!;
    const count = await loadTokenCounter();
    const tokens = count(system!.content) + count(prompt);
    assert.ok(tokens <= 300 && tokens > 200, `${tokens} tokens`);
    assert.ok(passagesIn(prompt).length >= 1 && left_out.passages.length >= 1);
    write();
    const over = await ra(
      "chat",
      "--attach",
      "other",
      "--attach",
      "note.md",
      "--attach_limit_chunks",
      "1",
      "zeppelin?",
    );
    assert.equal(over.code, 0, over.stderr);
    assert.match(over.stderr, /attached: more than 1 chunk.* \(attach_limit_chunks\)/);
  }));

test("chat over a service retrieves here, sends the prompt alone, and ends at a refused key", () =>
  withContract(async ({ ra, endpoint, folder }) => {
    assert.equal((await ra("index")).code, 0);
    const { code, stderr } = await ra("chat", "which lever is purple?");
    assert.equal(code, 1);
    assert.match(stderr, /the service wants a key \(401\)/);
    assert.equal(endpoint.asked.length, 1, "no other key is tried");
    assert.deepEqual(endpoint.asked.map(({ path }) => path), ["/v1/chat/completions"]);
    assert.ok(!JSON.stringify(endpoint.asked[0]!.body).includes(folder), "no path of this machine is sent");
  }, [refuses(401, "wrong key")]));

test("sources and attachments are divided by their own rules, and others by the general ones", () =>
  withContract(async ({ ra, write, folder }) => {
    const ids = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code, stdout, stderr } = await ra(
        "retrieve",
        "--json",
        "--final-k",
        "40",
        ...args,
        "lever purple machine",
      );
      assert.equal(code, 0, stderr);
      return (JSON.parse(stdout) as RagRetrieveAnswer).results.map(({ id, start_line, end_line }) =>
        `${id.split("#")[0]} ${end_line - start_line < 30 ? "small" : "large"}`
      );
    };
    write(["attach_limit_chunks: 9", "attach_limit_chunks: 99"]);
    const under = await ids("--attach", "src/lever.py", "--attach-only");
    assert.ok(under.length > 3 && under.every((row) => row.endsWith("small")), under.join());
    const prose = await ids("--attach", "docs/lever.md", "--attach-only");
    const elsewhere = await ids("--attach", "other/one.txt", "--attach-only");
    assert.ok(prose.length >= 4, "400 characters each");
    assert.ok(elsewhere.length < prose.length, "2,000 characters each");
    assert.deepEqual(readdirSync(join(folder, "index")), []);
  }));

test("an operator runs all of it twice: the second run reuses everything, prunes what is gone, and doctor passes", () =>
  withContract(async ({ ra, write }) => {
    write([/generation:.*\n/, ""]);
    for (const verb of [["ingest"], ["index", "--incremental"], ["ingest"]]) {
      const { code, stderr } = await ra(...verb);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /fatal|error/i);
    }
    const again = JSON.parse((await ra("index", "--incremental", "--json")).stdout) as RagIndexReport;
    assert.deepEqual(again.sources.map(({ embedded, pruned }) => [embedded, pruned]), [[0, 0], [0, 0]]);
    const { code, stdout } = await ra("doctor");
    assert.equal(code, 0, stdout);
    const status = await ra("status");
    assert.match(status.stdout, /code[\s\S]*chunks/);
  }));

test("a reviewer sees that embeddings alone rank without BM25, and the metadata of each chunk", () =>
  withContract(async ({ ra }) => {
    assert.equal((await ra("index")).code, 0);
    const { stdout, stderr } = await ra("retrieve", "--bm25", "false", "--json", "socket");
    assert.match(stderr, /BM25 off \(--bm25 false\)/);
    const { results } = JSON.parse(stdout) as RagRetrieveAnswer;
    for (const { source_id, source_type, path, start_line, end_line, title } of results) {
      assert.ok(["code", "docs"].includes(source_id) && source_type === "local" && path !== "" && title !== "");
      assert.ok(start_line >= 1 && end_line >= start_line);
    }
  }));
