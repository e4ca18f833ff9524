/** Where documents may lie. What a link leads to counts only there. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { homeDirectory } from "../host/process.ts";
import { isInside } from "../text/paths.ts";
import type { TreeConfig } from "./config.ts";
import { projectFolder } from "./project_folder.ts";

export interface DocumentPlaces {
  /** Whether a real path lies in the project or in a tree, and not in the private folder of git or ra. */
  hold(real: string): boolean;
  /**
   * The real path of a file that lies in the project or in a tree. Null when a link leads out of them. Undefined
   * when there is no such file.
   */
  reach(path: string): string | null | undefined;
}

/** Why a link is skipped, for the user. */
export const LEADS_OUT = "it is a link that leads out of the project and its trees";
const PRIVATE = /\/\.(?:git|ra)(?:\/|$)/i;

/** The folders are looked up when they are first needed, and then kept: make the places anew for each look at files. */
export function createDocumentPlaces(
  fs: FileSystem,
  { root, trees }: {
    /** The configuration's folder. Null when there is no project. */
    readonly root: string | null;
    readonly trees: readonly (Pick<TreeConfig, "path"> & Partial<Pick<TreeConfig, "boundary">>)[];
  },
): DocumentPlaces {
  /** The real folder of each tree that was looked up; undefined where it is absent or lies outside its boundary. */
  const treeFolders = new Map<number, string | undefined>();
  let project: readonly string[] | undefined;
  const real = (path: string): string | undefined => orAbsent(() => fs.realPath(path));
  const treeFolder = (at: number): string | undefined => {
    if (!treeFolders.has(at)) {
      const { path, boundary = null } = trees[at]!;
      const folder = real(path);
      const isOut = folder === undefined || (boundary !== null && !isInside(folder, boundary));
      treeFolders.set(at, isOut ? undefined : folder);
    }
    return treeFolders.get(at);
  };
  const findProject = (): readonly string[] => {
    const folder = root === null ? undefined : real(root);
    const home = homeDirectory();
    // With the home file alone, the home directory is not a project.
    const realHome = home === undefined ? null : real(home) ?? home;
    return folder === undefined || folder === realHome ? [] : [projectFolder(fs, folder, realHome)];
  };
  const isWithin = (path: string, folder: string | undefined): boolean =>
    folder !== undefined && isInside(path, folder) && !PRIVATE.test(path.slice(folder.length));
  // Most documents lie where their tree is written, so the folders of other trees need not be looked up.
  const isInTrees = (path: string): boolean =>
    trees.some((tree, at) => isInside(path, tree.path) && isWithin(path, treeFolder(at))) ||
    trees.some((_, at) => isWithin(path, treeFolder(at)));
  const hold = (path: string): boolean =>
    isInTrees(path) || (project ??= findProject()).some((folder) => isWithin(path, folder));
  return {
    hold,
    reach(path) {
      const found = real(path);
      return found === undefined || hold(found) ? found : null;
    },
  };
}
