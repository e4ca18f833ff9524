/** One trial: something is planted at one path of the good project, and a command runs. */
import assert from "node:assert/strict";
import { LIMITS, runGuarded, type Usage } from "../guarded_run.ts";
import { assertAnswered } from "./answered.ts";
import type { GoodProject, Home, State } from "./good_project.ts";
import type { Plant } from "./plants.ts";
import { foreignChanges, madeSince, type Owned, projectState } from "./project_state.ts";
import { recordVerb } from "./recorded.ts";
import { shippedProgram } from "./runtimes.ts";
import { type Target, targetsAmong } from "./targets.ts";
import type { Verb } from "./verbs.ts";

/**
 * When something was planted. `between`: ra has worked here, and remembers it. `prepared`: somebody else's ra has.
 * `first`: nobody's has.
 */
export const MOMENTS = ["between", "prepared", "first"] as const;
export type Moment = typeof MOMENTS[number];

export const STATES: Readonly<Record<Moment, readonly [State, Home]>> = {
  between: ["used", "own"],
  prepared: ["used", "trust"],
  first: ["fresh", "own"],
};

/** What a good run of a command used, made and took. */
export interface Basis {
  readonly verb: Verb;
  readonly moment: Moment;
  readonly targets: readonly Target[];
  readonly owned: Owned;
  /** What the good run itself did to files of the user's. */
  readonly faults: readonly string[];
  readonly usage: Usage;
}

/** The folders that `rag.yaml` names, and what is above them, may be links to others of the project. */
const ROOTS: readonly string[] = ["rag", "rag/data", "rag/index", "site"];

/** Bun reads them to their end before ra begins, whatever is in their place. */
const READ_BY_BUN = /^(?:bunfig\.toml|\.env(?:\..*)?)$/;

/** By the clock, as the machine may be busy. */
const SECONDS = 120;

export async function basisOf(good: GoodProject, verb: Verb, moment: Moment, used: Owned): Promise<Basis> {
  const { project } = good.scratch.place;
  const [state, home] = STATES[moment];
  const { paths, usage } = await recordVerb(good, verb, state, home);
  const after = projectState(project);
  good.restore(state, home);
  const before = projectState(project);
  const owned = new Map([...used, ...madeSince(before, after)]);
  return {
    ...{ verb, moment, usage, owned },
    targets: targetsAmong(paths, project, (path) => after.get(path)?.kind)
      .filter(({ name }) => good.runtime !== "bun" || !READ_BY_BUN.test(name)),
    faults: foreignChanges(before, after, { owned, writes: verb.writes ?? [] }),
  };
}

/** What ra made until the project was used. */
export function ownedWhenUsed(good: GoodProject): Owned {
  const { project } = good.scratch.place;
  good.restore("fresh");
  const before = projectState(project);
  good.restore("used");
  return madeSince(before, projectState(project));
}

/** Fails with what the command did wrong. */
export async function tryPlant(good: GoodProject, basis: Basis, target: Target, plant: Plant): Promise<Usage> {
  const { scratch, runtime, services } = good;
  const { verb, moment, owned, usage: base } = basis;
  good.restore(...STATES[moment]);
  services.forget();
  plant.put(scratch.place, target, `${services.address}/v1`);
  const before = projectState(scratch.place.project);
  const outside = scratch.snapshot();
  const what = `ra ${verb.args.join(" ")}`;
  const limits = {
    cpuSeconds: base.seconds + LIMITS.cpuSeconds,
    seconds: SECONDS,
    bytes: base.bytes + LIMITS.bytes,
  };
  const key = `sk-${scratch.place.secret}`;
  const env = { ...good.environment, OPENAI_API_KEY: key };
  const { usage, ...answer } = await runGuarded({ ...verb, env }, scratch, limits, shippedProgram(runtime));
  assertAnswered(what, answer);
  scratch.assertUntouched(outside, what);
  for (const text of [answer.stdout, answer.stderr]) {
    assert.ok(!text.includes(scratch.place.secret), `${what} printed a secret from outside: ${text}`);
  }
  assert.ok(!services.heard(scratch.place.secret), `${what} sent a secret to a service`);
  const leadsTo = ROOTS.includes(target.path) ? plant.leadsTo?.(target) : undefined;
  const changes = foreignChanges(before, projectState(scratch.place.project), {
    owned,
    writes: verb.writes ?? [],
    alias: leadsTo === undefined ? undefined : { path: target.path, leadsTo },
  }).filter((line) => !basis.faults.includes(line));
  assert.ok(changes.length === 0, `${what} touched what is not its own: ${changes.join(", ")}`);
  return usage;
}
