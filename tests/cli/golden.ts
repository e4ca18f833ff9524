/** Compares transcripts of commands with the files in `golden/`; `RA_UPDATE_GOLDEN=1` rewrites those files. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, runRa } from "./run_ra.ts";

export interface Step {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns what a shell shows: the command, both streams and the exit code. */
export function transcript(directory: string, steps: readonly (readonly string[] | Step)[]): string {
  return steps.map((step) => {
    const { args, env = {} } = "args" in step ? step : { args: step };
    const run = runRa(args, { cwd: directory, env });
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `).join("");
    const text = `$ ${variables}ra ${args.map(quote).join(" ")}\n${stream("|", run.stdout)}${
      stream("!", run.stderr)
    }= ${run.code}\n`;
    return neutral(text, directory);
  }).join("\n");
}

/** Puts a mark before each line, and shows when the newline at the end is missing. */
function stream(mark: string, text: string): string {
  if (text === "") return "";
  const lines = text.split("\n");
  const last = lines.pop();
  return lines.map((line) => `${mark} ${line}\n`).join("") + (last === "" ? "" : `${mark} ${last}<no newline>\n`);
}

/**
 * Removes what differs from run to run or with the ranking: folder, times, sizes of the index, scores. Makes control
 * characters visible.
 */
function neutral(text: string, directory: string): string {
  return text.replaceAll(directory, "$DIR")
    .replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/[\d.]+ k?B in \d+ segments?/g, "<size>")
    .replace(/("score": )[\d.]+/g, "$1<score>")
    .replace(/^(\| +\d+) {2}[\d.]+ {2}(?=█)/gm, "$1  <score>  ")
    .replace(/ \(\d+\.\d\d\)$/gm, " (<score>)")
    .replace(/^(\|   )\d+\.\d\d(?= {2}\S+:)/gm, "$1<score>")
    .replaceAll("\u001b", "<ESC>")
    .replaceAll(" \n", "\n");
}

function quote(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}

/** Compares the text with `golden/NAME.txt`. */
export function assertGolden(name: string, actual: string): void {
  const path = join(root, "tests", "cli", "golden", `${name}.txt`);
  if (process.env["RA_UPDATE_GOLDEN"] === "1") writeFileSync(path, actual);
  assert.equal(actual, readFileSync(path, "utf8"));
}
