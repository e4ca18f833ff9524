/** What the page needs of whoever serves it. */
import type { FileSystem } from "../host/file_system.ts";
import type { Workspace } from "../workspace.ts";
import type { SourceLinks } from "./api/open_passage.ts";

export interface WebOptions {
  readonly workspace: Workspace;
  readonly fs: FileSystem;
  readonly links: SourceLinks;
  /** Hears of failures that are no fault of the request. */
  onFailure?(error: unknown): void;
}
