// Everything that scores depend on: the live chunks of the whole index, and the request.
import type { CorpusDocument, OracleLanguage } from "./corpus_document.ts";
import type { OracleRequest } from "./request.ts";
import { analysed, type Chunk, type Field, FIELDS } from "./text.ts";

export interface Index {
  readonly documents: readonly CorpusDocument[];
  readonly chunks: readonly Chunk[];
  readonly stemmers: readonly string[];
  /** The lengths of the fields. */
  readonly averages: Readonly<Record<Field, number>>;
  readonly request: OracleRequest;
  readonly language: OracleLanguage;
}

export function indexOf(documents: readonly CorpusDocument[], request: OracleRequest, language: OracleLanguage): Index {
  const stemmers = [...new Set(documents.map(({ stemmer }) => stemmer))].sort();
  const chunks = documents.flatMap((document) =>
    document.chunks.map((chunk, at) => analysed(language, document, chunk, at === 0))
  );
  const averageOf = (field: Field): number =>
    sum(chunks.map((chunk) => chunk.fields[field].length)) / Math.max(1, chunks.length);
  const averages = Object.fromEntries(FIELDS.map((field) => [field, averageOf(field)])) as Index["averages"];
  return { documents, chunks, stemmers, averages, request, language };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
