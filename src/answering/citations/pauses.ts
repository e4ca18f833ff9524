/** Lets others run in long work, so that a server answers meanwhile. */
import { letOthersRun } from "../../host/clock.ts";

/** About what takes ten milliseconds. */
const AT_ONCE = 1000;

/** To be awaited after each piece of work, with what it cost: about one for each character that was read. */
export type Pause = (work: number) => Promise<void> | undefined;

export function createPause(): Pause {
  let done = 0;
  return (work) => {
    done += work;
    if (done < AT_ONCE) return undefined;
    done = 0;
    return letOthersRun();
  };
}
