/** The counts by tree, tag and language, and the ways to search. Each is a link that sets a choice or removes it. */
import { sanitizeLine } from "../../../text/sanitize.ts";
import type { Counts, Facets } from "../../../shapes/search.ts";
import { type Markup, markup, NO_MARKUP } from "../../../output/html/markup.ts";
import { type FacetFilter, FILTER_NAMES, FILTERS, pageAddress, type PageState, toggleFilter } from "../page_state.ts";

/** The values shown of each facet, beside those that are set. */
const SHOWN = 8;
const LABELS: Readonly<Record<FacetFilter, string>> = { trees: "Trees", tags: "Tags", langs: "Languages" };

/** What semantic search offers beside its defaults. */
export interface SemanticOffer {
  /** Whether there is a reranker. */
  readonly rerank: boolean;
}

export function facetsHtml(facets: Facets | undefined, state: PageState, semantic?: SemanticOffer): Markup {
  const rows = FILTERS.flatMap((filter) =>
    rowHtml(filter, facets?.[FILTER_NAMES[filter] as keyof Omit<Facets, "meta">] ?? {}, state) ?? []
  );
  const ways = semantic === undefined ? [] : [waysHtml(semantic, state)];
  const all = [...rows, ...ways];
  return all.length === 0 ? NO_MARKUP : markup`<nav class="facets" aria-label="Filters">${all}</nav>`;
}

/** By words, by meaning, or by both: the choice that is set leads back to both. */
function waysHtml({ rerank }: SemanticOffer, state: PageState): Markup {
  const chip = (text: string, isSet: boolean, spoken: string, next: PageState): Markup =>
    markup`<li><a class="chip" href="${pageAddress(next)}"${
      isSet && markup` aria-current="true"`
    }>${markup`<span class="spoken">${isSet ? "No longer " : ""}${spoken} </span><span class="value">${text}</span>`}${
      isSet && markup`<i aria-hidden="true">×</i>`
    }</a></li>`;
  const by = (value: "words" | "meaning"): Markup =>
    chip(`${value} only`, state.by === value, "search by", { ...state, by: state.by === value ? "" : value });
  const chips = [by("words"), by("meaning")];
  if (rerank) chips.push(chip("reranked", state.rerank, "show the results", { ...state, rerank: !state.rerank }));
  return markup`<ul class="chips search-by" aria-label="How to search">${chips}</ul>`;
}

function rowHtml(filter: FacetFilter, counts: Counts, state: PageState): Markup | undefined {
  const set = state[filter];
  const others = Object.keys(counts).filter((value) => !set.includes(value));
  // A filter with a single value, which every result has, offers no choice.
  if (set.length === 0 && others.length < (filter === "tags" ? 1 : 2)) return undefined;
  const chips = [...set, ...others.slice(0, SHOWN)].map((value) => chipHtml(filter, value, counts, state));
  return markup`<ul class="chips ${filter}" aria-label="${LABELS[filter]}">${chips}</ul>`;
}

function chipHtml(filter: FacetFilter, value: string, counts: Counts, state: PageState): Markup {
  const isSet = state[filter].includes(value);
  const count = Object.hasOwn(counts, value) ? counts[value]! : 0;
  const address = pageAddress(toggleFilter(state, filter, value));
  const spoken = `${isSet ? "Remove the filter" : "Only"} ${FILTER_NAMES[filter]} `;
  const current = isSet && markup` aria-current="true"`;
  const end = isSet ? markup`<i aria-hidden="true">×</i>` : markup`<small>${count}</small>`;
  return markup`<li><a class="chip" href="${address}"${current}><span class="spoken">${spoken}</span>${markup`<span class="value">${
    sanitizeLine(value)
  }</span>${end}`}</a></li>`;
}
