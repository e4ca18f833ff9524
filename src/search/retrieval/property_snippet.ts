/** Makes an excerpt of a document's properties, which are text of the chunk that leads it. */
import { type Frontmatter, readPlainFrontmatter } from "../../document/plain_frontmatter.ts";
import { formatOf } from "../../document/formats/registry.ts";
import type { Catalogue, IndexedChunk } from "../ports/catalogue.ts";
import type { PassageSource } from "../ports/passage_source.ts";
import type { Highlight } from "../ports/request.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { Snippet } from "../../shapes/search.ts";
import { makeSnippet, wordsIn } from "./snippet.ts";

export interface PropertyInput {
  readonly retriever: Pick<Retriever, "highlight">;
  readonly passages: PassageSource;
  readonly highlight: Highlight;
  readonly catalogue: Pick<Catalogue, "documentsAt">;
}

/** The excerpt with the most different words of the query, if it has more of them than `other`. */
export async function propertySnippet(
  chunk: IndexedChunk,
  other: Snippet,
  input: PropertyInput,
): Promise<Snippet | undefined> {
  const { retriever, highlight } = input;
  // Only the first two chunks can lead a document.
  const properties = chunk.position > 1 ? undefined : await propertiesOf(chunk, input);
  if (properties === undefined) return undefined;
  let best = { snippet: undefined as Snippet | undefined, words: wordsIn(other) };
  for (const [label, said] of saidBy(properties)) {
    const text = new TextEncoder().encode(label + said);
    const found = await retriever.highlight(text, chunk.stemmer, highlight);
    const begin = new TextEncoder().encode(label).length;
    const snippet = makeSnippet(text, found.filter(({ start }) => start >= begin));
    const words = wordsIn(snippet);
    if (words > best.words) best = { snippet, words };
  }
  return best.snippet;
}

/** What the frontmatter says. Other formats have none, and the index holds the properties of their documents. */
async function propertiesOf(
  chunk: IndexedChunk,
  { passages, catalogue }: PropertyInput,
): Promise<Pick<Frontmatter, "metadata" | "asides"> | undefined> {
  if (formatOf(chunk.path).dialect === undefined) {
    const [document] = await catalogue.documentsAt([chunk.ref]);
    return document && { metadata: document.metadata, asides: [] };
  }
  const end = chunk.position === 0 ? chunk.textStart : chunk.byteStart;
  const above = end === 0 ? "gone" : await passages.read(chunk, { start: 0, end });
  return typeof above === "string" || above.source !== null ? undefined : await frontmatterOf(above.bytes);
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
function saidBy(
  { metadata, asides }: Pick<Frontmatter, "metadata" | "asides">,
): readonly (readonly [label: string, said: string])[] {
  return [
    ...Object.entries(metadata).map(([name, values]) => [`${name}: `, values.join(", ")] as const),
    ...asides.map((aside) => ["", aside] as const),
  ];
}

/** The length of a byte order mark at the start. */
function markLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
