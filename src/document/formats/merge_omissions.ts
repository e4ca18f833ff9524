/** What several parts of a document left out, as one list. */
import type { OmittedPieces } from "../../shapes/inspection.ts";

const MAX_LINES = 1000;

/** Adds up the pieces of each kind. */
export function mergeOmissions(omissions: Iterable<OmittedPieces>): readonly OmittedPieces[] {
  const merged = new Map<string, { count: number; readonly lines: string[] }>();
  for (const { kind, count, lines } of omissions) {
    let found = merged.get(kind);
    if (found === undefined) merged.set(kind, found = { count: 0, lines: [] });
    found.count += count;
    found.lines.push(...lines.slice(0, MAX_LINES - found.lines.length));
  }
  return [...merged].map(([kind, found]) => ({ kind, ...found }));
}
