/** Counts what readers and converters left out of documents. */
import type { OmittedPieces } from "../shapes/inspection.ts";
import type { OmittedText } from "../shapes/reports.ts";
import type { DocumentWarning } from "./document.ts";

/** The pieces of each kind that one document leaves out. */
export type OmittedCounts = Readonly<Record<string, number>>;

/** Whether a value from a file of ra's own can be such counts. */
export function isOmittedCounts(value: unknown): value is OmittedCounts {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((count) => Number.isSafeInteger(count) && count > 0);
}

/** The same of the counts of several documents. */
export function isOmittedText(value: unknown): value is OmittedText {
  const { kind, count, files } = (value ?? {}) as Readonly<Record<keyof OmittedText, unknown>>;
  return typeof kind === "string" &&
    [count, files].every((number) => Number.isSafeInteger(number) && Number(number) > 0);
}

/** The warning that says it, or none where all is there. */
export function omittedWarnings(omitted: readonly OmittedPieces[] = []): readonly DocumentWarning[] {
  const counts = countOmitted(omitted);
  if (counts === undefined) return [];
  const kinds = Object.entries(counts).map(([kind, count]) => omittedPieces(kind, count));
  return [{ code: "text-omitted", message: `ra leaves out ${kinds.join(", ")}`, line: 1, omitted: counts }];
}

/** Undefined where nothing is left out. */
export function countOmitted(omitted: readonly OmittedPieces[] = []): OmittedCounts | undefined {
  const counts: Record<string, number> = {};
  for (const { kind, count } of omitted) if (count > 0) counts[kind] = (counts[kind] ?? 0) + count;
  return Object.keys(counts).length === 0 ? undefined : counts;
}

/** What several documents leave out, most pieces first. Undefined where nothing is left out. */
export function sumOmitted(documents: Iterable<OmittedCounts | undefined>): readonly OmittedText[] | undefined {
  const sums = new Map<string, { count: number; files: number }>();
  for (const document of documents) {
    for (const [kind, count] of Object.entries(document ?? {})) {
      const sum = sums.get(kind) ?? { count: 0, files: 0 };
      sums.set(kind, { count: sum.count + count, files: sum.files + 1 });
    }
  }
  if (sums.size === 0) return undefined;
  return [...sums].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) =>
    b.count - a.count || (a.kind < b.kind ? -1 : 1)
  );
}

const PIECES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  "running-head": ["running head", "running heads"],
  picture: ["picture without a description", "pictures without a description"],
  "hidden-text": ["hidden text", "hidden texts"],
  "hidden-sheet": ["hidden sheet", "hidden sheets"],
  "hidden-slide": ["hidden slide", "hidden slides"],
  "second-form": ["second form of a text", "second forms of a text"],
  "page-frame": ["line of the page's frame", "lines of the page's frame"],
  "line-number": ["line number", "line numbers"],
  "unknown-include": [
    "include whose path holds an attribute that no file sets",
    "includes whose paths hold attributes that no file sets",
  ],
  unreadable: ["unreadable part", "unreadable parts"],
};

/** `12 running heads`. */
export function omittedPieces(kind: string, count: number): string {
  const [one, several] = PIECES[kind] ?? [kind, kind];
  return `${count} ${count === 1 ? one : several}`;
}
