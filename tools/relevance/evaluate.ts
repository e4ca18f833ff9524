/** Runs a collection's queries through ra and its rivals. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchOptions, Workspace } from "../../mod.ts";
import { askRa, type Mode, MODES, openCollection } from "./ask_ra.ts";
import { type Collection, contentHash, type EvalQuery } from "./collection.ts";
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
  /** Lines of `[search]` in the configuration. */
  readonly settings: readonly string[];
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

/** Makes one row for each mode, system and kind of query. */
export async function evaluate(
  collection: Collection,
  queries: readonly EvalQuery[],
  options: EvaluateOptions,
): Promise<readonly EvaluatedRow[]> {
  const sections = await sectionsOf(collection.documents);
  const parents = parentSections(sections);
  const kinds = [...new Set(queries.flatMap(({ kind }) => kind ?? []))];
  const rowsOf = (mode: Mode, system: string, run: Run): readonly EvaluatedRow[] =>
    ["all", ...kinds].map((kind) => {
      const asked = kind === "all" ? queries : queries.filter((query) => query.kind === kind);
      return { collection: collection.name, mode, system, kind, measures: measure(collection, asked, run, parents) };
    });

  const rows: EvaluatedRow[] = [];
  const workspace = await openIndexed(collection, options);
  try {
    await askRa(workspace, collection, queries.slice(0, WARM_UP), MODES.defaults);
    for (const mode of options.modes) {
      rows.push(...rowsOf(mode, "ra", await askRa(workspace, collection, queries, askedFor(mode, options.depth))));
    }
  } finally {
    workspace.close();
  }
  for (const rival of options.rivals ? await rivalsFor(collection, sections) : []) {
    const run = askRival(rival, queries);
    for (const mode of options.modes) rows.push(...rowsOf(mode, rival.name, mode === "ranking" ? run : firstHits(run)));
  }
  return rows.sort((a, b) => options.modes.indexOf(a.mode) - options.modes.indexOf(b.mode));
}

/** Opens the collection in a temporary folder, which stays for the next run. */
async function openIndexed(collection: Collection, { settings, rebuild }: EvaluateOptions): Promise<Workspace> {
  const folder = join(tmpdir(), "ra-relevance", `${collection.name}-${contentHash(collection)}`);
  const indexedBy = join(folder, "indexed_by");
  const known = existsSync(indexedBy) ? readFileSync(indexedBy, "utf8") : undefined;
  const workspace = await openCollection(folder, collection, settings, known !== undefined);
  // While somebody works on the core, two builds with the same version may index differently.
  const core = createHash("sha256").update(readFileSync(new URL("../../wasm/pkg/ra_core_bg.wasm", import.meta.url)))
    .digest("hex");
  await workspace.update({ full: rebuild || known !== core });
  writeFileSync(indexedBy, core);
  return workspace;
}

function askedFor(mode: Mode, depth: number): SearchOptions {
  return mode === "ranking" ? { ...MODES.ranking, limit: depth } : MODES[mode];
}

/**
 * The rivals over all sections that have text. If documents have several sections, the title is the whole breadcrumb.
 */
async function rivalsFor(collection: Collection, sections: readonly Section[]): Promise<readonly Rival[]> {
  const texts = sections.filter(({ body }) => body.trim() !== "");
  const rivals = [await createFts5("fts5", texts, ({ title }) => title), createMiniSearch(texts)];
  return collection.sections.size === 0
    ? rivals
    : [...rivals, await createFts5("fts5+path", texts, ({ breadcrumb }) => breadcrumb)];
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
