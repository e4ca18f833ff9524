/** Makes the answers of tools. ra's own sentences, and what is quoted from files, stand in separate blocks. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Warning } from "../../errors.ts";
import { literalNote } from "../../output/literal_note.ts";
import { createPalette } from "../../output/terminal/color.ts";
import { count, formatScore } from "../../output/quantity.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { formatLinksBelow } from "../../output/text/links_text.ts";
import { formatPassage, formatSearchText } from "../../output/text/search_text.ts";
import type { LeftOut, QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import { isInside, relativePath } from "../../text/paths.ts";
import type { Workspace } from "../../workspace.ts";
import { createLocate, foundOf, type Locate, passageOf } from "./passages.ts";
import type { ProjectAnswer } from "./project.ts";
import { DATA_FOLLOWS, quotedName } from "./quoting.ts";

/** How many of the results that were left out are named. */
const NAMED = 10;

export function resultsOf({ queries }: SearchAnswer): readonly SearchResult[] {
  return queries.flatMap(({ results }) => results);
}

/** Makes the answer of `search` and `context`. */
export async function searchResult(
  { value, root, warnings }: ProjectAnswer<
    { readonly answer: SearchAnswer; readonly trees: Workspace["config"]["trees"] }
  >,
  { list, limit }: { readonly list: boolean; readonly limit: number | undefined },
): Promise<CallToolResult> {
  const { answer, trees } = value;
  const { queries } = answer;
  const shown = resultsOf(answer).length;
  const matches = queries.reduce((sum, { total_matches }) => sum + total_matches, 0);
  const passages = formatSearchText({ queries: queries.map(({ taken_literally: _, ...entry }) => entry) }, {
    view: list ? "list" : "full",
    verbose: false,
    columns: 80,
    palette: createPalette(false),
    locate: ({ path }) => path,
  });
  const locate = createLocate(trees);
  const costOf = await createCost();
  const left = queries.flatMap(({ left_out = [] }) => left_out);
  const summary = shown > 0
    ? `${count(shown, "passage")} of ${count(matches, "match", "matches")}`
    : left.length === 0 && limit !== 0
    ? "nothing found"
    : `${count(matches, "match", "matches")}, none shown`;
  return toolResult({
    notes: [
      `${summary} in ${quotedName(root)}.`,
      ...queries.flatMap((entry) => literalLine(entry, queries.length > 1)),
      ...(left.length === 0
        ? []
        : [`${count(left.length, "passage")} left out to fit max_tokens. \`get\` fetches them one by one.`]),
      ...(shown > 0 ? (list ? ["`get` gives the text of an id."] : []) : [nextStep(left, limit)]),
    ],
    places: [
      ...resultsOf(answer).map((result) => placeLine(result, root, locate, list ? undefined : costOf)),
      ...(left.length === 0 ? [] : [leftOutLine(left)]),
    ],
    passages,
    structured: { root, queries: queries.map((entry) => foundOf(entry, locate)) },
    warnings: stillTrue(warnings, resultsOf(answer)),
  });
}

/** What of a query was searched as words. */
function literalLine(entry: QueryEntry, isOneOfSeveral: boolean): readonly string[] {
  const note = literalNote(entry);
  if (note === undefined) return [];
  return [
    `${isOneOfSeveral ? `Of ${quotedName(entry.query)}, ${note}` : `${note[0]!.toUpperCase()}${note.slice(1)}`}.`,
  ];
}

/** Prints `docs:a.md#b: docs/a.md, lines 5 to 9, score 3.14, 120 tokens`. Leaves out the cost if no text is shown. */
function placeLine(result: SearchResult, root: string, locate: Locate, costOf: Cost | undefined): string {
  const score = result.score === undefined || result.included ? [] : [`score ${formatScore(result.score)}`];
  const mark = result.gone ? ["gone since it was indexed"] : result.stale ? ["changed since it was indexed"] : [];
  const cost = costOf === undefined || result.stale ? [] : [count(costOf(result), "token")];
  return `${sanitizeLine(result.id)}: ${[placeOf(result, root, locate), ...score, ...cost, ...mark].join(", ")}`;
}

