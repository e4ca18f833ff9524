/** Something to wait at until somebody rings, or time is up. */
import { after } from "../host/clock.ts";

export interface Bell {
  ring(): void;
  /**
   * True when it was rung, also when that was before the call; false after so many milliseconds. Keeps the process
   * alive.
   */
  wait(milliseconds: number): Promise<boolean>;
}

export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const forget = after(milliseconds, resolve);
          wake = () => {
            forget();
            resolve();
          };
        });
        wake = undefined;
      }
      const was = rung;
      rung = false;
      return was;
    },
  };
}
