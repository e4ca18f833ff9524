/**
 * Measures how long single answers take, by class of query. `scripts/bench.mjs --latency` starts it in the folder of
 * the checkout.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sqliteVersion } from "./fts5_contender.ts";
import { makeLatencyCorpus } from "./latency_corpus.ts";
import type { LatencyInput, LatencyOutput } from "./latency_process.ts";
import { makeLatencyQueries } from "./latency_queries.ts";
import { latencyTable } from "./latency_table.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string", default: process.env.RA_BENCH_DOCS ?? "" },
    chunks: { type: "string", default: "10000" },
    repeats: { type: "string", default: "5" },
    seconds: { type: "string", default: "100" },
    queries: { type: "string", default: "300" },
    only: { type: "string", default: "ra,fts5,minisearch,budget" },
    "no-feedback": { type: "boolean", default: false },
    keep: { type: "string" },
    json: { type: "string" },
  },
});
if (values.docs === "") {
  console.error("bench: no documents: name a folder of real documentation in RA_BENCH_DOCS or with --docs");
  process.exit(2);
}
const step = (what: string): void => console.error(`bench: ${what} (load ${loadavg()[0]!.toFixed(1)})`);
const load = () => loadavg()[0]!;
const before = load();
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "ra-latency-"));
try {
  step("copying and dividing documents");
  const settings = values["no-feedback"] ? "\n[search]\nfeedback = false\n" : "";
  const corpus = await makeLatencyCorpus(values.docs, folder, Number(values.chunks), settings);
  const queries = makeLatencyQueries(corpus.passages, Number(values.queries));
  const input: LatencyInput = {
    folder,
    passagesFile: join(folder, "passages.jsonl"),
    queries,
    repeats: Number(values.repeats),
    seconds: Number(values.seconds),
    limit: 10,
    maxTokens: 6000,
  };
  writeLines(input.passagesFile, corpus.passages);
  const sqlite = await sqliteVersion();
  const wanted = values.only.split(",").filter((name) => name !== "fts5" || sqlite !== undefined);
  step("build: ra");
  run("build", input);
  const loads: Record<string, readonly [number, number]> = {};
  const outputs: Record<string, LatencyOutput> = {};
  for (const name of wanted) {
    const from = load();
    step(`queries: ${name}`);
    outputs[name] = run(
      name,
      name === "budget"
        ? { ...input, queries: queries.filter((query, at) => query.class !== "filtered" && at % 5 === 0) }
        : input,
    );
    loads[name] = [from, load()];
  }
  const { passages, documents, bytes, rounds } = corpus;
  const result = {
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      runtime: `Node ${process.versions.node}`,
      sqlite: sqlite ?? null,
      load: [before, load()] as const,
    },
    corpus: { documents, passages: passages.length, bytes, rounds },
    limit: input.limit,
    maxTokens: input.maxTokens,
    queries,
    outputs,
    loads,
  };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result)}\n`);
  console.log(latencyTable(result));
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

function writeLines(path: string, lines: readonly unknown[]): void {
  const file = openSync(path, "w");
  for (let at = 0; at < lines.length; at += 1000) {
    writeSync(
      file,
      lines.slice(at, at + 1000).map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  }
  closeSync(file);
}

function run(name: string, input: LatencyInput): LatencyOutput {
  const file = join(input.folder, "task.json");
  writeFileSync(file, JSON.stringify(input));
  const script = fileURLToPath(new URL(`./latency_process${extname(fileURLToPath(import.meta.url))}`, import.meta.url));
  const own = name === "ra" || name === "budget"
    ? process.env.RA_BENCH_NODE_OPTIONS?.split(" ") ?? []
    : ["--max-old-space-size=12000"];
  const flags = process.versions.deno !== undefined
    ? ["run", "--allow-all", "--no-check"]
    : process.versions.bun !== undefined
    ? []
    : ["--no-warnings", ...own];
  return JSON.parse(
    execFileSync(process.execPath, [...flags, script, name, file], { encoding: "utf8", maxBuffer: 1 << 28 }),
  ) as LatencyOutput;
}
