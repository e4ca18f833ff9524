/** Runs a command in the good project, and gives the paths that it used. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Limits, runGuarded, type Usage } from "../guarded_run.ts";
import type { Answer } from "../hostile.ts";
import { assertAnswered } from "./answered.ts";
import type { GoodProject, Home, State } from "./good_project.ts";
import { shippedProgram } from "./runtimes.ts";
import type { Verb } from "./verbs.ts";

/** A good run is not judged by what it takes: others are compared with it. */
export const AMPLE: Limits = { cpuSeconds: 60, seconds: 120, bytes: 2e9 };

export interface Recorded {
  /** Absolute and sorted, each once. */
  readonly paths: readonly string[];
  readonly usage: Usage;
  readonly answer: Answer;
}

/** The project stays as the command leaves it. */
export async function recordVerb(good: GoodProject, verb: Verb, state: State, home: Home): Promise<Recorded> {
  const { scratch, runtime, environment, notes } = good;
  good.restore(state, home);
  const list = join(notes, "paths");
  rmSync(list, { force: true });
  const { usage, ...answer } = await runGuarded(
    { ...verb, env: environment },
    scratch,
    AMPLE,
    shippedProgram(runtime, preloadFor(notes, list)),
  );
  assertAnswered(verb.name, answer);
  return { paths: notedPaths(list), usage, answer };
}

/** Sorted, each once. */
export function notedPaths(list: string): readonly string[] {
  const lines = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  return [...new Set(lines.flatMap((line) => line.split("\t")[1] ?? []))].sort();
}

/** Variables do not reach threads, so a module of its own names the list. */
export function preloadFor(folder: string, list: string): string {
  const recorder = new URL("./record_paths.mjs", import.meta.url).href;
  const path = join(folder, "preload.mjs");
  writeFileSync(
    path,
    `import { recordPaths } from ${JSON.stringify(recorder)};\nrecordPaths(${JSON.stringify(list)});\n`,
  );
  return path;
}
