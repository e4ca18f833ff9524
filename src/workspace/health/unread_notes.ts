/** Reports the documents that ra does not read. */
import type { Config } from "../../config/config.ts";
import { unreadNote } from "../../output/unread_note.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { UnreadFiles } from "../../shapes/search.ts";

/** A note for each tree, and one for what lies in none. */
export function unreadNotes(
  { trees, root }: Pick<Config, "trees" | "root">,
  unread: readonly UnreadFiles[],
): readonly CheckIssue[] {
  return [...trees.map(({ name, path }) => ({ name, path })), { name: null, path: root }].flatMap(({ name, path }) => {
    const message = unreadNote(unread.filter(({ tree }) => tree === name));
    return message === undefined ? [] : [{ level: "note", code: "not-read", message, path } as const];
  });
}
