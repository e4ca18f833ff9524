/** Turns a ranked chunk into a published result, with its text, match ranges and snippet. */
import type { ByteRange } from "../../document/document.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { Passage, PassageSource } from "../ports/passage_source.ts";
import type { RankedResult } from "./ranked_result.ts";
import type { ChunkRecord, MatchingSection, MatchRange, SearchResult, Snippet } from "../../shapes/search.ts";
import { type PropertyInput, propertySnippet } from "./property_snippet.ts";
import { bestSnippet, markIncludes, namedIncludes } from "./included_text.ts";
import { makeSnippet } from "./snippet.ts";
import { countLines, fromItsText } from "./text_span.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Id, position and span under their published names. */
export function chunkRecord(chunk: IndexedChunk): ChunkRecord {
  return {
    id: chunk.id,
    doc_id: chunk.docId,
    parent_id: chunk.ancestors[0]?.id ?? null,
    tree: chunk.tree,
    path: chunk.path,
    title: chunk.title,
    breadcrumb: chunk.breadcrumb,
    depth: chunk.depth,
    position: chunk.position,
    byte_start: chunk.byteStart,
    byte_end: chunk.byteEnd,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
  };
}

/**
 * The record of a chunk whose text was found. For extracted text, it also says where in the file the text comes from.
 */
function recordWith(chunk: IndexedChunk, { source, origin, extracted }: Passage): ChunkRecord {
  const record = withoutUndefined<ChunkRecord>({
    ...chunkRecord(chunk),
    source_id: origin?.sourceId,
    path: origin?.path ?? chunk.path,
    url: origin?.url ?? undefined,
  });
  if (source === null) return extracted === true ? { ...record, extracted } : record;
  // Lines count in the text that was made, and pages in the file that it was made of.
  if (origin !== undefined) return { ...record, source };
  // The chunk's own lines are right already, and they include the line of the heading.
  const isLines = source.unit === "line";
  return {
    ...record,
    extracted: true,
    source: isLines ? { unit: "line", first: chunk.startLine, last: chunk.endLine } : source,
  };
}

export interface PresentInput extends PropertyInput {
  /** Leave out `content` and `match_ranges`. */
  readonly list: boolean;
  /** Say which sections in the text match. */
  readonly sections?: boolean | undefined;
}

/** Marks a result without text. */
function withoutText(why: "changed" | "gone"): { readonly stale: true; readonly gone?: true } {
  return why === "gone" ? { stale: true, gone: true } : { stale: true };
}

/**
 * A result of a search. When its document has changed since it was indexed, the result has no text and is marked
 * `stale`.
 */
export async function presentResult(
  { score, chunk, ranked }: RankedResult,
  input: PresentInput,
): Promise<SearchResult> {
  const constituents = ranked.constituents === undefined ? {} : { constituents: ranked.constituents };
  const passage = await input.passages.read(chunk, { start: chunk.byteStart, end: chunk.byteEnd });
  if (typeof passage === "string") {
    return { ...chunkRecord(fromItsText(chunk, undefined)), score, ...constituents, ...withoutText(passage) };
  }
  const shown = fromItsText(chunk, passage.bytes);
  const record = recordWith(shown, passage);
  const text: VisibleText = { visible: passage.visible, start: chunk.byteStart };
  const hits = ranked.hits.map((hit) => hit.chunk);
  const marked = input.list ? undefined : await markedText(chunk, text, input);
  const own = await snippetOf(chunk, hits, text, marker(chunk, input, marked), input);
  const includes = await markIncludes(passage, chunk, input);
  const snippet = bestSnippet(own, includes);
  const content = marked === undefined ? {} : contentOf(shown, contentIn(shown, chunk, passage), marked);
  const sections = input.sections === true && marked !== undefined
    ? { sections: hits.map((hit) => sectionIn(hit, shown, contentIn(shown, chunk, passage))) }
    : {};
  const found = { ...record, score, snippet, ...content, ...constituents, ...sections };
  return includes === undefined ? found : { ...found, includes };
}

/** A chunk in full, for `get`. A document begins after its frontmatter, unless that is wanted too. */
export async function presentChunk(
  chunk: IndexedChunk,
  passages: PassageSource,
  { frontmatter }: { readonly frontmatter: boolean },
): Promise<SearchResult> {
  const passage = await passages.read(chunk, { start: chunk.byteStart, end: chunk.byteEnd });
  const isStale = typeof passage === "string";
  const shown = frontmatter ? chunk : fromItsText(chunk, isStale ? undefined : passage.bytes);
  if (isStale) return { ...chunkRecord(shown), ...withoutText(passage) };
  return withoutUndefined<SearchResult>({
    ...recordWith(shown, passage),
    content: decode(contentIn(shown, chunk, passage)),
    includes: namedIncludes(passage),
  });
}

