/** What every operation of a workspace needs. */
import type { Config } from "../config/config.ts";
import type { Engine } from "../engine/engine.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { OpenOptions } from "./contract.ts";
import type { LiveMeaning } from "./live/live_meaning.ts";

export interface Environment {
  readonly fs: FileSystem;
  /** Absolute. Relative paths from a caller start here. */
  readonly directory: string;
  readonly config: Config;
  readonly options: OpenOptions;
  /** Loads the core at the first call. */
  readonly engine: () => Promise<Engine>;
  /** Undefined while semantic search is off. */
  readonly meaning?: LiveMeaning | undefined;
}
