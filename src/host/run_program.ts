/** Programs of the machine, such as git. A denied Deno permission means that there is none. */
import { spawnSync } from "node:child_process";
import { RaError } from "../errors.ts";
import { failureCode } from "./io_error.ts";
import { isPermitted } from "./permissions.ts";

export interface FinishedProgram {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

const MOST_OUTPUT = 256 * 1024 * 1024;

/**
 * Runs a program to its end, without a shell and without input; undefined when it is not there or may not be run.
 * Throws `io`.
 */
export function runProgram(program: string, args: readonly string[], directory: string): FinishedProgram | undefined {
  if (!isPermitted({ name: "run", command: program })) return undefined;
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: directory,
    maxBuffer: MOST_OUTPUT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined) {
    if (
      ["ENOENT", "EACCES", "EPERM"].includes(failureCode(error) ?? "") || /NotCapable|PermissionDenied/.test(error.name)
    ) return undefined;
    throw new RaError("io", `cannot run ${program}: ${error.message}`, { cause: error });
  }
  return { code: status ?? 1, stdout, stderr: new TextDecoder().decode(stderr) };
}
