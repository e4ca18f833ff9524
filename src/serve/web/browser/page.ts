/**
 * Runs the page in a browser: searches while you type, opens passages in place, and keeps the address. Without this
 * script the page works, only slower.
 */
import { type Markup, markup, NO_MARKUP } from "../../../output/html/markup.ts";
import { titleOf, viewOf } from "../html/page_html.ts";
import { isSearch, pageAddress, pageSearchParameters, type PageState, readPageState } from "../page_state.ts";
import { passageHtml, type RenderedPassage } from "../html/passage_html.ts";
import { problemHtml, type ShownProblem } from "../html/problem_html.ts";
import { type SearchReply, summaryOf } from "../html/results_html.ts";
import { createAsker, isUnreadable, type PageReply } from "./asker.ts";
import { markWords } from "./mark_words.ts";
import { createKeyboard } from "./keyboard.ts";
import { createLooks } from "./looks.ts";
import { createResultsView } from "./results_view.ts";

/** Milliseconds without a key, after which the address follows the text and a screen reader hears what was found. */
const PAUSE = 300;
/**
 * Milliseconds that the page waits for an answer to an older text before it asks anew, and the least time between two
 * answers that it draws while you type.
 */
const MAX_WAIT = 100;
/** Milliseconds without a key, after which the page says that it cannot read the query. */
const PATIENCE = 600;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const input = element<HTMLInputElement>("query");
const results = element("results");
const passage = element("passage");
const home = element("home");
const status = element("status");

let state: PageState = readPageState(new URLSearchParams(location.search));
/** Whether you are still typing: the address then replaces the one before it. */
let isTyping = false;
/**
 * The search that the server works on. The page asks for what you type in the meantime as soon as the answer is there,
 * so results follow the keys as fast as they can.
 */
let asking: PageState | undefined;
/** Resolves when the page awaits no answer. */
let answered = Promise.resolve();
/** The search whose results are on the page. */
let shown = state;
/**
 * When the results were drawn, on the page's clock. While you type, the page draws only some answers, because drawing
 * one delays the next.
 */
let shownAt = 0;
let overtaking: number | undefined;
let pause: number | undefined;
let complaint: number | undefined;
let passageTitle = passage.querySelector("h2")?.textContent ?? "";

const asker = createAsker();
const looks = createLooks();
const markFound = (): void => markWords(passage.querySelector(".text"), results);
const resultsView = createResultsView(results, () => state, markFound);

function showResults(): Promise<void> {
  if (asking === undefined) answered = askUntilAnswered();
  else overtaking ??= setTimeout(overtake, MAX_WAIT);
  return answered;
}

async function askUntilAnswered(): Promise<void> {
  try {
    for (let coming = request(), isLast = false; !isLast;) {
      const reply = await coming;
      if (isUnreadable(reply)) looks.waive();
      const asked = asking!;
      isLast = isSameSearch(asked, state) && (reply !== undefined || !isSearch(asked));
      if (isLast && looks.isOwed() && (pause === undefined || "problem" in reply!)) {
        // You paused while this answer came, or the index that it would come from is gone.
        looks.owe();
        isLast = false;
      }
      // The server works on the next search while the page draws this answer.
      if (!isLast) coming = request();
      if (isLast || performance.now() - shownAt > MAX_WAIT) showAnswer(asked, reply);
    }
  } finally {
    asking = undefined;
  }
}

function request(): Promise<PageReply<SearchReply> | undefined> {
  asking = state;
  clearTimeout(complaint);
  clearTimeout(overtaking);
  overtaking = undefined;
  if (!isSearch(asking)) {
    looks.waive();
    return Promise.resolve(undefined);
  }
  const update = looks.isDue(asking, pause !== undefined) ? "" : "&update=0";
  return asker.ask<SearchReply>("search", `/api/search?${pageSearchParameters(asking)}${update}`);
}

/** Gives up the awaited answer, unless it is for the text that stands in the field again. */
function overtake(): void {
  overtaking = undefined;
  if (asking !== undefined && !isSameSearch(asking, state)) asker.forget("search");
}

function showAnswer(asked: PageState, reply: PageReply<SearchReply> | undefined): void {
  if (!isSearch(asked)) {
    resultsView.replace(NO_MARKUP);
    shown = asked;
    announce("");
  }
  if (reply === undefined || !isSearch(state)) return;
  if ("problem" in reply) {
    if (asked !== asking) return;
    // A query that is not finished often cannot be read, so the page waits for a pause before it says so.
    clearTimeout(complaint);
    complaint = setTimeout(() => {
      resultsView.replace(problemHtml(reply.problem));
      announce(reply.problem.message.split("\n")[0] ?? "");
    }, isTyping ? PATIENCE : 0);
    return;
  }
  resultsView.draw(reply.value);
  shown = asked;
  shownAt = performance.now();
  const [entry] = reply.value.queries;
  announce(entry === undefined ? "" : summaryOf(entry));
}

/** The text for a screen reader. It is not read out at every key. */
let said = status.textContent ?? "";
function announce(text: string): void {
  said = text;
  if (pause === undefined) status.textContent = text;
}

