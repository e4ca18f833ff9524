/** Draws some of many trials, and says how to repeat one. */
import { type Plant, PLANTS } from "./plants.ts";
import type { Runtime } from "./runtimes.ts";
import type { Target } from "./targets.ts";
import type { Basis } from "./trial.ts";

export interface Trial {
  readonly target: Target;
  readonly plant: Plant;
}

/** What names a trial in lists and on the command line. */
export interface TrialName {
  readonly verb: string;
  readonly moment: string;
  readonly path: string;
  readonly plant: string;
}

/** Every command looks for the repository, so most draws leave its files out. */
const SHARE_OF_GIT = 0.1;

/** All trials, or, with `random`, those that a small sample is drawn from. */
export function trialsOf(
  { targets, verb: { enters } }: Pick<Basis, "targets" | "verb">,
  random?: () => number,
): readonly Trial[] {
  const isMeant = ({ name }: Target): boolean =>
    random === undefined || !/(?:^|\/)\.git(?:\/|$)/.test(name) || random() < SHARE_OF_GIT;
  return targets.filter(isMeant).flatMap((target) =>
    PLANTS.filter((plant) => plant.fits(target) && !(plant.isLink === true && leadsTo(enters, target)))
      .map((plant) => ({ target, plant }))
  );
}

function leadsTo(folder: string | undefined, { path }: Target): boolean {
  return folder !== undefined && (folder === path || folder.startsWith(`${path}/`));
}

export function drawn<T>(all: readonly T[], most: number, random: () => number): readonly T[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(most, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}

export function repeatCommand(runtime: Runtime, { verb, moment, path, plant }: TrialName): string {
  const options = Object.entries({ runtime, verb, moment, path, plant }).map(([name, value]) => `--${name} "${value}"`);
  return `npm run test:hostile -- --again ${options.join(" ")}`;
}
