/** What all parts of one `ra rag index` share. */
import type { Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { SourceTree } from "../../sources/source_trees.ts";
import type { Device } from "./index_embedder.ts";

export interface IndexOptions {
  /** Whether unchanged files keep their chunks, and unchanged chunks their vectors. */
  readonly incremental: boolean;
  /** Ids of sources; the others stay as they are. Empty: all. */
  readonly only: readonly string[];
  readonly device: Device;
}

export interface IndexHost {
  /** That of the places. */
  readonly fs: FileSystem;
  readonly home: string | null;
  /** The folder of the places in the user's cache. Null where ra knows none. */
  readonly memory: string | null;
  warn(warning: Warning): void;
  /** Another process works on the same folders. */
  onWait(owner: string): void;
  /** `what` says in a few words what is being done. */
  onProgress(what: string): void;
  /** Gives free memory back to the system. It may take 100 ms. */
  releaseMemory(): void;
  /** The free bytes of the disk that a path lies on. Absent: as the system says. */
  readonly freeSpace?: ((path: string) => number | undefined) | undefined;
}

export interface IndexRun {
  readonly config: RagConfig;
  readonly options: IndexOptions;
  readonly host: IndexHost;
  readonly trees: readonly SourceTree[];
  /** Bytes of the files that are text. */
  readonly textBytes: number;
  readonly keepLock: () => void;
  readonly began: number;
}
