/** An open passage: its place, its text, and the outline of its document. */
import { sanitizeLine } from "../../../text/sanitize.ts";
import { type Markup, markup, NO_MARKUP, safeMarkup } from "../../../output/html/markup.ts";
import { pageAddress, type PageState } from "../page_state.ts";

/** What `/api/passage` answers. */
export interface RenderedPassage {
  readonly id: string;
  readonly doc_id: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** The file as people would type it, and the passage's first and last line. */
  readonly source: {
    readonly file: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly href?: string | undefined;
  };
  /** The rendered text, safe to insert. */
  readonly html: string;
  /** The document's outline, in reading order. */
  readonly outline: readonly OutlineEntry[];
  /** The number of bytes that were too many to show. */
  readonly left_out?: number;
}

export interface OutlineEntry {
  readonly id: string;
  readonly parent_id: string | null;
  readonly title: string;
  readonly depth: number;
}

/**
 * The most entries of an outline that the page shows in full. Of a longer outline it shows the passage, what is around
 * it, and what is near it.
 */
const WHOLE_OUTLINE = 60;
const MAX_INDENT = 5;

export function passageHtml(passage: RenderedPassage, state: PageState): Markup {
  const linkTo = (id: string): string => pageAddress({ ...state, id });
  const close = markup`<a class="close" href="${
    linkTo("")
  }" aria-label="Close the passage">${markup`<span aria-hidden="true">×</span>`}</a>`;
  const text = markup`<div class="text">${safeMarkup(passage.html)}${shortenedHtml(passage)}</div>`;
  return markup`<article class="passage" aria-labelledby="passage-title">${close}${
    headerHtml(passage, linkTo)
  }${markup`<div class="columns">${text}${outlineHtml(passage, linkTo)}</div>`}</article>`;
}

function headerHtml(passage: RenderedPassage, linkTo: (id: string) => string): Markup {
  const { source: { file, start_line, href }, title, tags } = passage;
  const line = markup`<code>${sanitizeLine(file)}<span class="line">:${start_line}</span></code>`;
  const items = tags.map((tag) => markup`<li>${sanitizeLine(tag)}</li>`);
  return markup`<header>${trailHtml(passage, linkTo)}<h2 id="passage-title" tabindex="-1">${
    sanitizeLine(title)
  }</h2>${markup`<p class="source">${href === undefined ? line : markup`<a href="${href}">${line}</a>`}</p>`}${
    items.length > 0 && markup`<ul class="tags" aria-label="Tags">${items}</ul>`
  }</header>`;
}

function shortenedHtml({ left_out }: RenderedPassage): Markup {
  if (left_out === undefined) return NO_MARKUP;
  return markup`<p class="note">Shortened here: ${
    left_out.toLocaleString("en")
  } more bytes are in the file, and in the sections of the outline.</p>`;
}

/** The passages around this one, outermost first. */
function trailHtml({ id, outline }: RenderedPassage, linkTo: (id: string) => string): Markup {
  const trail = ancestorsOf(id, outline);
  if (trail.length === 0) return NO_MARKUP;
  const items = trail.map((entry) => markup`<li><a href="${linkTo(entry.id)}">${sanitizeLine(entry.title)}</a></li>`);
  return markup`<nav class="trail" aria-label="Around this passage"><ol>${items}</ol></nav>`;
}

function ancestorsOf(id: string, outline: readonly OutlineEntry[]): readonly OutlineEntry[] {
  const byId = new Map(outline.map((entry) => [entry.id, entry]));
  const trail: OutlineEntry[] = [];
  for (let at = byId.get(id)?.parent_id; at !== undefined && at !== null; at = byId.get(at)?.parent_id) {
    const entry = byId.get(at);
    if (entry === undefined || trail.includes(entry)) break;
    trail.unshift(entry);
  }
  return trail;
}

function outlineHtml({ id, outline }: RenderedPassage, linkTo: (id: string) => string): Markup {
  if (outline.length < 2) return NO_MARKUP;
  const near = new Set([null, id, ...ancestorsOf(id, outline).map((entry) => entry.id)]);
  const listed = outline.length <= WHOLE_OUTLINE
    ? outline
    : outline.filter((entry) => near.has(entry.parent_id)).slice(0, 4 * WHOLE_OUTLINE);
  const items = listed.map((entry) =>
    markup`<li class="depth-${Math.min(entry.depth, MAX_INDENT)}"><a href="${linkTo(entry.id)}"${
      entry.id === id && markup` aria-current="true"`
    }>${sanitizeLine(entry.title)}</a></li>`
  );
  return markup`<nav class="outline" aria-label="In this document"><h3>In this document</h3><ul>${items}</ul></nav>`;
}
