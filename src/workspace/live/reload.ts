/** Configuration that is read again while a workspace is open. */
import type { Config } from "../../config/config.ts";
import { loadConfig } from "../../config/find.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { wait } from "../../host/clock.ts";

/**
 * The configuration when it is another than the one given; a file that is wrong is warned about, and changes nothing.
 */
export type Reload = (current: Config) => Promise<Config | undefined>;

/**
 * A file that is being written may look cut short, or empty: what is read has to hold still for so many milliseconds.
 */
const SETTLED_MS = 60;

/** What was read, or why it could not be, and a text that is the same where these are. */
interface Reading {
  readonly read: Config | RaError;
  readonly text: string;
}

/** Each problem is warned about once, until it is solved; with `isPersistent` whenever it is met. */
export function createReload(
  fs: FileSystem,
  start: string,
  home: string | null,
  warn: (warning: Warning) => void,
  isPersistent = false,
): Reload {
  let problem = "";
  const read = async (): Promise<Reading> => {
    try {
      const config = await loadConfig(fs, start, home);
      return { read: config, text: JSON.stringify(config) };
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      return { read: error, text: error.message };
    }
  };
  return async (current) => {
    const now = JSON.stringify(current);
    let reading = await read();
    for (const seen = new Set([now, problem]); !seen.has(reading.text); reading = await read()) {
      seen.add(reading.text);
      await wait(SETTLED_MS);
    }
    if (!(reading.read instanceof RaError)) {
      problem = "";
      return reading.text === now ? undefined : reading.read;
    }
    const { code, message, path, line } = reading.read;
    if (isPersistent || problem !== message) {
      warn({
        code,
        message: `${message}; keeping the configuration read before`,
        ...(path === undefined ? {} : { path }),
        ...(line === undefined ? {} : { line }),
      });
    }
    problem = message;
    return undefined;
  };
}
