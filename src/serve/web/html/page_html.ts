/** The whole page. It works without any script. */
import { sanitizeLine } from "../../../text/sanitize.ts";
import { type Markup, markup } from "../../../output/html/markup.ts";
import { FILTER_NAMES, FILTERS, isSearch, type PageState, rankingParametersOf } from "../page_state.ts";

export interface PageParts {
  readonly state: PageState;
  readonly results: Markup;
  readonly passage: Markup;
  readonly home: Markup;
  /** The text for a screen reader, and the title of the window. */
  readonly status: string;
  readonly title: string;
  /** The version of the page's files. It keeps a browser from using old ones. */
  readonly version: string;
}

export function pageHtml({ state, results, passage, home, status, title, version }: PageParts): Markup {
  const view = viewOf(state);
  const filters = FILTERS.flatMap((filter) => state[filter].map((value) => [FILTER_NAMES[filter], value] as const));
  const kept = [...filters, ...rankingParametersOf(state)].map(([name, value]) =>
    markup`<input type="hidden" name="${name}" value="${value}">`
  );
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css?v=${version}">
<script type="module" src="/page.js?v=${version}"></script>
</head>
<body data-view="${view}">
<a class="skip" href="#results">Skip to the results</a>
<header class="top">
<h1><a href="/"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="5"/><path d="M3.5 18.5h17"/></svg><span>ra</span></a></h1>
<form action="/" method="get" role="search" aria-label="Documentation">
<input type="search" id="query" name="q" value="${state.query}" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" maxlength="2000"${
    state.id === "" && " autofocus"
  }>
<kbd aria-hidden="true">/</kbd>
<div id="kept" hidden>${kept}</div>
<button type="submit" aria-label="Search"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/></svg></button>
</form>
</header>
<p id="status" role="status" class="spoken">${status}</p>
<main>
<section id="home"${view !== "home" && " hidden"} aria-label="What is indexed">${home}</section>
<section id="results" tabindex="-1"${!isSearch(state) && " hidden"} aria-label="Results">${results}</section>
<section id="passage"${state.id === "" && " hidden"} aria-label="Passage">${passage}</section>
</main>
</body>
</html>
`;
}

/** The layout of the page: `home`, `results`, `passage` (alone), or `both`. */
export function viewOf(state: PageState): "home" | "results" | "passage" | "both" {
  if (state.id === "") return isSearch(state) ? "results" : "home";
  return isSearch(state) ? "both" : "passage";
}

/** The title of the window: `Installation – toaster – ra`. */
export function titleOf(passage: string, state: PageState): string {
  return [sanitizeLine(passage), state.query, "ra"].filter((each) => each !== "").join(" – ");
}
