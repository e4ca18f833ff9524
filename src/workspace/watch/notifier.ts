/** Something to wait at until somebody rings, or time is up. */
import { after } from "../../host/clock.ts";

export interface Notifier {
  notify(): void;
  /**
   * True when it was notified, also when that was before the call; false after so many milliseconds. Keeps the process
   * alive.
   */
  wait(milliseconds: number): Promise<boolean>;
}

export function createNotifier(): Notifier {
  let notified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      notified = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const forget = after(milliseconds, resolve);
          wake = () => {
            forget();
            resolve();
          };
        });
        wake = undefined;
      }
      const was = notified;
      notified = false;
      return was;
    },
  };
}
