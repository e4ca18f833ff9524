/**
 * Results on the page in two steps, so that the first are seen sooner: the documents that a window shows, then all
 * others.
 */
import type { Markup } from "../html/markup.ts";
import type { PageState } from "../page_state.ts";
import { moreResultsHtml, resultsHtml, type SearchReply } from "../html/results_html.ts";

/** Documents of the first step. */
const FIRST = 4;

export interface ResultsView {
  draw(reply: SearchReply): void;
  /** Shows something else than results. */
  replace(content: Markup): void;
}

/**
 * `state` is asked at each step: a passage may be opened between them. `onDrawn` hears when the last is done; until
 * then the element is `aria-busy`. Where a result had the focus, it keeps it, or the first result has it if that one is
 * gone: a key may be faster than the answer to the last letter.
 */
export function createResultsView(element: HTMLElement, state: () => PageState, onDrawn: () => void): ResultsView {
  let frame = 0;
  let task = 0;
  const replace = (content: Markup): void => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
    element.ariaBusy = null;
    element.innerHTML = content.toString();
  };
  /** Focuses a result again; the first one instead of one that is not there, if `isComplete`. */
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
      const focused = element.querySelector<HTMLElement>("a.hit:focus")?.dataset["id"];
      replace(resultsHtml(reply, state(), FIRST));
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
      // A task that a frame's callback asks for comes when the frame is painted.
      frame = requestAnimationFrame(() => (task = setTimeout(complete, 0)));
    },
  };
}
