// Measures `ra rag index` and `ra rag retrieve` on many chunks of real text with seeded random vectors. Run by hand:
//   npm run build && RA_TEST_DOCS=/path/to/markdown npm run rag:scale -- 10000 200000
// The vectors come from a service on this machine, so the figures say what ra itself takes, not what a model takes.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { retrieveOptions } from "../../src/generation/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/generation/retrieve/retriever.ts";
import { makeLatencyCorpus } from "../bench/latency_corpus.ts";

const DIMENSIONS = 384;
const COLD = 15;
const WARM = 200;
const POLL_MS = 50;
const CLI = process.env["RA_CLI"] ?? new URL("../../dist/cli.js", import.meta.url).pathname;

const source = process.env["RA_TEST_DOCS"];
if (source === undefined) {
  console.error("set RA_TEST_DOCS to a folder of Markdown");
  process.exit(2);
}
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { input } = JSON.parse(Buffer.concat(parts).toString()) as { readonly input: readonly string[] };
    response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
  });
}).listen(0, "127.0.0.1");
const { port } = service.address() as AddressInfo;
for (const size of process.argv.slice(2).map(Number)) await measure(source, size);
service.close();

async function measure(from: string, size: number): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "ra-rag-scale-"));
  try {
    const docs = join(place, "docs");
    const { passages, documents, bytes } = await makeLatencyCorpus(from, docs, size);
    for (const folder of ["data", "index", "home"]) mkdirSync(join(place, folder));
    writeFileSync(
      join(place, "rag.yaml"),
      `version: 1
paths: { data_root: data, index_root: index }
sources: [{ id: docs, path: docs, treat_as: headings }]
indexing: { max_tokens_per_chunk: 512 }
embedding: { model: random, provider: openai, base_url: "http://127.0.0.1:${port}/v1", batch_size: 256 }
retrieval: { initial_k: 50, final_k: 10 }
`,
    );
    console.log(`\n${passages.length} chunks, ${documents} documents, ${(bytes / 1e6).toFixed(0)} MB`);
    const row = (what: string, value: string): void => console.log(`  ${what.padEnd(34)} ${value}`);
    const whole = await run(place, ["rag", "index"]);
    row(
      "index",
      `${seconds(whole)}, ${(passages.length / whole.milliseconds * 1000).toFixed(0)} chunks/s, ${memory(whole)}`,
    );
    const none = await run(place, ["rag", "index", "--incremental"]);
    row("index --incremental, no change", `${seconds(none)}, ${memory(none)}`);
    const sizes = ["index.faiss", "embeddings.npy", "meta.parquet", "manifest.json"].map((name) =>
      `${name} ${(statSync(join(place, "index", name)).size / 1e6).toFixed(1)} MB`
    );
    row("artefacts", sizes.join(", "));
    const titles = passages.map(({ title }) => title).filter((title) => title.split(" ").length > 2);
    const questions = Array.from({ length: WARM }, (_, at) => `How does ${titles[(at * 7919) % titles.length]} work?`);
    const cold: Measured[] = [];
    for (const question of questions.slice(0, COLD)) cold.push(await run(place, ["rag", "retrieve", question]));
    row("retrieve, cold", `${spread(cold.map(({ milliseconds }) => milliseconds))}, ${memory(cold[0]!)}`);
    process.env["HOME"] = join(place, "home");
    const config = readRagConfig(createDiskFileSystem(), join(place, "rag.yaml"), join(place, "home"));
    const options = retrieveOptions(config, {});
    const retriever = await openRetriever(config, options, {
      fs: createDiskFileSystem(),
      home: join(place, "home"),
      warn: ({ message }) => console.log(message),
    });
    const warm: number[] = [];
    for (const question of questions) {
      const began = performance.now();
      await retriever.retrieve(question, options);
      warm.push(performance.now() - began);
    }
    retriever.close();
    row("retrieve, warm", spread(warm.slice(5)));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Measured {
  readonly milliseconds: number;
  /** Of the process at its peak, in bytes; 0 where the system does not tell. */
  readonly peak: number;
}

function run(place: string, args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const env = { ...process.env, HOME: join(place, "home"), XDG_DATA_HOME: join(place, "home/data") };
    const child = spawn("node", [CLI, ...args], {
      ...{ cwd: place, env, stdio: ["ignore", "ignore", "pipe"] },
    });
    let peak = 0;
    const poll = setInterval(() => peak = Math.max(peak, peakOf(child.pid!)), POLL_MS);
    let errors = "";
    child.stderr.on("data", (part: Buffer) => errors += part.toString());
    child.on("exit", (code) => {
      clearInterval(poll);
      if (code === 0) resolve({ milliseconds: performance.now() - began, peak });
      else reject(new Error(`ra ${args.join(" ")} ended with ${code}: ${errors}`));
    });
  });
}

function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** A vector that the text alone decides. */
function vectorOf(text: string): readonly number[] {
  let state = createHash("sha256").update(text).digest().readUInt32LE(0);
  return Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.round((state / 2 ** 32 - 0.5) * 1e4) / 1e4;
  });
}

function seconds({ milliseconds }: Measured): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function memory({ peak }: Measured): string {
  return peak === 0 ? "peak unknown" : `peak ${(peak / 1e6).toFixed(0)} MB`;
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)} (${times.length} questions)`;
}
