// Plants each kind of thing at each path that a command uses, and runs the command again:
//   npm run test:hostile -- [--runtime NAME]… [--verb NAME]… [--moment NAME]… [--path NAME]… [--plant NAME]…
//     [--sample N] [--seed N] [--again] [--jobs N]
import process from "node:process";
import { parseArgs } from "node:util";
import { randomNumbers } from "../crash/child_process.ts";
import { type GoodProject, makeGoodProject } from "../../tests/hostile/planter/good_project.ts";
import type { Owned } from "../../tests/hostile/planter/project_state.ts";
import { type Runtime, RUNTIMES } from "../../tests/hostile/planter/runtimes.ts";
import { drawn, trialsOf } from "../../tests/hostile/planter/sample.ts";
import { basisOf, type Moment, MOMENTS, ownedWhenUsed, tryPlant } from "../../tests/hostile/planter/trial.ts";
import { type Verb, VERBS } from "../../tests/hostile/planter/verbs.ts";
import { openResults, type Results } from "./results.ts";
import { summary } from "./summary.ts";
import { canTrace, unnotedPaths } from "./trace_verb.ts";

const { values: given } = parseArgs({
  options: {
    runtime: { type: "string", multiple: true, default: [...RUNTIMES] },
    verb: { type: "string", multiple: true, default: [] },
    moment: { type: "string", multiple: true, default: [] },
    path: { type: "string", multiple: true, default: [] },
    plant: { type: "string", multiple: true, default: [] },
    sample: { type: "string" },
    seed: { type: "string" },
    again: { type: "boolean", default: false },
    jobs: { type: "string", default: "2" },
  },
});
const seed = Number(given.seed ?? (Date.now() % 1e6) + 1);
/** A path stands for all below it. */
const isBelow = (paths: readonly string[], path: string): boolean =>
  paths.length === 0 || paths.some((one) => path === one || path.startsWith(`${one}/`));
const isMeant = (names: readonly string[], name: string): boolean => names.length === 0 || names.includes(name);

interface Group {
  readonly verb: Verb;
  readonly moment: Moment;
}

/** One after the other, all trials of a command at one moment. */
async function tryGroup(good: GoodProject, used: Owned, { verb, moment }: Group, results: Results): Promise<void> {
  const basis = await basisOf(good, verb, moment, used);
  const trials = trialsOf(basis).filter(({ target, plant }) =>
    isBelow(given.path, target.name) && isMeant(given.plant, plant.name)
  );
  const some = given.sample === undefined
    ? trials
    : drawn(trials, Number(given.sample), randomNumbers(seed + VERBS.indexOf(verb)));
  const add = (plant: string, wrong: string | null): void => {
    const name = { verb: verb.name, moment, path: "", plant };
    if (!results.has(name)) results.add({ ...name, wrong, ...basis.usage });
  };
  const what = `ra ${verb.args.join(" ")}`;
  add("nothing", basis.faults.length === 0 ? null : `${what}: ${basis.faults.join(", ")}`);
  if (canTrace && !results.has({ verb: verb.name, moment, path: "", plant: "strace" })) {
    const paths = await unnotedPaths(good, verb, moment).catch((error: Error) => error);
    if (paths instanceof Error) add("strace", paths.message);
    else add("strace", paths.length === 0 ? null : `${what} used paths that nobody noted: ${paths.join(", ")}`);
  }
  for (const { target, plant } of some) {
    const name = { verb: verb.name, moment, path: target.name, plant: plant.name };
    if (results.has(name)) continue;
    try {
      const { seconds, bytes } = await tryPlant(good, basis, target, plant);
      results.add({ ...name, wrong: null, seconds, bytes });
    } catch (error) {
      results.add({ ...name, wrong: (error as Error).message, seconds: 0, bytes: 0 });
    }
  }
}

async function tryAll(runtime: Runtime): Promise<boolean> {
  const results = openResults(runtime, given.again);
  const groups = VERBS.filter(({ name }) => isMeant(given.verb, name)).flatMap((verb) =>
    MOMENTS.filter((moment) => isMeant(given.moment, moment)).map((moment) => ({ verb, moment }))
  );
  console.log(`planter on ${runtime}: seed ${seed}, results in ${results.file}`);
  const work = async (): Promise<void> => {
    const good = await makeGoodProject(runtime);
    try {
      const used = ownedWhenUsed(good);
      for (let next = groups.shift(); next !== undefined; next = groups.shift()) {
        await tryGroup(good, used, next, results);
        console.log(`  ${next.verb.name}, ${next.moment}: done`);
      }
    } finally {
      await good.remove();
    }
  };
  await Promise.all(Array.from({ length: Number(given.jobs) }, work));
  const meant = results.all().filter(({ verb, moment, path, plant }) =>
    isMeant(given.verb, verb) && isMeant(given.moment, moment) && isBelow(given.path, path) &&
    isMeant(given.plant, plant)
  );
  console.log(summary(runtime, meant));
  return meant.every(({ wrong }) => wrong === null);
}

let isGood = true;
for (const name of given.runtime) {
  const runtime = RUNTIMES.find((one) => one === name);
  if (runtime === undefined) throw new Error(`no runtime ${name}; known are ${RUNTIMES.join(", ")}`);
  isGood = await tryAll(runtime) && isGood;
}
process.exit(isGood ? 0 : 1);
