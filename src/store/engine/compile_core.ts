/**
 * Compiles each module of the core once. It stands alone, so that compiling can start before the rest of ra is loaded.
 */
import { RaError } from "../../errors.ts";
import { readResource } from "../../host/resource.ts";
import { coreLocations, type CoreModule } from "./core_location.ts";

const compiled = new Map<CoreModule, Promise<WebAssembly.Module>>();

/**
 * The compiled module. Other threads of the runtime compile it while this one goes on. Nobody has to wait for the
 * result. Rejects with `engine`; the next call tries again.
 */
export function compileCore(name: CoreModule): Promise<WebAssembly.Module> {
  const before = compiled.get(name);
  if (before !== undefined) return before;
  const begun = compile(name);
  compiled.set(name, begun);
  // The caller that needs the core gets the error.
  begun.catch(() => compiled.delete(name));
  return begun;
}

/** Whether this process has asked for the module. */
export function isCompiling(name: CoreModule): boolean {
  return compiled.has(name);
}

async function compile(name: CoreModule): Promise<WebAssembly.Module> {
  const location = coreLocations[name];
  const bytes = readResource(location);
  try {
    return await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new RaError("engine", `cannot compile ${location.pathname}`, {
      hint: "the installation is damaged; install ra again",
      cause,
    });
  }
}
