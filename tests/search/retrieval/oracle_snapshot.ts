// Implements the ports over the oracle of the ranking, without core, segments or files.
import type { Catalogue, IndexedChunk, IndexedDocument } from "../../../src/search/ports/catalogue.ts";
import type { PassageSource } from "../../../src/search/ports/passage_source.ts";
import type { Highlight, PlanNode, SearchRequest, SearchResponse } from "../../../src/search/ports/request.ts";
import type { Retriever } from "../../../src/search/ports/retriever.ts";
import type { Snapshot } from "../../../src/search/ports/snapshot.ts";
import { endlessWork } from "./endless_work.ts";
import { asParsed, type LaidOut } from "../../ranking/corpus.ts";
import type { CorpusDocument, OracleLanguage } from "../../ranking/oracle/corpus_document.ts";
import { filtered } from "../../ranking/oracle/combine.ts";
import { indexOf } from "../../ranking/oracle/corpus_index.ts";
import { rank } from "../../ranking/oracle/rank.ts";
import { ALL, word } from "../../ranking/oracle/word.ts";

const LANGUAGE: OracleLanguage = { stem: (_stemmer, text) => text, stopWords: ["the", "how"], taskWords: [] };

export function createOracleSnapshot(documents: readonly LaidOut[], passages: PassageSource): Snapshot {
  return {
    retriever: createRetriever(documents),
    catalogue: createCatalogue(documents),
    passages,
    work: endlessWork(),
  };
}

function createRetriever(documents: readonly CorpusDocument[]): Retriever {
  return {
    search: async (request) => search(documents, request),
    async termStatistics(words, boosts) {
      const index = indexOf(documents, { queries: [], filters: [], boosts, fuzzy: 0, factors: {} }, LANGUAGE);
      return new Map(
        words.map((text) => {
          const df = word(index, text, { ...ALL, near: [] })?.df ?? 0;
          return [text, { df, stop: LANGUAGE.stopWords.includes(text) }];
        }),
      );
    },
    knownForms: async (candidates) => candidates.map(() => []),
    highlight: async (text, _stemmer, highlight) => marked(new TextDecoder().decode(text), highlight),
  };
}

function search(documents: readonly CorpusDocument[], request: SearchRequest): SearchResponse {
  const { hits, total, fullMatches, words, topics } = rank(documents, request, LANGUAGE);
  const nothing = hits.length === 0;
  const unfiltered = nothing ? rank(documents, { ...request, filters: [] }, LANGUAGE) : undefined;
  const shown = hits.slice(0, request.limit);
  return {
    total,
    hits: shown.map(({ id, score, base }) => ({ ref: id, score, base })),
    fullMatches,
    ...(shown.some(({ missing }) => missing.length > 0) ? { missing: shown.map(({ missing }) => missing) } : {}),
    ...(topics.length === 0 ? {} : { topics }),
    highlight: toHighlight(request.queries.map(({ query }) => query)),
    words: words.map(({ query, text, df, isRequired }) => ({
      query,
      word: text,
      df,
      stop: LANGUAGE.stopWords.includes(text),
      required: isRequired,
      nearest: [],
    })),
    removed: nothing
      ? request.filters.map((filter) => {
        const passing = new Set([...filtered(unfiltered!.index, filter)].map(({ id }) => id));
        return unfiltered!.hits.filter(({ id }) => !passing.has(id)).length;
      })
      : [],
    ...(request.facets ? { documents: [...new Set(hits.map(({ id }) => id.split("#")[0]!))].sort() } : {}),
  };
}

