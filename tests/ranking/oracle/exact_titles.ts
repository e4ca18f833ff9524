// Section "Exact titles" of docs/ranking.md. No chunk of these corpora is a stub, because none of them links.
import type { PlanNode } from "../../../src/search/ports/request.ts";
import type { CorpusDocument } from "./corpus_document.ts";
import type { Index } from "./corpus_index.ts";
import { boostOf } from "./term.ts";
import { type Chunk, nameKey, tokensOf, withoutExtension } from "./text.ts";
import { typedWord } from "./whole_query.ts";

const DOCUMENT = 3;
const SECTION = 2;
const AS_TYPED = 0.5;

/** The chunks among those found that the queries name, with their levels. */
export function named(
  index: Index,
  queries: readonly PlanNode[],
  found: ReadonlySet<Chunk>,
): ReadonlyMap<Chunk, number> {
  const out = new Map<Chunk, number>();
  for (const text of queries.flatMap((query) => plainText(query) ?? [])) {
    const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const exact = [...found].filter((chunk) => isNamed(index, chunk, text, words));
    const isStemLeft = words.some((word) => !index.language.stopWords.includes(word));
    const stemmed = [...found].filter((chunk) => isStemLeft && hasStems(index, chunk, text));
    for (const chunk of exact.length > 0 ? exact : stemmed) {
      const level = standsForDocument(chunk) ? DOCUMENT : SECTION;
      const typed = namesOf(index, chunk).some((name) => name.toLowerCase() === text.toLowerCase()) ? AS_TYPED : 0;
      out.set(chunk, Math.max(out.get(chunk) ?? 0, level + typed));
    }
  }
  return out;
}

/** Returns the title of a chunk and, for what stands for a document, the document's aliases. */
function namesOf(index: Index, chunk: Chunk): readonly string[] {
  return [
    ...(boostOf(index, "title") > 0 ? [titleOf(chunk)] : []),
    ...(chunk.isFirst ? aliasesOf(chunk.document) : []),
  ];
}

function isNamed(index: Index, chunk: Chunk, text: string, words: readonly string[]): boolean {
  const { document } = chunk;
  const isTitle = (name: string): boolean =>
    (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ") === words.join(" ");
  const isRoot = chunk.isFirst;
  const aliases = isRoot ? aliasesOf(document) : [];
  const path = text.toLowerCase();
  return (boostOf(index, "title") > 0 && words.length > 0 && isTitle(titleOf(chunk))) || aliases.some(isTitle) ||
    (isRoot && (nameKey(withoutExtension(document.path)) === nameKey(text) ||
      (document.path.includes(".") && `/${document.path}`.endsWith(`/${path}`))));
}

function hasStems(index: Index, chunk: Chunk, text: string): boolean {
  const { document } = chunk;
  const typed = tokensOf(index.language, text, document.stemmer);
  const isTitle = (name: string): boolean => {
    const tokens = tokensOf(index.language, name, document.stemmer);
    return typed.length > 0 && tokens.length === typed.length &&
      tokens.every(({ term }, at) => term === typed[at]!.term);
  };
  const aliases = chunk.isFirst ? aliasesOf(document) : [];
  return (boostOf(index, "title") > 0 && isTitle(titleOf(chunk))) || aliases.some(isTitle);
}

function aliasesOf({ metadata }: CorpusDocument): readonly string[] {
  return ["aliases", "alias"].flatMap((name) => metadata[name] ?? []);
}

function titleOf({ document, id, fields }: Chunk): string {
  // An echo has no title of its own.
  return fields.title.tokens.length === 0 ? "" : document.chunks.find((chunk) => chunk.id === id)!.title;
}

function standsForDocument({ document: { chunks }, id }: Chunk): boolean {
  return chunks[0]!.id === id || (chunks[1]?.id === id && chunks[1].title === chunks[0]!.title);
}

function plainText(query: PlanNode): string | undefined {
  const children = "and" in query ? query.and : [query];
  const only = children.length === 1 ? children[0]! : undefined;
  if (only !== undefined && "phrase" in only) return only.phrase;
  const words = children.map((child) => typedWord(child)?.text);
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(" ");
}
