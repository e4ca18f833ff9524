/** Refuses a Node that is too old, before ra loads anything that such a Node cannot run. */
import { deno } from "./deno.ts";

/**
 * Prints which version ra needs and ends the process with exit code 1. Does nothing unless this is an old Node. Use it
 * only in a program of its own.
 */
export function refuseOldNode(): void {
  if (deno !== undefined) return;
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  // Node has this function since 20.16 and 22.3, and the bundle loads all of Node's modules with it. Bun has it too.
  if (process === undefined || typeof process.getBuiltinModule === "function") return;
  process.stderr.write(
    `ra: Node ${process.versions.node} is too old: ra needs Node 20.19, or 22.3 and later\n  hint: https://nodejs.org has newer ones; Deno 2 and Bun 1 run ra as well\n`,
  );
  process.exit(1);
}
