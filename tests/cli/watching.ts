/** `ra watch` as a child process, read line by line. */
import { type Ending, startRa } from "./running_ra.ts";

export interface Watching {
  /** The next line of stdout, without its end; fails when the process ends, or says nothing for half a minute. */
  nextLine(): Promise<string>;
  /** What stderr has said so far. */
  stderr(): string;
  /** Waits until stderr has said this; fails when the process ends, or does not say it for half a minute. */
  says(pattern: RegExp): Promise<void>;
  /** Presses Ctrl-C; the exit code, or the signal where the process did not end by itself. */
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
