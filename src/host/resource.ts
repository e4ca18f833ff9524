/** Files that belong to ra itself. */
import * as fs from "node:fs";
import { RaError } from "../errors.ts";
import { deno } from "./deno.ts";
import { failureCode } from "./io_error.ts";

/**
 * The bytes at a `file:` URL. Throws `engine` when they cannot be read, because the installation is then incomplete.
 */
export function readResource(location: URL): Uint8Array {
  try {
    return deno === undefined ? fs.readFileSync(location) : deno.readFileSync(location);
  } catch (error) {
    throw new RaError("engine", `cannot read ${location.pathname}: ${failureCode(error)}`, {
      hint: "the installation is incomplete; install ra again",
      cause: error,
    });
  }
}
