/** A separate process for `process.test.ts`, which uses the host as its argument says. */
import { monotonicMs, nowMs } from "../../src/host/clock.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import * as host from "../../src/host/process.ts";
import { inputIsTerminal, standardError, standardOutput } from "../../src/host/standard_streams.ts";
import { usesColor } from "../../src/host/terminal.ts";

const [mode = "", file = ""] = host.commandArguments();

/** Returns the result of a call, or the error that it throws. */
function outcome(call: () => unknown): unknown {
  try {
    return call() ?? null;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

if (mode === "all") {
  const fs = createDiskFileSystem();
  const answers = {
    node: host.nodeVersion ?? null,
    home: outcome(() => host.homeDirectory()),
    variable: outcome(() => host.environmentVariable("RA_TEST_VARIABLE")),
    host: outcome(() => host.hostName()),
    cwd: outcome(() => host.workingDirectory() !== ""),
    self: outcome(() => host.isAlive(host.processId)),
    parent: outcome(() => host.isAlive(1)),
    ticks: outcome(() => host.processStartTicks(1)),
    processors: outcome(() => host.processorCount() > 0),
    clock: nowMs() > 0 && monotonicMs() > 0,
    stat: outcome(() => fs.stat(file)?.kind),
    real: outcome(() => fs.realPath(file)),
    read: outcome(() => fs.readFile(file)?.length),
    open: outcome(() => fs.open(file)?.size),
    list: outcome(() => fs.readDirectory(file.slice(0, file.lastIndexOf("/"))).length),
    write: outcome(() => fs.writeFile(`${file}.new`, new Uint8Array(1))),
    create: outcome(() => fs.createExclusive(`${file}.made`, new Uint8Array(1))),
    move: outcome(() => fs.rename(`${file}.new`, `${file}.moved`)),
    remove: outcome(() => [fs.removeFile(`${file}.moved`), fs.removeFile(`${file}.made`)].length),
    folder: outcome(() => fs.makeDirectory(`${file}.folder/deep`)),
    color: outcome(() => usesColor("auto", standardOutput)),
    terminals: [inputIsTerminal(), standardOutput.columns(), standardError.columns()],
  };
  standardOutput.write(`${JSON.stringify(answers)}\n`);
} else if (mode === "pipe") {
  host.onExit(() => standardError.write("cleaned up\n"));
  for (let line = 0; line < 1_000_000; line++) standardOutput.write(`line ${line} ${"x".repeat(100)}\n`);
  standardError.write("wrote everything\n");
}
