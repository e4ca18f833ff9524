/** Search answers for people: in full, as a list, or as matching lines. */
import { breadcrumbLine } from "../document/breadcrumb.ts";
import type { Constituent, QueryEntry, SearchAnswer, SearchResult } from "../retrieval/result.ts";
import type { Palette } from "./colour.ts";
import { formatFileTerms } from "./context_text.ts";
import { formatExplanation } from "./explain_text.ts";
import { formatFacets } from "./facets_text.ts";
import { highlightContent, highlightSnippet } from "./highlight.ts";
import { formatMatchLines } from "./match_text.ts";
import { count, formatScore } from "./quantity.ts";
import { sanitiseLine } from "./sanitise.ts";
import { formatWhyNot } from "./why_not_text.ts";
import { formatZeroHits } from "./zero_hits_text.ts";

export interface SearchTextOptions {
  readonly view: "full" | "list" | "matches";
  /** Show scores and constituents. */
  readonly verbose: boolean;
  readonly columns: number;
  readonly palette: Palette;
  /** Path of a tree's document as the user can open it. */
  locate(result: SearchResult): string;
}

/** The answer of `ra search` as text; ends with a newline, or is empty where a budget leaves no room for anything. */
export function formatSearchText(answer: SearchAnswer, options: SearchTextOptions): string {
  const shown: SearchResult[] = [];
  const grouped = answer.queries.length > 1;
  return answer.queries.map((entry) => {
    const text = formatEntry(entry, shown, options);
    return text === "" || !grouped
      ? text
      : `${options.palette.heading(`═══ ${sanitiseLine(entry.query)} ═══`)}\n${text}`;
  }).filter((text) => text !== "").join("\n");
}

/** Explanation, passages, facets, why not: with a blank line between them. */
function formatEntry(entry: QueryEntry, shown: SearchResult[], options: SearchTextOptions): string {
  const { palette, columns } = options;
  return [
    entry.files === undefined ? "" : formatFileTerms(entry.files, palette),
    entry.explain === undefined ? "" : formatExplanation(entry.explain, columns, palette),
    formatResults(entry, shown, options),
    entry.facets === undefined ? "" : formatFacets(entry.facets, palette),
    entry.why_not === undefined ? "" : formatWhyNot(entry.why_not, palette),
  ].filter((text) => text !== "").join("\n");
}

function formatResults(entry: QueryEntry, shown: SearchResult[], options: SearchTextOptions): string {
  const { palette, view } = options;
  if (entry.tokens === 0) return "";
  const relaxed = entry.relaxed ? `${palette.dim(relaxedLine(entry))}\n${view === "matches" ? "" : "\n"}` : "";
  if (entry.total_matches === 0 && entry.results.length === 0) return relaxed + formatZeroHits(entry, palette);
  if (entry.results.length === 0) return `${relaxed}${count(entry.total_matches, "match", "matches")}, none shown\n`;
  if (view === "matches") return relaxed + formatMatchLines(entry.results, options);
  return relaxed +
    entry.results.map((result) => formatResult(result, shown, options)).join(view === "full" ? "\n" : "");
}

function relaxedLine(entry: QueryEntry): string {
  const dropped = entry.relaxation?.dropped ?? [];
  const which = dropped.length === 0 ? "" : `; left out: ${dropped.map(sanitiseLine).join(", ")}`;
  return `(no section has all the words, so the closest come first${which})`;
}

function formatResult(result: SearchResult, shown: SearchResult[], options: SearchTextOptions): string {
  const { palette, view, verbose } = options;
  const score = verbose && result.score !== undefined ? ` ${palette.dim(`(${formatScore(result.score)})`)}` : "";
  const parts = verbose && result.constituents !== undefined
    ? result.constituents.map((part) => palette.dim(`  ${formatScore(part.score)}  ${sanitiseLine(part.id)}`)).join(
      "\n",
    ) + "\n"
    : "";
  if (view === "list") {
    const snippet = result.snippet === undefined ? "" : highlightSnippet(result.snippet, palette);
    const title = `${sanitiseLine(result.title)}${
      result.stale ? ` ${palette.caution("(changed since indexing)")}` : ""
    }`;
    const more = result.more === undefined ? "" : `  ${palette.dim(moreLine(result.more))}\n`;
    return `${palette.id(sanitiseLine(result.id))}${score}\n  ${palette.heading(title)}\n${
      snippet === "" ? "" : `  ${snippet}\n`
    }${parts}${more}`;
  }
  const more = result.more === undefined ? "" : `${palette.dim(moreLine(result.more))}\n`;
  return formatPassage(result, palette, { score, parts: parts + more, covering: shownBefore(result, shown) });
}

function moreLine(more: readonly Constituent[]): string {
  return `(also in this document: ${more.map(({ id }) => sanitiseLine(id)).join(", ")})`;
}

/** One passage in full: `─── id ───`, breadcrumb, blank line, text; blank lines around the text are left out. */
export function formatPassage(
  result: SearchResult,
  palette: Palette,
  extra: { readonly score: string; readonly parts: string; readonly covering: SearchResult | undefined } = {
    score: "",
    parts: "",
    covering: undefined,
  },
): string {
  const head = `─── ${palette.id(sanitiseLine(result.id))} ───${extra.score}\n${extra.parts}`;
  if (extra.covering !== undefined) {
    const where = extra.covering.id === result.id ? "above" : `above, in ${sanitiseLine(extra.covering.id)}`;
    return `${head}${palette.dim(`(shown ${where})`)}\n`;
  }
  const breadcrumb = palette.dim(breadcrumbLine(sanitiseLine(result.breadcrumb)));
  if (result.content === undefined) {
    const why = result.stale
      ? "(the file changed since it was indexed; without --no-update it is read again)"
      : "(no text)";
    return `${head}${breadcrumb}\n\n${palette.caution(why)}\n`;
  }
  const text = highlightContent(result.content, result.match_ranges ?? [], palette)
    .replace(/\n+$/, "")
    .replace(/^(?:[ \t\r]*\n)+/, "");
  const cut = result.truncated ? `\n${palette.caution("… (cut here to fit the token budget)")}` : "";
  return `${head}${breadcrumb}${text === "" ? "" : `\n\n${text}`}${cut}\n`;
}

/** A passage already printed in full that contains this one; remembers this one when there is none. */
function shownBefore(result: SearchResult, shown: SearchResult[]): SearchResult | undefined {
  const covering = shown.find((other) =>
    other.doc_id === result.doc_id && other.byte_start <= result.byte_start && other.byte_end >= result.byte_end
  );
  if (covering === undefined && result.content !== undefined && !result.truncated) shown.push(result);
  return covering;
}
