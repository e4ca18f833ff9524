// What `ra rag index` promises, each sentence with a command.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { RagIndexReport } from "../../src/shapes/rag.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import type { ArtefactManifest } from "../../src/generation/artefacts/manifest.ts";
import { answers, type Reply } from "../answering/scripted_endpoint.ts";
import { type RagFolder, withRagFolder } from "./rag_folder.ts";
import { childEnvironment, commandLine } from "./run_ra.ts";

const isDeno = process.versions["deno"] !== undefined;
const configuration = (sources: string, more = "", embedding = "{model: small}"): string =>
  `version: 1
paths: {data_root: data, index_root: index}
sources: [${sources}]
indexing: {max_tokens_per_chunk: 512${more}}
embedding: ${embedding}
retrieval: {initial_k: 50, final_k: 9}
`;

const indexed = async ({ ra }: RagFolder, ...flags: readonly string[]): Promise<RagIndexReport> => {
  const { code, stdout, stderr } = await ra("index", "--json", ...flags);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as RagIndexReport;
};
const linesOf = async ({ rows }: RagFolder, source: string): Promise<readonly string[]> =>
  (await rows()).filter(({ source_id }) => source_id === source).map(({ path, start_line, end_line }) =>
    `${path}:${start_line}-${end_line}`
  );

/** A vector for each text, which its letters decide. */
const vectorOf = (text: string): readonly number[] =>
  Array.from(
    { length: 8 },
    (_, at) => 1 + [...text].reduce((sum, letter, k) => sum + letter.charCodeAt(0) * ((k + at) % 7), 0) % 97,
  );
const embeds: Reply = (response, { body }) =>
  answers(200, {
    data: (body as { readonly input: readonly string[] }).input.map((text, index) => ({
      index,
      embedding: vectorOf(text),
    })),
  })(response, { path: "", authorization: undefined, body });

const floats = (bytes: Uint8Array): readonly number[] => [...new Float32Array(bytes.slice().buffer)];

test("faiss, npy, parquet and manifest have the same rows, and the vectors are the model's", () =>
  withRagFolder(
    {
      "rag.yaml": configuration(
        "{id: docs, path: docs, treat_as: headings}",
        "",
        '{model: m, provider: openai, base_url: "ENDPOINT"}',
      ),
      ...Object.fromEntries(
        Array.from(
          { length: 7 },
          (_, at) => [`docs/p${at}.md`, `# Page ${at}\n\nLever ${at}.\n\n## Part\n\nBolt ${at}.\n`],
        ),
      ),
    },
    async (rag) => {
      await indexed(rag);
      const rows = await rag.rows();
      const manifest = JSON.parse(new TextDecoder().decode(rag.artefact("manifest.json"))) as ArtefactManifest;
      const [faiss, npy] = [rag.artefact("index.faiss"), rag.artefact("embeddings.npy")];
      const start = 10 + new DataView(npy.buffer).getUint16(8, true);
      const header = new TextDecoder("latin1").decode(npy.subarray(0, start));
      assert.match(header, /NUMPY.*'descr': '<f4'.*'shape': \(14, 8\)/s);
      assert.equal(new TextDecoder("latin1").decode(faiss.subarray(0, 4)), "IxFI", "IndexFlatIP");
      const vectors = floats(npy.subarray(start));
      assert.deepEqual(floats(faiss.subarray(faiss.length - vectors.length * 4)), vectors);
      assert.deepEqual([rows.length, manifest.chunks, vectors.length], [14, 14, 14 * 8]);
      for (const [at, { text }] of rows.entries()) {
        const expected = vectorOf(text);
        const length = Math.hypot(...expected);
        for (const [k, value] of expected.entries()) {
          assert.ok(Math.abs(vectors[at * 8 + k]! - value / length) < 1e-6, `${text}: ${k}`);
        }
      }
      const generation = new TextDecoder("latin1").decode(rag.artefact("meta.parquet"));
      assert.ok(generation.includes(manifest.generation), "the table names its generation");
    },
    { replies: [embeds] },
  ));

