/** The answer to a query as HTML: the same on the server and in the browser. */
import type { QueryEntry, SearchResult, Snippet } from "../../retrieval/result.ts";
import { snippetPieces } from "../../retrieval/snippet.ts";
import { facetsHtml } from "./facets_html.ts";
import { escapeHtml } from "./html.ts";
import { nothingHtml } from "./nothing_html.ts";
import { pageAddress, type PageState } from "../page_state.ts";
import { scoresHtml } from "./scores_html.ts";

/** What the page shows of a document beside its results. */
export interface DocumentLabel {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
}

/** What `/api/search` answers: `documents` only where it is asked for. */
export interface SearchReply {
  readonly queries: readonly QueryEntry[];
  readonly documents?: readonly DocumentLabel[];
}

/** With the results of the first so many documents; {@link moreResultsHtml} has the others. */
export function resultsHtml(reply: SearchReply, state: PageState, documents = Infinity): string {
  const entry = reply.queries[0];
  if (entry === undefined) return "";
  const facets = facetsHtml(entry.facets, state);
  if (entry.results.length === 0) return `${facets}${nothingHtml(entry, state)}`;
  return [
    `<div class="summary"><p>${escapeHtml(summaryOf(entry))}</p>${scoresHtml(entry.explain)}</div>`,
    facets,
    entry.relaxed ? `<p class="note">${escapeHtml(relaxedNote(entry))}</p>` : "",
    `<ol class="groups">${groupsHtml(reply, state, 0, documents)}</ol>`,
  ].join("");
}

/** The results of the documents after the first so many, as they stand at the end of the list. */
export function moreResultsHtml(reply: SearchReply, state: PageState, documents: number): string {
  return groupsHtml(reply, state, documents, Infinity);
}

function groupsHtml({ queries, documents = [] }: SearchReply, state: PageState, from: number, to: number): string {
  const labels = new Map(documents.map((label) => [label.id, label]));
  const groups = [...byDocument(queries[0]?.results ?? [])].slice(from, to);
  return groups.map(([id, results]) => groupHtml(id, results, labels.get(id), state)).join("");
}

/** In the order of each document's best result. */
function byDocument(results: readonly SearchResult[]): ReadonlyMap<string, readonly SearchResult[]> {
  const groups = new Map<string, SearchResult[]>();
  for (const result of results) groups.set(result.doc_id, [...(groups.get(result.doc_id) ?? []), result]);
  return groups;
}

/** `5 passages in 3 documents`, for the eye and for a screen reader. */
export function summaryOf({ results, total_matches }: QueryEntry): string {
  if (results.length === 0) return "Nothing found";
  const documents = new Set(results.map(({ doc_id }) => doc_id)).size;
  const shown = `${counted(results.length, "passage")} in ${counted(documents, "document")}`;
  return total_matches > results.length ? `${shown}, the best of ${counted(total_matches, "match", "matches")}` : shown;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function relaxedNote({ relaxation }: QueryEntry): string {
  const dropped = relaxation?.dropped ?? [];
  return `No section has all the words, so the closest come first${
    dropped.length === 0 ? "" : `; left out: ${dropped.join(", ")}`
  }.`;
}

function groupHtml(
  id: string,
  results: readonly SearchResult[],
  label: DocumentLabel | undefined,
  state: PageState,
): string {
  const { tree, path, breadcrumb } = results[0]!;
  const title = label?.title ?? breadcrumb.split(" › ")[0] ?? path;
  const tags = (label?.tags ?? []).slice(0, 6).map((tag) => `<li>${escapeHtml(tag)}</li>`).join("");
  const address = escapeHtml(pageAddress({ ...state, id }));
  return `<li class="group"><div class="document"><h2><a href="${address}">${escapeHtml(title)}</a></h2>` +
    `<p class="place"><span class="tree">${escapeHtml(tree)}</span> <span class="path">${escapeHtml(path)}</span></p>` +
    `${tags === "" ? "" : `<ul class="tags" aria-label="Tags">${tags}</ul>`}</div>` +
    `<ul class="hits">${results.map((result) => hitHtml(result, id, title, state)).join("")}</ul></li>`;
}

function hitHtml(result: SearchResult, documentId: string, title: string, state: PageState): string {
  const isOpen = result.id === state.id;
  const address = escapeHtml(pageAddress({ ...state, id: result.id }));
  return `<li><a class="hit" href="${address}" data-id="${escapeHtml(result.id)}"${
    isOpen ? ' aria-current="true"' : ""
  }>` +
    (result.id === documentId
      ? '<span class="spoken">Whole document</span>'
      : `<span class="crumbs">${crumbsHtml(result.breadcrumb, title)}</span>`) +
    `<span class="snippet">${result.snippet === undefined ? "" : snippetHtml(result.snippet)}</span></a></li>`;
}

/** The way down to a section without its document, the last part strong. */
function crumbsHtml(breadcrumb: string, title: string): string {
  const prefix = `${title} › `;
  const parts = (breadcrumb.startsWith(prefix) ? breadcrumb.slice(prefix.length) : breadcrumb).split(" › ");
  const last = parts.pop() ?? "";
  return [...parts.map((part) => `<span>${escapeHtml(part)}</span>`), `<b>${escapeHtml(last)}</b>`].join(
    '<i aria-hidden="true">›</i>',
  );
}

/** The snippet with its matches marked, without the signs of Markdown that say nothing in a line of text. */
function snippetHtml(snippet: Snippet): string {
  const isTable = snippet.text.split("|").length > 3;
  return snippetPieces(snippet).map(({ text, match }) => {
    const plain = text.replace(MARKUP, "");
    const html = escapeHtml(isTable ? plain.replace(/(?:\s*\|)+\s*/g, " · ") : plain);
    return match ? `<mark>${html}</mark>` : html;
  }).join("").replace(/^(…?) · | · (…?)$/g, "$1$2");
}

/** Emphasis, code, footnotes, list and quotation marks, rows of dashes in tables. */
const MARKUP = /`|\*\*|(?<=^|\s)(?:[-*] \[[ x]\] |> )|\[\^[^\]]*\]:?|(?<=\|)[\s:-]*-{2,}[\s:-]*(?=\|)/g;
