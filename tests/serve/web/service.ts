/** Runs `ra serve` as a child process. */
import { type Ending, startRa } from "../../cli/running_ra.ts";

export interface PageService {
  /** The address that it prints first: `http://127.0.0.1:PORT`. */
  readonly url: string;
  stderr(): string;
  /** Presses Ctrl-C and returns the exit code, or the signal. */
  stop(): Promise<Ending>;
}

export async function startService(directory: string, args: readonly string[] = []): Promise<PageService> {
  const running = startRa(["serve", "--port", "0", "--open", "no", ...args], directory, { listens: true });
  await running.until(() => running.lines.length > 0, "ra serve does not serve");
  return { url: running.stdout().trimEnd(), stderr: running.stderr, stop: () => running.signal("SIGINT") };
}
