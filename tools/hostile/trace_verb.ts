/** Compares what the recorder notes of a command with what the system sees. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGuarded } from "../../tests/hostile/guarded_run.ts";
import type { GoodProject } from "../../tests/hostile/planter/good_project.ts";
import { AMPLE, notedPaths, preloadFor } from "../../tests/hostile/planter/recorded.ts";
import { shippedProgram } from "../../tests/hostile/planter/runtimes.ts";
import { type Moment, STATES } from "../../tests/hostile/planter/trial.ts";
import type { Verb } from "../../tests/hostile/planter/verbs.ts";
import { tracedPaths } from "./traced_paths.ts";

export const canTrace: boolean = spawnSync("strace", ["--version"]).status === 0;

/**
 * What others than ra use: a program, and a place below the project (`P`) or the home (`H`). git reads the repository
 * that a source names, and its own folder in the cache. The runtimes look at the working directory and for modules,
 * and keep what they compiled.
 */
const OTHERS: readonly (readonly [program: RegExp, place: RegExp])[] = [
  [/^git/, /^P\/(?:upstream\/)?\.git(?:\/|$)|^P\/upstream$|^H\/\.(?:gitconfig|config\/git(?:\/|$)|cache\/ra(?:\/|$))/],
  [/^(?:node|deno|bun)/, /^P$/],
  [/^node/, /^H\/\.node_(?:modules|libraries)$/],
  [/./, /^H\/\.cache(?:\/bun(?:\/|$)|$)/],
  [/^deno/, /^[PH]\/(?:deno\.jsonc?|package\.json|node_modules|\.npmrc)$/],
];

/** The paths inside the project and the home that the recorder did not note and that no other program explains. */
export async function unnotedPaths(good: GoodProject, verb: Verb, moment: Moment): Promise<readonly string[]> {
  const { scratch, runtime, environment, notes } = good;
  const { project, home } = scratch.place;
  const [list, trace] = [join(notes, "paths"), join(notes, "trace")];
  good.restore(...STATES[moment]);
  for (const path of [list, trace]) rmSync(path, { force: true });
  const { command, args } = shippedProgram(runtime, preloadFor(notes, list));
  // With `-D` the program is the child, so that the signal that ends a server reaches it.
  const options = ["-D", "-f", "-y", "-qq", "-s", "4096", "-e", "trace=%file,clone,clone3,vfork,fork", "-o", trace];
  await runGuarded({ ...verb, env: environment }, scratch, AMPLE, {
    command: "strace",
    args: [...options, command, ...args],
  });
  const noted = new Set(notedPaths(list).flatMap(withFolders));
  const short = (path: string): string =>
    path === project || path.startsWith(`${project}/`)
      ? `P${path.slice(project.length)}`
      : path === home || path.startsWith(`${home}/`)
      ? `H${path.slice(home.length)}`
      : "";
  return tracedPaths(readFileSync(trace, "utf8").split("\n"), project).flatMap(({ path, program }) => {
    const place = short(path);
    const isKnown = place === "" || noted.has(path) ||
      OTHERS.some(([name, where]) => name.test(program) && where.test(place));
    return isKnown ? [] : [`${program} ${place}`];
  });
}

/** The system looks at the folders above a path when it resolves links. */
function withFolders(path: string): readonly string[] {
  return path === dirname(path) ? [path] : [path, ...withFolders(dirname(path))];
}
