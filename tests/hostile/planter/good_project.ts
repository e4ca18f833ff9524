/**
 * The good project on the disk, in two states: as its user wrote it, and after every command of `ra rag` has worked in
 * it. Both are kept, and put back before each trial at the same place, because ra remembers folders by their paths.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitAll, writeIn } from "../../host/git_repository.ts";
import { runGuarded } from "../guarded_run.ts";
import { createScratch, type Scratch } from "../scratch.ts";
import { goodFiles } from "./good_files.ts";
import { type Runtime, shippedProgram } from "./runtimes.ts";
import { type Services, startServices } from "./services.ts";

/** `fresh`: ra has not run. `used`: it has done everything once. */
export type State = "fresh" | "used";

/** `own`: what the user's home held in this state. `trust`: only that the user trusts `rag.yaml`. */
export type Home = "own" | "trust";

export interface GoodProject {
  readonly scratch: Scratch;
  readonly runtime: Runtime;
  readonly services: Services;
  /** What each run sees besides the variables of {@link Scratch}. */
  readonly environment: Readonly<Record<string, string>>;
  /** A folder for what a trial notes. */
  readonly notes: string;
  /** Puts the project and the home back. */
  restore(state: State, home?: Home): void;
  remove(): Promise<void>;
}

/** What makes the `used` state of the `fresh` one. */
const STEPS: readonly (readonly string[])[] = [
  ["rag", "ingest"],
  ["rag", "index"],
  ["rag", "chat", "--no-stream", "--session", "work", "what colour is the lever"],
  ["update"],
  ["ask", "--no-stream", "--session", "work", "what colour is the lever"],
];

export async function makeGoodProject(runtime: Runtime): Promise<GoodProject> {
  const services = await startServices();
  const scratch = createScratch();
  const kept = realpathSync(mkdtempSync(join(tmpdir(), "ra-planter-")));
  const { project, home } = scratch.place;
  const environment = {
    // What ra keeps there belongs to the state. What a runtime compiled does not.
    XDG_CACHE_HOME: join(home, ".cache"),
    NODE_DISABLE_COMPILE_CACHE: "1",
    DENO_DIR: join(kept, "deno"),
  };
  const good: GoodProject = {
    ...{ scratch, runtime, services, environment, notes: kept },
    restore(state, homeState = "own") {
      replace(join(kept, state, "project"), project);
      replace(join(kept, homeState === "own" ? state : "fresh", "home"), home);
      replace(join(kept, "outside"), scratch.place.outside);
      rmSync(join(scratch.place.outside, "../ran/commands"), { force: true });
    },
    async remove() {
      scratch.remove();
      rmSync(kept, { recursive: true, force: true });
      await services.close();
    },
  };
  const keep = (state: State): void => {
    mkdirSync(join(kept, state));
    replace(project, join(kept, state, "project"));
    replace(home, join(kept, state, "home"));
  };
  const run = async (args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await runGuarded({ args, env: environment }, scratch, {
      cpuSeconds: 60,
      seconds: 120,
      bytes: 2e9,
    }, shippedProgram(runtime));
    assert.equal(code, 0, `ra ${args.join(" ")} failed in the good project: ${stderr}\n${stdout}`);
  };
  try {
    writeProject(project, services.address);
    await run(["trust", "rag.yaml"]);
    replace(scratch.place.outside, join(kept, "outside"));
    keep("fresh");
    for (const args of STEPS) await run(args);
    keep("used");
    return good;
  } catch (error) {
    await good.remove();
    throw error;
  }
}

function writeProject(project: string, address: string): void {
  const upstream = join(project, "upstream");
  writeIn(upstream, "docs/handbook.md", "# Handbook\n\nThe handbook names the lever.\n");
  writeIn(upstream, "pre-commit", "#!/bin/sh\n");
  chmodSync(join(upstream, "pre-commit"), 0o755);
  commitAll(upstream);
  for (const [path, content] of Object.entries(goodFiles(address))) writeIn(project, path, content);
  for (const folder of ["rag/data", "rag/index"]) mkdirSync(join(project, folder), { recursive: true });
  commitAll(project);
}

/** `cp -a` keeps times, modes and links. */
function replace(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync("cp", ["-a", from, to]);
}
