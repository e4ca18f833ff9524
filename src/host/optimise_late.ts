/** When Node optimises WebAssembly. */
import process from "node:process";
import { nodeVersion } from "./process.ts";

/**
 * V8's rough measure of bytes that a function executes before it is optimised. By default (1.8 MB in Node 20, 13 MB in
 * Node 24) one query makes V8 optimise much of the core, and the process waits at its end for code that nobody runs. An
 * index build passes this mark early on all the same.
 */
const BUDGET = 200_000_000;
/** V8 complains on stderr about a flag it does not know, and cannot be asked: only versions that were tried get it. */
const NEWEST_TRIED = 24;

/**
 * Optimises only what runs for long. For a program of its own, before the core is loaded: it concerns the whole
 * process. Elsewhere than in Node 20 to 24 nothing happens.
 */
export function optimiseLate(): void {
  if (nodeVersion === undefined || nodeVersion > NEWEST_TRIED) return;
  process.getBuiltinModule?.("node:v8")?.setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
