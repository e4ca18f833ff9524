/** Says on stderr what took no part in an answer of a conversation: with each answer, also where it is the same. */
import { standardError } from "../host/standard_streams.ts";
import { listsNotes } from "../output/lists_note.ts";
import type { SearchAnswer } from "../shapes/search.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import type { Invocation } from "./invocation.ts";

export function sayWhatIsMissing({ quiet }: Invocation, { queries }: SearchAnswer): void {
  if (quiet) return;
  for (const note of new Set(queries.flatMap(listsNotes))) standardError.write(`ra: warning: ${sanitizeLine(note)}\n`);
}
