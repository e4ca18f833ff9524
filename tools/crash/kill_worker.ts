/**
 * A writer for `kill_loop.ts`, in a process of its own. It changes the tree and updates the index, step after step,
 * until it is killed.
 */
import process from "node:process";
import { open } from "../../src/workspace.ts";
import { applyStep, noteStep } from "./changing_tree.ts";

const [project = "", first = ""] = process.argv.slice(2);
const workspace = await open(project, { home: null });
await workspace.inspect(`${project}/.ra.toml`);
process.stdout.write("ready\n");
for (let step = Number(first);; step++) {
  noteStep(project, step);
  applyStep(project, step);
  await workspace.update({ full: step % 5 === 0 });
  // Waits, so that some writers are killed while they have nothing to do.
  await new Promise((resolve) => setTimeout(resolve, 15));
}
