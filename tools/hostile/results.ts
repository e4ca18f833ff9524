/** The results of trials, kept by build and runtime, so that a task that was stopped goes on. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import type { TrialName } from "../../tests/hostile/planter/sample.ts";
import { type Runtime, SHIPPED } from "../../tests/hostile/planter/runtimes.ts";

export interface Result extends TrialName {
  /** What went wrong; null if nothing did. */
  readonly wrong: string | null;
  /** Of the processor. */
  readonly seconds: number;
  readonly bytes: number;
}

export interface Results {
  readonly file: string;
  has(trial: TrialName): boolean;
  add(result: Result): void;
  all(): readonly Result[];
}

const keyOf = ({ verb, moment, path, plant }: TrialName): string => JSON.stringify([verb, moment, path, plant]);

/** With `again`, nothing counts as tried before. */
export function openResults(runtime: Runtime, again: boolean): Results {
  const cache = process.env["RA_TOOLCHAIN_CACHE"] ??
    join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "ra-toolchain");
  const file = join(cache, "planter", `${runtime}-${buildHash()}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  const known = new Map<string, Result>();
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  for (const line of lines) {
    // A run that was stopped may have left half a line.
    if (!line.endsWith("}")) continue;
    const result = JSON.parse(line) as Result;
    known.set(keyOf(result), result);
  }
  return {
    file,
    has: (trial) => !again && known.has(keyOf(trial)),
    add(result) {
      known.set(keyOf(result), result);
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
    all: () => [...known.values()],
  };
}

function buildHash(): string {
  const folder = dirname(SHIPPED);
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) {
    if (/\.(?:js|wasm)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}
