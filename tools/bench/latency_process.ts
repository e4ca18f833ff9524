/**
 * Times single answers of one contender in a process of its own: `latency_process.ts NAME INPUT_FILE`. Prints one JSON
 * object. Times are in milliseconds.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { LatencyPassage } from "./latency_corpus.ts";
import type { LatencyQuery } from "./latency_queries.ts";
import { percentile } from "./statistics.ts";

export interface LatencyInput {
  readonly folder: string;
  /** A file with the passages, one JSON object on each line. */
  readonly passagesFile: string;
  readonly queries: readonly LatencyQuery[];
  readonly repeats: number;
  /** How many seconds one contender gets for its queries. */
  readonly seconds: number;
  readonly limit: number;
  readonly maxTokens: number;
}

export interface LatencyOutput {
  /** For each query, the median over the repeats. Null if there was no time to ask it. */
  readonly times: readonly (number | null)[];
  /** For each query, the shortest of the repeats. */
  readonly least: readonly (number | null)[];
  /** By query, how many results. */
  readonly results: readonly (number | null)[];
  /** How often each query was asked, at most. */
  readonly turns: number;
  /** ra only: for each query, whether no section has all its words. */
  readonly partial?: readonly boolean[];
  readonly budget?: BudgetOutput;
}

/** What a token budget adds to a search. */
export interface BudgetOutput {
  /** The time to load the tokenizer, once for each process. */
  readonly tokenizer: number;
  /** The very first search of the process, and the first search with a budget after the tokenizer was loaded. */
  readonly first: { readonly without: number; readonly with: number };
  /** For each query, in the first turn and in later ones. */
  readonly extraFirst: readonly number[];
  readonly extraWarm: readonly number[];
  readonly queries: readonly string[];
}

type Answer = () => number | Promise<number>;

interface Contender {
  readonly ask: (query: LatencyQuery) => Answer;
}

const [name, inputFile] = process.argv.slice(2) as [string, string];
const input = JSON.parse(readFileSync(inputFile, "utf8")) as LatencyInput;

/** One after the other, because a million passages do not fit into one string. */
function* passages(): Generator<LatencyPassage> {
  const bytes = readFileSync(input.passagesFile);
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline;
    if (end > at) yield JSON.parse(bytes.toString("utf8", at, end)) as LatencyPassage;
    at = end + 1;
  }
}

async function raWorkspace() {
  const { open } = await import("../../src/workspace.ts");
  return await open(input.folder, { home: null, update: false });
}

/** This is a variable, because the types of Node 20 do not know the module. */
const SQLITE: string = "node:sqlite";

const CONTENDERS: Readonly<Record<string, () => Promise<Contender>>> = {
  async ra() {
    const workspace = await raWorkspace();
    return {
      ask: ({ text }) => async () => (await workspace.search(text, { limit: input.limit })).queries[0]!.results.length,
    };
  },
  async fts5() {
    const { DatabaseSync } = await import(SQLITE) as {
      DatabaseSync: new (
        path: string,
      ) => {
        exec(sql: string): void;
        prepare(sql: string): { run(...values: unknown[]): void; all(...values: unknown[]): unknown[] };
      };
    };
    const database = join(input.folder, "fts5.db");
    rmSync(database, { force: true });
    const sql = new DatabaseSync(database);
    sql.exec(
      "CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, tree UNINDEXED, tag UNINDEXED, path UNINDEXED, title, body, tokenize = 'porter unicode61'); BEGIN",
    );
    const insert = sql.prepare("INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?)");
    for (const { id, tree, tag, path, title, body } of passages()) insert.run(id, tree, tag, path, title, body);
    sql.exec("COMMIT");
    sql.exec("INSERT INTO passages(passages) VALUES ('optimize')");
    const select = (filter: string) =>
      sql.prepare(
        "SELECT id, title, body, snippet(passages, 5, '<b>', '</b>', '…', 24) AS snippet, bm25(passages, 0, 0, 0, 0, 3.0, 1.0) AS score " +
          `FROM passages WHERE passages MATCH ?${filter} ORDER BY score LIMIT ${input.limit}`,
      );
    const plain = select("");
    const by = {
      tree: select(" AND tree = ?"),
      tag: select(" AND tag = ?"),
      path: select(" AND substr(path, 1, length(?2)) = ?2"),
    };
    return {
      ask({ class: of, words, filter }) {
        const quoted = of === "phrase"
          ? `"${words.join(" ")}"`
          : words.map((word) => `"${word}"`).join(of === "question" ? " OR " : " ");
        return () => (filter === undefined ? plain.all(quoted) : by[filter.on].all(quoted, filter.value)).length;
      },
    };
  },
  async minisearch() {
    const { default: MiniSearch } = await import("minisearch");
    const index = new MiniSearch<LatencyPassage>({
      fields: ["title", "body"],
      idField: "id",
      storeFields: ["tree", "tag", "path"],
    });
    const texts = new Map<string, LatencyPassage>();
    for (const passage of passages()) {
      // Copies of a file may hold several chunks under the same id.
      if (!texts.has(passage.id)) index.add(passage);
      texts.set(passage.id, passage);
    }
    return {
      ask({ class: of, words, filter }) {
        const passes = filter === undefined ? {} : {
          filter: (found: { readonly [key: string]: unknown }) =>
            filter.on === "path" ? (found.path as string).startsWith(filter.value) : found[filter.on] === filter.value,
        };
        const options = {
          combineWith: of === "question" ? "OR" : "AND",
          boost: { title: 3 },
          fuzzy: (word: string) => (word.length >= 4 ? 1 : false),
          ...passes,
        } as const;
        return () =>
          index.search(words.join(" "), options).slice(0, input.limit).map(({ id }) => texts.get(id as string)).length;
      },
    };
  },
};

