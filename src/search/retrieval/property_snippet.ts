/** Makes an excerpt of the frontmatter's values, which are text of the chunk that leads a document. */
import { type Frontmatter, readPlainFrontmatter } from "../../document/plain_frontmatter.ts";
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
  for (const [label, said] of saidBy(await frontmatterOf(above.bytes))) {
    const text = new TextEncoder().encode(label + said);
    const found = await retriever.highlight(text, chunk.stemmer, highlight);
    const begin = new TextEncoder().encode(label).length;
    const snippet = makeSnippet(text, found.filter(({ start }) => start >= begin));
    const words = wordsIn(snippet);
    if (words > best.words) best = { snippet, words };
  }
  return best.snippet;
}

/** Few documents need the parser of YAML, so it is loaded for these only. */
async function frontmatterOf(bytes: Uint8Array): Promise<Frontmatter> {
  const start = markLength(bytes);
  const plain = readPlainFrontmatter(bytes, start);
  if (plain !== undefined) return plain;
  const { readFrontmatter } = await import("../../document/frontmatter.ts");
  return readFrontmatter(bytes, start);
}

/** The texts of the frontmatter, each with the name before it. */
function saidBy({ metadata, asides }: Frontmatter): readonly (readonly [label: string, said: string])[] {
  return [
    ...Object.entries(metadata).map(([name, values]) => [`${name}: `, values.join(", ")] as const),
    ...asides.map((aside) => ["", aside] as const),
  ];
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
