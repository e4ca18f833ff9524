/** Limits the queries that users write. Queries that ra makes by itself, as for `ra context`, are longer. */
import type { RaError } from "../../errors.ts";
import { MAX_CHARACTERS, SHORTEN, TOO_LONG } from "./faults.ts";
import { type JoinedQuery, joinParts, type ParsedQuery, readPart, type ReadQuery } from "./join.ts";
import { querySyntaxError } from "./query_error.ts";
import { literal } from "./reading.ts";
import { withFewTerms } from "./term_limit.ts";

/**
 * Joins the arguments of one search into one query that users may ask. Throws what `joinQueries` throws, and
 * `query-syntax` for a query that is too long or has too many terms. A lenient reading leaves out what is beyond these
 * limits, but no filter.
 */
export function joinAskedQueries(queries: readonly string[], how: ReadQuery = {}): JoinedQuery {
  const room = roomFor(queries);
  const seen = new Set<string>();
  if (room !== Infinity && how.takeLiterally !== true) throw tooLong(queries.join(" "));
  return joinParts(queries.map((text) => withFewTerms(readWithin(text, room, how), seen, how)));
}

function tooLong(text: string): RaError {
  return querySyntaxError(text, MAX_CHARACTERS, TOO_LONG, SHORTEN);
}

/** How many characters each of the arguments may have. Short ones leave their room to long ones. */
function roomFor(queries: readonly string[]): number {
  let left = MAX_CHARACTERS - queries.length + 1;
  for (const [at, length] of queries.map((text) => text.length).sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (queries.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}

/** Reads the words that have room. */
function readWithin(text: string, room: number, how: ReadQuery): ParsedQuery {
  const first = text.length - text.trimStart().length;
  if (text.trimEnd().length - first <= room) return readPart(text, how);
  const within = text.slice(0, first + room + 1);
  const words = within.replace(/\S+$/, "").trimEnd();
  // A text without spaces ends between two characters.
  const kept = words.length - first > room / 2 ? words : within.slice(0, -1).replace(/[\ud800-\udbff]$/, "");
  const rest = text.length - text.slice(kept.length).trimStart().length;
  const part = readPart(kept, { ...how, typing: false });
  return { ...part, taken: [...part.taken, literal(text, rest, text.length, TOO_LONG)] };
}