async function time(answer: Answer): Promise<number> {
  const start = performance.now();
  await answer();
  return performance.now() - start;
}

/** A prime number. Stepping through the queries by it mixes the classes and never asks one query twice in a row. */
const STRIDE = 7919;

/**
 * Asks no more queries after `seconds`, and spends at most a quarter of that time on warming up. Slow contenders
 * answer only some of the queries.
 */
async function timeAll({ ask }: Contender): Promise<LatencyOutput> {
  const answers = input.queries.map(ask);
  const order = answers.map((_, step) => (step * STRIDE) % answers.length);
  const results: (number | null)[] = answers.map(() => null);
  const taken: number[][] = answers.map(() => []);
  const start = performance.now();
  const isWithin = (share: number): boolean => performance.now() - start < 1000 * input.seconds * share;
  for (const at of order) if (isWithin(0.25)) await answers[at]!();
  for (let turn = 0; turn < input.repeats; turn++) {
    for (const at of order) {
      if (!isWithin(1)) break;
      const begin = performance.now();
      results[at] = await answers[at]!();
      taken[at]!.push(performance.now() - begin);
    }
  }
  const over = (rank: number) => taken.map((times) => (times.length === 0 ? null : percentile(times, rank)));
  return { times: over(0.5), least: over(0), results, turns: Math.max(...taken.map(({ length }) => length)) };
}

/** Times the same search without and with a budget, in pairs that take turns in going first. */
async function timeBudget(): Promise<BudgetOutput> {
  const workspace = await raWorkspace();
  const { limit, maxTokens } = input;
  const plain = ({ text }: LatencyQuery): Answer => async () =>
    (await workspace.search(text, { limit })).queries.length;
  const fitted = ({ text }: LatencyQuery): Answer => async () =>
    (await workspace.search(text, { limit, maxTokens })).queries.length;
  const [opening, ...queries] = input.queries;
  const tokenizer = await time(async () => ((await import("gpt-tokenizer/encoding/cl100k_base")) as object) && 0);
  const first = { without: await time(plain(opening!)), with: await time(fitted(opening!)) };
  const extraFirst: number[] = [];
  for (const query of queries) {
    const without = await time(plain(query));
    extraFirst.push(await time(fitted(query)) - without);
  }
  const turns: number[][] = [];
  for (let turn = 0; turn < input.repeats; turn++) {
    const extra: number[] = [];
    for (const query of queries) {
      const early = turn % 2 === 0 ? await time(fitted(query)) : undefined;
      const without = await time(plain(query));
      extra.push((early ?? (await time(fitted(query)))) - without);
    }
    turns.push(extra);
  }
  const extraWarm = queries.map((_, at) => percentile(turns.map((times) => times[at]!), 0.5));
  workspace.close();
  return { tokenizer, first, extraFirst, extraWarm, queries: queries.map(({ text }) => text) };
}

async function raPartial(): Promise<readonly boolean[]> {
  const workspace = await raWorkspace();
  const partial: boolean[] = [];
  for (const { text } of input.queries) {
    partial.push((await workspace.search(text, { limit: input.limit })).queries[0]!.full_matches === 0);
  }
  workspace.close();
  return partial;
}

if (name === "build") {
  const { open } = await import("../../src/workspace.ts");
  const workspace = await open(input.folder, { home: null });
  await workspace.update({ full: true });
  workspace.close();
  console.log("{}");
} else if (name === "budget") {
  console.log(
    JSON.stringify({ times: [], least: [], results: [], turns: 0, budget: await timeBudget() } satisfies LatencyOutput),
  );
} else {
  const output = await timeAll(await CONTENDERS[name]!());
  const partial = name === "ra" ? { partial: await raPartial() } : {};
  console.log(JSON.stringify({ ...output, ...partial } satisfies LatencyOutput));
}