/** Where a section that matches stands in the text of a result around it. */
function sectionIn(
  { id, title, startLine, byteStart, byteEnd, body }: IndexedChunk,
  shown: IndexedChunk,
  bytes: Uint8Array,
): MatchingSection {
  const start = (body[0]?.[0] ?? byteStart) - shown.byteStart;
  const end = (body.at(-1)?.[1] ?? byteEnd) - shown.byteStart;
  const section = { id, title, start_line: startLine, start: Math.max(0, start), end: Math.max(0, end) };
  if (start <= 0) return section;
  // The heading has a line, or two where the second one underlines it.
  const firstLine = shown.endLine - countLines(bytes.subarray(0, bytes.length - 1));
  const lines = firstLine + countLines(bytes.subarray(0, start)) - startLine;
  let heading = start;
  for (let line = 0; line < lines && heading > 0; line++) heading = bytes.lastIndexOf(NEWLINE, heading - 2) + 1;
  return heading < start ? { ...section, heading } : section;
}

const NEWLINE = 0x0a;

/** The bytes of a chunk whose span was shortened. */
function contentIn(shown: IndexedChunk, chunk: IndexedChunk, { bytes }: Passage): Uint8Array {
  return bytes.subarray(shown.byteStart - chunk.byteStart);
}

/** A part of a document's text, as a reader sees it. */
interface VisibleText {
  readonly visible: Uint8Array;
  /** Where the part begins in the document's text. */
  readonly start: number;
}

function piece({ visible, start }: VisibleText, range: ByteRange): Uint8Array {
  return visible.subarray(Math.max(0, range.start - start), Math.max(0, range.end - start));
}

/** The matches in a chunk's text. They count in the bytes of the document's text. */
interface MarkedText extends ByteRange {
  readonly ranges: readonly ByteRange[];
}

async function markedText(
  chunk: IndexedChunk,
  text: VisibleText,
  { retriever, highlight }: PresentInput,
): Promise<MarkedText> {
  // The frontmatter is no prose. Snippets show what matches in its values.
  const start = chunk.textStart;
  const indexed = piece(text, { start, end: chunk.byteEnd });
  const found = await retriever.highlight(indexed, chunk.stemmer, highlight);
  return {
    start,
    end: chunk.byteEnd,
    ranges: found.map((range) => ({ start: range.start + start, end: range.end + start })),
  };
}

function contentOf(
  chunk: IndexedChunk,
  bytes: Uint8Array,
  { ranges }: MarkedText,
): { readonly content: string; readonly match_ranges: readonly MatchRange[] } {
  const { byteStart } = chunk;
  return {
    content: decode(bytes),
    match_ranges: ranges.map(({ start, end }) => ({ start: start - byteStart, end: end - byteStart })),
  };
}

/** Finds the matches in a text that is made of these pieces of the document. They count in the bytes of that text. */
type Mark = (text: Uint8Array, pieces: readonly ByteRange[]) => Promise<readonly ByteRange[]>;

/**
 * Reuses the matches in `marked` if they cover the pieces. A query with phrases searches again, because a phrase counts
 * only where all of it stands in the text.
 */
function marker(
  chunk: IndexedChunk,
  { retriever, highlight }: PresentInput,
  marked?: MarkedText,
): Mark {
  return async (text, pieces) => {
    const isMarked = marked !== undefined && highlight.phrases.length === 0 &&
      pieces.every(({ start, end }) => start >= marked.start && end <= marked.end);
    if (isMarked) return within(marked.ranges, pieces);
    return await retriever.highlight(text, chunk.stemmer, highlight);
  };
}

/** The parts of the ranges inside the pieces. They count from the start of the joined pieces. */
function within(ranges: readonly ByteRange[], pieces: readonly ByteRange[]): readonly ByteRange[] {
  let before = 0;
  return pieces.flatMap((piece) => {
    const shift = before - piece.start;
    before += piece.end - piece.start;
    return ranges
      .filter(({ start, end }) => start < piece.end && end > piece.start)
      .map(({ start, end }) => ({
        start: Math.max(start, piece.start) + shift,
        end: Math.min(end, piece.end) + shift,
      }));
  });
}

/**
 * The snippet of the best hit. A heading with only sections below it has no text of its own, so the next hit, or the
 * whole span, gives the snippet. Values of the frontmatter do where they have more of the query's words.
 */
async function snippetOf(
  shown: IndexedChunk,
  hits: readonly IndexedChunk[],
  text: VisibleText,
  mark: Mark,
  input: PresentInput,
): Promise<Snippet> {
  const excerpt = async (pieces: readonly ByteRange[]): Promise<Snippet> => {
    const bytes = joined(pieces.map((range) => piece(text, range)));
    return makeSnippet(bytes, await mark(bytes, pieces));
  };
  const ofText = async (): Promise<Snippet> => {
    for (const { body } of hits) {
      const snippet = await excerpt(body.map(([start, end]) => ({ start, end })));
      if (snippet.text !== "") return snippet;
    }
    return await excerpt([{ start: shown.textStart, end: shown.byteEnd }]);
  };
  const snippet = await ofText();
  const [best] = hits;
  return (best === undefined ? undefined : await propertySnippet(best, snippet, input)) ?? snippet;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
