/** Reading what may not be read. */
import { RaError } from "../errors.ts";

/** What `read` gives; what may not be read counts as absent. */
export function orAbsent<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RaError && error.code === "io") return undefined;
    throw error;
  }
}
