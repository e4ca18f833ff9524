/** Describes a tree in the head of the next index. */
import { FORMAT_TAGS } from "../../document/formats/registry.ts";
import type { TreeScan } from "../files/scan.ts";
import type { IndexedTree } from "../published/head.ts";
import { storedPath } from "../published/stored_path.ts";
import { type ContentRules, treeSettings } from "./tree_settings.ts";

/** How the next index describes its trees. */
export interface TreeTerms {
  /** The folder that holds `.ra`. */
  readonly root: string;
  readonly schemaVersion: string;
  readonly content: ContentRules;
}

/** Without the navigation of the tree. */
export function indexedTree(
  { root, schemaVersion, content: { sizes, keepsTexts } }: TreeTerms,
  { tree, files, device }: TreeScan,
): IndexedTree {
  return {
    name: tree.name,
    path: storedPath(root, tree.path),
    settings: treeSettings(schemaVersion, tree, sizes, keepsTexts),
    formats: FORMAT_TAGS,
    definedIn: storedPath(root, tree.definedIn),
    device: device === 0 || files.length === 0 ? undefined : device,
  };
}
