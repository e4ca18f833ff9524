/** Runs a collection's queries through builds of ra and their rivals. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchOptions, Workspace } from "../../mod.ts";
import { askRa, type Mode, MODES, openCollection } from "./ask_ra.ts";
import { type Collection, contentHash, type EvalQuery } from "./collection.ts";
import { buildHash, type Engine, loadLibrary } from "./engines.ts";
import { measure, type Measures, type Run } from "./metrics.ts";
import { createFts5, createMiniSearch, type Rival } from "./rivals.ts";
import { parentSections, type Section, sectionsOf } from "./sections.ts";

/** How many queries to ask before the clock starts. */
const WARM_UP = 3;

export interface EvaluateOptions {
  readonly modes: readonly Mode[];
  /** How many results to ask for in `ranking` mode. */
  readonly depth: number;
  readonly rivals: boolean;
  readonly engines: readonly Engine[];
  readonly rebuild: boolean;
}

export interface EvaluatedRow {
  readonly collection: string;
  readonly mode: Mode;
  readonly system: string;
  /** The kind of queries, or `all`. */
  readonly kind: string;
  readonly measures: Measures;
}

/** A query whose answer the first build has at rank 1, and another build has not. */
export interface LostQuery {
  readonly collection: string;
  readonly mode: Mode;
  readonly system: string;
  readonly kind: string;
  readonly text: string;
  readonly wanted: string;
  /** 0 if it is not in the answer. */
  readonly rank: number;
  /** The first of the documents that the other build shows in its place. */
  readonly before: readonly string[];
}

export interface Evaluation {
  readonly rows: readonly EvaluatedRow[];
  readonly lost: readonly LostQuery[];
}

/** Makes one row for each mode, system and kind of query. */
export async function evaluate(
  collection: Collection,
  queries: readonly EvalQuery[],
  options: EvaluateOptions,
): Promise<Evaluation> {
  const sections = await sectionsOf(collection.documents);
  const parents = parentSections(sections);
  const kinds = [...new Set(queries.flatMap(({ kind }) => kind ?? []))];
  const rowsOf = (mode: Mode, system: string, run: Run): readonly EvaluatedRow[] =>
    ["all", ...kinds].map((kind) => {
      const asked = kind === "all" ? queries : queries.filter((query) => query.kind === kind);
      return { collection: collection.name, mode, system, kind, measures: measure(collection, asked, run, parents) };
    });

  const rows: EvaluatedRow[] = [];
  const runs: { readonly mode: Mode; readonly system: string; readonly run: Run }[] = [];
  for (const engine of options.engines) {
    const workspace = await openIndexed(collection, engine, options.rebuild);
    try {
      await askRa(workspace, collection, queries.slice(0, WARM_UP), MODES.defaults);
      for (const mode of options.modes) {
        const run = await askRa(workspace, collection, queries, askedFor(mode, options.depth));
        rows.push(...rowsOf(mode, engine.name, run));
        runs.push({ mode, system: engine.name, run });
      }
    } finally {
      workspace.close();
    }
  }
  const first = options.engines[0]?.name;
  const lost = runs.filter(({ system }) => system !== first).flatMap(({ mode, system, run }) => {
    const before = runs.find((other) => other.mode === mode && other.system === first)!.run;
    return lostQueries(collection, queries, before, run).map((query) => ({
      ...query,
      collection: collection.name,
      mode,
      system,
    }));
  });
  for (const rival of options.rivals ? await rivalsFor(collection, sections) : []) {
    const run = askRival(rival, queries);
    for (const mode of options.modes) rows.push(...rowsOf(mode, rival.name, mode === "ranking" ? run : firstHits(run)));
  }
  return { rows: rows.sort((a, b) => options.modes.indexOf(a.mode) - options.modes.indexOf(b.mode)), lost };
}

function lostQueries(
  { judgments }: Collection,
  queries: readonly EvalQuery[],
  before: Run,
  after: Run,
): readonly Omit<LostQuery, "collection" | "mode" | "system">[] {
  return queries.flatMap(({ id, text, kind = "" }) => {
    const isRight = (document: string): boolean => (judgments.get(id)?.get(document) ?? 0) > 0;
    const documentsOf = (run: Run) => [...new Set(run.get(id)?.hits.map(({ document }) => document) ?? [])];
    const [was, is] = [documentsOf(before).findIndex(isRight), documentsOf(after).findIndex(isRight)];
    if (was !== 0 || is === 0) return [];
    const wanted = [...judgments.get(id)!.keys()].filter(isRight).join(" or ");
    return [{ kind, text, wanted, rank: is + 1, before: documentsOf(after).slice(0, is < 0 ? 3 : Math.min(is, 3)) }];
  });
}

/** Opens the collection in a temporary folder of its own for each build, which stays for the next run. */
async function openIndexed(collection: Collection, engine: Engine, rebuild: boolean): Promise<Workspace> {
  const folder = join(tmpdir(), "ra-relevance", `${collection.name}-${contentHash(collection)}-${buildHash(engine)}`);
  const library = await loadLibrary(engine);
  const workspace = await openCollection(folder, collection, engine.settings, existsSync(folder), library);
  await workspace.update({ full: rebuild });
  return workspace;
}

function askedFor(mode: Mode, depth: number): SearchOptions {
  return mode === "ranking" ? { ...MODES.ranking, limit: depth } : MODES[mode];
}

/** The rivals over all sections that have text. Files count their paths, and entries of a list have none. */
async function rivalsFor({ documents }: Collection, sections: readonly Section[]): Promise<readonly Rival[]> {
  const texts = sections.filter(({ body }) => body.trim() !== "");
  return [await createFts5(texts, documents.every(({ id, path }) => id === path)), createMiniSearch(texts)];
}

function askRival(rival: Rival, queries: readonly EvalQuery[]): Run {
  for (const { text } of queries.slice(0, WARM_UP)) rival.search(text);
  return new Map(queries.map(({ id, text }) => {
    const start = performance.now();
    const hits = rival.search(text);
    return [id, { hits, milliseconds: performance.now() - start }];
  }));
}

/** Keeps as many hits as ra shows in `defaults` mode. */
function firstHits(run: Run): Run {
  return new Map([...run].map(([id, answer]) => [id, { ...answer, hits: answer.hits.slice(0, MODES.defaults.limit) }]));
}
