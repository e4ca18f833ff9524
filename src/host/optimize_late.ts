/** Delays the moment when Node optimises WebAssembly. */
import process from "node:process";
import { nodeVersion } from "./process.ts";

/**
 * V8's rough measure of how many bytes a function executes before V8 optimises it. By default (1.8 MB in Node 20, 13 MB
 * in Node 24), one query makes V8 optimise much of the core, and the process ends only after that unused work. An index
 * build still exceeds this budget early.
 */
const BUDGET = 200_000_000;
/**
 * V8 prints a complaint about a flag that it does not know, and offers no way to ask. So only versions that were tested
 * get the flag.
 */
const NEWEST_TRIED = 24;

/**
 * Makes V8 optimise only functions that run for long. Call it before the core is loaded, and only in a program of its
 * own, because it affects the whole process. It does nothing outside Node 20 to 24.
 */
export function optimizeLate(): void {
  if (nodeVersion === undefined || nodeVersion > NEWEST_TRIED) return;
  process.getBuiltinModule?.("node:v8")?.setFlagsFromString(`--wasm-tiering-budget=${BUDGET}`);
}
