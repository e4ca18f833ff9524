/** The answer to a query, the same on the server and in the browser. */
import { sanitizeLine, sanitizeTextLine } from "../../../text/sanitize.ts";
import type { QueryEntry, SearchResult, Snippet } from "../../../shapes/search.ts";
import { alsoInLine } from "../../../output/also_in_line.ts";
import { listsNotes } from "../../../output/lists_note.ts";
import { literalNote } from "../../../output/literal_note.ts";
import { missingNote, missingWordsText } from "../../../output/missing_note.ts";
import { snippetPieces } from "../../../search/retrieval/snippet.ts";
import { facetsHtml, type SemanticOffer } from "./facets_html.ts";
import { type Markup, markup, NO_MARKUP } from "../../../output/html/markup.ts";
import { nothingHtml } from "./nothing_html.ts";
import { pageAddress, type PageState } from "../page_state.ts";
import { scoresHtml } from "./scores_html.ts";

/** What the page shows of a document beside its results. */
export interface DocumentLabel {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
}

/** The answer of `/api/search`. It has `documents` only on request, and `semantic` then where semantic search is on. */
export interface SearchReply {
  readonly queries: readonly QueryEntry[];
  readonly documents?: readonly DocumentLabel[];
  readonly semantic?: SemanticOffer | undefined;
}

/** Shows the results of the first `documents` documents. {@link moreResultsHtml} shows the others. */
export function resultsHtml(reply: SearchReply, state: PageState, documents = Infinity): Markup {
  const entry = reply.queries[0];
  if (entry === undefined) return NO_MARKUP;
  const facets = facetsHtml(entry.facets, state, reply.semantic);
  const notes = [literalNote(entry), missingNote(entry), ...listsNotes(entry)].flatMap((note) =>
    note === undefined ? [] : [markup`<p class="note">${note.charAt(0).toUpperCase()}${note.slice(1)}.</p>`]
  );
  if (entry.results.length === 0) return markup`${facets}${notes}${nothingHtml(entry, state)}`;
  return markup`<div class="summary"><p>${summaryOf(entry)}</p>${
    scoresHtml(entry.explain)
  }</div>${facets}${notes}<ol class="groups">${groupsHtml(reply, state, 0, documents)}</ol>`;
}

/** Shows the results of all further documents, for the end of the list. */
export function moreResultsHtml(reply: SearchReply, state: PageState, documents: number): Markup {
  return markup`${groupsHtml(reply, state, documents, Infinity)}`;
}

function groupsHtml(
  { queries, documents = [] }: SearchReply,
  state: PageState,
  from: number,
  to: number,
): readonly Markup[] {
  const labels = new Map(documents.map((label) => [label.id, label]));
  const groups = [...byDocument(queries[0]?.results ?? [])].slice(from, to);
  return groups.map(([id, results]) => groupHtml(id, results, labels.get(id), state));
}

/** Groups results by document, in the order of each document's best result. */
function byDocument(results: readonly SearchResult[]): ReadonlyMap<string, readonly SearchResult[]> {
  const groups = new Map<string, SearchResult[]>();
  for (const result of results) groups.set(result.doc_id, [...(groups.get(result.doc_id) ?? []), result]);
  return groups;
}

/** Makes `5 passages in 3 documents`, which the page shows and a screen reader reads out. */
export function summaryOf({ results, total_matches }: QueryEntry): string {
  if (results.length === 0) return "Nothing found";
  const documents = new Set(results.map(({ doc_id }) => doc_id)).size;
  const shown = `${counted(results.length, "passage")} in ${counted(documents, "document")}`;
  return total_matches > results.length ? `${shown}, the best of ${counted(total_matches, "match", "matches")}` : shown;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function groupHtml(
  id: string,
  results: readonly SearchResult[],
  label: DocumentLabel | undefined,
  state: PageState,
): Markup {
  const { tree, path, breadcrumb } = results[0]!;
  const title = label?.title ?? breadcrumb.split(" › ")[0] ?? path;
  const tags = (label?.tags ?? []).slice(0, 6).map((tag) => markup`<li>${sanitizeLine(tag)}</li>`);
  const heading = markup`<h2><a href="${pageAddress({ ...state, id })}">${sanitizeLine(title)}</a></h2>`;
  const place = markup`<p class="place"><span class="tree">${tree}</span> <span class="path">${
    sanitizeLine(path)
  }</span></p>`;
  const hits = results.map((result) => hitHtml(result, id, title, state));
  return markup`<li class="group"><div class="document">${heading}${place}${
    tags.length > 0 && markup`<ul class="tags" aria-label="Tags">${tags}</ul>`
  }</div><ul class="hits">${hits}</ul></li>`;
}

function hitHtml(result: SearchResult, documentId: string, title: string, state: PageState): Markup {
  const address = pageAddress({ ...state, id: result.id });
  const current = result.id === state.id && markup` aria-current="true"`;
  const without = missingWordsText(result);
  const lacks = without !== undefined && markup` <span class="without">${sanitizeLine(without)}</span>`;
  const name = result.id === documentId
    ? markup`<span class="spoken">Whole document</span>${lacks}`
    : markup`<span class="crumbs">${crumbsHtml(result.breadcrumb, title)}${lacks}</span>`;
  const snippet = result.snippet === undefined ? NO_MARKUP : snippetHtml(result.snippet);
  const also = result.also_in !== undefined &&
    markup`<span class="without">${sanitizeLine(alsoInLine(result.also_in))}</span>`;
  return markup`<li><a class="hit" href="${address}" data-id="${result.id}"${current}>${name}${markup`<span class="snippet">${snippet}</span>`}${also}</a></li>`;
}

/** The breadcrumb without the document, with its last part strong. */
function crumbsHtml(breadcrumb: string, title: string): Markup {
  const prefix = `${title} › `;
  const parts = (breadcrumb.startsWith(prefix) ? breadcrumb.slice(prefix.length) : breadcrumb).split(" › ");
  const last = parts.pop() ?? "";
  return markup`${parts.map((part) => markup`<span>${sanitizeLine(part)}</span><i aria-hidden="true">›</i>`)}<b>${
    sanitizeLine(last)
  }</b>`;
}

/** Marks the matches of a snippet, and leaves out signs of Markdown that mean nothing within a line. */
function snippetHtml(snippet: Snippet): Markup {
  const isTable = snippet.text.split("|").length > 3;
  const pieces = snippetPieces(snippet);
  const last = pieces.length - 1;
  return markup`${
    pieces.map(({ text, match }, at) => {
      let plain = sanitizeTextLine(text.replace(MARKUP, ""));
      if (isTable) plain = plain.replace(/(?:\s*\|)+\s*/g, " · ");
      if (at === 0) plain = plain.replace(/^(…?) · /, "$1");
      if (at === last) plain = plain.replace(/ · (…?)$/, "$1");
      return match ? markup`<mark>${plain}</mark>` : plain;
    })
  }`;
}

/** Emphasis, code, footnotes, list and quotation marks, rows of dashes in tables. */
const MARKUP = /`|\*\*|(?<=^|\s)(?:[-*] \[[ x]\] |> )|\[\^[^\]]*\]:?|(?<=\|)[\s:-]*-{2,}[\s:-]*(?=\|)/g;
