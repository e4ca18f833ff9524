/**
 * Compiles the WebAssembly core once. It is a module of its own, so that compiling can start before the rest of ra is
 * loaded.
 */
import { RaError } from "../errors.ts";
import { readResource } from "../host/resource.ts";
import { coreLocation } from "./core_location.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The core. Other threads of the runtime compile it while this one goes on. Nobody has to wait for the result. Rejects
 * with `engine`; the next call tries again.
 */
export function compileCore(): Promise<WebAssembly.Module> {
  if (compiled === undefined) {
    compiled = compile();
    // The caller that needs the core gets the error.
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
