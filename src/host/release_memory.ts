/** Memory that a server needs for its answers and not at rest. */
import process from "node:process";
import { later } from "./clock.ts";
import { nodeVersion } from "./process.ts";

/** The next answer takes some 25 ms longer: not between the questions of one piece of work. */
const REST_MS = 60_000;

/** The first Node whose collections can be told to make the heap small. */
const KNOWS_KINDS = 22;

/**
 * To be called after each answer: some time after the last one Node gives back what it kept for more of them, which by
 * itself it never does. For a program of its own: it concerns the whole process. In Deno and Bun nothing happens.
 */
export function createRest(milliseconds = REST_MS): () => void {
  let forget = (): void => {};
  return () => {
    forget();
    if (nodeVersion !== undefined) forget = later(milliseconds, collect);
  };
}

/**
 * A collection that also makes the heap small; there is no other way to it than the flag that shows it to new contexts.
 */
function collect(): void {
  const v8 = process.getBuiltinModule?.("node:v8");
  const vm = process.getBuiltinModule?.("node:vm");
  if (v8 === undefined || vm === undefined) return;
  v8.setFlagsFromString("--expose-gc");
  const gc: unknown = vm.runInNewContext("globalThis.gc");
  v8.setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") return;
  if (nodeVersion! >= KNOWS_KINDS) gc({ type: "major", execution: "sync", flavor: "last-resort" });
  else for (let turn = 0; turn < 2; turn++) gc(); // the first leaves pages that the second gives back
}
