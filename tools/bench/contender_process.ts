/**
 * Runs one contender in a process of its own, so that memory is not shared: `contender_process.ts NAME TASK
 * INPUT_FILE`. Prints one JSON object. Times are in milliseconds.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Contender, ContenderName } from "./contender.ts";
import type { Passage } from "./corpus.ts";
import type { BenchQuery } from "./queries.ts";

/** The content of the input file. */
export interface TaskInput {
  readonly folder: string;
  readonly paths: readonly string[];
  /** A file with the passages as JSON. */
  readonly passagesFile: string;
  readonly queries: readonly BenchQuery[];
  /** The files to change, each with the word to put into it. */
  readonly edits: readonly { readonly path: string; readonly word: string }[];
}

export interface TaskOutput {
  /** By what was timed, with one value for each run. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly sizes?: Readonly<Record<string, number>>;
  /** How many queries had an answer. */
  readonly answered?: number;
  /** The largest resident memory, in bytes. */
  readonly memory: number;
}

const WARM_UP = 40;

const [name, task, inputFile] = process.argv.slice(2) as [ContenderName, string, string];
const input = JSON.parse(readFileSync(inputFile, "utf8")) as TaskInput;
const times: Record<string, number[]> = {};

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  (times[what] ??= []).push(performance.now() - start);
  return result;
}

async function createContender(): Promise<Contender> {
  // ra reads the documents itself. The others get their passages before any clock starts.
  const passages = name === "ra" || name === "core"
    ? []
    : JSON.parse(readFileSync(input.passagesFile, "utf8")) as readonly Passage[];
  const contenderInput = { ...input, passages };
  if (name === "fts5") return (await import("./fts5_contender.ts")).createFts5(contenderInput);
  if (name === "core") return (await import("./core_contender.ts")).createCore(contenderInput);
  if (name === "minisearch") return (await import("./minisearch_contender.ts")).createMiniSearch(contenderInput);
  return (await import("./ra_contender.ts")).createRa(contenderInput);
}

async function build(): Promise<Partial<TaskOutput>> {
  if (name === "dividing") {
    const { readPassages } = await import("./corpus.ts");
    await timed("build", () => readPassages(input.folder, input.paths));
    return {};
  }
  const contender = await createContender();
  await timed("build", () => contender.build());
  return { sizes: contender.sizes() };
}

async function search(): Promise<Partial<TaskOutput>> {
  const contender = await createContender();
  await contender.open();
  for (const query of input.queries.slice(0, WARM_UP)) await contender.search(query);
  let answered = 0;
  for (const query of input.queries) if (await timed("query", () => contender.search(query)) > 0) answered += 1;
  if (name === "ra") {
    const { fresh } = contender as Contender & { fresh(query: BenchQuery): Promise<number> };
    for (const query of input.queries.slice(0, WARM_UP)) {
      await timed("query, looking for changes first", () => fresh(query));
    }
  }
  return { answered };
}

async function update(): Promise<Partial<TaskOutput>> {
  const contender = await createContender();
  await contender.open();
  await contender.search(input.queries[0]!);
  for (const { path, word } of input.edits) {
    if (name === "ra") await timed("nothing changed", () => contender.update(path));
    appendFileSync(join(input.folder, "docs", path), `\n\n${word}\n`);
    const found = await timed("one file changed", async () => {
      await contender.update(path);
      return await contender.search({ kind: "one word", words: [word] });
    });
    if (found === 0) throw new Error(`${name} does not find ${word}, which was just written into ${path}`);
  }
  return {};
}

const output = await { build, search, update }[task as "build" | "search" | "update"]();
const memory = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ ...output, times, memory } satisfies TaskOutput));
