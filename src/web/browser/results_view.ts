/** Results on the page in two steps, so that the first are seen sooner: the documents that a window shows, then all others. */
import type { PageState } from "../page_state.ts";
import { moreResultsHtml, resultsHtml, type SearchReply } from "../results_html.ts";

/** Documents of the first step. */
const FIRST = 4;

export interface ResultsView {
  draw(reply: SearchReply): void;
  /** Shows something else than results. */
  replace(html: string): void;
}

/**
 * `state` is asked at each step: a passage may be opened between them. `onStep` hears when a step is done; until the last the element
 * is `aria-busy`.
 */
export function createResultsView(element: HTMLElement, state: () => PageState, onStep: () => void): ResultsView {
  let frame = 0;
  let task = 0;
  const replace = (html: string): void => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
    element.ariaBusy = null;
    element.innerHTML = html;
  };
  return {
    replace,
    draw(reply) {
      replace(resultsHtml(reply, state(), FIRST));
      const list = element.querySelector(".groups");
      onStep();
      if (list === null) return;
      element.ariaBusy = "true";
      const complete = (): void => {
        list.insertAdjacentHTML("beforeend", moreResultsHtml(reply, state(), FIRST));
        element.ariaBusy = null;
        onStep();
      };
      // A task that a frame's callback asks for comes when the frame is painted.
      frame = requestAnimationFrame(() => (task = setTimeout(complete, 0)));
    },
  };
}
