/** Configuration that is read again while a workspace is open. */
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/find.ts";
import { RaError, type Warning } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";

/** The configuration when it is another than the one given; a file that is wrong is warned about, and changes nothing. */
export type Reload = (current: Config) => Promise<Config | undefined>;

/** Each problem is warned about once, until it is solved. */
export function createReload(fs: FileSystem, start: string, home: string | null, warn: (warning: Warning) => void): Reload {
  let problem = "";
  return async (current) => {
    try {
      const config = await loadConfig(fs, start, home);
      problem = "";
      return JSON.stringify(config) === JSON.stringify(current) ? undefined : config;
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      const { code, message, path, line } = error;
      if (problem !== message) {
        warn({ code, message: `${message}; keeping the configuration read before`, ...(path === undefined ? {} : { path }), ...(line === undefined ? {} : { line }) });
      }
      problem = message;
      return undefined;
    }
  };
}
