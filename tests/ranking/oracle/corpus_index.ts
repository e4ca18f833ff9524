// Everything that scores depend on: the live chunks of the whole index, and the request.
import type { CorpusChunk, CorpusDocument, OracleLanguage } from "./corpus_document.ts";
import type { OracleRequest } from "./request.ts";
import { analysed, type Chunk, type Field, FIELDS } from "./text.ts";

export interface Index {
  readonly documents: readonly CorpusDocument[];
  /** All but the echoes. */
  readonly chunks: readonly Chunk[];
  /** All of them. */
  readonly listed: readonly Chunk[];
  readonly stemmers: readonly string[];
  /** The lengths of the fields, over the chunks that have them. */
  readonly averages: Readonly<Record<Field, number>>;
  readonly request: OracleRequest;
  readonly language: OracleLanguage;
}

export function indexOf(documents: readonly CorpusDocument[], request: OracleRequest, language: OracleLanguage): Index {
  const stemmers = [...new Set(documents.map(({ stemmer }) => stemmer))].sort();
  const listed = documents.flatMap((document) => {
    const first = isEcho(document) ? 1 : 0;
    const silent = (chunk: CorpusChunk): CorpusChunk => ({ ...chunk, title: "", body: [] });
    return document.chunks.map((chunk, at) =>
      analysed(language, document, at < first ? silent(chunk) : chunk, at === first)
    );
  });
  const chunks = listed.filter(({ id, document }) => !isEcho(document) || id !== document.chunks[0]!.id);
  const averageOf = (field: Field): number =>
    sum(chunks.map((chunk) => chunk.fields[field].length)) /
    Math.max(1, chunks.filter((chunk) => chunk.fields[field].length > 0).length);
  const averages = Object.fromEntries(FIELDS.map((field) => [field, averageOf(field)])) as Index["averages"];
  return { documents, chunks, listed, stemmers, averages, request, language };
}

/** Does the document's own chunk only repeat the title of its first section? */
function isEcho({ chunks: [own, section] }: CorpusDocument): boolean {
  return section !== undefined && section.ancestors.length === 1 &&
    own!.title.toLowerCase() === section.title.toLowerCase() &&
    own!.body.every((piece) => !/[a-z0-9]/i.test(piece));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
