/**
 * Compares the statistics in the head with what the segments hold. Ranking trusts them, and no checksum tells whether
 * they are true.
 */
import type { Engine, SegmentSource, SegmentStats } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";

/** More than any segment can hold. */
const MANY = 2 ** 31;
const FIELDS = ["title", "tags", "path", "body"];

/** Says what is wrong, for the user. Undefined when the statistics are true. Reads all records. */
export function statisticsProblem(
  engine: Pick<Engine, "openReader" | "openEditor">,
  segments: readonly SegmentSource[],
): string | undefined {
  try {
    const reader = engine.openReader(segments);
    let ids: readonly string[];
    try {
      ids = reader.documents().map(({ id }) => id);
      reader.chunks();
    } finally {
      reader.free();
    }
    if (new Set(ids).size !== ids.length) return "a document is in it twice";
    // The core subtracts from the statistics what it deletes. So deleting everything tells what there is.
    const editor = engine.openEditor(segments.map((segment) => ({ ...segment, stats: manyOf(segment.stats) })));
    try {
      const left = new Map(editor.delete(ids).map(({ segment, stats }) => [segment, stats]));
      const isWrong = segments.some(({ stats }, at) => !isTrue(stats, left.get(at) ?? manyOf(stats)));
      return isWrong ? "its statistics do not fit its segments" : undefined;
    } finally {
      editor.free();
    }
  } catch (error) {
    if (error instanceof RaError && ["index-damaged", "engine", "io"].includes(error.code)) return error.message;
    throw error;
  }
}

function manyOf({ lengths, holders, stemmers }: SegmentStats): SegmentStats {
  const many = (names: readonly string[]): Record<string, number> =>
    Object.fromEntries(names.map((name) => [name, MANY]));
  return {
    documents: MANY,
    chunks: MANY,
    lengths: many([...FIELDS, ...Object.keys(lengths)]),
    holders: many([...FIELDS, ...Object.keys(holders)]),
    stemmers: many(Object.keys(stemmers)),
  };
}

function isTrue(stats: SegmentStats, left: SegmentStats): boolean {
  const areTrue = (counts: Readonly<Record<string, number>>, rest: Readonly<Record<string, number>>): boolean =>
    Object.entries(rest).every(([name, count]) => (counts[name] ?? 0) === MANY - count);
  const stemmed = Object.values(stats.stemmers).reduce((sum, count) => sum + count, 0);
  return stats.documents === MANY - left.documents && stats.chunks === MANY - left.chunks &&
    stemmed === stats.documents && areTrue(stats.lengths, left.lengths) &&
    areTrue(stats.holders, left.holders) && areTrue(stats.stemmers, left.stemmers);
}