const PAGE = Array.from({ length: 24 }, (_, at) => `## Part ${at}\n\nThe bolt number ${at} is green.\n`).join("\n");
const ARTEFACTS = ["index.faiss", "embeddings.npy", "meta.parquet"] as const;

test("an incremental run embeds what is new, prunes what is gone, and leaves the bytes of a whole run", () =>
  withRagFolder(
    {
      "rag.yaml": configuration("{id: docs, path: docs, treat_as: headings}"),
      "docs/page.md": PAGE,
      "docs/gone.md": "# Gone\n\nThe zeppelin was sold.\n",
    },
    async (rag) => {
      const counts = ({ sources: [source] }: RagIndexReport) => [source!.embedded, source!.reused, source!.pruned];
      assert.deepEqual(counts(await indexed(rag)), [25, 0, 0]);
      assert.deepEqual(counts(await indexed(rag, "--incremental")), [0, 25, 0]);
      writeFileSync(join(rag.folder, "docs/page.md"), PAGE.replace("number 7 is green", "number 7 is red"));
      assert.deepEqual(counts(await indexed(rag, "--incremental")), [1, 24, 1]);
      rmSync(join(rag.folder, "docs/gone.md"));
      assert.deepEqual(counts(await indexed(rag, "--incremental")), [0, 24, 1]);
      const incremental = ARTEFACTS.map(rag.artefact);
      await indexed(rag);
      assert.deepEqual(ARTEFACTS.map(rag.artefact), incremental);
      const found = JSON.parse((await rag.ra("retrieve", "--json", "zeppelin red bolt")).stdout) as RagRetrieveAnswer;
      assert.equal(found.results[0]!.id, "docs:page.md#part-7");
      assert.ok(found.results.every(({ path }) => path !== "gone.md"));
      assert.deepEqual(found.unknown_words, ["zeppelin"]);
    },
  ));

const WORDS = Array.from({ length: 60 }, (_, at) => `lever bolt ${at}`).join(" ");

test("what exceeds the model's own limit is cut, counted and warned of, and words behind the cut are found", () =>
  withRagFolder(
    {
      "rag.yaml": configuration("{id: docs, path: docs, treat_as: headings}"),
      "docs/long.md": `# Long\n\n${WORDS} zeppelin\n`,
      "docs/other.md": `# Long\n\n${WORDS} kestrel\n`,
    },
    async (rag) => {
      const { code, stdout, stderr } = await rag.ra("index");
      assert.equal(code, 0);
      assert.match(stdout + stderr, /docs.*2 .*(cut|clipped)/);
      assert.doesNotMatch(stderr, /larger max_tokens_per_chunk/, "a larger number would change nothing");
      const rows = await rag.rows();
      assert.deepEqual(rows.map(({ clipped, tokens }) => [clipped, tokens <= 40]), [[true, true], [true, true]]);
      assert.ok(rows.every(({ text }) => !text.includes("zeppelin") && !text.includes("kestrel")));
      const found = JSON.parse((await rag.ra("retrieve", "--json", "kestrel")).stdout) as RagRetrieveAnswer;
      const [row] = found.results;
      assert.deepEqual([row!.path, row!.start_line, row!.end_line], ["other.md", 1, 3]);
      assert.match(row!.content!, /kestrel/);
    },
    { reads: 40 },
  ));

const CODE = Array.from({ length: 44 }, (_, at) => at % 8 === 7 ? "\n" : `lever_${at} = ${at}\n`).join("");

