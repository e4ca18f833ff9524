/** Why nothing was found, and what to do about it. */
import type { QueryEntry } from "../../retrieval/result.ts";
import { escapeHtml } from "./html.ts";
import { pageAddress, type PageState } from "../page_state.ts";

export function nothingHtml({ zero_hits }: QueryEntry, state: PageState): string {
  const terms = zero_hits?.terms ?? [];
  const filters = (zero_hits?.filters ?? []).filter(({ removed }) => removed > 0);
  const rows = [
    ...terms.map(({ term, df, nearest }) => {
      const near = nearest.map((word) =>
        `<a href="${escapeHtml(pageAddress({ ...state, query: word, id: "" }))}">${escapeHtml(word)}</a>`
      );
      return `<li><b>${escapeHtml(term)}</b> is in ${
        df === 0 ? "no section" : df === 1 ? "one section" : `${df} sections`
      }` +
        `${near.length === 0 ? "" : `; close to it: ${near.join(", ")}`}</li>`;
    }),
    ...filters.map(({ filter, removed }) =>
      `<li><b>${escapeHtml(filter)}</b> removed ${removed === 1 ? "one match" : `${removed} matches`}</li>`
    ),
  ];
  return `<div class="nothing"><p>Nothing found.</p>${rows.length === 0 ? "" : `<ul>${rows.join("")}</ul>`}</div>`;
}
