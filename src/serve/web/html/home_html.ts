/** The start page: what you can search, and how to ask. */
import type { TreeReport } from "../../../shapes/reports.ts";
import type { UnreadFiles } from "../../../shapes/search.ts";
import type { Warning } from "../../../errors.ts";
import { unreadNote } from "../../../output/unread_note.ts";
import { sanitizeLine } from "../../../text/sanitize.ts";
import { type Markup, markup } from "../../../output/html/markup.ts";
import { pageAddress, readPageState } from "../page_state.ts";

const WAYS: readonly (readonly [query: string, meaning: string])[] = [
  ['"exact words"', "a phrase"],
  ["word -other", "without a word"],
  ["path:api/", "below a folder"],
  ["tag:guide", "with a tag"],
  ["modified:7d", "changed this week"],
];

export function homeHtml(
  trees: readonly (Pick<TreeReport, "name" | "documents" | "chunks"> & { readonly missing?: boolean })[],
  warnings: readonly Pick<Warning, "message">[] = [],
  unread: readonly UnreadFiles[] = [],
): Markup {
  const nothing = readPageState(new URLSearchParams());
  const items = trees.map(({ name, documents, chunks, missing }) => {
    const size = missing
      ? "its folder is missing"
      : `${documents.toLocaleString("en")} ${documents === 1 ? "document" : "documents"}, ${
        chunks.toLocaleString("en")
      } ${chunks === 1 ? "passage" : "passages"}`;
    return markup`<li><a href="${
      pageAddress({ ...nothing, trees: [name] })
    }"><b>${name}</b> <span>${size}</span></a></li>`;
  });
  const ways = WAYS.map(([query, meaning]) => markup`<div><dt><code>${query}</code></dt><dd>${meaning}</dd></div>`);
  const unreadText = unreadNote(unread);
  const said = [...warnings.map(({ message }) => message), ...(unreadText === undefined ? [] : [unreadText])];
  const notes = said.map((message) => markup`<p class="note">${sanitizeLine(message)}</p>`);
  return markup`${notes}<ul class="sources" aria-label="Trees">${items}</ul><dl class="ways">${ways}</dl>`;
}
