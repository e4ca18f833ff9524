/** Kills writers at random moments, and checks what they leave. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { open } from "../../src/workspace.ts";
import { applyStep, notedStep, noteStep, startTree } from "./changing_tree.ts";
import { ended, randomNumbers, spoke, startModule, withFolder } from "./child_process.ts";
import { assertAlike, freshAnswers, leftovers, publishedAnswers } from "./index_answers.ts";

export interface KillFigures {
  readonly killed: number;
  /** How many steps the killed writers began. */
  readonly steps: number;
  /** How often a killed writer left the index before its last step, the one after it, or none (in a first build). */
  readonly foundOld: number;
  readonly foundNew: number;
  readonly foundNone: number;
  /** How often a writer left files that the published index does not need, such as a lock. */
  readonly leftFiles: number;
  readonly leftLocks: number;
}

/** A writer lives at most this many milliseconds after it is ready, or as long as a few updates take. */
const MAX_LIFE = 250;
const MAX_UPDATES_LENGTH = 3;

export interface KillOptions {
  readonly seconds: number;
  /** Kill at least this many writers, even if it takes longer. */
  readonly atLeast?: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

/**
 * Runs writers on one project for some time and kills each with SIGKILL. The index must then answer like a new one
 * over the tree before or after the writer's step. After one more update it must answer like the tree now, with
 * nothing left over. Fails with an assertion otherwise.
 */
export async function killWriters(
  { seconds, seed, atLeast = 1, onRound = () => {} }: KillOptions,
): Promise<KillFigures> {
  const random = randomNumbers(seed);
  const figures = { killed: 0, steps: 0, foundOld: 0, foundNew: 0, foundNone: 0, leftFiles: 0, leftLocks: 0 };
  await withFolder(async (project) => {
    startTree(project);
    let step = 0;
    let life = MAX_LIFE;
    for (const end = Date.now() + seconds * 1000; Date.now() < end || figures.killed < atLeast;) {
      // Sometimes starts without an index, so that a first build is killed.
      if (random() < 0.15) rmSync(`${project}/.ra`, { recursive: true, force: true });
      const hadIndex = await publishedAnswers(project);
      const writer = startModule(import.meta.url, "kill_worker", project, String(step + 1));
      const said = ended(writer);
      await spoke(writer);
      await new Promise((resolve) => setTimeout(resolve, random() * life));
      writer.kill("SIGKILL");
      const { stderr } = await said;
      assert.equal(stderr, "", `a writer failed at step ${step}: ${stderr}`);
      figures.killed += 1;

      const before = step;
      step = notedStep(project);
      figures.steps += step - before;
      const found = await publishedAnswers(project);
      const leftFiles = existingLeftovers(project);
      if (leftFiles.length > 0) figures.leftFiles += 1;
      if (leftFiles.includes("lock")) figures.leftLocks += 1;
      if (found === (await freshAnswers(step))) figures.foundNew += 1;
      else if (step > before + 1 || !hadIndex.startsWith("no answer")) {
        assertAlike(
          found,
          await freshAnswers(Math.max(step - 1, 0)),
          `after step ${step} the index is neither the old nor the new one`,
        );
        figures.foundOld += 1;
      } else {
        assert.equal(found, "no answer: index-missing", `after the first build was killed in step ${step}`);
        figures.foundNone += 1;
      }
      step += 1;
      // Repeats what the writer had begun, and adds one change so that there is something to publish.
      if (step > 1) applyStep(project, step - 1);
      applyStep(project, step);
      noteStep(project, step);
      const start = performance.now();
      await updateQuietly(project);
      life = Math.max(MAX_LIFE, MAX_UPDATES_LENGTH * (performance.now() - start));
      assertAlike(
        await publishedAnswers(project),
        await freshAnswers(step),
        `the update after step ${step} is not complete`,
      );
      assert.deepEqual(leftovers(project), [], `the update after step ${step} left files`);
      onRound(figures.killed);
    }
  });
  return figures;
}

function existingLeftovers(project: string): readonly string[] {
  try {
    return leftovers(project);
  } catch {
    return []; // there is no index
  }
}

/** Updates, and fails on any warning. What a killed writer leaves never counts as damage. */
async function updateQuietly(project: string): Promise<void> {
  const warnings: string[] = [];
  const workspace = await open(project, { home: null, onWarning: ({ message }) => void warnings.push(message) });
  try {
    await workspace.update();
  } finally {
    workspace.close();
  }
  assert.deepEqual(warnings, []);
}
