/** What links may lead to. */
import type { Destination } from "../links/destination.ts";
import type { LinkSources } from "../links/resolve.ts";
import type { ForeignLabels } from "./foreign_labels.ts";
import type { PageAnchors } from "./page_anchors.ts";
import type { Repository } from "./repository.ts";

export interface LinkTargets extends LinkSources {
  readonly repository: Repository;
  readonly anchors: PageAnchors;
  /** The pages that may include this one: the index pages of its folder and of the folder above. */
  pagesAround(id: string): readonly string[];
  /** The labels that may be those of other projects. */
  readonly foreign: ForeignLabels;
  /** The path in the repository whose file a code host shows at an address. */
  ownFile(address: Pick<Destination, "host" | "path">): string | undefined;
  /** Whether a program makes the page at a path from the root of the site, or leads its anchors elsewhere. */
  isMade(path: string): boolean;
  /** Whether a tree is a vault of notes, where the name of a file is enough. */
  isVault(tree: string): boolean;
  /** Whether a tree has many documents at its top, so that those are the pages at the root of its site. */
  isFlat(tree: string): boolean;
  /** Whether trees have documents in a folder with this end of its path. */
  isDocumentFolder(path: string): boolean;
}
