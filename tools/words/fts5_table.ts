/** SQLite FTS5 over sections, with a tokenizer and a way to ask that are given. */
import { openDatabase, type Rival } from "../relevance/rivals.ts";
import type { Section } from "../relevance/sections.ts";

const DEPTH = 1000;

export interface Fts5Options {
  readonly name: string;
  readonly tokenize: string;
  /** Makes FTS5's own query of a text. Empty when there is nothing to ask for. */
  readonly match: (text: string) => string;
}

/** The columns and their weights are those of `createFts5` with paths. */
export async function createFts5Table(
  sections: readonly Section[],
  { name, tokenize, match }: Fts5Options,
): Promise<Rival> {
  const database = await openDatabase();
  database.exec(`create virtual table sections using fts5(title, path, body, tokenize = '${tokenize}')`);
  const insert = database.prepare("insert into sections(rowid, title, path, body) values (?, ?, ?, ?)");
  database.exec("begin");
  sections.forEach((section, at) => insert.run(at, section.title, section.document, section.body));
  database.exec("commit");
  const select = database.prepare(
    `select rowid as at from sections where sections match ? order by bm25(sections, 3, 2, 1) limit ${DEPTH}`,
  );
  return {
    name,
    search(text) {
      const query = match(text);
      const rows = (query === "" ? [] : select.all(query)) as readonly { readonly at: number }[];
      return rows.map(({ at }) => ({ document: sections[at]!.document, section: sections[at]!.id }));
    },
  };
}

/** Any of the text's runs of three characters, as people ask a trigram index for what may be misspelt. */
export function anyTrigram(text: string): string {
  const characters = [...text];
  const trigrams = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join("")));
  return [...trigrams].map(quoted).join(" OR ");
}

/** The whole text as one phrase. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
