/** An instance of a module of the core, and how its failures become `RaError`s. */
import type * as wholeCore from "../../../wasm/pkg/ra_core.js";
import type * as readerCore from "../../../wasm/pkg/ra_reader.js";
import { RaError, type RaErrorCode } from "../../errors.ts";

export type ReaderCore = typeof readerCore;
export type WholeCore = typeof wholeCore;

export interface Instance<C extends ReaderCore = ReaderCore> {
  readonly core: C;
  /** How often a new instance has taken the place of this one. */
  replaced: number;
}

export function instantiate<C extends ReaderCore>(core: C, module: WebAssembly.Module): Instance<C> {
  core.initSync({ module });
  return { core, replaced: 0 };
}

/** Starts the module anew, with new memory. */
export function replace(instance: Instance): void {
  instance.core.__wbg_reset_state();
  instance.replaced += 1;
}

const CORE_CODES: readonly string[] = [
  "not-text",
  "index-damaged",
  "io",
  "engine",
  "too-expensive",
] satisfies RaErrorCode[];

/**
 * Calls the core and turns its failures into `RaError`s. `fault` is the code of a failure without a better one. When
 * the core traps, its memory may be in disorder, so a new instance takes its place.
 */
export function guard<T>(instance: Instance, call: () => T, fault: "engine" | "index-damaged" = "engine"): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof RaError) throw error;
    const code = (error as { code?: unknown }).code;
    const message = error instanceof Error ? error.message : String(error);
    if (typeof code === "string" && CORE_CODES.includes(code)) {
      throw new RaError(code === "engine" ? fault : code as RaErrorCode, message, { cause: error });
    }
    // So far, only damaged segments have caused a trap.
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (trapped) replace(instance);
    throw new RaError(trapped ? "index-damaged" : "engine", `the search core stopped: ${message}`, { cause: error });
  }
}

/** Frees an object of the core. The memory of an instance that was replaced is gone with it. */
export function release(object: { free(): void }): void {
  try {
    object.free();
  } catch {
    // See the comment above.
  }
}

/** Throws `not-text` for bytes that are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new RaError("not-text", "not UTF-8", { cause: error });
  }
}
