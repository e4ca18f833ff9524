/** Reports the documents that ra does not read, and what it leaves out of those that it reads. */
import type { Config } from "../../config/config.ts";
import { OMITTED_LINES, omittedNote } from "../../output/omitted_note.ts";
import { unreadNote } from "../../output/unread_note.ts";
import { omittedIn } from "../../store/published/tree_summary.ts";
import type { Manifest } from "../../store/published/manifest.ts";
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

/** A note for each tree. */
export function omittedNotes({ trees }: Pick<Config, "trees">, manifest: Manifest): readonly CheckIssue[] {
  return trees.flatMap(({ name, path }) => {
    const omitted = omittedIn(manifest.get(name)?.values() ?? []);
    if (omitted === undefined) return [];
    const message = `left out of documents: ${omittedNote(omitted)} (${OMITTED_LINES})`;
    return [{ level: "note", code: "text-omitted", message, path } as const];
  });
}
