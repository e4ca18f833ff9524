/** Loads the engine of a process that reads, and may come to write. */
import * as core from "../../../wasm/pkg/ra_reader.js";
import { compileCore, isCompiling } from "./compile_core.ts";
import type { Engine, ReadingEngine } from "./engine.ts";
import { instantiate } from "./instance.ts";
import { createReading } from "./reading.ts";

let loaded: ReadingEngine | undefined;

/** The engine as far as reading needs it: the whole one if this process has asked for it. Rejects with `engine`. */
export async function loadReadingEngine(): Promise<ReadingEngine> {
  if (isCompiling("core")) return await loadWhole();
  const module = await compileCore("reader");
  loaded ??= { ...createReading(instantiate(core, module)), whole: loadWhole };
  return loaded;
}

/** Most searches do not write, and do not load this code. */
async function loadWhole(): Promise<Engine> {
  const { loadEngine } = await import("./load.ts");
  return await loadEngine();
}
