/** Indexes a collection with ra and asks it, through the library. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { open, type SearchOptions, type Workspace } from "../../mod.ts";
import { documentId } from "../../src/document/ids.ts";
import { type Collection, type EvalQuery, TREE } from "./collection.ts";
import type { Library } from "./engines.ts";
import type { AnsweredQuery, RankedHit, Run } from "./metrics.ts";
import { plainQuery } from "./plain_query.ts";

/** How to ask ra. `ranking` shows the order of all candidates, and `defaults` shows what a user gets. */
export const MODES = {
  ranking: { limit: 1000, candidateLimit: 1000, maxResults: 1000, cutoffRatio: 0, aggregation: false },
  defaults: { limit: 10 },
} satisfies Readonly<Record<string, SearchOptions>>;

export type Mode = keyof typeof MODES;

const SEMANTIC = "semantic.";

/**
 * Opens a folder that holds the documents as files of one tree. Writes them first unless `present` is set. `settings`
 * are lines of `[search]`, and of `[semantic]` where they begin with `semantic.`. `library` is that of the build that
 * is measured.
 */
export async function openCollection(
  folder: string,
  { documents }: Collection,
  settings: readonly string[] = [],
  present = false,
  library: Library = { open },
): Promise<Workspace> {
  for (const { path, markdown } of present ? [] : documents) {
    const file = join(folder, TREE, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdown);
  }
  const ofSearch = settings.filter((line) => !line.startsWith(SEMANTIC));
  const semantic = settings.filter((line) => line.startsWith(SEMANTIC)).map((line) => line.slice(SEMANTIC.length));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, ".ra.toml"),
    `root = true\n\n[tree.${TREE}]\npath = "${TREE}"\ngitignore = false\n\n[search]\n${ofSearch.join("\n")}\n${
      semantic.length === 0 ? "" : `\n[semantic]\n${semantic.join("\n")}\n`
    }`,
  );
  // The models lie in the user's data folder.
  return await library.open(folder, semantic.length === 0 ? { home: null } : {});
}

/** Asks every query as plain text, without looking for changes first. */
export async function askRa(
  workspace: Workspace,
  collection: Collection,
  queries: readonly EvalQuery[],
  options: SearchOptions,
): Promise<Run> {
  const documents = new Map(collection.documents.map(({ id, path }) => [documentId(TREE, path), id]));
  const run = new Map<string, AnsweredQuery>();
  for (const { id, text } of queries) {
    const start = performance.now();
    const answer = await workspace.search(plainQuery(text), { ...options, list: true, update: false });
    const milliseconds = performance.now() - start;
    const hits = answer.queries[0]!.results.map((result): RankedHit => ({
      document: documents.get(result.doc_id)!,
      section: result.id.slice(TREE.length + 1),
    }));
    run.set(id, { hits, milliseconds });
  }
  return run;
}
