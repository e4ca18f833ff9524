/** Text as it was typed. */
import { escapeHtml } from "../html/html.ts";

export function renderText(text: string): string {
  return `<pre class="plain" tabindex="0">${escapeHtml(text)}</pre>`;
}
