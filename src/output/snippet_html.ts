import type { Snippet } from "../shapes/search.ts";
import { snippetPieces } from "../search/retrieval/snippet.ts";

/** A snippet as HTML: its text escaped, each match between `<b>` and `</b>`. */
export function snippetHtml(snippet: Snippet): string {
  return snippetPieces(snippet).map(({ text, match }) => match ? `<b>${escapeHtml(text)}</b>` : escapeHtml(text)).join(
    "",
  );
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
