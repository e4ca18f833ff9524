/** The rivals of ra: free full-text searches, over the same sections. */
import MiniSearch from "minisearch";
import type { RankedHit } from "./metrics.ts";
import type { Section } from "./sections.ts";

const DEPTH = 1000;

export interface Rival {
  readonly name: string;
  search(text: string): readonly RankedHit[];
}

/** The part of bun:sqlite and node:sqlite that this uses. */
interface Database {
  exec(sql: string): unknown;
  prepare(
    sql: string,
  ): { run(...values: readonly (string | number)[]): unknown; all(...values: readonly (string | number)[]): unknown };
}

/** A database in memory. */
export async function openDatabase(): Promise<Database> {
  const bun = "bun" in process.versions;
  const module = (await import(bun ? "bun:sqlite" : "node:sqlite")) as Record<string, new (path: string) => Database>;
  return new module[bun ? "Database" : "DatabaseSync"]!(":memory:");
}

/**
 * SQLite FTS5 with porter stems. Any of the words matches. Ranks by bm25 over title and body. With `path`, the path
 * counts twice and the title three times.
 */
export async function createFts5(sections: readonly Section[], path: boolean): Promise<Rival> {
  const database = await openDatabase();
  database.exec("create virtual table sections using fts5(title, path, body, tokenize = 'porter unicode61')");
  const insert = database.prepare("insert into sections(rowid, title, path, body) values (?, ?, ?, ?)");
  database.exec("begin");
  sections.forEach((section, at) => insert.run(at, section.title, path ? section.document : "", section.body));
  database.exec("commit");
  const select = database.prepare(
    `select rowid as at from sections where sections match ? order by bm25(sections, ${
      path ? "3, 2, 1" : "1, 0, 1"
    }) limit ${DEPTH}`,
  );
  return {
    name: path ? "fts5 title×3 path×2" : "fts5",
    search(text) {
      const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
      if (words.size === 0) return [];
      const rows = select.all([...words].map((word) => `"${word}"`).join(" OR ")) as readonly { readonly at: number }[];
      return rows.map(({ at }) => hitOf(sections[at]!));
    },
  };
}

/** MiniSearch with its defaults. Any of the words matches, in exact form. Ranks by BM25+ over title and body. */
export function createMiniSearch(sections: readonly Section[]): Rival {
  const index = new MiniSearch<Section & { readonly at: number }>({ fields: ["title", "body"], idField: "at" });
  index.addAll(sections.map((section, at) => ({ ...section, at })));
  return {
    name: "minisearch",
    search: (text) => index.search(text).slice(0, DEPTH).map(({ id }) => hitOf(sections[id as number]!)),
  };
}

function hitOf({ document, id }: Section): RankedHit {
  return { document, section: id };
}