/**
 * Makes the address and the status follow the text. Browsers allow about a hundred changes of the address in 30
 * seconds.
 */
function settle(): void {
  if (pause === undefined) return;
  clearTimeout(pause);
  pause = undefined;
  history.replaceState(null, "", pageAddress(state));
  status.textContent = said;
  if (looks.isOwed() && asking === undefined) void showResults();
}

async function showPassage(): Promise<void> {
  const asked = state;
  if (asked.id === "") {
    asker.forget("passage");
    passage.replaceChildren();
    passageTitle = "";
    return;
  }
  const reply = await asker.ask<RenderedPassage>("passage", `/api/passage?${new URLSearchParams({ id: asked.id })}`);
  if (reply === undefined) return;
  passage.innerHTML = ("problem" in reply ? failedPassage(reply.problem) : passageHtml(reply.value, state)).toString();
  passageTitle = "problem" in reply ? "" : reply.value.title;
  document.title = titleOf(passageTitle, state);
  markOpen();
  scrollTo(0, 0);
  results.querySelector('a.hit[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  (passage.querySelector<HTMLElement>("h2") ?? passage).focus({ preventScroll: true });
}

function failedPassage(problem: ShownProblem): Markup {
  return markup`<article class="passage">${problemHtml(problem)}</article>`;
}

/** Marks the open passage among the results, and the found words in its text. */
function markOpen(): void {
  for (const link of results.querySelectorAll<HTMLAnchorElement>("a.hit")) {
    if (link.dataset["id"] === state.id) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.href = pageAddress({ ...state, id: link.dataset["id"] ?? "" });
  }
  markFound();
}

function layOut(): void {
  document.body.dataset["view"] = viewOf(state);
  home.hidden = viewOf(state) !== "home";
  results.hidden = !isSearch(state);
  passage.hidden = state.id === "";
  document.title = titleOf(passageTitle, state);
}

function isSameSearch(a: PageState, b: PageState): boolean {
  return pageAddress({ ...a, id: "" }) === pageAddress({ ...b, id: "" });
}

/** Shows another state. It asks again only for the parts that change. */
async function show(next: PageState): Promise<void> {
  const before = state;
  state = next;
  const answering = isSameSearch(before, next) ? undefined : showResults();
  if (next.id === "" && before.id !== "") void showPassage();
  layOut();
  const opening = next.id !== before.id && next.id !== "" ? showPassage() : undefined;
  await answering;
  await opening;
  markOpen();
}

function go(next: PageState): void {
  if (pageAddress(next) === pageAddress(state)) return;
  settle();
  isTyping = false;
  history.pushState(null, "", pageAddress(next));
  input.value = next.query;
  void show(next);
}

/** Whether the window has room only for the results or the passage, as in page.css. */
const isNarrow = (): boolean => matchMedia("(max-width: 60rem)").matches;

function searchTyped(): void {
  const next = { ...state, query: input.value, id: isNarrow() ? "" : state.id };
  if (pageAddress(next) === pageAddress(state)) return;
  performance.mark("ra-search");
  const isFirst = !isTyping || !isSearch(state);
  isTyping = true;
  clearTimeout(pause);
  pause = setTimeout(settle, PAUSE);
  if (isFirst) history.pushState(null, "", pageAddress(next));
  void show(next);
}

/** Searches for the text as it stands, without waiting for a pause. */
function searchNow(): void {
  searchTyped();
  settle();
}

input.addEventListener("input", searchTyped);
input.addEventListener("change", () => {
  settle();
  isTyping = false;
});
input.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  searchNow();
});

addEventListener("popstate", () => {
  clearTimeout(pause);
  pause = undefined;
  isTyping = false;
  const next = readPageState(new URLSearchParams(location.search));
  input.value = next.query;
  void show(next);
});

document.addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  if (
    link == null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey ||
    event.altKey
  ) return;
  const url = new URL(link.href, location.href);
  // Links to footnotes and the skip link stay on the page; images and other sites leave it.
  if (url.origin !== location.origin || url.pathname !== "/" || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  const next = readPageState(url.searchParams);
  // A link inside a document does not know the search beside it.
  go(link.closest(".text") === null ? next : { ...state, id: next.id });
});

createKeyboard({
  input,
  hits: () => [...results.querySelectorAll<HTMLAnchorElement>("a.hit")],
  isOpen: () => state.id !== "",
  close() {
    const opened = state.id;
    go({ ...state, id: "" });
    (([...results.querySelectorAll<HTMLElement>("a.hit")].find((link) => link.dataset["id"] === opened)) ?? input)
      .focus();
  },
  clear() {
    input.value = "";
    searchNow();
  },
  async openFirst() {
    searchNow();
    const wanted = state;
    await answered;
    // Not when you typed or opened something else in the meantime, nor when older results still stand because the query
    // cannot be read.
    if (wanted === state && isSameSearch(shown, state)) results.querySelector<HTMLAnchorElement>("a.hit")?.click();
  },
});
layOut();
markOpen();
