/** What of an answer is the same in all shapes: where it cites, what it used, and what ra found. */
import type { Citation, CitedAnswer } from "../../shapes/answering.ts";
import type { UnitMarker } from "../../answering/citations/unit_text.ts";

/** Of an answer; further citations stand in its text alone. */
const MAX_ANNOTATIONS = 1000;

export interface BridgedAnswer {
  readonly answer: CitedAnswer;
  readonly markers: readonly UnitMarker[];
}

/** A citation, and where its number stands: in UTF-16 units of the text, as clients in JavaScript count. */
interface PlacedCitation {
  readonly citation: Citation;
  readonly start: number;
  readonly end: number;
}

/** One for each number of each marker, as far as a client gets annotations. */
export function placedCitations(bridged: BridgedAnswer): readonly PlacedCitation[] {
  const found: PlacedCitation[] = [];
  for (const placed of citedIn(bridged)) {
    if (found.length === MAX_ANNOTATIONS) break;
    found.push(placed);
  }
  return found;
}

/** How many citations have no annotation. */
export function unannotated(bridged: BridgedAnswer): number {
  let count = 0;
  for (const _ of citedIn(bridged)) count++;
  return Math.max(0, count - MAX_ANNOTATIONS);
}

function* citedIn({ answer: { citations }, markers }: BridgedAnswer): Generator<PlacedCitation> {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  for (const { numbers, start, end } of markers) {
    for (const number of numbers) {
      const citation = byNumber.get(number);
      if (citation !== undefined) yield { citation, start, end };
    }
  }
}

/** Whether a bound of tokens ended it, of ra, the client or the service. */
export function isAtBound({ finish }: CitedAnswer): boolean {
  return finish === "length";
}

/** Whether it ended before its end, for any reason. */
export function isCutShort({ finish }: CitedAnswer): boolean {
  return finish === "length" || finish === "cut";
}

/** `passedOver`: messages of the client that ra did not use. */
export function extrasOf(
  { citations, problems, left_out, finish, lists, lists_missing = [] }: CitedAnswer,
  passedOver: number,
) {
  return {
    ra_citations: citations,
    ra_problems: problems,
    ra_left_out: passedOver === 0 ? left_out : { ...left_out, tool_messages: passedOver },
    ra_finish: finish,
    ra_lists: lists,
    ra_lists_missing: lists_missing,
  };
}
