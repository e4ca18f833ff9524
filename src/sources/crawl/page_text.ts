/** Makes Markdown of a crawled page. */
import { fromParse5 } from "hast-util-from-parse5";
import { select, selectAll } from "hast-util-select";
import { toHtml } from "hast-util-to-html";
import { RaError } from "../../errors.ts";
import { readPage } from "../../document/formats/html/page_tree.ts";
import { read } from "../../document/formats/html/read_html.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { canonicalUrl } from "./canonical_url.ts";
import type { CrawledPage } from "./crawl_report.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { decodeText, type DecodingProblem } from "../../text/decode_text.ts";

export interface PageText {
  readonly markdown: string;
  readonly title: string | null;
  readonly lang: string | null;
  readonly description: string | null;
  /** Where the rest of a page with too many or too deep elements is left out; null when nothing is. */
  readonly cutAt: { readonly line: number } | null;
  /** What its encoding left to guess. */
  readonly problem: DecodingProblem | null;
}

/** A page with less text than this, and with scripts, is one that a browser fills. */
const LITTLE_TEXT = 40;

/** Addresses of links and images become whole. Throws `not-text` with the reason for a page without text. */
export function pageText({ url, body, contentType, charset }: CrawledPage, entry: CrawlEntry): PageText {
  const isPlain = contentType === "text/plain" || contentType === "text/markdown";
  const found = isPlain ? decodeText(body, [charset]) : decodePage(body, charset);
  if (found === undefined) throw new RaError("not-text", "binary");
  const { problem } = found;
  const text = new TextDecoder().decode(found.text);
  if (isPlain) {
    const markdown = text.replace(/\r\n?/g, "\n");
    return { markdown, title: null, lang: null, description: null, cutAt: null, problem };
  }
  const { root, exceeds } = readPage(text);
  const tree = fromParse5(root) as Root;
  const hasScripts = select("script", tree) !== undefined;
  makeWhole(tree, new URL(url));
  for (const selector of entry.remove) for (const element of chosen(selector, tree, "remove")) empty(element);
  const content = entry.content === undefined ? [] : chosen(entry.content, tree, "content");
  if (content.length > 0) {
    const body = select("body", tree);
    if (body !== undefined) {
      body.children = [{ type: "element", tagName: "main", properties: {}, children: [...content] }];
    }
  }
  const { text: bytes, properties: { title, lang, metadata } } = read(new TextEncoder().encode(toHtml(tree)));
  const markdown = new TextDecoder().decode(bytes);
  if (markdown.replace(/\s+/g, "").length < LITTLE_TEXT && hasScripts) {
    throw new RaError("not-text", "it has no text unless JavaScript runs");
  }
  if (markdown.trim() === "") throw new RaError("not-text", "it has no text");
  const description = metadata["description"]?.[0];
  return {
    markdown,
    title,
    lang,
    description: typeof description === "string" ? description : null,
    cutAt: exceeds === null ? null : { line: exceeds.line },
    problem,
  };
}

/** Throws `config-value` for a selector of the configuration that is none. */
export function checkSelectors({ content, remove }: CrawlEntry): void {
  const tree = fromParse5(readPage("").root) as Root;
  if (content !== undefined) chosen(content, tree, "content");
  for (const selector of remove) chosen(selector, tree, "remove");
}

type Root = ReturnType<typeof fromParse5> & Parameters<typeof select>[1] & Parameters<typeof toHtml>[0];
type Element = ReturnType<typeof selectAll>[number];

function chosen(selector: string, tree: Root, key: string): readonly Element[] {
  try {
    return selectAll(selector, tree);
  } catch (cause) {
    throw new RaError("config-value", `${key}: ${JSON.stringify(selector)} is no CSS selector`, { cause });
  }
}

/** What has no children and no properties is not content. */
function empty(element: Element): void {
  element.tagName = "span";
  element.properties = {};
  element.children = [];
}

function makeWhole(tree: Root, address: URL): void {
  const base = select("base[href]", tree)?.properties?.["href"];
  const from = typeof base === "string" ? canonicalUrl(base, address) ?? address : address;
  for (const [selector, property] of [["a[href]", "href"], ["img[src]", "src"]] as const) {
    for (const { properties } of selectAll(selector, tree)) {
      const value = properties[property];
      if (typeof value !== "string" || value.startsWith("#")) continue;
      try {
        properties[property] = new URL(value, from).href;
      } catch {
        delete properties[property];
      }
    }
  }
}
