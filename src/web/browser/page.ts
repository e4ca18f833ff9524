/**
 * The page in a browser: searches as you type, opens passages in place, keeps the address. Without it the page works,
 * slower.
 */
import { type Markup, markup, NO_MARKUP } from "../html/markup.ts";
import { titleOf, viewOf } from "../html/page_html.ts";
import { isSearch, pageAddress, pageSearchParameters, type PageState, readPageState } from "../page_state.ts";
import { passageHtml, type RenderedPassage } from "../html/passage_html.ts";
import { problemHtml, type ProblemReport } from "../html/problem_html.ts";
import { type SearchReply, summaryOf } from "../html/results_html.ts";
import { createAsker, type Reply } from "./asker.ts";
import { markWords } from "./mark_words.ts";
import { createKeyboard } from "./keyboard.ts";
import { createResultsView } from "./results_view.ts";

/** Milliseconds without a key before the address follows what is typed, and a screen reader hears what was found. */
const PAUSE = 300;
/**
 * Milliseconds that an answer may take before what was typed since is asked for without waiting for it, and between
 * answers on the way.
 */
const LONGEST_WAIT = 100;
/** Milliseconds without a key before a query that cannot be read is complained about. */
const PATIENCE = 600;

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const input = element<HTMLInputElement>("query");
const results = element("results");
const passage = element("passage");
const home = element("home");
const status = element("status");

let state: PageState = readPageState(new URLSearchParams(location.search));
/** Whether the results shown are those of a text still being typed: its address replaces the one before. */
let isTyping = false;
/**
 * The search whose answer is on its way; what is typed meanwhile is asked for next, so that results follow the keys as
 * fast as they can.
 */
let asking: PageState | undefined;
/** Until nothing is asked any more. */
let answered = Promise.resolve();
/** The search whose results are on the page. */
let shown = state;
/**
 * When, in milliseconds of the page. Of answers to a text that was typed on, only some are shown: none may keep the
 * last waiting.
 */
let shownAt = 0;
let overtaking: number | undefined;
let pause: number | undefined;
let complaint: number | undefined;
let passageTitle = passage.querySelector("h2")?.textContent ?? "";

const asker = createAsker();
const markFound = (): void => markWords(passage.querySelector(".text"), results);
const resultsView = createResultsView(results, () => state, markFound);

function showResults(): Promise<void> {
  if (asking === undefined) answered = askUntilAnswered();
  else overtaking ??= setTimeout(overtake, LONGEST_WAIT);
  return answered;
}

async function askUntilAnswered(): Promise<void> {
  try {
    for (let coming = request(), isLast = false; !isLast;) {
      const reply = await coming;
      const asked = asking!;
      isLast = isSameSearch(asked, state) && (reply !== undefined || !isSearch(asked));
      // The server works while this answer is shown.
      if (!isLast) coming = request();
      if (isLast || performance.now() - shownAt > LONGEST_WAIT) showAnswer(asked, reply);
    }
  } finally {
    asking = undefined;
  }
}

function request(): Promise<Reply<SearchReply> | undefined> {
  asking = state;
  clearTimeout(complaint);
  clearTimeout(overtaking);
  overtaking = undefined;
  return isSearch(asking)
    ? asker.ask<SearchReply>("search", `/api/search?${pageSearchParameters(asking)}`)
    : Promise.resolve(undefined);
}

/** Gives up the answer that is waited for, unless it is the one that is wanted again. */
function overtake(): void {
  overtaking = undefined;
  if (asking !== undefined && !isSameSearch(asking, state)) asker.forget("search");
}

function showAnswer(asked: PageState, reply: Reply<SearchReply> | undefined): void {
  if (!isSearch(asked)) {
    resultsView.replace(NO_MARKUP);
    shown = asked;
    announce("");
  }
  if (reply === undefined || !isSearch(state)) return;
  if ("problem" in reply) {
    if (asked !== asking) return;
    // An unfinished query is often one that cannot be read: nobody is told before they pause.
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

/** What a screen reader says: not for every key. */
let said = status.textContent ?? "";
function announce(text: string): void {
  said = text;
  if (pause === undefined) status.textContent = text;
}

/**
 * Lets address and status follow what was typed. Browsers allow some hundred changes of the address in half a minute.
 */
function settle(): void {
  if (pause === undefined) return;
  clearTimeout(pause);
  pause = undefined;
  history.replaceState(null, "", pageAddress(state));
  status.textContent = said;
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

function failedPassage(problem: ProblemReport): Markup {
  return markup`<article class="passage">${problemHtml(problem)}</article>`;
}

/** Marks the open passage among the results, and the words that were found in it. */
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

/** Shows another state; the parts that stay as they are are not asked for again. */
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

/** Whether there is room for results or a passage, not for both: as in page.css. */
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

/** What is typed is meant as it is. */
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
  // Footnotes and the skip link stay on the page; images and other origins leave it.
  if (url.origin !== location.origin || url.pathname !== "/" || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  const next = readPageState(url.searchParams);
  // A link inside a text knows nothing of the search beside it.
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
    // Not when something else was typed or opened since, nor when the query could not be read and older results stand.
    if (wanted === state && isSameSearch(shown, state)) results.querySelector<HTMLAnchorElement>("a.hit")?.click();
  },
});
layOut();
markOpen();
