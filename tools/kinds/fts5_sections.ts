/** SQLite's FTS5 over the sections of files, as a person would set it up in ten minutes: a heading begins a section. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../relevance/rivals.ts";
import { outlineOf } from "./headings.ts";
import type { Place } from "./questions.ts";

export async function createFts5Sections(
  project: string,
  paths: readonly string[],
): Promise<(query: string, limit: number) => readonly Place[]> {
  const database = await openDatabase();
  database.exec("create virtual table sections using fts5(title, path, body, tokenize = 'porter unicode61')");
  const insert = database.prepare("insert into sections(rowid, title, path, body) values (?, ?, ?, ?)");
  const places: Place[] = [];
  database.exec("begin");
  for (const path of paths) {
    const { lines, headings } = outlineOf(path, readFileSync(join(project, path), "utf8"));
    const starts = [...new Set([0, ...headings.map(({ at }) => at)])];
    for (const [number, start] of starts.entries()) {
      const section = lines.slice(start, starts[number + 1]);
      const body = section.slice(1).map(({ text }) => text).join("\n");
      insert.run(places.length, section[0]!.text, path, body);
      places.push({ path, first: section[0]!.place, last: section.at(-1)!.place });
    }
  }
  database.exec("commit");
  const select = database.prepare(
    "select rowid as at from sections where sections match ? order by bm25(sections, 3, 2, 1) limit ?",
  );
  return (query, limit) => {
    const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    if (words.size === 0) return [];
    const rows = select.all([...words].map((word) => `"${word}"`).join(" OR "), limit) as readonly {
      readonly at: number;
    }[];
    return rows.map(({ at }) => places[at]!);
  };
}
