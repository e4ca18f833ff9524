/** What is looked at for drift. */
import type { FileSystem } from "../host/file_system.ts";
import type { LinkSources } from "../links/resolve.ts";
import type { Drift, DriftDocument } from "./document.ts";
import type { Repository } from "./repository.ts";

export type LocatedDrift = readonly [document: DriftDocument, drift: Drift];

/** The documents of a repository, and what their links may lead to. */
export interface DriftSubject {
  readonly fs: FileSystem;
  readonly repository: Repository;
  readonly documents: readonly DriftDocument[];
  readonly links: LinkSources;
  /** A Markdown file of the repository that is not among the documents. */
  read(path: string): Promise<DriftDocument | undefined>;
}
