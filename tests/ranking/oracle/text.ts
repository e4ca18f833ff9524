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
  /** Does it stand for its document? The first chunk does, or its first section where it is an echo. */
  readonly isFirst: boolean;
  readonly fields: Readonly<Record<Field, FieldText>>;
}

export interface FieldText {
  /** The tokens of all values. */
  readonly tokens: readonly Token[];
  /** The tokens of each value. */
  readonly values: readonly (readonly Token[])[];
  readonly length: number;
}

export function analysed(
  language: OracleLanguage,
  document: CorpusDocument,
  chunk: CorpusChunk,
  isFirst: boolean,
): Chunk {
  const components = [...document.path.split("/").slice(0, -1), withoutExtension(document.path)];
  const values: Record<Field, readonly string[]> = {
    title: [chunk.title],
    tags: document.tags,
    path: [document.path],
    path_components: components,
    body: [...chunk.body, ...(isFirst ? valuesOf(document) : [])],
    ancestors: [...new Set(chunk.ancestors)].filter((title) => title !== chunk.title),
  };
  const fields = Object.fromEntries(
    FIELDS.map((field) => [field, fieldOf(language, values[field], document.stemmer)]),
  ) as Chunk["fields"];
  return { id: chunk.id, document, isFirst, fields };
}

/** The values of the frontmatter that are text, by the names of their properties. */
function valuesOf({ metadata }: CorpusDocument): readonly string[] {
  return Object.keys(metadata).sort().flatMap((name) => metadata[name]!);
}

function fieldOf(
  language: OracleLanguage,
  values: readonly string[],
  stemmer: string,
): FieldText {
  const out: (readonly Token[])[] = [];
  let start = 0;
  for (const value of values) {
    const tokens = tokensOf(language, value, stemmer).map((token) => ({ ...token, position: token.position + start }));
    out.push(tokens);
    start = Math.max(start, (tokens.at(-1)?.position ?? -1) + 1) + 1;
  }
  const tokens = out.flat();
  return { tokens, values: out, length: storedLength(tokens.length) };
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
