/** Prints search answers: in full, as a list, or as matching lines. */
import { breadcrumbLine } from "../../document/breadcrumb.ts";
import type { ResolvedFrom } from "../../shapes/links.ts";
import type { Constituent, QueryEntry, SearchAnswer, SearchResult } from "../../shapes/search.ts";
import type { AnswerCosts, Following } from "../../search/retrieval/fill_budget.ts";
import { includedPlace } from "../../search/retrieval/included_text.ts";
import { createPassagesBefore, type PassagesBefore } from "../../search/retrieval/passages_before.ts";
import type { Palette } from "../terminal/color.ts";
import { formatFileTerms } from "./context_text.ts";
import { formatExplanation } from "./explain_text.ts";
import { formatFacets } from "./facets_text.ts";
import { highlightContent, highlightSnippet } from "../terminal/highlight.ts";
import { alsoInLine } from "../also_in_line.ts";
import { formatMatchLines } from "./match_text.ts";
import { literalNote } from "../literal_note.ts";
import { missingNote, missingWordsText } from "../missing_note.ts";
import { count, formatScore } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatWhyNot } from "./why_not_text.ts";
import { formatZeroHits } from "./zero_hits_text.ts";
import { trimEnd } from "../../text/trim.ts";

export interface SearchTextOptions {
  readonly view: "full" | "list" | "matches";
  /** Whether to show scores and constituents. */
  readonly verbose: boolean;
  readonly columns: number;
  readonly palette: Palette;
  /** Gives the path of a tree's document as the user can open it. */
  locate(result: SearchResult): string;
}

/**
 * Prints the answer of `ra search`. The text ends with a newline, or is empty if the budget has no room for anything.
 */
export function formatSearchText(answer: SearchAnswer, options: SearchTextOptions): string {
  const before = createPassagesBefore();
  const isOneOfSeveral = answer.queries.length > 1;
  return answer.queries.map((entry) => {
    const text = formatEntry(entry, before, options);
    return text === "" || !isOneOfSeveral ? text : queryLine(entry, options.palette) + text;
  }).filter((text) => text !== "").join("\n");
}

export function queryLine({ query }: QueryEntry, palette: Palette): string {
  return `${palette.heading(`═══ ${sanitizeLine(query)} ═══`)}\n`;
}

function formatEntry(entry: QueryEntry, before: PassagesBefore, options: SearchTextOptions): string {
  return withReports(entry, formatResults(entry, before, options), options);
}

/** Prints explanation, passages, facets and why-not, with a blank line between them. */
export function withReports(
  entry: QueryEntry,
  passages: string,
  { palette, columns }: Pick<SearchTextOptions, "palette" | "columns">,
): string {
  return [
    entry.files === undefined ? "" : formatFileTerms(entry.files, palette),
    entry.explain === undefined ? "" : formatExplanation(entry, entry.explain, columns, palette),
    passages,
    entry.facets === undefined ? "" : formatFacets(entry.facets, palette),
    entry.why_not === undefined ? "" : formatWhyNot(entry.why_not, palette, entry),
  ].filter((text) => text !== "").join("\n");
}

function formatResults(entry: QueryEntry, before: PassagesBefore, options: SearchTextOptions): string {
  if (entry.tokens === 0) return "";
  const { results } = entry;
  if (options.view === "matches" && results.length > 0) {
    return formatBesideResults(entry, options) + formatMatchLines(results, options);
  }
  const passages = results.map((result) => {
    const passage = formatResult(result, before, options);
    before.add(result);
    return passage;
  });
  return formatBesideResults(entry, options) + passages.join(options.view === "full" ? "\n" : "");
}

/** Prints what an entry says before its results, or instead of them. */
export function formatBesideResults(
  entry: QueryEntry,
  { palette, view }: Pick<SearchTextOptions, "palette" | "view">,
): string {
  const notes = [literalNote(entry), missingNote(entry)].flatMap((note) =>
    note === undefined ? [] : [`${palette.dim(`(${note})`)}\n`]
  ).join("");
  if (entry.results.length > 0) return notes === "" || view === "matches" ? notes : `${notes}\n`;
  if (entry.total_matches === 0) return notes + formatZeroHits(entry, palette);
  return `${notes}${count(entry.total_matches, "match", "matches")}, none shown\n`;
}

