/**
 * Compiles the WebAssembly core, once. It may be asked for before the rest of the program is loaded: that is what it
 * stands apart for.
 */
import { RaError } from "../errors.ts";
import { readResource } from "../host/resource.ts";
import { coreLocation } from "./core_location.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The core, compiled by other threads of the runtime while this one goes on. Rejects with `engine`, and is tried again
 * when it is asked for again; nobody has to wait for it.
 */
export function compileCore(): Promise<WebAssembly.Module> {
  if (compiled === undefined) {
    compiled = compile();
    // Whoever needs the core hears of it.
    compiled.catch(() => {
      compiled = undefined;
    });
  }
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const bytes = readResource(coreLocation);
  try {
    return await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new RaError("engine", `cannot compile ${coreLocation.pathname}`, {
      hint: "the installation is damaged; install ra again",
      cause,
    });
  }
}
