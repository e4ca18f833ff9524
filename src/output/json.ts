/** What `--json` prints: two-space indent, keys in the order of `docs/json.md`, one newline at the end. */
import { KEY_ORDER } from "../shapes/key_order.ts";
import type { ConfigReport } from "../shapes/configuration.ts";
import type { Config } from "../config/config.ts";
import { snippetHtml } from "./snippet_html.ts";
import type { RagRetrieveAnswer, RagRow } from "../shapes/passages.ts";
import type { LinksReport } from "../shapes/links.ts";
import type { QueryEntry, SearchAnswer, SearchResult, Snippet } from "../shapes/search.ts";

// JSON escapes C0 alone. A terminal would obey DEL and C1, and direction marks and invisible characters disguise a text
// from its reader. The data stay the same: a parser gives back what was escaped.
const DISGUISE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;
const CODE_UNIT = /[^]/g;

/** Writes any answer as JSON. */
export function formatJson(value: unknown): string {
  return `${withoutDisguise(JSON.stringify(value, null, 2))}\n`;
}

/** Writes one of many answers on a line of its own. */
export function formatJsonLine(value: unknown): string {
  return `${withoutDisguise(JSON.stringify(value))}\n`;
}

function withoutDisguise(json: string): string {
  return json.replace(
    DISGUISE,
    (found) => found.replace(CODE_UNIT, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/** Writes many answers, one on each line. */
export function formatJsonLines(values: readonly unknown[]): string {
  return values.map(formatJsonLine).join("");
}

/** Gives the path of the file of a result from where the caller is. */
export type FileOf = (result: Pick<SearchResult, "tree" | "path">) => string;

/** Writes the results of all queries, one on each line, with the keys that `--format json` gives them. */
export function formatResultLines(answer: SearchAnswer, fileOf: FileOf): string {
  const lines = answer.queries.flatMap(({ results }) => results.map((result) => resultInJson(result, fileOf)));
  return formatJsonLines(lines);
}

/** Writes the answer of `ra search --json`. */
export function formatSearchJson({ queries, ...beside }: SearchAnswer, fileOf: FileOf): string {
  return formatJson({ queries: queries.map((entry) => entryInJson(entry, fileOf)), ...beside });
}

/** Turns an entry into its JSON form. */
export function entryInJson(entry: QueryEntry, fileOf: FileOf): object {
  const results = entry.results.map((result) => resultInJson(result, fileOf));
  return { ...ordered(entry, KEY_ORDER.QueryEntry), results };
}

/** Writes the answer of `ra rag retrieve --json`. */
export function formatRowsJson(answer: RagRetrieveAnswer): string {
  return formatJson({ ...answer, results: answer.results.map(rowInJson) });
}

/** Writes the answer of `ra links --json`. */
export function formatLinksJson({ backlinks, ...report }: LinksReport, fileOf: FileOf): string {
  const { id, links, ...rest } = report;
  return formatJson({ id, links, backlinks: backlinks.map((link) => ({ ...link, file: fileOf(link) })), ...rest });
}

/** Formats the answer of `ra get --json`. */
export function formatResultJson(result: SearchResult, fileOf: FileOf): string {
  return formatJson(resultInJson(result, fileOf));
}

/** Writes `ra config --json`, with the keys of the file and the place where each tree is defined. */
export function formatConfigJson(config: Config): string {
  const { files, root, trees, tests, context } = config;
  const { rules, patterns, ...numbers } = context;
  const report: ConfigReport = {
    files,
    root,
    trees: trees.map(({ name, path, writtenPath, definedIn, global, boundary: _, ...keys }) => ({
      name,
      path,
      written_path: writtenPath,
      defined_in: definedIn,
      global,
      ...keys,
    })),
    settings: { ...config.settings },
    chunking: { ...config.chunking },
    search: { ...config.search },
    semantic: { ...config.semantic },
    generation: { ...config.generation },
    context: { ...numbers, rules: rules.map(placed), patterns: patterns.map(placed) },
    tests: tests.map(placed),
  };
  return formatJson(report);
}

function placed<T extends { readonly definedIn: string | null }>(
  { definedIn, ...keys }: T,
): Omit<T, "definedIn"> & { readonly defined_in: T["definedIn"] } {
  return { ...keys, defined_in: definedIn };
}

/** Turns a result into its JSON form, with the published order of keys and the snippet as HTML. */
export function resultInJson(result: SearchResult, fileOf: FileOf): object {
  const file = result.source_id === undefined ? fileOf(result) : null;
  return { ...ordered({ ...result, file }, KEY_ORDER.SearchResult), ...snippetsInJson(result) };
}

function rowInJson(row: RagRow): object {
  return { ...row, ...snippetsInJson(row) };
}

/** The parts of a result that hold excerpts, with these as HTML. */
function snippetsInJson({ snippet, includes }: Pick<SearchResult, "snippet" | "includes">): object {
  const inHtml = (one: Snippet | undefined) => (one === undefined ? {} : { snippet: snippetHtml(one) });
  const listed = includes?.map(({ snippet: part, ...lines }) => ({ ...lines, ...inHtml(part) }));
  return { ...inHtml(snippet), ...(listed === undefined ? {} : { includes: listed }) };
}

/** Puts the known keys first, in their published order. */
function ordered<T extends object>(value: T, keys: readonly (keyof T)[]): T {
  const first = keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]] as const);
  return { ...Object.fromEntries(first), ...value };
}
