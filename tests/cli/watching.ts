/** Runs `ra watch` as a child process and reads it line by line. */
import { type Ending, startRa } from "./running_ra.ts";

export interface Watching {
  /** Returns the next line of stdout without its newline. Fails when the process ends first, or after half a minute. */
  nextLine(): Promise<string>;
  /** The output on stderr so far. */
  stderr(): string;
  /** Waits until stderr contains this. Fails when the process ends first, or after half a minute. */
  says(pattern: RegExp): Promise<void>;
  /** Presses Ctrl-C and returns the exit code, or the signal that ended the process. */
  interrupt(): Promise<Ending>;
}

export function startWatching(args: readonly string[], directory: string): Watching {
  const running = startRa(["watch", ...args], directory);
  let read = 0;
  const until = (isThere: () => boolean): Promise<void> => running.until(isThere, "ra watch did not say it");
  return {
    async nextLine() {
      await until(() => running.lines.length > read);
      return running.lines[read++]!;
    },
    stderr: running.stderr,
    says: (pattern) => until(() => pattern.test(running.stderr())),
    interrupt: () => running.signal("SIGINT"),
  };
}
