/** Runs a collection's queries through ra and its rivals. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { open, type SearchOptions, type Workspace } from "../../mod.ts";
import { type Collection, contentHash, type EvalQuery, TREE } from "./collection.ts";
import { type AnsweredQuery, measure, type Measures, type RankedHit, type Run } from "./metrics.ts";
import { plainQuery } from "./plain_query.ts";
import { createFts5, createMiniSearch, type Rival } from "./rivals.ts";
import { parentSections, sectionsOf } from "./sections.ts";

/** How ra is asked. `ranking` shows the order of all candidates, `defaults` what a user gets. */
export const MODES: Readonly<Record<string, SearchOptions>> = {
  ranking: { limit: 1000, candidateLimit: 1000, maxResults: 1000, cutoffRatio: 0, aggregation: false },
  defaults: { limit: 10 },
};

/** Results that a person sees in `defaults` mode. */
const SHOWN = 10;

export interface EvaluateOptions {
  readonly modes: readonly string[];
  readonly rivals: boolean;
  /** Lines of `[search]` in the configuration. */
  readonly settings: readonly string[];
  readonly rebuild: boolean;
}

export interface EvaluatedRow {
  readonly collection: string;
  readonly mode: string;
  readonly system: string;
  /** Kind of queries; `all` for the whole. */
  readonly kind: string;
  readonly measures: Measures;
}

/** One row for each mode, system and kind of queries. */
export async function evaluate(collection: Collection, queries: readonly EvalQuery[], options: EvaluateOptions): Promise<readonly EvaluatedRow[]> {
  const sections = await sectionsOf(collection.documents);
  const parents = parentSections(sections);
  const kinds = [...new Set(queries.flatMap(({ kind }) => kind ?? []))];
  const rows: EvaluatedRow[] = [];
  const report = (mode: string, system: string, run: Run): void => {
    for (const kind of ["all", ...kinds]) {
      const chosen = kind === "all" ? queries : queries.filter((query) => query.kind === kind);
      rows.push({ collection: collection.name, mode, system, kind, measures: measure(collection, chosen, run, parents) });
    }
  };

  const workspace = await openCollection(collection, options);
  try {
    await askRa(workspace, collection, queries.slice(0, 3), MODES["defaults"]!);
    for (const mode of options.modes) report(mode, "ra", await askRa(workspace, collection, queries, MODES[mode]!));
  } finally {
    workspace.close();
  }
  if (options.rivals) {
    const texts = sections.filter(({ body, title }) => `${title}${body}`.trim() !== "" && body.trim() !== "");
    const rivals: Rival[] = [await createFts5("fts5", texts, ({ title }) => title), createMiniSearch(texts)];
    if (collection.sections.size > 0) rivals.push(await createFts5("fts5+path", texts, ({ breadcrumb }) => breadcrumb));
    for (const rival of rivals) {
      const run = askRival(rival, queries);
      for (const mode of options.modes) report(mode, rival.name, mode === "ranking" ? run : firstHits(run));
    }
  }
  return rows.sort((a, b) => options.modes.indexOf(a.mode) - options.modes.indexOf(b.mode));
}

/** The collection's documents as files of a tree in a temporary folder, indexed; kept for the next run. */
export async function openCollection(collection: Collection, { settings, rebuild }: Pick<EvaluateOptions, "settings" | "rebuild">): Promise<Workspace> {
  const folder = join(tmpdir(), "ra-relevance", `${collection.name}-${contentHash(collection)}`);
  const complete = join(folder, "complete");
  if (!existsSync(complete)) {
    for (const { path, markdown } of collection.documents) {
      const file = join(folder, TREE, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, markdown);
    }
  }
  writeFileSync(join(folder, ".ra.toml"), `root = true\n\n[tree.${TREE}]\npath = "${TREE}"\ngitignore = false\n\n[search]\n${settings.join("\n")}\n`);
  const workspace = await open(folder, { home: null });
  // While the core is being worked on, its version may say the same of a different index.
  const core = createHash("sha256").update(readFileSync(new URL("../../wasm/pkg/ra_core_bg.wasm", import.meta.url))).digest("hex");
  const full = rebuild || !existsSync(complete) || readFileSync(complete, "utf8") !== core;
  await workspace.update({ full });
  writeFileSync(complete, core);
  return workspace;
}

/** Asks every query as plain text, without looking for changes first. */
export async function askRa(workspace: Workspace, collection: Collection, queries: readonly EvalQuery[], options: SearchOptions): Promise<Run> {
  const documents = new Map(collection.documents.map(({ id, path }) => [`${TREE}:${path}`, id]));
  const run = new Map<string, AnsweredQuery>();
  for (const { id, text } of queries) {
    const start = performance.now();
    const answer = await workspace.search(plainQuery(text), { ...options, list: true, update: false });
    const milliseconds = performance.now() - start;
    const hits = answer.queries[0]!.results.map((result): RankedHit => ({ document: documents.get(result.doc_id)!, section: result.id.slice(TREE.length + 1) }));
    run.set(id, { hits, milliseconds });
  }
  return run;
}

function askRival(rival: Rival, queries: readonly EvalQuery[]): Run {
  queries.slice(0, 3).forEach(({ text }) => rival.search(text));
  return new Map(queries.map(({ id, text }) => {
    const start = performance.now();
    const hits = rival.search(text);
    return [id, { hits, milliseconds: performance.now() - start }];
  }));
}

function firstHits(run: Run): Run {
  return new Map([...run].map(([id, answer]) => [id, { ...answer, hits: answer.hits.slice(0, SHOWN) }]));
}
