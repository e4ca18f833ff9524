/** Markdown as HTML that is safe to insert: CommonMark and GFM, no HTML of the document's own. */
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { allowedHtml, type AllowedHtmlOptions } from "./allowed_html.ts";
import { highlightCode } from "./highlight_code.ts";
import { unescapeHtml } from "../html/html.ts";
import { htmlElements } from "./html_elements.ts";

export interface MarkdownOptions extends AllowedHtmlOptions {
  /** A first heading that says just this is left out. */
  readonly title?: string;
}

/** Scripts, event handlers and `javascript:` links are gone, images of other origins are links, code is coloured. */
export async function renderMarkdown(markdown: string, options: MarkdownOptions): Promise<string> {
  const html = micromark(markdown, {
    allowDangerousHtml: false,
    allowDangerousProtocol: false,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ clobberPrefix: "", labelTagName: "h2" }), htmlElements],
  });
  return await highlightCode(allowedHtml(withoutTitle(html, options.title), options));
}

function withoutTitle(html: string, title: string | undefined): string {
  const first = /^\s*<h1>(.*?)<\/h1>/s.exec(html);
  if (first === null || title === undefined) return html;
  return unescapeHtml(first[1]!.replace(/<[^>]*>/g, "")).trim() === title.trim() ? html.slice(first[0].length) : html;
}