/**
 * Counts the tokens of each piece that `formatSearchText` prints in this view. Leaves out the reports beside the
 * passages.
 */
export function createAnswerCosts(options: SearchTextOptions, countTokens: (text: string) => number): AnswerCosts {
  const known = new WeakMap<SearchResult, Map<string, number>>();
  const gap = (follows: Following): string =>
    follows === "entry" || (follows === "result" && options.view === "full") ? "\n" : "";
  return {
    result(result, before, follows) {
      const key = `${before.covering(result)?.id ?? ""} ${follows}`;
      const costs = known.get(result) ?? new Map<string, number>();
      known.set(result, costs);
      const tokens = costs.get(key) ?? countTokens(formatResult(result, before, options) + gap(follows));
      costs.set(key, tokens);
      return tokens;
    },
    frame(entry, isOneOfSeveral, follows) {
      const query = isOneOfSeveral ? queryLine(entry, options.palette) : "";
      return countTokens(query + formatBesideResults(entry, options) + (follows === "entry" ? "\n" : ""));
    },
  };
}

function formatResult(result: SearchResult, before: PassagesBefore, options: SearchTextOptions): string {
  const { palette, view, verbose } = options;
  const score = scoreText(result, options);
  const parts = verbose ? constituentsText(result, palette) : "";
  if (view === "list") {
    const snippet = result.snippet === undefined ? "" : highlightSnippet(result.snippet, palette);
    const title = `${sanitizeLine(result.title)}${
      result.stale ? ` ${palette.caution(`(${result.gone ? "gone" : "changed"} since indexing)`)}` : ""
    }`;
    const more = result.more === undefined ? "" : `  ${palette.dim(moreLine(result.more))}\n`;
    const also = result.also_in === undefined ? "" : `  ${palette.dim(alsoInLine(result.also_in))}\n`;
    const linked = result.linked_from === undefined ? "" : `  ${palette.dim(linkedLine(result.linked_from))}\n`;
    return `${palette.id(sanitizeLine(result.id))}${score}\n  ${palette.heading(title)}\n${
      snippet === "" ? "" : `  ${snippet}\n`
    }${parts}${more}${also}${linked}`;
  }
  return formatPassage(result, palette, {
    score,
    parts: parts + otherPlaces(result, palette),
    covering: before.covering(result),
  });
}

/** What a result lacks, and with `verbose` its score. */
export function scoreText(
  result: SearchResult,
  { palette, verbose }: Pick<SearchTextOptions, "palette" | "verbose">,
): string {
  const without = missingWordsText(result);
  const lacks = without === undefined ? "" : ` ${palette.dim(sanitizeLine(without))}`;
  const scored = verbose && result.score !== undefined ? ` ${palette.dim(`(${formatScore(result.score)})`)}` : "";
  return lacks + scored;
}

export function constituentsText({ constituents = [] }: SearchResult, palette: Palette): string {
  return constituents.map(({ score, id }) => `${palette.dim(`  ${formatScore(score)}  ${sanitizeLine(id)}`)}\n`).join(
    "",
  );
}

/** The lines that name other places of a result, or the one that brought it in. */
export function otherPlaces({ more, also_in, linked_from }: SearchResult, palette: Palette): string {
  const lines = [
    ...more === undefined ? [] : [moreLine(more)],
    ...also_in === undefined ? [] : [alsoInLine(also_in)],
    ...linked_from === undefined ? [] : [linkedLine(linked_from)],
  ];
  return lines.map((line) => `${palette.dim(line)}\n`).join("");
}

function linkedLine(from: string): string {
  return `(linked from ${sanitizeLine(from)})`;
}

/** The notes that the page of ra shows in place. */
function takesInText({ takes_in: ids }: SearchResult, palette: Palette): string {
  return ids === undefined ? "" : palette.dim(`(takes in ${ids.map(sanitizeLine).join(", ")})\n`);
}

