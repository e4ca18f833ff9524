/** Where a workspace is: what every one of its operations needs. */
import type { Config } from "../config/config.ts";
import type { Engine } from "../engine/engine.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { OpenOptions } from "./contract.ts";

export interface Environment {
  readonly fs: FileSystem;
  /** Absolute; relative paths that a caller passes start here. */
  readonly directory: string;
  readonly config: Config;
  readonly options: OpenOptions;
  /** Loads the core at the first call. */
  readonly engine: () => Promise<Engine>;
}
