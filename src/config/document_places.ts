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
  let treeFolders: readonly string[] | undefined;
  let project: readonly string[] | undefined;
  const real = (path: string): string | undefined => orAbsent(() => fs.realPath(path));
  const findTrees = (): readonly string[] =>
    trees.flatMap(({ path, boundary = null }) => {
      const folder = real(path);
      return folder === undefined || (boundary !== null && !isInside(folder, boundary)) ? [] : [folder];
    });
  const findProject = (): readonly string[] => {
    const folder = root === null ? undefined : real(root);
    const home = homeDirectory();
    // With the home file alone, the home directory is not a project.
    const realHome = home === undefined ? null : real(home) ?? home;
    return folder === undefined || folder === realHome ? [] : [projectFolder(fs, folder, realHome)];
  };
  const isWithin = (path: string, folders: readonly string[]): boolean =>
    folders.some((folder) => isInside(path, folder) && !PRIVATE.test(path.slice(folder.length)));
  const hold = (path: string): boolean =>
    isWithin(path, treeFolders ??= findTrees()) || isWithin(path, project ??= findProject());
  return {
    hold,
    reach(path) {
      const found = real(path);
      return found === undefined || hold(found) ? found : null;
    },
  };
}
