/** Refuses names of trees that do not exist. Otherwise a mistyped name would find nothing and not say why. */
import { RaError } from "../../errors.ts";
import type { ParsedQuery } from "../../query/join.ts";
import { queryError, visibleText } from "../../query/query_error.ts";
import { filtersOf } from "../../query/words.ts";
import { nearest } from "../../text/nearest.ts";
import type { Environment } from "../environment.ts";

/** Throws `unknown-tree` for a name the configuration does not have. */
export function requireTrees({ config }: Environment, names: readonly string[]): void {
  const known = config.trees.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RaError("unknown-tree", `there is no tree \`${unknown}\``, { hint: treeHint(unknown, known) });
  }
}

/** Does the same for the trees that a query names, and marks the place in the query. */
export function requireFilteredTrees({ config }: Environment, { text, node }: ParsedQuery): void {
  const known = config.trees.map(({ name }) => name);
  for (const { filter, start } of filtersOf(node)) {
    if (filter.on !== "tree" || known.includes(filter.value)) continue;
    const problem = `there is no tree \`${visibleText(filter.value)}\``;
    throw queryError("unknown-tree", text, start, problem, treeHint(filter.value, known));
  }
}

function treeHint(unknown: string, known: readonly string[]): string {
  const [near] = nearest(unknown, known);
  return near === undefined ? `the trees are: ${known.join(", ") || "none"}` : `did you mean \`${near}\`?`;
}