function moreLine(more: readonly Constituent[]): string {
  return `(also in this document: ${more.map(({ id }) => sanitizeLine(id)).join(", ")})`;
}

/** Prints one passage in full: `─── id ───`, breadcrumb, blank line, text. Drops blank lines around the text. */
export function formatPassage(
  result: SearchResult,
  palette: Palette,
  extra: { readonly score: string; readonly parts: string; readonly covering: SearchResult | undefined } = {
    score: "",
    parts: "",
    covering: undefined,
  },
): string {
  const head = `─── ${palette.id(sanitizeLine(result.id))} ───${extra.score}\n${extra.parts}`;
  if (extra.covering !== undefined) {
    return `${head}${palette.dim(shownAbove(result, extra.covering))}\n`;
  }
  const breadcrumb = guessLine(result, palette) + palette.dim(breadcrumbLine(sanitizeLine(result.breadcrumb)));
  if (result.content === undefined) return `${head}${breadcrumb}\n\n${withoutTextNote(result, palette)}`;
  const text = trimEnd(highlightContent(result.content, result.match_ranges ?? [], palette), "\n")
    .replace(/^(?:[ \t\r]*\n)+/, "");
  const cut = result.truncated ? `\n${palette.caution("… (in part, to fit the token budget)")}` : "";
  return `${head}${breadcrumb}${text === "" ? "" : `\n\n${text}`}${cut}\n${definitionsText(result, palette)}${
    includesText(result, palette)
  }${takesInText(result, palette)}`;
}

/** Where a passage that is shown once stands. */
export function shownAbove(result: SearchResult, covering: SearchResult): string {
  return `(shown ${covering.id === result.id ? "above" : `above, in ${sanitizeLine(covering.id)}`})`;
}

/** Why a result has no text. */
export function withoutTextNote({ gone, stale }: SearchResult, palette: Palette): string {
  const why = gone
    ? "(the file no longer exists, or ra can no longer read it)"
    : stale
    ? "(the file changed since it was indexed; leave --no-update out to read it again)"
    : "(no text)";
  return `${palette.caution(why)}\n`;
}

/** What its reference links lead to, where the document says that elsewhere. */
function definitionsText({ definitions = [] }: SearchResult, palette: Palette): string {
  return definitions.length === 0 ? "" : `\n${palette.dim(definitions.map(sanitizeLine).join("\n"))}\n`;
}

/** Says how a passage was found that may not be the one that was asked for. */
function guessLine({ resolved, path }: SearchResult, palette: Palette): string {
  if (resolved === undefined) return "";
  const place = resolved.line === undefined ? "" : `${palette.dim(`(${sanitizeLine(path)}:${resolved.line})`)}\n`;
  if (resolved.sure) return place;
  return place +
    `${palette.caution(`(a guess from ${sanitizeLine(resolved.from)}: ${GUESSES[resolved.document] ?? ""})`)}\n`;
}

const GUESSES: Partial<Record<ResolvedFrom["document"], string>> = {
  "path-end": "the end of its path fits",
  "other-case": "the path has another case",
  site: "the path fits from the root of a site",
  stated: "its frontmatter states this address",
  name: "its file has this name",
  title: "it has this title",
  label: "it has this label",
  path: "the path fits",
  "base-url": "the address fits",
  repository: "the address is that of another version",
};

/** Files with words of the query that the passage takes in. More are not shown. */
const MAX_INCLUDES = 3;

/** A line for each: `from PATH:1-8: …`. */
export function includesText({ includes = [] }: SearchResult, palette: Palette): string {
  const lines = includes.flatMap(({ snippet, ...place }) =>
    snippet === undefined
      ? []
      : [`${palette.dim(`from ${sanitizeLine(includedPlace(place))}:`)} ${highlightSnippet(snippet, palette)}\n`]
  );
  return lines.length === 0 ? "" : `\n${lines.slice(0, MAX_INCLUDES).join("")}`;
}
