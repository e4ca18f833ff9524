/** Shows text as typed. */
import { markup } from "../../../output/html/markup.ts";

export function renderText(text: string): string {
  return markup`<pre class="plain" tabindex="0">${text}</pre>`.toString();
}
