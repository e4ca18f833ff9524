/** Makes an excerpt of the frontmatter's values, which are text of the chunk that leads a document. */
import type { Metadata } from "../../document/document.ts";
import { readPlainFrontmatter } from "../../document/plain_frontmatter.ts";
import type { IndexedChunk } from "../ports/catalogue.ts";
import type { PassageSource } from "../ports/passage_source.ts";
import type { Highlight } from "../ports/request.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snippet } from "../../shapes/search.ts";
import { makeSnippet, snippetPieces } from "./snippet.ts";

export interface PropertyInput {
  readonly retriever: Pick<Retriever, "highlight">;
  readonly passages: PassageSource;
  readonly highlight: Highlight;
}

/** The excerpt with the most different words of the query, if it has more of them than `other`. */
export async function propertySnippet(
  chunk: IndexedChunk,
  other: Snippet,
  { retriever, passages, highlight }: PropertyInput,
): Promise<Snippet | undefined> {
  const end = beginOfText(chunk);
  if (end === 0) return undefined;
  const above = await passages.read(chunk, { start: 0, end });
  // Extracted text has no frontmatter.
  if (typeof above === "string" || above.source !== null) return undefined;
  let best = { snippet: undefined as Snippet | undefined, words: wordsIn(other) };
  for (const [name, values] of Object.entries(await propertiesOf(above.bytes))) {
    const label = new TextEncoder().encode(`${name}: `).length;
    const text = new TextEncoder().encode(`${name}: ${values.join(", ")}`);
    const found = await retriever.highlight(text, chunk.stemmer, highlight);
    const snippet = makeSnippet(text, found.filter(({ start }) => start >= label));
    const words = wordsIn(snippet);
    if (words > best.words) best = { snippet, words };
  }
  return best.snippet;
}

/** Few documents need the parser of YAML, so it is loaded for these only. */
async function propertiesOf(bytes: Uint8Array): Promise<Metadata> {
  const start = markLength(bytes);
  const plain = readPlainFrontmatter(bytes, start);
  if (plain !== undefined) return plain.metadata;
  const { readFrontmatter } = await import("../../document/frontmatter.ts");
  return readFrontmatter(bytes, start).metadata;
}

/** Where the text below the frontmatter begins. 0 for a chunk that cannot lead a document. */
function beginOfText({ position, textStart, byteStart }: IndexedChunk): number {
  if (position > 1) return 0;
  return position === 0 ? textStart : byteStart;
}

/** The length of a byte order mark at the start. */
function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** How many different words are marked. */
function wordsIn(snippet: Snippet): number {
  return new Set(snippetPieces(snippet).filter(({ match }) => match).map(({ text }) => text.toLowerCase())).size;
}
