/** What takes part in an answer beside words: the vectors of the query and the reranker, or why they do not. */
import type { JoinedQuery } from "../query/join.ts";
import type { Meaning, QueryVectors } from "../ports/meaning.ts";
import type { SearchResponse } from "../ports/request.ts";
import type { Snapshot } from "../ports/snapshot.ts";
import { settledFusion } from "./fuse.ts";
import { meaningTexts } from "./meaning_texts.ts";
import type { SearchParameters } from "./parameters.ts";
import type { RankedAnswer, RankInput } from "./rank_query.ts";
import type { SearchKind } from "./search_kind.ts";
import type { ListName, MissingList, TookPart } from "../../shapes/took_part.ts";

/** What a query is answered with. */
interface Answering {
  readonly query: JoinedQuery;
  readonly kind: SearchKind;
  /** Undefined while semantic search is off. */
  readonly meaning?: Meaning | undefined;
  readonly parameters: Pick<SearchParameters, "fusion" | "rerank">;
  /** Whether words alone answer, since the query stands in a document word for word. */
  readonly isVerbatim: boolean;
  readonly snapshot: Pick<Snapshot, "catalogue" | "passages" | "work">;
}

/** What a query is ranked by, and what to say of it afterwards. */
interface SearchedBy extends Pick<RankInput, "meaning" | "rerank"> {
  tookPart(ranked: Pick<RankedAnswer, "reranked" | "response">): TookPart;
}

export async function takePart(answering: Answering): Promise<SearchedBy> {
  const { parameters: { fusion } } = answering;
  const { vectors, missing } = await vectorsOf(answering);
  const meaning = vectors === undefined || fusion === undefined
    ? undefined
    : { vectors, fusion: settledFusion(fusion, vectors.scale) };
  const lacking: MissingList[] = missing.map((reason) => ({ list: "meaning", reason }));
  const { rerank, why } = rerankOf(answering);
  return {
    meaning,
    rerank,
    tookPart({ reranked, response }) {
      const isCompared = meaning !== undefined && (answering.meaning?.lacking() === undefined || hasVectors(response));
      const lists: ListName[] = [
        ...(isCompared && meaning.fusion.weight === 1 ? [] : ["words" as const]),
        ...(isCompared ? ["meaning" as const] : []),
        ...(reranked === undefined ? [] : ["rerank" as const]),
      ];
      const reason = why();
      const all: MissingList[] = reason === undefined ? lacking : [...lacking, { list: "rerank", reason }];
      return all.length === 0 ? { lists } : { lists, lists_missing: all };
    },
  };
}

/** Whether a section that was searched has a vector. */
function hasVectors({ meaning }: SearchResponse): boolean {
  return meaning?.of.some(({ cosine }) => cosine !== null) === true;
}

interface FoundVectors {
  /** Undefined where words alone count. */
  readonly vectors?: QueryVectors;
  /** Why that is so although meaning was asked for, or what the vectors lack. */
  readonly missing: readonly string[];
}

const NOTHING: FoundVectors = { missing: [] };

async function vectorsOf(
  { query, kind, meaning, parameters: { fusion }, isVerbatim }: Answering,
): Promise<FoundVectors> {
  if (fusion === undefined || meaning === undefined || kind.kind === "files") return NOTHING;
  const lacking = meaning.lacking();
  if (isVerbatim) return { missing: missingBeside(meaning) };
  const texts = kind.kind === "query" ? meaningTexts(query) : [];
  if (kind.kind === "query" && texts.length === 0) {
    return fusion.isChosen ? { missing: ["the query has no words whose meaning could be compared"] } : NOTHING;
  }
  const found = kind.kind === "query" ? await meaning.queryVectors(texts) : kind.vectors;
  if (found === undefined) return NOTHING;
  if (!("vectors" in found)) return { missing: [found.missing] };
  return { vectors: found, missing: [found.missing, lacking?.missing].filter((reason) => reason !== undefined) };
}

/** What is known to be missing where words alone would answer in any case. */
function missingBeside(meaning: Meaning): readonly string[] {
  const [problem, lacking] = [meaning.problem(), meaning.lacking()];
  if (problem !== undefined) return [problem.missing];
  if (lacking === undefined) return [];
  return [`the query stands in a document word for word; ${lacking.missing}`];
}

/** How to rerank a typed query. Of several topics, each has its best chunk first, so they are not reranked. */
function rerankOf(
  { query, kind, meaning, parameters: { rerank }, snapshot: { catalogue, passages, work } }: Answering,
): { readonly rerank: RankInput["rerank"]; readonly why: () => string | undefined } {
  if (meaning === undefined || rerank === undefined || kind.kind !== "query") {
    return { rerank: undefined, why: () => undefined };
  }
  const [text, ...others] = meaningTexts(query);
  if (text === undefined || others.length > 0) {
    const why = text === undefined ? "the query has no words" : "a query with several topics is not reranked";
    return { rerank: undefined, why: () => why };
  }
  let failure: string | undefined;
  return {
    why: () => failure,
    rerank: {
      count: rerank.candidates,
      async score(refs) {
        await work.goOn();
        const given = await meaning.rerank(text, await catalogue.chunksAt(refs), passages);
        if (!("missing" in given)) return given;
        failure = given.missing;
        return undefined;
      },
    },
  };
}
