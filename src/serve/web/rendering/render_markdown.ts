/** Renders CommonMark and GFM as HTML that is safe to insert. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { toString } from "mdast-util-to-string";
import { raw } from "hast-util-raw";
import { gfm } from "micromark-extension-gfm";
import { dropHeadingIds } from "./heading_ids.ts";
import { markdownHandlers } from "./markdown_handlers.ts";
import { type RenderOptions, treeAsHtml } from "./safe_html.ts";
import { linkWikiNames } from "./wiki_links.ts";

/** A row of marks that each open a level. Parsing 60,000 of them takes a minute. */
const TOO_DEEP = /(?:[>*_~[+-][ \t]?){1000}/;

/** Throws `RangeError` for a document that is nested too deeply. */
export async function renderMarkdown(markdown: string, options: RenderOptions): Promise<string> {
  if (TOO_DEEP.test(markdown)) throw new RangeError("the Markdown is nested too deeply");
  const document = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  dropHeadingIds(document, markdown);
  const first = document.children.find(({ type }) => type !== "html");
  if (first?.type === "heading" && first.depth === 1 && toString(first).trim() === options.title?.trim()) {
    document.children.splice(document.children.indexOf(first), 1);
  }
  linkWikiNames(document);
  const tree = toHast(document, { allowDangerousHtml: true, clobberPrefix: "", handlers: markdownHandlers });
  return await treeAsHtml(raw(tree), options);
}
