/**
 * Decides which searches look at the files. The letters of one word that you type share a look, because a look at many
 * files takes longer than a search. The page asks once more when you pause, so what it shows is never old for long.
 */
import { pageAddress, type PageState } from "../page_state.ts";

/** For how many milliseconds the letters of a word share a look. */
const SHARED = 1000;

export interface Looks {
  /** Whether a search that is asked now looks at the files. With `isTyping`, more letters may follow. */
  isDue(asked: PageState, isTyping: boolean): boolean;
  /** Whether the last search did not look. */
  isOwed(): boolean;
  /** Makes the next search look. */
  owe(): void;
  /** The last search need not look: its answer does not depend on the files. */
  waive(): void;
}

/** `now` returns milliseconds. */
export function createLooks(now: () => number = () => performance.now()): Looks {
  let last: { readonly at: number; readonly about: string } | undefined;
  let isOwed = false;
  return {
    isDue(asked, isTyping) {
      const about = exceptLastWord(asked);
      const isShared = isTyping && last !== undefined && last.about === about && now() - last.at < SHARED;
      if (!isShared) last = { at: now(), about };
      isOwed = isShared;
      return !isShared;
    },
    isOwed: () => isOwed,
    owe() {
      last = undefined;
    },
    waive() {
      isOwed = false;
    },
  };
}

function exceptLastWord(state: PageState): string {
  return pageAddress({ ...state, query: state.query.replace(/\S+$/, ""), id: "" });
}
