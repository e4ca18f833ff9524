/** A failure as HTML, with the caret where a query went wrong. */
import { escapeHtml } from "./html.ts";

/** What `/api/…` answers under `error`. */
export interface ProblemReport {
  readonly message: string;
  readonly hint?: string;
}

export function problemHtml({ message, hint }: ProblemReport): string {
  const [what = "", ...picture] = message.split("\n");
  return `<div class="problem"><p>${escapeHtml(what.charAt(0).toUpperCase() + what.slice(1))}.</p>` +
    (picture.length === 0
      ? ""
      : `<pre tabindex="0">${escapeHtml(picture.map((line) => line.replace(/^ {2}/, "")).join("\n"))}</pre>`) +
    `${hint === undefined ? "" : `<p>${escapeHtml(hint.charAt(0).toUpperCase() + hint.slice(1))}.</p>`}</div>`;
}
