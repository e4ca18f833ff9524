/** Suggests next steps for `ra status`. */
import type { Config } from "../../config/config.ts";
import { isWaiting } from "../../document/formats/conversions.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { findIgnoreRules, TooManyRules } from "../../store/files/ignore_files.ts";
import type { IndexState } from "../../store/update/index_state.ts";
import { joinPath, withAncestors } from "../../text/paths.ts";

/** Gives one line for each step, the most urgent first. Empty if everything is as it should be. */
export function hintsOf(
  fs: FileSystem,
  config: Config,
  { state, scans, kept, manifest }: IndexState,
): readonly string[] {
  const [nearest] = config.files;
  const waits = [...manifest.values()].some((files) => [...files.values()].some(({ skipped }) => isWaiting(skipped)));
  const gone = scans.filter(({ missing }) => missing).map(({ tree }) => tree);
  return [
    ...(config.trees.length > 0
      ? []
      : nearest === undefined
      ? ['name a folder to search: give `open` the configuration { tree: { docs: { path: "docs" } } }']
      : [`name a folder to search: add [tree.docs] with path = "docs" to ${nearest.path}`]),
    ...gone.map(({ name, definedIn }) => `correct the path of tree ${name} in ${definedIn}, or bring its folder back`),
    ...(kept.length > 0 ? ["`ra update --prune` drops what the index keeps of trees that are left out"] : []),
    ...(state === "current" || config.trees.length === 0
      ? []
      : waits
      ? ["`ra update` converts the documents that wait, without a limit of time"]
      : ["the next search brings the index up to date; so does `ra update`"]),
    ...(isForGit(fs, config.root) ? ["git would add the index: put .ra/ into .gitignore"] : []),
  ];
}

/** Tells whether the index folder is in a git repository that does not ignore it. */
function isForGit(fs: FileSystem, root: string): boolean {
  if (!withAncestors(root).some((folder) => fs.stat(joinPath(folder, ".git")) !== undefined)) return false;
  try {
    return !findIgnoreRules(fs, root).enter("", fs.readDirectory(root)).ignores(".ra", true);
  } catch (error) {
    if (error instanceof TooManyRules) return false;
    throw error;
  }
}
