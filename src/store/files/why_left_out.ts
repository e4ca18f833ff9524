/** Explains why a tree leaves a file out. */
import type { DocumentPlaces } from "../../config/document_places.ts";
import type { TreeConfig } from "../../config/config.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isInside, joinPath } from "../../text/paths.ts";
import { DEPENDENCIES } from "./document_kinds.ts";
import { compileSelection } from "./globs.ts";
import { IGNORE_FILES } from "./ignore_files.ts";
import { walkTree } from "./walk.ts";

type SelectionKeys = Pick<TreeConfig, "path" | "include" | "exclude" | "gitignore">;

/**
 * Why a walk through a tree does not find a file, for the user; undefined when it does. `path` is relative to the tree.
 */
export function whyLeftOut(
  fs: FileSystem,
  tree: SelectionKeys,
  path: string,
  places: DocumentPlaces,
): string | undefined {
  const narrow = onlyTheWayTo(fs, joinPath(tree.path, path));
  const takes = (changed: Partial<SelectionKeys>): boolean => {
    const { files, skipped } = walkTree(narrow, { ...tree, ...changed }, places);
    return [...files, ...skipped].some((one) => one.path === path);
  };
  const { files, skipped, problem } = walkTree(narrow, tree, places);
  if (files.some((file) => file.path === path)) return undefined;
  const refused = problem ?? skipped[0]?.reason;
  if (refused !== undefined) return refused;
  const { leavesOut } = compileSelection(tree.include, []);
  if (path.split("/").some((_, depth, parts) => leavesOut(parts.slice(0, depth + 1).join("/")))) {
    return `ra leaves ${DEPENDENCIES} out, unless an include names it`;
  }
  const open = { exclude: [], gitignore: false };
  if (!takes(open)) {
    const isHidden = path.split("/").some((segment) => segment.startsWith("."));
    return isHidden
      ? "no include matches it: a name that starts with a dot needs an include that spells the dot out"
      : "no include matches it";
  }
  const excluded = tree.exclude.find((glob) => !takes({ ...open, exclude: [glob] }));
  if (excluded !== undefined) return `the exclude ${JSON.stringify(excluded)} matches it`;
  if (tree.gitignore && takes({ gitignore: false })) return `${IGNORE_FILES.join(" or ")} ignores it`;
  return "the tree's globs leave it out";
}

/** A file system that shows only one file and the ignore files on the way to it. */
function onlyTheWayTo(fs: FileSystem, path: string): FileSystem {
  return {
    ...fs,
    readDirectory: (folder) =>
      fs.readDirectory(folder).filter(({ name }) =>
        isInside(path, joinPath(folder, name)) || IGNORE_FILES.some((one) => one === name)
      ),
  };
}
