/** Treats a denied read as absence. */
import { RaError } from "../errors.ts";

/** Returns what `read` returns, or undefined when the read is denied. */
export function orAbsent<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RaError && error.code === "io") return undefined;
    throw error;
  }
}
