/** Warns in each answer of what was asked for and took no part. */
import type { Warning } from "../../errors.ts";
import { listsNotes } from "../../output/lists_note.ts";
import type { SearchAnswer } from "../../shapes/search.ts";

/** Each thing once, however many queries the answer has. */
export function warnOfMissingLists(
  { queries }: SearchAnswer,
  warn: ((warning: Warning) => void) | undefined,
): void {
  for (const message of new Set(queries.flatMap(listsNotes))) warn?.({ code: "list-missing", message });
}
