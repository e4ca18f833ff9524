/**
 * Measures ra beside SQLite FTS5 and MiniSearch on the same passages. Each runs in processes of its own, and they take
 * turns.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { coldCommands, timeCommand } from "./cold.ts";
import type { ContenderName } from "./contender.ts";
import type { TaskInput, TaskOutput } from "./contender_process.ts";
import { copyCorpus, readPassages } from "./corpus.ts";
import { sqliteVersion } from "./fts5_contender.ts";
import { makeQueries, type QueryKind } from "./queries.ts";
import { randomNumbers } from "./random.ts";
import { least, median, percentile } from "./statistics.ts";

export interface BenchOptions {
  /** A folder with real documentation. */
  readonly docs: string;
  /** The most bytes of Markdown to use. */
  readonly maxBytes: number;
  /** How often to repeat each measurement. */
  readonly repeats: number;
  readonly queries: number;
  /** Whether ra adds feedback to its answers, as it usually does. */
  readonly feedback: boolean;
  /** Binaries of Node by name, for timing commands. Without any, commands are not timed. */
  readonly nodes: Readonly<Record<string, string>>;
  /** How long to leave the copied files alone. ra reads files again if they are younger than two seconds. */
  readonly settleMs: number;
  /** Called before each step. */
  readonly onStep: (step: string) => void;
}

/** Milliseconds over all repetitions. */
interface Timing {
  readonly least: number;
  readonly median: number;
}

export interface BenchResult {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly runtime: string;
    readonly sqlite: string | null;
    readonly load: readonly [before: number, after: number];
  };
  readonly corpus: { readonly documents: number; readonly passages: number; readonly bytes: number };
  /**
   * Full builds, each in a new process. `dividing` is the time to read the files and find the passages. ra's time
   * contains it.
   */
  readonly build: Readonly<Record<string, Timing & { readonly memory: number }>>;
  /** Updates. ra has to look for changes too. The others are told which file changed. */
  readonly update: Readonly<Record<string, Timing>>;
  /** The time that ra needs to look for changes when there are none. */
  readonly refresh: Timing;
  /** Milliseconds for one query: first the median over repetitions, then over queries. */
  readonly queries: Readonly<Record<string, { readonly p50: number; readonly p99: number; readonly answered: number }>>;
  /** Median by kind of query. */
  readonly kinds: Readonly<Record<string, Readonly<Partial<Record<QueryKind, number>>>>>;
  readonly commands: Readonly<Record<string, Timing & { readonly overFloor: number | null }>>;
  /** Bytes. */
  readonly sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const EDITS = 7;
const COLD_REPEATS = 5;

