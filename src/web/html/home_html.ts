/** The start page: what there is to search, and how to ask. */
import type { TreeReport } from "../../report.ts";
import { escapeHtml } from "./html.ts";
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
): string {
  const nothing = readPageState(new URLSearchParams());
  const items = trees.map(({ name, documents, chunks, missing }) => {
    const address = escapeHtml(pageAddress({ ...nothing, trees: [name] }));
    const size = missing
      ? "its folder is missing"
      : `${documents.toLocaleString("en")} ${documents === 1 ? "document" : "documents"}, ${
        chunks.toLocaleString("en")
      } ${chunks === 1 ? "passage" : "passages"}`;
    return `<li><a href="${address}"><b>${escapeHtml(name)}</b> <span>${size}</span></a></li>`;
  });
  const ways = WAYS.map(([query, meaning]) =>
    `<div><dt><code>${escapeHtml(query)}</code></dt><dd>${escapeHtml(meaning)}</dd></div>`
  );
  return `<ul class="sources" aria-label="Trees">${items.join("")}</ul><dl class="ways">${ways.join("")}</dl>`;
}
