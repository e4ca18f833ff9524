/** Reads the configuration again while a workspace is open. */
import type { Config } from "../../config/config.ts";
import { loadConfig } from "../../config/find.ts";
import { RaError, warningOf } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { wait } from "../../host/clock.ts";
import type { OpenOptions } from "../contract.ts";

/**
 * Returns the configuration if it differs from the given one. If a file is wrong, warns about it and returns
 * undefined.
 */
export type Reload = (current: Config) => Promise<Config | undefined>;

/**
 * A file that is being written may look empty or cut short. So its content has to stay the same for this many
 * milliseconds.
 */
const SETTLED_MS = 60;

/** The result of reading, or the error, with a text that is equal when the results are. */
interface ConfigReading {
  readonly read: Config | RaError;
  readonly text: string;
}

/** Warns about each problem once until it is solved. With `reload`, warns every time. */
export function createReload(
  fs: FileSystem,
  start: string,
  home: string | null,
  { reload: isPersistent = false, trust, onWarning }: Pick<OpenOptions, "reload" | "trust" | "onWarning"> = {},
): Reload {
  let problem = "";
  const read = async (): Promise<ConfigReading> => {
    try {
      const config = await loadConfig(fs, start, home, { trust });
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
    const { message } = reading.read;
    if (isPersistent || problem !== message) {
      onWarning?.(warningOf(reading.read, `${message}; ra keeps the configuration that it read before`));
    }
    problem = message;
    return undefined;
  };
}
