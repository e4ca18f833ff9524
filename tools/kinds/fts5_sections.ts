/** SQLite's FTS5 over the sections of files, as a person would set it up in ten minutes: a heading begins a section. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../relevance/rivals.ts";
import type { Place } from "./questions.ts";

/** Headings of Markdown, and of reStructuredText and plain text that are underlined. */
const HEADING = /^(?:#{1,6}[ \t]+\S|={1,6}[ \t]+\S)/;
const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;

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
    const lines = readFileSync(join(project, path), "utf8").split("\n");
    const isHeading = (at: number): boolean =>
      HEADING.test(lines[at]!) || (lines[at]!.trim() !== "" && UNDERLINE.test(lines[at + 1] ?? ""));
    const starts = [...new Set([0, ...lines.flatMap((_, at) => isHeading(at) ? [at] : [])])];
    for (const [number, start] of starts.entries()) {
      const end = starts[number + 1] ?? lines.length;
      insert.run(places.length, lines[start]!, path, lines.slice(start + 1, end).join("\n"));
      places.push({ path, first: start + 1, last: end });
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
