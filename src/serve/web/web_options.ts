/** What the page needs from its server. */
import type { FileSystem } from "../../host/file_system.ts";
import type { Workspace } from "../../workspace.ts";
import type { SourceLinks } from "./api/open_passage.ts";

export interface WebOptions {
  readonly workspace: Workspace;
  readonly fs: FileSystem;
  readonly links: SourceLinks;
  /** Called with failures that are not the request's fault. */
  onFailure?(error: unknown): void;
}
