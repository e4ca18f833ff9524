/** Says why nothing was found, and what you can do about it. */
import type { QueryEntry } from "../../../shapes/search.ts";
import { type Markup, markup } from "../../../output/html/markup.ts";
import { signsNote } from "../../../output/signs_note.ts";
import { sanitizeLine } from "../../../text/sanitize.ts";
import { emptyTreesNote, unreadNote } from "../../../output/unread_note.ts";
import { pageAddress, type PageState } from "../page_state.ts";

export function nothingHtml(entry: QueryEntry, state: PageState): Markup {
  const { zero_hits, empty_trees = [], unread = [] } = entry;
  const rows = [
    ...(zero_hits?.terms ?? []).map(({ term, df, nearest }) => {
      const signs = signsNote(term);
      if (signs !== undefined) return markup`<li><b>${term}</b> ${sanitizeLine(signs)}</li>`;
      const near = nearest.map((word, at) =>
        markup`${at === 0 ? "; close to it: " : ", "}<a href="${
          pageAddress({ ...state, query: word, id: "" })
        }">${word}</a>`
      );
      const found = df === 0 ? "no section" : df === 1 ? "one section" : `${df} sections`;
      return markup`<li><b>${term}</b> is in ${found}${near}</li>`;
    }),
    ...(zero_hits?.filters ?? []).filter(({ removed }) => removed > 0).map(({ filter, removed }) =>
      markup`<li><b>${filter}</b> removed ${removed === 1 ? "one match" : `${removed} matches`}</li>`
    ),
  ];
  for (const note of [emptyTreesNote(empty_trees), unreadNote(unread)]) {
    if (note !== undefined) rows.push(markup`<li>${note}</li>`);
  }
  return markup`<div class="nothing"><p>Nothing found.</p>${rows.length > 0 && markup`<ul>${rows}</ul>`}</div>`;
}
