/** A repository on this machine that a configuration names: a working tree with its `.git`, or a bare repository. */
import { joinPath, parentPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { orAbsent } from "../or_absent.ts";
import { realPlace } from "../places.ts";
import { findRepository, type GitRepository } from "./find_repository.ts";
import { holdsOwnParts, objectFolders } from "./foreign_parts.ts";

/** Undefined where there is none that ra reads. No folder above is looked at. */
export function localRepository(fs: FileSystem, path: string): GitRepository | undefined {
  const top = realPlace(fs, path);
  const isTop = orAbsent(() => fs.kindOf(joinPath(top, ".git"))) !== undefined;
  const found = isTop ? findRepository(fs, top) : undefined;
  if (found?.top === top) return found;
  const isBare = orAbsent(() => fs.stat(joinPath(top, "HEAD")))?.kind === "file" &&
    ["objects", "refs"].every((name) => orAbsent(() => fs.stat(joinPath(top, name)))?.kind === "directory");
  return isBare && holdsOwnParts(fs, top) ? { top, gitFolder: top, commonFolder: top } : undefined;
}

/** All folders that git reads of it, with those that it borrows objects from. */
export function repositoryPlaces(fs: FileSystem, { top, gitFolder, commonFolder }: GitRepository): readonly string[] {
  const places = new Set([top, gitFolder, commonFolder]);
  for (const objects of objectFolders(fs, joinPath(commonFolder, "objects")) ?? []) places.add(parentPath(objects));
  return [...places];
}
