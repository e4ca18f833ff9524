/** What links may lead to. */
import type { LinkSources } from "../links/resolve.ts";
import type { Anchors } from "./anchors.ts";
import type { DriftDocument } from "./document.ts";
import type { ForeignLabels } from "./foreign_labels.ts";
import type { Repository } from "./repository.ts";

export interface LinkTargets extends LinkSources {
  readonly repository: Repository;
  /** The anchors of a document. Undefined for one that is not read. */
  anchorsOf(id: string): Anchors | undefined;
  /** The same of a file of the repository that no tree has. */
  anchorsOfFile(path: string): Promise<Anchors | undefined>;
  /** The pages that may include this one: the index pages of its folder and of the folder above. */
  pagesAround(id: string): readonly string[];
  /** The labels that may be those of other projects. */
  readonly foreign: ForeignLabels;
  /** The path in the repository whose file a code host shows at an address. */
  ownFile(address: string): string | undefined;
  /** Whether a tree is a vault of notes, where the name of a file is enough. */
  isVault(tree: string): boolean;
  /** Whether another document seems to take in this one. */
  isTakenIn(document: DriftDocument): boolean;
  /** Whether trees have documents in a folder with this end of its path. */
  isDocumentFolder(path: string): boolean;
}
