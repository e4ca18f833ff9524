/** A few of the trials of the planter. RA_TEST_SEED draws others; `npm run test:hostile` makes them all. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { randomNumbers } from "../../tools/crash/child_process.ts";
import { type GoodProject, makeGoodProject } from "./planter/good_project.ts";
import { SHIPPED, thisRuntime } from "./planter/runtimes.ts";
import { drawn, repeatCommand, trialsOf } from "./planter/sample.ts";
import { basisOf, MOMENTS, ownedWhenUsed, tryPlant } from "./planter/trial.ts";
import { VERBS } from "./planter/verbs.ts";

/** Commands, each at one moment, and trials of each. Every one is a start of the program on four runtimes. */
const GROUPS = 4;
const TRIALS = 4;

/** A busy machine takes longer than other tests may. */
const MAX_MS = 300_000;

const seed = Number(process.env["RA_TEST_SEED"] ?? 46);
const skip = process.platform !== "linux"
  ? "pipes, links and figures of processes are those of Linux"
  : spawnSync("git", ["--version"]).status !== 0
  ? "git is not installed"
  : !existsSync(SHIPPED) && "it runs what `npm run build` makes";

test(`planter: what is planted where a command reads or writes does no harm (RA_TEST_SEED=${seed})`, {
  skip,
  timeout: MAX_MS,
}, async () => {
  const random = randomNumbers(seed);
  const groups = VERBS.flatMap((verb) => MOMENTS.map((moment) => ({ verb, moment })));
  const good: GoodProject = await makeGoodProject(thisRuntime);
  const wrong: string[] = [];
  let [trials, seconds, bytes] = [0, 0, 0];
  try {
    const used = ownedWhenUsed(good);
    for (const { verb, moment } of drawn(groups, GROUPS, random)) {
      const basis = await basisOf(good, verb, moment, used);
      assert.deepEqual(basis.faults, [], `ra ${verb.args.join(" ")} in the good project`);
      for (const { target, plant } of drawn(trialsOf(basis, random), TRIALS, random)) {
        trials++;
        try {
          const usage = await tryPlant(good, basis, target, plant);
          seconds = Math.max(seconds, usage.seconds);
          bytes = Math.max(bytes, usage.bytes);
        } catch (error) {
          const name = { verb: verb.name, moment, path: target.name, plant: plant.name };
          wrong.push(`${(error as Error).message}\n  again: ${repeatCommand(thisRuntime, name)}`);
        }
      }
    }
  } finally {
    await good.remove();
  }
  console.log(
    `hostile planter: seed ${seed}, ${trials} trials; at most ${seconds.toFixed(1)} s, ${Math.round(bytes / 1e6)} MB`,
  );
  assert.ok(wrong.length === 0, wrong.join("\n\n"));
});