test("code has windows that end at blank lines, prose has whole sentences, and equal texts count once", () =>
  withRagFolder(
    {
      "rag.yaml": configuration(
        "{id: code, path: code, treat_as: code, chunking: {code_max_lines: 20, overlap_lines: 4}}, " +
          "{id: prose, path: prose, treat_as: prose, chunking: {prose_max_chars: 120, min_chunk_chars: 20}}, " +
          "{id: same, path: same, treat_as: headings}",
      ),
      "code/lever.py": CODE,
      "prose/bolt.txt": Array.from({ length: 9 }, (_, at) => `The bolt number ${at} of the machine is green.\n`).join(
        "",
      ),
      "same/three.md": "# A\n\nTwice  the same.\n\n# A\n\nTwice the same.\n\n# B\n\nTwice the same.\n",
    },
    async (rag) => {
      const report = await indexed(rag);
      assert.deepEqual(report.sources.map(({ id, deduplicated }) => [id, deduplicated]), [
        ["code", 0],
        ["prose", 0],
        ["same", 1],
      ]);
      const code = await linesOf(rag, "code");
      const spans = code.map((line) => line.split(":")[1]!.split("-").map(Number) as [number, number]);
      assert.deepEqual([spans[0]![0], spans.at(-1)![1]], [1, 44]);
      for (const [at, [from, to]] of spans.entries()) {
        assert.ok(to - from < 20, code.join());
        const [next] = spans[at + 1] ?? [];
        if (next === undefined) continue;
        assert.equal(CODE.split("\n")[to - 1], "", `window ${from}-${to} ends at a blank line`);
        assert.ok(next <= to + 1 && next >= to - 4, "the next one begins with lines of this one, or right behind it");
      }
      for (const { text } of (await rag.rows()).filter(({ source_id }) => source_id === "prose")) {
        const body = text.slice(text.indexOf("The bolt"));
        assert.match(body.replaceAll("\n", " ").trim(), /^(The bolt number \d of the machine is green\. ?){1,2}$/);
      }
      const same = (await rag.rows()).filter(({ source_id }) => source_id === "same");
      assert.deepEqual(same.map(({ title, start_line }) => [title, start_line]), [["A", 1], ["B", 9]]);
    },
  ));

test("an indexing without a terminal says every ten seconds how far it is", () =>
  withRagFolder(
    {
      "rag.yaml": configuration(
        "{id: docs, path: docs, treat_as: headings}",
        "",
        '{model: m, provider: openai, base_url: "ENDPOINT", batch_size: 8}',
      ),
      "docs/page.md": PAGE,
    },
    async ({ ra }) => {
      const { code, stdout, stderr } = await ra("index");
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^ra: embedding: 0 of 2\d chunks, for 10 s\n/);
      assert.match(stdout, /^docs +1 file +24 chunks .* 24 embedded +0 reused/);
      assert.match(stdout, /^24 chunks in 1\d.* s.*embedded a second/m);
    },
    {
      replies: [async (response, asked) => {
        await new Promise((resolve) => setTimeout(resolve, 4500));
        await embeds(response, asked);
      }],
    },
  ));

const isLinux = process.platform === "linux";
/** The most memory that the command had, in MB. */
async function peakOf(folder: string, args: readonly string[]): Promise<number> {
  const { command, args: before } = commandLine([folder]);
  const child = spawn(command, [...before, ...args], {
    cwd: folder,
    env: childEnvironment(join(folder, "no-home")),
    stdio: "ignore",
  });
  let peak = 0;
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  }, 20);
  child.on("exit", () => clearInterval(timer));
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0);
  return peak;
}

test("sixteen times the documents need little more memory", { skip: !isLinux || isDeno }, async () => {
  const peaks: number[] = [];
  for (const count of [20, 320]) {
    const page = (at: number): string =>
      `# Page ${at}\n\n${Array.from({ length: 4000 }, (_, k) => `w${(at * 7919 + k * 104_729) % 9973}.`).join(" ")}\n`;
    await withRagFolder(
      {
        "rag.yaml": configuration(
          "{id: docs, path: docs, treat_as: prose, chunking: {prose_max_chars: 500}}",
          "",
          '{model: m, provider: openai, base_url: "ENDPOINT"}',
        ),
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/${at}.md`, page(at)])),
      },
      async ({ folder }) => void peaks.push(await peakOf(folder, ["--trust", "rag", "index"])),
      { replies: [embeds] },
    );
  }
  const [few, many] = peaks as [number, number];
  assert.ok(many < few + 200, `${few} MB and ${many} MB`);
});
