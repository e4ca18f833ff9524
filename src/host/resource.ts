/** Files that belong to ra itself. */
import { readFileSync } from "node:fs";
import { RaError } from "../errors.ts";
import { failureCode } from "./io_error.ts";

/**
 * The bytes at a `file:` URL. Throws `engine` when they cannot be read, because the installation is then incomplete.
 */
export function readResource(location: URL): Uint8Array {
  try {
    return readFileSync(location);
  } catch (error) {
    throw new RaError("engine", `cannot read ${location.pathname}: ${failureCode(error)}`, {
      hint: "the installation is incomplete; install ra again",
      cause: error,
    });
  }
}
