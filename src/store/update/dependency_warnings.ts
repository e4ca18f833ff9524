/** Warns about folders of dependencies that are indexed, because no ignore file leaves them out. */
import type { TreeConfig } from "../../config/config.ts";
import type { Warning } from "../../errors.ts";
import type { TreeScan } from "../files/scan.ts";
import type { ChangePlan } from "./change_plan.ts";

const IN_DEPENDENCIES = /(?:^|\/)node_modules\//;

/** One warning for each tree that has such files and whose includes do not name them. */
export function dependencyWarnings(scans: readonly Pick<TreeScan, "tree" | "files">[]): readonly Warning[] {
  return scans.flatMap(({ tree, files }) => {
    const count = files.filter(({ path }) => IN_DEPENDENCIES.test(path)).length;
    return count === 0 || isMeant(tree) ? [] : [warningOf(tree, count)];
  });
}

/** The same for an update that finds the first such files of a tree, so that later ones do not repeat it. */
export function newDependencyWarnings(
  scans: readonly Pick<TreeScan, "tree" | "files">[],
  { tasks, kept }: Pick<ChangePlan, "tasks" | "kept">,
): readonly Warning[] {
  const added = new Set<string>();
  const known = new Set<string>();
  for (const { tree, path, previous } of tasks) {
    if (IN_DEPENDENCIES.test(path)) (previous === undefined ? added : known).add(tree.name);
  }
  if (added.size === 0) return [];
  for (const [tree, entries] of kept) {
    if (added.has(tree) && [...entries.keys()].some((path) => IN_DEPENDENCIES.test(path))) known.add(tree);
  }
  return dependencyWarnings(scans.filter(({ tree: { name } }) => added.has(name) && !known.has(name)));
}

function isMeant({ include }: Pick<TreeConfig, "include">): boolean {
  return include.some((glob) => glob.includes("node_modules"));
}

function warningOf({ name, definedIn }: Pick<TreeConfig, "name" | "definedIn">, count: number): Warning {
  const files = count === 1
    ? "1 file in node_modules counts as a document"
    : `${count} files in node_modules count as documents`;
  return {
    code: "dependencies-indexed",
    message: `tree ${name}: ${files}; exclude = ["**/node_modules/**"] leaves such folders out`,
    path: definedIn,
  };
}