export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const { repeats, onStep } = options;
  const folder = mkdtempSync(join(tmpdir(), "ra-bench-"));
  const loadBefore = loadavg()[0]!;
  try {
    onStep("copying documents");
    const settings = options.feedback ? "" : "\n[search]\nfeedback = false\n";
    const corpus = copyCorpus(options.docs, folder, options.maxBytes, settings);
    const passages = await readPassages(folder, corpus.paths);
    const sqlite = await sqliteVersion();
    const contenders: readonly ContenderName[] = [
      "ra",
      ...(sqlite === undefined ? [] : ["fts5" as const]),
      "minisearch",
    ];
    const queries = makeQueries(passages, options.queries);
    const input: TaskInput = {
      folder,
      paths: corpus.paths,
      passagesFile: join(folder, "passages.json"),
      queries,
      edits: makeEdits(corpus.paths),
    };
    writeFileSync(input.passagesFile, JSON.stringify(passages));
    await new Promise((resolve) => setTimeout(resolve, options.settleMs));

    const outputs = new Map<string, TaskOutput[]>();
    const run = (name: ContenderName, task: string): void => {
      onStep(`${task}: ${name}`);
      const key = `${task} ${name}`;
      outputs.set(key, [...(outputs.get(key) ?? []), runContender(name, task, input)]);
    };
    const taken = (name: ContenderName, task: string): readonly TaskOutput[] => outputs.get(`${task} ${name}`) ?? [];
    for (let turn = 0; turn < repeats; turn++) {
      for (const name of [...contenders, "core" as const, "dividing" as const]) run(name, "build");
    }
    const asked = [...contenders, "core" as const];
    for (let turn = 0; turn < repeats; turn++) for (const name of asked) run(name, "search");
    const sizes = Object.fromEntries(contenders.map((name) => [name, taken(name, "build").at(-1)!.sizes!]));
    const commands = timeCommands(
      options,
      folder,
      queries.find(({ kind }) => kind === "two words")!.words,
      sqlite !== undefined,
    );
    for (const name of contenders) run(name, "update");

    const by = <T>(names: readonly ContenderName[], of: (name: ContenderName) => T): Record<string, T> =>
      Object.fromEntries(names.map((name) => [name, of(name)]));
    const perQuery = (name: ContenderName): readonly number[] =>
      queries.map((_, index) => median(taken(name, "search").map(({ times }) => times.query![index]!)));
    const fresh = taken("ra", "search").flatMap(({ times }) => times["query, looking for changes first"]!);
    return {
      machine: {
        cpu: cpus()[0]?.model ?? "unknown",
        cores: availableParallelism(),
        runtime: runtimeName(),
        sqlite: sqlite ?? null,
        load: [loadBefore, loadavg()[0]!],
      },
      corpus: { documents: corpus.paths.length, passages: passages.length, bytes: corpus.bytes },
      build: by([...asked, "dividing"], (name) => ({
        ...timing(taken(name, "build").flatMap(({ times }) => times.build!)),
        memory: median(taken(name, "build").map(({ memory }) => memory)),
      })),
      update: by(
        contenders,
        (name) => timing(taken(name, "update").flatMap(({ times }) => times["one file changed"]!)),
      ),
      refresh: timing(taken("ra", "update").flatMap(({ times }) => times["nothing changed"]!)),
      queries: {
        ...by(asked, (name) => ({
          p50: percentile(perQuery(name), 0.5),
          p99: percentile(perQuery(name), 0.99),
          answered: taken(name, "search")[0]!.answered!,
        })),
        "ra, looking for changes first": {
          p50: percentile(fresh, 0.5),
          p99: percentile(fresh, 0.99),
          answered: taken("ra", "search")[0]!.answered!,
        },
      },
      kinds: by(asked, (name) => {
        const timesOf = perQuery(name);
        const kinds = [...new Set(queries.map(({ kind }) => kind))];
        return Object.fromEntries(
          kinds.map((kind) => [kind, median(timesOf.filter((_, index) => queries[index]!.kind === kind))]),
        );
      }),
      commands,
      sizes,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function timing(values: readonly number[]): Timing {
  return { least: least(values), median: median(values) };
}

/** Picks different files and gives each a word that no other file holds. */
function makeEdits(paths: readonly string[]): TaskInput["edits"] {
  const random = randomNumbers(5);
  const letters = (): string =>
    Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
  return Array.from(
    { length: Math.min(EDITS, paths.length) },
    (_, index) => ({ path: paths[Math.floor((index * paths.length) / EDITS)] ?? paths[0]!, word: `zq${letters()}` }),
  );
}

function runContender(name: ContenderName, task: string, input: TaskInput): TaskOutput {
  const file = join(input.folder, "task.json");
  // Each contender gets words of its own, because its edits stay in the files.
  const edits = input.edits.map(({ path, word }) => ({ path, word: `${word}${name}` }));
  writeFileSync(file, JSON.stringify({ ...input, edits }));
  const script = fileURLToPath(
    new URL(`./contender_process${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
  );
  const flags = process.versions.deno !== undefined
    ? ["run", "--allow-all", "--no-check"]
    : process.versions.bun !== undefined
    ? []
    : ["--no-warnings", ...(process.env.RA_BENCH_NODE_OPTIONS?.split(" ") ?? [])];
  const output = execFileSync(process.execPath, [...flags, script, name, task, file], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return JSON.parse(output) as TaskOutput;
}

function timeCommands(
  { repeats, nodes, onStep }: BenchOptions,
  folder: string,
  words: readonly string[],
  fts5: boolean,
): BenchResult["commands"] {
  if (Object.keys(nodes).length === 0) return {};
  onStep("commands");
  const commands = coldCommands(folder, nodes, words, fts5);
  const times = new Map<string, number[]>(commands.map(({ name }) => [name, []]));
  for (let turn = 0; turn < repeats * COLD_REPEATS; turn++) {
    for (const command of commands) times.get(command.name)!.push(timeCommand(command));
  }
  return Object.fromEntries(commands.map(({ name, floor }) => [name, {
    ...timing(times.get(name)!),
    overFloor: floor === undefined ? null : median(times.get(name)!) - median(times.get(floor)!),
  }]));
}

export function runtimeName(): string {
  const { deno, bun, node } = process.versions as Record<string, string | undefined>;
  return deno !== undefined ? `Deno ${deno}` : bun !== undefined ? `Bun ${bun}` : `Node ${node}`;
}
