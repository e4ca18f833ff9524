/** Converts the dates of `--since` and `modified:` to moments. */
import type { IndexedFile } from "../ports/catalogue.ts";
import { RaError } from "../../errors.ts";
import { readDate } from "../query/date.ts";
import type { Filter } from "../query/syntax.ts";

const DAY = 86_400_000;

/**
 * A span of modification times, in milliseconds since 1970. `undefined` on either side means that there is no bound.
 */
export interface TimeSpan {
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
}

/**
 * The moment that `--since` names, in milliseconds since 1970. It is the first moment of a UTC day (`YYYY-MM-DD`), or
 * `7d` before `now`. Throws `usage`.
 */
export function parseSince(text: string, now: number): number {
  const date = readDate(text.trim());
  if (date === undefined) {
    throw new RaError("usage", `--since: ${JSON.stringify(text)} is not a date`, {
      hint: "write a day as YYYY-MM-DD, or a number of days as 7d",
    });
  }
  return date.kind === "day" ? date.start : now - date.days * DAY;
}

/** The span of a `modified:` filter. Days count as a whole: `>2026-01-01` begins on the second of January, UTC. */
export function modifiedSpan(filter: Extract<Filter, { readonly on: "modified" }>, now: number): TimeSpan {
  const date = readDate(filter.value);
  if (date === undefined) throw new RaError("query-syntax", `query: ${JSON.stringify(filter.value)} is not a date`);
  const start = date.kind === "day" ? date.start : now - date.days * DAY;
  const end = date.kind === "day" ? start + DAY : start + 1;
  switch (filter.comparison) {
    case ">":
      return { from: end };
    case ">=":
      return { from: start };
    case "<":
      return { until: start };
    case "<=":
      return { until: end };
    case "=":
      return { from: start, until: end };
  }
}

/** The documents with a date in a span. */
export function documentsWithin(
  files: readonly IndexedFile[],
  { from = -Infinity, until = Infinity }: TimeSpan,
): readonly string[] {
  return files.flatMap(({ id, dateMs }) => (dateMs >= from && dateMs < until ? [id] : []));
}
