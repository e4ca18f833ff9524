/** Says with an answer that finds nothing which documents are not read. */
import type { Config } from "../../config/config.ts";
import type { QueryEntry, SearchAnswer } from "../../shapes/search.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { summarizeTree } from "../../store/published/tree_summary.ts";
import type { IndexView } from "../live/live_index.ts";

/** Adds to the first entry without a match what the searched trees hold and ra does not read. */
export function withUnread(
  answer: SearchAnswer,
  { index, missingTrees, unread }: Pick<IndexView, "index" | "missingTrees" | "unread">,
  { trees }: Pick<Config, "trees">,
  selected: readonly string[] | undefined,
): SearchAnswer {
  const first = answer.queries.find(({ total_matches, results }) => total_matches === 0 && results.length === 0);
  if (first === undefined) return answer;
  const searched = trees.map(({ name }) => name).filter((name) => selected?.includes(name) ?? true);
  const manifest = index.manifest();
  const empty = searched.filter((name) => !missingTrees.has(name) && summarizeTree(manifest.get(name)).documents === 0);
  const unreadHere = unread.filter(({ tree }) => tree === null || searched.includes(tree));
  const said = (entry: QueryEntry): QueryEntry => {
    // A word is in no section where there is none. That says nothing about the word.
    const isEmpty = searched.length > 0 && empty.length === searched.length;
    const zero = isEmpty && entry.zero_hits !== undefined ? { ...entry.zero_hits, terms: [] } : entry.zero_hits;
    if (entry !== first) return withoutUndefined<QueryEntry>({ ...entry, zero_hits: zero });
    return withoutUndefined<QueryEntry>({
      ...entry,
      zero_hits: zero,
      empty_trees: empty.length === 0 ? undefined : empty,
      unread: unreadHere.length === 0 ? undefined : unreadHere,
    });
  };
  return { ...answer, queries: answer.queries.map(said) };
}