/** Gives file and lines. A path inside the project is relative to it. */
function placeOf(result: SearchResult, root: string, locate: Locate): string {
  const file = locate(result);
  const shown = isInside(file, root) ? relativePath(root, file) : file;
  return `${sanitizeLine(shown)}, lines ${result.start_line} to ${result.end_line}`;
}

/** Counts the tokens (cl100k_base) of a passage as printed in full. */
type Cost = (result: SearchResult) => number;

async function createCost(): Promise<Cost> {
  const countTokens = await loadTokenCounter();
  return (result) => countTokens(formatPassage(result, createPalette(false)));
}

/** Suggests what to do if no passage is shown. There may be one that the options excluded. */
function nextStep(left: readonly LeftOut[], limit: number | undefined): string {
  if (left.length > 0) return "Ask again with a larger max_tokens.";
  return limit === 0 ? "Ask again with a larger limit." : NOTHING;
}

const NOTHING =
  "Try other words, fewer words, or the nearest words that are named below. For an exact string in code or configuration, use grep: it finds what this index does not hold.";

function leftOutLine(left: readonly LeftOut[]): string {
  const named = left.slice(0, NAMED).map(({ id, tokens }) => `${sanitizeLine(id)} (${count(tokens, "token")})`);
  const others = left.length > NAMED ? [count(left.length - NAMED, "other")] : [];
  return `Left out to fit max_tokens: ${[...named, ...others].join(", ")}`;
}

/** Makes the answer of `get`. */
export async function getResult(
  { value, root, warnings }: ProjectAnswer<
    { readonly result: SearchResult; readonly trees: Workspace["config"]["trees"] }
  >,
): Promise<CallToolResult> {
  const locate = createLocate(value.trees);
  return toolResult({
    notes: [`1 passage in ${quotedName(root)}.`],
    places: [placeLine(value.result, root, locate, await createCost())],
    passages: formatPassage(value.result, createPalette(false)) +
      formatLinksBelow(value.result, () => "", createPalette(false)),
    structured: { root, passage: passageOf(value.result, locate) },
    warnings: stillTrue(warnings, [value.result]),
  });
}

/** A file that changed during the search was read again, so the warning holds only for results that are still stale. */
function stillTrue(warnings: readonly Warning[], results: readonly SearchResult[]): readonly Warning[] {
  return results.some(({ stale }) => stale) ? warnings : warnings.filter(({ code }) => code !== "file-changed");
}

export interface ToolAnswer {
  /** Sentences that ra itself says. They hold no text from files, and names only in quotes. */
  readonly notes: readonly string[];
  /** Lines that name what stands in files. */
  readonly places: readonly string[];
  /** What is quoted. Empty for none. */
  readonly passages: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
}

/** Puts ra's own words into the first block, and everything with names or text from files into the second. */
export function toolResult({ notes, places, passages, structured, warnings }: ToolAnswer): CallToolResult {
  const said = [...new Set(warnings.map(warningText))];
  const lines = [...places, ...said.map((warning) => `Warning: ${warning}.`)].map((line) => `${line}\n`).join("");
  const data = [lines, passages].filter((part) => part !== "").join("\n");
  return {
    content: [
      { type: "text", text: [...notes, ...(data === "" ? [] : [DATA_FOLLOWS])].join("\n") },
      ...(data === "" ? [] : [{ type: "text" as const, text: data }]),
    ],
    structuredContent: { ...structured, warnings: said },
  };
}

function warningText({ message, path, line }: Warning): string {
  const place = path === undefined || message.includes(path) ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
  return sanitize(`${place}${message}`).replace(/\s+/g, " ");
}
