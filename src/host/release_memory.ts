/** Releases memory that a server needs only while it answers, and a long run only in one of its parts. */
import process from "node:process";
import { later } from "./clock.ts";
import { nodeVersion } from "./process.ts";

/** The next answer takes some 25 ms longer, so ra waits until a series of questions is over. */
const REST_MS = 60_000;

/** The first major version of Node whose garbage collection can be told to shrink the heap. */
const KNOWS_KINDS = 22;

/**
 * Call the returned function after each answer. Some time after the last call, it makes Node release the memory kept
 * for further answers, which Node never does by itself. Use it only in a program of its own, because it affects the
 * whole process. It does nothing in Deno and Bun.
 */
export function createRest(milliseconds = REST_MS): () => void {
  let forget = (): void => {};
  return () => {
    forget();
    if (nodeVersion !== undefined) forget = later(milliseconds, collect);
  };
}

/**
 * Makes Node collect garbage at once, and give back the memory that is free then. It takes some 100 ms. Use it only in
 * a program of its own, because it affects the whole process. It does nothing in Deno and Bun.
 */
export function releaseMemory(): void {
  if (nodeVersion !== undefined) collect();
}

/**
 * Runs a garbage collection that also shrinks the heap. The only way to call it is the flag that exposes `gc` to new
 * contexts.
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
  else for (let turn = 0; turn < 2; turn++) gc(); // the second run releases pages that the first leaves
}
