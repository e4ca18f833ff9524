/** What every operation of a workspace needs. */
import type { Config } from "../config/config.ts";
import type { ReadingEngine } from "../store/engine/engine.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { OpenOptions } from "./contract.ts";
import type { LiveMeaning } from "./live/live_meaning.ts";

export interface Environment {
  readonly fs: FileSystem;
  /** Absolute. Relative paths from a caller start here. */
  readonly directory: string;
  readonly config: Config;
  readonly options: OpenOptions;
  /** Loads what reading needs of the core at the first call. Once the whole core is loaded, gives that. */
  readonly engine: () => Promise<ReadingEngine>;
  /** Undefined while semantic search is off. */
  readonly meaning?: LiveMeaning | undefined;
}
