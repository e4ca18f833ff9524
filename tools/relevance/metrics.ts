/** Measures a ranked list: nDCG@10 with linear gain, MRR@10 and recall, as trec_eval computes them with `-c`. */
import type { Collection, EvalQuery } from "./collection.ts";

/** A hit: the document and the section that it represents. Hits come best first. */
export interface RankedHit {
  readonly document: string;
  readonly section: string;
}

export interface AnsweredQuery {
  readonly hits: readonly RankedHit[];
  readonly milliseconds: number;
}

/** Query id → answer. */
export type Run = ReadonlyMap<string, AnsweredQuery>;

export interface Measures {
  readonly queries: number;
  /** The share of queries whose first document is relevant. */
  readonly top1: number;
  /** The share of queries with a relevant document among the first three, and the first five. */
  readonly top3: number;
  readonly top5: number;
  readonly ndcg10: number;
  readonly mrr10: number;
  readonly recall10: number;
  readonly recall100: number;
  /** MRR@10 of exactly the section that answers; null where only documents are judged. */
  readonly sectionMrr10: number | null;
  /** The same, where a section that holds it or that it holds counts too. */
  readonly nearSectionMrr10: number | null;
  /** The share of queries without a hit. */
  readonly zeroHits: number;
  readonly meanMs: number;
  readonly p95Ms: number;
}

/** Section → the section that holds it. */
export type ParentSections = ReadonlyMap<string, string | null>;

/** Averages over the queries. A query that the run lacks counts as 0. */
export function measure(
  collection: Collection,
  queries: readonly EvalQuery[],
  run: Run,
  parents: ParentSections,
): Measures {
  const answers = queries.map(({ id }) => ({
    id,
    hits: run.get(id)?.hits ?? [],
    milliseconds: run.get(id)?.milliseconds ?? 0,
  }));
  const each = answers.map(({ id, hits }) =>
    documentMeasures(hits, collection.judgments.get(id) ?? new Map<string, number>())
  );
  const withSection = answers.filter(({ id }) => collection.sections.has(id));
  const sectionMrr = (counts: (hit: string, expected: string) => boolean): number | null =>
    withSection.length === 0
      ? null
      : mean(withSection.map(({ id, hits }) =>
        reciprocalRank(hits.map(({ section }) => counts(section, collection.sections.get(id)!)))
      ));
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return {
    queries: queries.length,
    top1: mean(each.map(({ best }) => (best <= 1 ? 1 : 0))),
    top3: mean(each.map(({ best }) => (best <= 3 ? 1 : 0))),
    top5: mean(each.map(({ best }) => (best <= 5 ? 1 : 0))),
    ndcg10: mean(each.map(({ ndcg10 }) => ndcg10)),
    mrr10: mean(each.map(({ mrr10 }) => mrr10)),
    recall10: mean(each.map(({ recall10 }) => recall10)),
    recall100: mean(each.map(({ recall100 }) => recall100)),
    sectionMrr10: sectionMrr((hit, expected) => hit === expected),
    nearSectionMrr10: sectionMrr((hit, expected) => holds(hit, expected, parents) || holds(expected, hit, parents)),
    zeroHits: mean(answers.map(({ hits }) => (hits.length === 0 ? 1 : 0))),
    meanMs: mean(times),
    p95Ms: times[Math.max(0, Math.ceil(times.length * 0.95) - 1)] ?? 0,
  };
}

interface DocumentMeasures {
  /** The rank of the first relevant document, infinite if there is none. */
  readonly best: number;
  readonly ndcg10: number;
  readonly mrr10: number;
  readonly recall10: number;
  readonly recall100: number;
}

/** Counts each document once, at its best rank. */
function documentMeasures(hits: readonly RankedHit[], judged: ReadonlyMap<string, number>): DocumentMeasures {
  const grades = [...new Set(hits.map(({ document }) => document))].map((document) =>
    Math.max(0, judged.get(document) ?? 0)
  );
  const ideal = [...judged.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const found = (depth: number): number => grades.slice(0, depth).filter((grade) => grade > 0).length / ideal.length;
  const best = grades.findIndex((grade) => grade > 0);
  return {
    best: best < 0 ? Infinity : best + 1,
    ndcg10: discountedGain(grades) / discountedGain(ideal),
    mrr10: reciprocalRank(grades.map((grade) => grade > 0)),
    recall10: found(10),
    recall100: found(100),
  };
}

/** The measures over the queries of several collections together. Every query counts the same. */
export function together(each: readonly Measures[]): Measures {
  const queries = each.reduce((sum, measures) => sum + measures.queries, 0);
  const average = (of: (measures: Measures) => number): number =>
    each.reduce((sum, measures) => sum + measures.queries * of(measures), 0) / queries;
  const sections = each.every(({ sectionMrr10 }) => sectionMrr10 !== null);
  return {
    queries,
    top1: average(({ top1 }) => top1),
    top3: average(({ top3 }) => top3),
    top5: average(({ top5 }) => top5),
    ndcg10: average(({ ndcg10 }) => ndcg10),
    mrr10: average(({ mrr10 }) => mrr10),
    recall10: average(({ recall10 }) => recall10),
    recall100: average(({ recall100 }) => recall100),
    sectionMrr10: sections ? average(({ sectionMrr10 }) => sectionMrr10 ?? 0) : null,
    nearSectionMrr10: sections ? average(({ nearSectionMrr10 }) => nearSectionMrr10 ?? 0) : null,
    zeroHits: average(({ zeroHits }) => zeroHits),
    meanMs: average(({ meanMs }) => meanMs),
    p95Ms: Math.max(...each.map(({ p95Ms }) => p95Ms)),
  };
}

function discountedGain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

function reciprocalRank(relevant: readonly boolean[]): number {
  const rank = relevant.slice(0, 10).indexOf(true);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

function holds(outer: string, inner: string, parents: ParentSections): boolean {
  for (let at: string | null | undefined = inner; at !== null && at !== undefined; at = parents.get(at)) {
    if (at === outer) return true;
  }
  return false;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
