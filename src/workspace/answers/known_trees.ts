/** Refuses names of trees that do not exist. Otherwise a mistyped name would find nothing and not say why. */
import type { Config } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import type { ParsedQuery } from "../../search/query/join.ts";
import { queryError, visibleText } from "../../search/query/query_error.ts";
import { filtersOf } from "../../search/query/words.ts";
import { nearest } from "../../text/nearest.ts";
import { needsTrust } from "../../store/files/left_out.ts";
import type { Environment } from "../environment.ts";
import { leftOutHint } from "./unknown_id.ts";

/** Throws `unknown-tree` for a name the configuration does not have. */
export function requireTrees({ config }: Environment, names: readonly string[]): void {
  const unknown = names.find((name) => !isKnown(config, name));
  if (unknown !== undefined) {
    throw new RaError("unknown-tree", `there is no tree \`${unknown}\``, { hint: treeHint(unknown, config) });
  }
}

/** Does the same for the trees that a query names, and marks the place in the query. */
export function requireFilteredTrees({ config }: Environment, { text, node }: ParsedQuery): void {
  for (const { filter, start } of filtersOf(node)) {
    if (filter.on !== "tree" || isKnown(config, filter.value)) continue;
    const problem = `there is no tree \`${visibleText(filter.value)}\``;
    throw queryError("unknown-tree", text, start, problem, treeHint(filter.value, config));
  }
}

function isKnown({ trees }: Config, tree: string): boolean {
  return trees.some(({ name }) => name === tree);
}

function treeHint(unknown: string, { trees, untrusted }: Config): string {
  const asking = untrusted.find(({ name }) => name === unknown);
  if (asking !== undefined) return leftOutHint(unknown, needsTrust(asking.definedIn));
  const known = trees.map(({ name }) => name);
  const [near] = nearest(unknown, known);
  return near === undefined ? `the trees are: ${known.join(", ") || "none"}` : `did you mean \`${near}\`?`;
}
