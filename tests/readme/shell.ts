/** Runs commands of the pages in a shell, with `ra` on the PATH. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { childEnvironment, commandLine, type Run } from "../cli/run_ra.ts";

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs one line in a folder. `ra` is this checkout's program, on this runtime. */
export function runLine(line: string, directory: string): Run {
  const bin = join(directory, ".bin");
  mkdirSync(bin, { recursive: true });
  const { command, args } = commandLine([directory]);
  writeFileSync(join(bin, "ra"), `#!/bin/sh\nexec ${[command, ...args].map(quote).join(" ")} "$@"\n`, { mode: 0o755 });
  const environment = childEnvironment(join(directory, "no-home"));
  const run = spawnSync("/bin/sh", ["-c", line], {
    cwd: directory,
    encoding: "utf8",
    env: { ...environment, PATH: `${bin}${delimiter}${environment["PATH"] ?? ""}` },
  });
  if (run.error !== undefined) throw run.error;
  return { stdout: run.stdout, stderr: run.stderr, code: run.status };
}
