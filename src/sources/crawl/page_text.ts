/** Makes Markdown of a crawled page. */
import { serialize } from "parse5";
import { RaError } from "../../errors.ts";
import { attribute, type Element, elementsIn, type Parent, readPage } from "../../document/formats/html/page_tree.ts";
import { read } from "../../document/formats/html/read_html.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { canonicalUrl } from "./canonical_url.ts";
import type { CrawledPage } from "./crawl_report.ts";
import { filledByScripts } from "./scripted_page.ts";
import { createSelection, requireSelector, SelectorTooSlow } from "./select_elements.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { countOmitted, type OmittedCounts } from "../../document/omitted.ts";
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
  /** What the page has, and the text has not. */
  readonly omitted?: OmittedCounts | undefined;
}

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
  const filled = filledByScripts(root);
  makeWhole(root, new URL(url));
  select(root, entry);
  const html = serialize(root, { scriptingEnabled: false });
  const { text: bytes, properties: { title, lang, metadata }, omitted } = read(new TextEncoder().encode(html));
  const markdown = new TextDecoder().decode(bytes);
  if (filled !== null && markdown.replace(/\s+/g, "").length < filled.letters) {
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
    omitted: countOmitted(omitted),
  };
}

/** Throws `config-value` for a selector of the configuration that is none. */
export function checkSelectors({ content, remove }: CrawlEntry): void {
  if (content !== undefined) requireSelector(content, "content");
  for (const selector of remove) requireSelector(selector, "remove");
}

/** Leaves what the entry chooses. Throws `not-text` where that takes too long. */
function select(root: Parent, { content, remove }: CrawlEntry): void {
  const chosen = createSelection(root);
  try {
    for (const selector of remove) for (const element of chosen(selector, "remove")) empty(element);
    const found = content === undefined ? [] : chosen(content, "content");
    const body = elementsOf("body", root)[0];
    if (found.length > 0 && body !== undefined) {
      body.childNodes = [{ ...body, nodeName: "main", tagName: "main", attrs: [], childNodes: [...found] }];
    }
  } catch (error) {
    if (!(error instanceof SelectorTooSlow)) throw error;
    throw new RaError(
      "not-text",
      "its elements are so many and so deep that `content` and `remove` take too long on it",
    );
  }
}

/** What has no children and no attributes is not content. */
function empty(element: Element): void {
  element.nodeName = element.tagName = "span";
  element.attrs = [];
  element.childNodes = [];
}

const elementsOf = (name: string, root: Parent): readonly Element[] =>
  [...elementsIn(root)].filter(({ tagName }) => tagName === name);

function makeWhole(root: Parent, address: URL): void {
  const base = elementsOf("base", root).map((element) => attribute(element, "href")).find((href) => href !== null);
  const from = base === undefined || base === null ? address : canonicalUrl(base, address) ?? address;
  for (const element of elementsIn(root)) {
    const name = element.tagName === "a" ? "href" : element.tagName === "img" ? "src" : undefined;
    const given = element.attrs.find((each) => each.name === name);
    if (given === undefined || given.value.startsWith("#")) continue;
    try {
      given.value = new URL(given.value, from).href;
    } catch {
      element.attrs = element.attrs.filter((each) => each !== given);
    }
  }
}
