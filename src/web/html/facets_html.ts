/** Counts by tree, tag and language, each a link that sets or takes away a filter. */
import type { Counts, Facets } from "../../retrieval/result.ts";
import { escapeHtml } from "./html.ts";
import { type FacetFilter, FILTER_NAMES, FILTERS, pageAddress, type PageState, toggleFilter } from "../page_state.ts";

/** Values shown of each facet, beside those that are set. */
const SHOWN = 8;
const LABELS: Readonly<Record<FacetFilter, string>> = { trees: "Trees", tags: "Tags", langs: "Languages" };

export function facetsHtml(facets: Facets | undefined, state: PageState): string {
  const rows = FILTERS.map((filter) =>
    rowHtml(filter, facets?.[FILTER_NAMES[filter] as keyof Omit<Facets, "meta">] ?? {}, state)
  ).join("");
  return rows === "" ? "" : `<nav class="facets" aria-label="Filters">${rows}</nav>`;
}

function rowHtml(filter: FacetFilter, counts: Counts, state: PageState): string {
  const set = state[filter];
  const others = Object.keys(counts).filter((value) => !set.includes(value));
  // One value that everything has tells nothing.
  if (set.length === 0 && others.length < (filter === "tags" ? 1 : 2)) return "";
  const chips = [...set, ...others.slice(0, SHOWN)].map((value) => chipHtml(filter, value, counts, state)).join("");
  return `<ul class="chips ${filter}" aria-label="${LABELS[filter]}">${chips}</ul>`;
}

function chipHtml(filter: FacetFilter, value: string, counts: Counts, state: PageState): string {
  const isSet = state[filter].includes(value);
  const count = Object.hasOwn(counts, value) ? counts[value]! : 0;
  const address = escapeHtml(pageAddress(toggleFilter(state, filter, value)));
  const spoken = `${isSet ? "Remove the filter" : "Only"} ${FILTER_NAMES[filter]} `;
  return `<li><a class="chip" href="${address}"${
    isSet ? ' aria-current="true"' : ""
  }><span class="spoken">${spoken}</span>` +
    `<span class="value">${escapeHtml(value)}</span>${
      isSet ? '<i aria-hidden="true">×</i>' : `<small>${count}</small>`
    }</a></li>`;
}
