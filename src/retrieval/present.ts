/** From a ranked chunk to a published result: content from the file, match ranges, snippet. */
import type { ByteRange } from "../document/document.ts";
import type { Engine } from "../engine/engine.ts";
import type { Highlight } from "../engine/request.ts";
import type { StoredChunk } from "../engine/stored.ts";
import type { RankedResult } from "./rank_query.ts";
import type { ChunkRecord, MatchRange, SearchResult, Snippet } from "./result.ts";
import { makeSnippet } from "./snippet.ts";

/** The bytes of a document's file as it was indexed; undefined when the file is no longer that. */
export type ReadDocument = (tree: string, path: string) => Uint8Array | undefined;

/** Identity, place and span in the published names. */
export function chunkRecord(chunk: StoredChunk): ChunkRecord {
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

export interface PresentInput {
  readonly engine: Engine;
  readonly highlight: Highlight;
  readonly readDocument: ReadDocument;
  /** Leave `content` and `match_ranges` out. */
  readonly list: boolean;
}

/** A result of a search. One whose file is no longer what was indexed comes without text, marked `stale`. */
export function presentResult({ score, chunk, ranked }: RankedResult, input: PresentInput): SearchResult {
  const constituents = ranked.constituents === undefined ? {} : { constituents: ranked.constituents };
  const bytes = input.readDocument(chunk.tree, chunk.path);
  if (bytes === undefined) return { ...chunkRecord(chunk), score, ...constituents, stale: true };
  const hits = ranked.hits.map((hit) => hit.chunk);
  if (input.list) {
    return {
      ...chunkRecord(chunk),
      score,
      snippet: snippetOf(chunk, hits, bytes, marker(chunk, input)),
      ...constituents,
    };
  }
  const marked = markedText(chunk, bytes, input);
  const snippet = snippetOf(chunk, hits, bytes, marker(chunk, input, marked));
  return { ...chunkRecord(chunk), score, snippet, ...contentOf(chunk, bytes, marked), ...constituents };
}

/** A chunk in full, for `get`. */
export function presentChunk(chunk: StoredChunk, bytes: Uint8Array | undefined): SearchResult {
  return bytes === undefined
    ? { ...chunkRecord(chunk), stale: true }
    : { ...chunkRecord(chunk), content: textOf(chunk, bytes) };
}

function textOf(chunk: StoredChunk, bytes: Uint8Array): string {
  return decode(bytes.subarray(chunk.byteStart, chunk.byteEnd));
}

/** The matches in a chunk's text, as bytes of the file. */
interface MarkedText extends ByteRange {
  readonly ranges: readonly ByteRange[];
}

function markedText(chunk: StoredChunk, bytes: Uint8Array, { engine, highlight }: PresentInput): MarkedText {
  // Matches are shown where they were found: not in frontmatter, whose text is not indexed.
  const start = chunk.textStart;
  const found = engine.highlight(bytes.subarray(start, chunk.byteEnd), chunk.stemmer, highlight);
  return {
    start,
    end: chunk.byteEnd,
    ranges: found.map((range) => ({ start: range.start + start, end: range.end + start })),
  };
}

function contentOf(
  chunk: StoredChunk,
  bytes: Uint8Array,
  { ranges }: MarkedText,
): { readonly content: string; readonly match_ranges: readonly MatchRange[] } {
  const { byteStart } = chunk;
  return {
    content: textOf(chunk, bytes),
    match_ranges: ranges.map(({ start, end }) => ({ start: start - byteStart, end: end - byteStart })),
  };
}

/** The matches in a text made of these pieces of the file, as bytes of that text. */
type Mark = (text: Uint8Array, pieces: readonly ByteRange[]) => readonly ByteRange[];

/**
 * Takes matches from what is `marked` already, where that says all: a phrase counts only where it stands within the
 * text.
 */
function marker(chunk: StoredChunk, { engine, highlight }: PresentInput, marked?: MarkedText): Mark {
  return (text, pieces) => {
    const isMarked = marked !== undefined && highlight.phrases.length === 0 &&
      pieces.every(({ start, end }) => start >= marked.start && end <= marked.end);
    return isMarked ? within(marked.ranges, pieces) : engine.highlight(text, chunk.stemmer, highlight);
  };
}

/** What of the ranges lies in the pieces, counted from the start of the pieces laid end to end. */
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
 * From the best hit; a heading that has only sections below it has no text of its own, so the next hit or the whole
 * span gives it.
 */
function snippetOf(shown: StoredChunk, hits: readonly StoredChunk[], bytes: Uint8Array, mark: Mark): Snippet {
  const excerpt = (pieces: readonly ByteRange[]): Snippet => {
    const text = joined(pieces.map(({ start, end }) => bytes.subarray(start, end)));
    return makeSnippet(text, mark(text, pieces));
  };
  for (const { body } of hits) {
    const snippet = excerpt(body.map(([start, end]) => ({ start, end })));
    if (snippet.text !== "") return snippet;
  }
  return excerpt([{ start: shown.textStart, end: shown.byteEnd }]);
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
