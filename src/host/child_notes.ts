/**
 * Processes that threads start. A thread gets no signal and may be ended at any moment, so the thread that started it
 * ends what it leaves behind.
 */
import { rmSync } from "node:fs";
import process from "node:process";
import { onExit } from "./process.ts";

/** What a thread says of a process that it started, and of the folder that was made for it. */
interface ChildNote {
  readonly startedChild: number;
  readonly folder: string | undefined;
  readonly isRunning: boolean;
}

/** Runs where a process was started. In the main thread it does nothing. */
export function noteChild(pid: number | undefined, folder: string | undefined, isRunning: boolean): void {
  if (pid === undefined) return;
  const { parentPort } = process.getBuiltinModule("node:worker_threads");
  parentPort?.postMessage({ startedChild: pid, folder, isRunning } satisfies ChildNote);
}

export interface LeftChildren {
  /** Whether the message was a note. */
  take(message: unknown): boolean;
  /** Ends the processes, and removes their folders. */
  end(): void;
}

/** Runs where a thread was started. */
export function createLeftChildren(): LeftChildren {
  const running = new Map<number, string | undefined>();
  let forget = (): void => {};
  const end = (): void => {
    forget();
    for (const [pid, folder] of running) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended.
      }
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    }
    running.clear();
  };
  return {
    take(message) {
      if (typeof message !== "object" || message === null || !("startedChild" in message)) return false;
      const { startedChild, folder, isRunning } = message as ChildNote;
      forget();
      if (isRunning) running.set(startedChild, folder);
      else running.delete(startedChild);
      forget = running.size === 0 ? () => {} : onExit(end);
      return true;
    },
    end,
  };
}