/** Returns the words and phrases of the query, except those in negations. */
function toHighlight(queries: readonly PlanNode[]): Highlight {
  const terms: string[] = [];
  const phrases: string[][] = [];
  const visit = (node: PlanNode): void => {
    if ("word" in node) terms.push(node.word);
    else if ("phrase" in node) phrases.push(node.phrase.split(" "));
    else if ("and" in node) node.and.forEach(visit);
    else if ("or" in node) node.or.forEach(visit);
    else if ("boost" in node) visit(node.boost[1]);
    else if ("field" in node) visit(node.field[1]);
  };
  queries.forEach(visit);
  const content = terms.filter((term) => !LANGUAGE.stopWords.includes(term));
  return { terms: content.length === 0 && phrases.length === 0 ? terms : content, phrases };
}

/** The text is ASCII, so each character is one byte. */
function marked(text: string, { terms, phrases }: Highlight): readonly { start: number; end: number }[] {
  const tokens = [...text.matchAll(/[a-z0-9]+/gi)].map(({ 0: token, index }) => ({
    term: token.toLowerCase(),
    start: index,
    end: index + token.length,
  }));
  const isMarked = (at: number): boolean =>
    terms.includes(tokens[at]!.term) ||
    phrases.some((phrase) =>
      phrase.some((_, offset) => phrase.every((term, other) => tokens[at - offset + other]?.term === term))
    );
  return tokens.filter((_, at) => isMarked(at)).map(({ start, end }) => ({ start, end }));
}

function createCatalogue(documents: readonly LaidOut[]): Catalogue {
  const sorted = documents.toSorted((a, b) => (`${a.tree}\0${a.path}` < `${b.tree}\0${b.path}` ? -1 : 1));
  const chunks = sorted.flatMap(chunksOf);
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const indexed = ({ tree, path, tags, lang, metadata, chunks: own }: LaidOut): IndexedDocument => ({
    id: `${tree}:${path}`,
    tree,
    path,
    title: own[0]!.title,
    tags,
    lang,
    version: null,
    metadata,
    chunks: own.length,
    bytes: 0,
  });
  return {
    chunksAt: async (refs) => refs.map((ref) => byId.get(String(ref))!),
    vectorsAt: async (refs) => refs.map(() => undefined),
    find: async (id) => byId.get(id),
    alsoIn: async (refs) => refs.map(() => []),
    sections: async (docId) => chunks.filter((chunk) => chunk.docId === docId),
    anchors: async () => [],
    linking: async () => [],
    ids: async () => [...byId.keys()].sort(),
    chunks: async () => chunks,
    documentsAt: async (refs) => {
      const all = sorted.map(indexed);
      return refs.map((ref) => all.find(({ id }) => id === byId.get(String(ref))!.docId)!);
    },
    documents: async () => sorted.map(indexed),
    files: async () =>
      sorted.map(({ tree, path }) => ({ id: `${tree}:${path}`, tree, path, modifiedMs: 0, dateMs: 0 })),
    dateMs: async () => 0,
    trees: async () => [...new Set(sorted.map(({ tree }) => tree))],
    countChunks: async (trees) => chunks.filter(({ tree }) => trees?.includes(tree) ?? true).length,
  };
}

function chunksOf(document: LaidOut): readonly IndexedChunk[] {
  const { chunks } = asParsed(document).parsed;
  const above = (at: number): readonly number[] => {
    const parent = chunks[at]!.parent;
    return parent === null ? [] : [parent, ...above(parent)];
  };
  return chunks.map((chunk, at) => ({
    ref: chunk.id,
    id: chunk.id,
    docId: chunk.docId,
    ancestors: above(at).map((number) => ({ id: chunks[number]!.id, ref: chunks[number]!.id })),
    tree: document.tree,
    path: document.path,
    title: chunk.title,
    breadcrumb: chunk.breadcrumb,
    depth: chunk.depth,
    position: chunk.position,
    siblingCount: chunk.siblingCount,
    byteStart: chunk.byteStart,
    byteEnd: chunk.byteEnd,
    textStart: chunk.byteStart,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    stemmer: document.stemmer,
    body: chunk.indexedRanges.map(({ start, end }) => [start, end] as const),
  }));
}
