import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readPassages } from "./corpus.ts";
import { type Contender, type ContenderInput, RESULTS } from "./contender.ts";

/**
 * The part of `node:sqlite` that the benchmark uses. The installed types are those of the oldest supported Node, which
 * does not have this module.
 */
interface Database {
  exec(sql: string): void;
  prepare(
    sql: string,
  ): {
    run(...values: unknown[]): { lastInsertRowid: number | bigint };
    get(...values: unknown[]): unknown;
    all(...values: unknown[]): unknown[];
  };
}

const MODULE = "node:sqlite";

/** The module's version of SQLite; undefined where the runtime has no `node:sqlite`. */
export async function sqliteVersion(): Promise<string | undefined> {
  try {
    const row = (await openDatabase(":memory:")).prepare("SELECT sqlite_version() AS version").get() as {
      version: string;
    };
    return row.version;
  } catch {
    return undefined;
  }
}

async function openDatabase(path: string): Promise<Database> {
  const { DatabaseSync } = await import(MODULE) as { DatabaseSync: new (path: string) => Database };
  return new DatabaseSync(path);
}

/** SQLite FTS5: porter tokenizer, one transaction, a database file with SQLite's own settings for durability. */
export function createFts5({ folder, passages }: ContenderInput): Contender {
  const path = join(folder, "fts5.db");
  let database: Database | undefined;
  const opened = async (): Promise<Database> => (database ??= await openDatabase(path));
  let found: ReturnType<Database["prepare"]> | undefined;
  return {
    async build() {
      rmSync(path, { force: true });
      database = undefined;
      const sql = await opened();
      sql.exec(
        "CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, path UNINDEXED, title, body, tokenize = 'porter unicode61')",
      );
      // Deleting a document needs the list of its rows.
      sql.exec("CREATE TABLE documents(path TEXT, passage INTEGER); CREATE INDEX by_path ON documents(path)");
      sql.exec("BEGIN");
      const insert = inserter(sql);
      for (const passage of passages) insert(passage);
      sql.exec("COMMIT");
    },
    open: async () => void (await opened()),
    async search({ kind, words }) {
      found ??= (await opened()).prepare(
        "SELECT id, title, body, snippet(passages, 3, '<b>', '</b>', '…', 24) AS snippet, bm25(passages, 0, 0, 3.0, 1.0) AS score " +
          "FROM passages WHERE passages MATCH ? ORDER BY score LIMIT ?",
      );
      const quoted = kind === "phrase" ? `"${words.join(" ")}"` : words.map((word) => `"${word}"`).join(" ");
      return found.all(quoted, RESULTS).length;
    },
    async update(changed) {
      const sql = await opened();
      const fresh = await readPassages(folder, [changed]);
      sql.exec("BEGIN");
      sql.prepare("DELETE FROM passages WHERE rowid IN (SELECT passage FROM documents WHERE path = ?)").run(changed);
      sql.prepare("DELETE FROM documents WHERE path = ?").run(changed);
      const insert = inserter(sql);
      for (const passage of fresh) insert(passage);
      sql.exec("COMMIT");
    },
    sizes: () => {
      const blocks = database?.prepare("SELECT sum(length(block)) AS bytes FROM passages_data").get() as {
        bytes: number;
      } | undefined;
      return { "on disk": statSync(path).size, "without the text": blocks?.bytes ?? 0 };
    },
  };
}

function inserter(sql: Database): (passage: { id: string; path: string; title: string; body: string }) => void {
  const passage = sql.prepare("INSERT INTO passages(id, path, title, body) VALUES (?, ?, ?, ?)");
  const document = sql.prepare("INSERT INTO documents(path, passage) VALUES (?, ?)");
  return ({ id, path, title, body }) => void document.run(path, passage.run(id, path, title, body).lastInsertRowid);
}
