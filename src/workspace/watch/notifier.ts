/** Lets one task wait until another notifies it, or until time is up. */
import { after } from "../../host/clock.ts";

export interface Notifier {
  notify(): void;
  /**
   * Returns true when notified, even if that was before the call. Returns false after this many milliseconds. Keeps
   * the process alive.
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
