/** An open passage as HTML: where it stands, what it says, what stands around it. */
import { escapeHtml } from "./html.ts";
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
    readonly href?: string;
  };
  /** The text rendered from Markdown: safe to insert. */
  readonly html: string;
  /** The document's outline, in reading order. */
  readonly outline: readonly OutlineEntry[];
  /** Bytes that were too many to show. */
  readonly left_out?: number;
}

export interface OutlineEntry {
  readonly id: string;
  readonly parent_id: string | null;
  readonly title: string;
  readonly depth: number;
}

/** Entries shown as they are; a longer outline shows the way to the passage and what is near it. */
const WHOLE_OUTLINE = 60;
const DEEPEST_INDENT = 5;

export function passageHtml(passage: RenderedPassage, state: PageState): string {
  const { source, title, tags } = passage;
  const linkTo = (id: string): string => escapeHtml(pageAddress({ ...state, id }));
  const place = `${escapeHtml(source.file)}<span class="line">:${source.start_line}</span>`;
  const where = source.href === undefined
    ? `<code>${place}</code>`
    : `<a href="${escapeHtml(source.href)}"><code>${place}</code></a>`;
  return `<article class="passage" aria-labelledby="passage-title">` +
    `<a class="close" href="${linkTo("")}" aria-label="Close the passage"><span aria-hidden="true">×</span></a>` +
    `<header>${trailHtml(passage, linkTo)}<h2 id="passage-title" tabindex="-1">${
      escapeHtml(title)
    }</h2><p class="source">${where}</p>` +
    `${
      tags.length === 0
        ? ""
        : `<ul class="tags" aria-label="Tags">${tags.map((tag) => `<li>${escapeHtml(tag)}</li>`).join("")}</ul>`
    }</header>` +
    `<div class="columns"><div class="text">${passage.html}` +
    `${
      passage.left_out === undefined
        ? ""
        : `<p class="note">Shortened here: ${
          passage.left_out.toLocaleString("en")
        } more bytes are in the file, and in the sections of the outline.</p>`
    }</div>` +
    `${outlineHtml(passage, linkTo)}</div></article>`;
}

/** The passages around this one, outermost first. */
function trailHtml({ id, outline }: RenderedPassage, linkTo: (id: string) => string): string {
  const trail = ancestorsOf(id, outline);
  if (trail.length === 0) return "";
  return `<nav class="trail" aria-label="Around this passage"><ol>${
    trail.map((entry) => `<li><a href="${linkTo(entry.id)}">${escapeHtml(entry.title)}</a></li>`).join("")
  }</ol></nav>`;
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

function outlineHtml({ id, outline }: RenderedPassage, linkTo: (id: string) => string): string {
  if (outline.length < 2) return "";
  const near = new Set([null, id, ...ancestorsOf(id, outline).map((entry) => entry.id)]);
  const listed = outline.length <= WHOLE_OUTLINE
    ? outline
    : outline.filter((entry) => near.has(entry.parent_id)).slice(0, 4 * WHOLE_OUTLINE);
  const items = listed.map((entry) =>
    `<li class="depth-${Math.min(entry.depth, DEEPEST_INDENT)}"><a href="${linkTo(entry.id)}"${
      entry.id === id ? ' aria-current="true"' : ""
    }>${escapeHtml(entry.title)}</a></li>`
  );
  return `<nav class="outline" aria-label="In this document"><h3>In this document</h3><ul>${items.join("")}</ul></nav>`;
}
