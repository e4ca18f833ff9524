import type { CollectionDocument } from "../relevance/collection.ts";
import { openDatabase } from "../relevance/rivals.ts";
import { quoted } from "./fts5_table.ts";

/**
 * Says which documents hold a word in any form, such as `deploys` for `deploying`. The stems are those of SQLite's
 * porter tokenizer, so that no engine that is measured is its own judge.
 */
export async function createStemPages(
  documents: readonly CollectionDocument[],
): Promise<(word: string) => ReadonlySet<string>> {
  const database = await openDatabase();
  database.exec("create virtual table pages using fts5(text, tokenize = 'porter unicode61')");
  const insert = database.prepare("insert into pages(rowid, text) values (?, ?)");
  documents.forEach(({ markdown }, at) => insert.run(at, markdown));
  const select = database.prepare("select rowid as at from pages where pages match ?");
  return (word) => {
    const rows = select.all(quoted(word)) as readonly { readonly at: number }[];
    return new Set(rows.map(({ at }) => documents[at]!.id));
  };
}
