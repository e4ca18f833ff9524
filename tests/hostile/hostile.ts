/** Runs ra in folders that somebody hostile wrote, and checks what no run may do. README.md says how to add one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS, type Limits, runGuarded, type Usage } from "./guarded_run.ts";
import { projectState } from "./planter/project_state.ts";
import { createScratch, type Place, type Scratch } from "./scratch.ts";

export type { Place } from "./scratch.ts";

export interface Command {
  readonly args: readonly string[];
  /** What the command reads from standard input. The default is nothing. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** For a server: what a client does once the server has printed this line. Then the server is told to end. */
  readonly asks?: (line: string) => Promise<void>;
  /** Looks at what the command answered. The exit code alone is not checked, because refusing is right too. */
  readonly expect?: (answer: Answer, place: Place) => void;
}

export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostileFolder {
  /** What the folder holds; the title of the test. */
  readonly name: string;
  /** Writes the folder. What it gives back is called at the end. */
  plant(place: Place): Cleanup | Promise<Cleanup>;
  /** Files and folders of the user's in the project: they stay as they are, and nothing comes to them. */
  readonly keeps?: readonly string[];
  /** The commands that read what is poisoned, in order. Words alone are a command line. */
  commands(place: Place): readonly (Command | readonly string[])[];
  /** In place of those of `LIMITS`, with the reason beside them. */
  readonly limits?: Partial<Limits>;
  /** Why this folder does not count here, for example because only root can write it. */
  readonly skip?: string | false;
}

type Cleanup = void | (() => void | Promise<void>);

/** The names that `npm test` has for the runtimes that run these tests. */
const RUNTIMES = ["node", "deno", "bun"];

/**
 * Why a folder is left to another runtime. The classes start the program some hundred times, so `npm test` shares their
 * folders out: each runs once. `RA_TEST_HOSTILE=all` runs all of them on every runtime.
 */
function leftToOthers(className: string, name: string): string | false {
  const own = RUNTIMES.indexOf(process.env["RA_TEST_RUNTIME"] ?? "");
  if (className.startsWith("bun") || own < 0 || process.env["RA_TEST_HOSTILE"] === "all") return false;
  const share = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % RUNTIMES.length;
  return share !== own && `${RUNTIMES[share]} runs it`;
}

const needsLinux = process.platform === "win32" && "links, modes and FIFOs are those of Unix";

/**
 * Makes one test of each folder. The commands may end with any exit code, but within the limits of time and memory,
 * without an unexpected error, without a change outside the project, and without showing what lies outside.
 */
export function hostile(className: string, folders: readonly HostileFolder[]): void {
  const worst: Usage[] = [];
  for (const { name, plant, keeps = [], limits = {}, commands, skip } of folders) {
    test(`${className}: ${name}`, { skip: skip || needsLinux || leftToOthers(className, name) }, async () => {
      const scratch = createScratch();
      let cleanUp: Cleanup = undefined;
      try {
        cleanUp = await plant(scratch.place);
        await check(scratch, commands(scratch.place), { keeps, limits: { ...LIMITS, ...limits } }, worst);
      } finally {
        await cleanUp?.();
        scratch.remove();
      }
    });
  }
  test(`${className}: figures`, () => {
    const seconds = Math.max(0, ...worst.map((usage) => usage.seconds));
    const bytes = Math.max(0, ...worst.map((usage) => usage.bytes));
    console.log(
      `hostile ${className}: ${folders.length} folders, ${worst.length} commands; at most ${seconds.toFixed(1)} s, ` +
        `${Math.round(bytes / 1e6)} MB`,
    );
  });
}

async function check(
  scratch: Scratch,
  commands: readonly (Command | readonly string[])[],
  { keeps, limits }: { readonly keeps: readonly string[]; readonly limits: Limits },
  worst: Usage[],
) {
  assert.ok(commands.length > 0, "a folder without commands tests nothing");
  const kept = (): readonly string[] =>
    [...projectState(scratch.place.project)]
      .filter(([path]) => keeps.some((one) => path === one || path.startsWith(`${one}/`)))
      .map(([path, { kind, content }]) => `${path} ${kind} ${content}`).sort();
  const users = kept();
  const before = scratch.snapshot();
  for (const given of commands) {
    const command: Command = "args" in given ? given : { args: given };
    const { usage, ...answer } = await runGuarded(command, scratch, limits);
    worst.push(usage);
    const what = `ra ${command.args.join(" ")}`;
    assert.ok(
      !/something unexpected went wrong|TypeError|RangeError|panicked|Maximum call stack/.test(answer.stderr),
      `${what}: ${answer.stderr}`,
    );
    assert.ok(answer.code !== null, `${what} ended by a signal: ${answer.stderr}`);
    scratch.assertUntouched(before, what);
    assert.deepEqual(kept(), users, `${what} changed files of the user's`);
    for (const [stream, text] of [["stdout", answer.stdout], ["stderr", answer.stderr]] as const) {
      assert.ok(!text.includes(scratch.place.secret), `${what} printed a secret from outside on ${stream}: ${text}`);
    }
    command.expect?.(answer, scratch.place);
  }
}
