/** HTML inside Markdown is never passed on: comments go, tags of HTML go, other `<…>` stays as it was typed. */
import type { Options } from "micromark";
import { htmlBlockNames, htmlRawNames } from "micromark-util-html-tag-name";
import { escapeHtml } from "../html/html.ts";

const INLINE_NAMES = (
  "a abbr acronym audio b bdi bdo big br button canvas cite code data datalist del dfn em embed font i iframe img input ins kbd label " +
  "map mark math meter noscript object output picture progress q rp rt ruby s samp select slot small source span strike strong sub sup svg " +
  "template time tt u var video wbr"
).split(" ");
const NAMES: ReadonlySet<string> = new Set([...htmlBlockNames, ...htmlRawNames, ...INLINE_NAMES]);
const TAG = /<!--[\s\S]*?(?:-->|$)|<\/?([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?\/?>/g;
const RAW_BLOCK = new RegExp(`^\\s*<(?:${htmlRawNames.join("|")})\\b`, "i");

/** What is left of a piece of HTML, as escaped text; line breaks stay. */
function htmlAsText(html: string): string {
  let shown = "";
  let end = 0;
  for (const match of html.matchAll(TAG)) {
    const name = match[1]?.toLowerCase();
    if (name !== undefined && !NAMES.has(name)) continue;
    shown += escapeHtml(html.slice(end, match.index)) + (name === "br" ? "<br>" : "");
    end = match.index + match[0].length;
  }
  return shown + escapeHtml(html.slice(end));
}

export const htmlElements: NonNullable<Options["htmlExtensions"]>[number] = {
  enter: {
    htmlFlow() {
      this.buffer();
    },
    htmlText() {
      this.buffer();
    },
  },
  exit: {
    htmlFlow(token) {
      this.resume();
      const html = this.sliceSerialize(token);
      const text = htmlAsText(html).trim();
      if (text === "") return;
      this.lineEndingIfNeeded();
      const isRaw = RAW_BLOCK.test(html);
      this.tag(isRaw ? "<pre><code>" : "<p>");
      this.raw(text);
      this.tag(isRaw ? "</code></pre>" : "</p>");
    },
    htmlText(token) {
      this.resume();
      this.raw(htmlAsText(this.sliceSerialize(token)));
    },
  },
};
