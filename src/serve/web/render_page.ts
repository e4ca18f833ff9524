/** Renders the page of an address: all that a browser without scripts sees, and the first that any browser sees. */
import { homeHtml } from "./html/home_html.ts";
import { type Markup, NO_MARKUP } from "../../output/html/markup.ts";
import { pageHtml, titleOf } from "./html/page_html.ts";
import { PAGE_VERSION } from "./assets/page_files.ts";
import { isSearch, pageSearchParameters, type PageState } from "./page_state.ts";
import { openPassage } from "./api/open_passage.ts";
import { passageHtml } from "./html/passage_html.ts";
import { problemOf } from "./api/request_problem.ts";
import { problemHtml } from "./html/problem_html.ts";
import { resultsHtml, summaryOf } from "./html/results_html.ts";
import { searchDocuments } from "./api/search_documents.ts";
import type { Stoppable } from "../../workspace/contract.ts";
import type { WebOptions } from "./web_options.ts";

interface RenderedPart {
  readonly html: Markup;
  readonly status: number;
  /** The text for the title or a screen reader. */
  readonly text: string;
}

const NOTHING: RenderedPart = { html: NO_MARKUP, status: 200, text: "" };

/** Shows a query that cannot be read, or a passage that is not there, as a problem in a page that works otherwise. */
export async function renderPage(
  state: PageState,
  options: WebOptions,
  asked: Stoppable,
): Promise<{ readonly html: string; readonly status: number }> {
  const { workspace, links } = options;
  // Starts all three at once, because calls that overlap look at the files once.
  const results = part(options, isSearch(state), async () => {
    const reply = await searchDocuments(workspace, pageSearchParameters(state), asked);
    return { html: resultsHtml(reply, state), text: reply.queries[0] === undefined ? "" : summaryOf(reply.queries[0]) };
  });
  const passage = part(options, state.id !== "", async () => {
    const opened = await openPassage(workspace, state.id, links, asked);
    return { html: passageHtml(opened, state), text: opened.title };
  });
  const home = part(
    options,
    true,
    async () => {
      const [trees, unread] = await Promise.all([workspace.list("trees", asked), workspace.list("unread", asked)]);
      return { html: homeHtml(trees, workspace.config.warnings, unread), text: "" };
    },
  );
  const [found, opened, start] = [await results, await passage, await home];
  const html = pageHtml({
    state,
    results: found.html,
    passage: opened.html,
    home: start.html,
    status: found.text,
    title: titleOf(opened.text, state),
    version: PAGE_VERSION,
  });
  return { html: html.toString(), status: Math.max(found.status, opened.status) };
}

async function part(
  options: WebOptions,
  isWanted: boolean,
  work: () => Promise<{ readonly html: Markup; readonly text: string }>,
): Promise<RenderedPart> {
  if (!isWanted) return NOTHING;
  try {
    return { ...await work(), status: 200 };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 500) options.onFailure?.(error);
    return { html: problemHtml(problem), status: problem.status, text: "" };
  }
}
