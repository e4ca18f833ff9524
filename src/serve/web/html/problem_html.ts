/** A problem: the message, the caret where a query is wrong, the hint. */
import { type Markup, markup } from "../../../output/html/markup.ts";

/** What the page shows of a problem. */
export interface ShownProblem {
  /** The code of the error, when the server answers. */
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export function problemHtml({ message, hint }: ShownProblem): Markup {
  const [what = "", ...picture] = message.split("\n");
  const lines = picture.map((line) => line.replace(/^ {2}/, "")).join("\n");
  return markup`<div class="problem"><p>${asSentence(what)}</p>${
    picture.length > 0 && markup`<pre tabindex="0">${lines}</pre>`
  }${hint !== undefined && markup`<p>${asSentence(hint)}</p>`}</div>`;
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
