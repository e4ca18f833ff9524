/** What `--json` prints: two-space indent, keys in the order of `docs/json.md`, one newline at the end. */
import type { Config } from "../config/config.ts";
import { snippetHtml } from "./snippet_html.ts";
import type { QueryEntry, SearchAnswer, SearchResult } from "../retrieval/result.ts";

// JSON leaves DEL and C1 controls as they are; a terminal would obey them.
const TERMINAL_CONTROL = /[\u007f-\u009f\u2028\u2029]/g;

const RESULT_KEYS = [
  "id",
  "doc_id",
  "parent_id",
  "tree",
  "path",
  "title",
  "breadcrumb",
  "depth",
  "position",
  "byte_start",
  "byte_end",
  "start_line",
  "end_line",
  "extracted",
  "source",
  "score",
  "snippet",
  "content",
  "match_ranges",
  "constituents",
  "more",
  "truncated",
  "stale",
  "included",
] as const satisfies readonly (keyof SearchResult)[];

const ENTRY_KEYS = [
  "query",
  "relaxed",
  "total_matches",
  "results",
  "zero_hits",
  "relaxation",
  "facets",
  "tokens",
  "left_out",
  "explain",
  "files",
  "why_not",
] as const satisfies readonly (keyof QueryEntry)[];

/** Any answer as JSON text. */
export function formatJson(value: unknown): string {
  return `${withoutControls(JSON.stringify(value, null, 2))}\n`;
}

/** One of many answers, on a line of its own. */
export function formatJsonLine(value: unknown): string {
  return `${withoutControls(JSON.stringify(value))}\n`;
}

function withoutControls(json: string): string {
  return json.replace(TERMINAL_CONTROL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Many answers, one a line. */
export function formatJsonLines(values: readonly unknown[]): string {
  return values.map(formatJsonLine).join("");
}

/** The results of all queries, one a line, with the keys that `--format json` gives them. */
export function formatResultLines(answer: SearchAnswer): string {
  return formatJsonLines(answer.queries.flatMap(({ results }) => results.map(orderResult)));
}

/** `ra search --json`, and what else stands beside it. */
export function formatSearchJson({ queries, ...beside }: SearchAnswer): string {
  return formatJson({
    queries: queries.map((entry) => ordered({ ...entry, results: entry.results.map(orderResult) }, ENTRY_KEYS)),
    ...beside,
  });
}

/** `ra get --json`. */
export function formatResultJson(result: SearchResult): string {
  return formatJson(orderResult(result));
}

/** `ra config --json`: keys as in the file, and where each tree comes from. */
export function formatConfigJson({ files, root, trees, tests, context, ...tables }: Config): string {
  const { rules, patterns, ...settings } = context;
  return formatJson({
    files,
    root,
    trees: trees.map(({ name, path, writtenPath, definedIn, global, ...keys }) => ({
      name,
      path,
      written_path: writtenPath,
      defined_in: definedIn,
      global,
      ...keys,
    })),
    ...tables,
    context: { ...settings, rules: rules.map(placed), patterns: patterns.map(placed) },
    tests: tests.map(placed),
  });
}

function placed<T extends { readonly definedIn: string | null }>({ definedIn, ...keys }: T) {
  return { ...keys, defined_in: definedIn };
}

function orderResult(result: SearchResult) {
  const { snippet, ...others } = ordered(result, RESULT_KEYS);
  return snippet === undefined ? others : ordered({ ...others, snippet: snippetHtml(snippet) }, RESULT_KEYS);
}

/** The same object with the known keys first, in their published order. */
function ordered<T extends object>(value: T, keys: readonly (keyof T)[]): T {
  const first = keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]] as const);
  return { ...Object.fromEntries(first), ...value };
}
