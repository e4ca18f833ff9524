/**
 * Draws results in two steps, so that you see the first ones sooner: the documents that fit a window, then all others.
 */
import type { Markup } from "../../../output/html/markup.ts";
import { pageAddress, type PageState } from "../page_state.ts";
import { moreResultsHtml, resultsHtml, type SearchReply } from "../html/results_html.ts";

/** The documents of the first step. */
const FIRST = 4;

export interface ResultsView {
  /** Does nothing for a reply that is drawn already, so that a second look at the files moves nothing. */
  draw(reply: SearchReply): void;
  /** Shows something other than results. */
  replace(content: Markup): void;
}

/**
 * Calls `state` at each step, because a passage may be opened between the two. The element is `aria-busy` until the
 * last step, and then `onDrawn` is called. A focused result keeps the focus; when it is gone, the first result gets
 * it, because a key may be faster than the answer to the last letter.
 */
export function createResultsView(element: HTMLElement, state: () => PageState, onDrawn: () => void): ResultsView {
  let frame = 0;
  let task = 0;
  /** The search and the reply that are drawn; empty for something else. */
  let drawn = "";
  const replace = (content: Markup): void => {
    drawn = "";
    cancelAnimationFrame(frame);
    clearTimeout(task);
    element.ariaBusy = null;
    element.innerHTML = content.toString();
  };
  /** Focuses a result again, or the first one when it is gone and the list `isComplete`. */
  const focusAgain = (id: string | undefined, isComplete: boolean): void => {
    if (id === undefined || document.activeElement !== document.body) return;
    const hits = [...element.querySelectorAll<HTMLElement>("a.hit")];
    (hits.find((hit) => hit.dataset["id"] === id) ?? (isComplete ? hits[0] : undefined))?.focus({
      preventScroll: true,
    });
  };
  return {
    replace,
    draw(reply) {
      const coming = `${pageAddress({ ...state(), id: "" })} ${JSON.stringify(reply)}`;
      if (coming === drawn) return;
      const focused = element.querySelector<HTMLElement>("a.hit:focus")?.dataset["id"];
      replace(resultsHtml(reply, state(), FIRST));
      drawn = coming;
      const list = element.querySelector(".groups");
      if (list === null) {
        onDrawn();
        return;
      }
      focusAgain(focused, false);
      element.ariaBusy = "true";
      const complete = (): void => {
        list.insertAdjacentHTML("beforeend", moreResultsHtml(reply, state(), FIRST).toString());
        element.ariaBusy = null;
        focusAgain(focused, true);
        onDrawn();
      };
      // A task that is queued in a frame's callback runs after that frame is painted.
      frame = requestAnimationFrame(() => (task = setTimeout(complete, 0)));
    },
  };
}
