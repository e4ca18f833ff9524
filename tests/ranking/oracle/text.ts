// Sections "Text to terms" and "Fields" of docs/ranking.md.
import type { CorpusChunk, CorpusDocument, OracleLanguage } from "./corpus_document.ts";

export const FIELDS = ["title", "tags", "path", "path_components", "body", "ancestors"] as const;
export type Field = (typeof FIELDS)[number];

export interface Token {
  /** A stemmer and a stem. */
  readonly term: string;
  readonly word: string;
  readonly position: number;
}

export interface Chunk {
  readonly id: string;
  readonly document: CorpusDocument;
  readonly isRoot: boolean;
  readonly fields: Readonly<Record<Field, { readonly tokens: readonly Token[]; readonly length: number }>>;
}

export function analysed(
  language: OracleLanguage,
  document: CorpusDocument,
  chunk: CorpusChunk,
  isRoot: boolean,
): Chunk {
  const components = [...document.path.split("/").slice(0, -1), withoutExtension(document.path)];
  const values: Record<Field, readonly string[]> = {
    title: [chunk.title],
    tags: document.tags,
    path: [document.path],
    path_components: components,
    body: chunk.body,
    ancestors: [...new Set(chunk.ancestors)].filter((title) => title !== chunk.title),
  };
  const fields = Object.fromEntries(
    FIELDS.map((field) => [field, fieldOf(language, values[field], document.stemmer)]),
  ) as Chunk["fields"];
  return { id: chunk.id, document, isRoot, fields };
}

function fieldOf(
  language: OracleLanguage,
  values: readonly string[],
  stemmer: string,
): { tokens: readonly Token[]; length: number } {
  const out: Token[] = [];
  let start = 0;
  for (const value of values) {
    const tokens = tokensOf(language, value, stemmer);
    out.push(...tokens.map((token) => ({ ...token, position: token.position + start })));
    start = Math.max(start, (out.at(-1)?.position ?? -1) + 1) + 1;
  }
  return { tokens: out, length: storedLength(out.length) };
}

export function tokensOf(language: OracleLanguage, text: string, stemmer: string): readonly Token[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const tokens = words.map((word, position) => ({
    term: `${stemmer}:${language.stem(stemmer, word)}`,
    word,
    position,
  }));
  return tokens.filter(({ word }) => word.length <= 40);
}

export function withoutExtension(path: string): string {
  return path.split("/").at(-1)!.replace(/(?<=.)\.[^.]*$/, "");
}

/** Returns a name in the form in which names compare. */
export function nameKey(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ");
}

/** A length takes one byte: returns the largest number of the page's table that is at most `length`. */
export function storedLength(length: number): number {
  const steps = Array.from({ length: 232 }, (_, at) => 24 + (at < 8 ? at : ((at & 7) | 8) * 2 ** ((at >> 3) - 1)));
  return length < 24 ? length : Math.max(...steps.filter((step) => step <= length));
}
