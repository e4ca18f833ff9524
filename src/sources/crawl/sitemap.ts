/** The addresses of a sitemap (sitemaps.org), and those of further sitemaps that an index names. */
import { elementsIn, readPage } from "../../document/formats/html/page_tree.ts";
import { plainText } from "../../document/formats/html/plain_text.ts";

export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Also of a sitemap that is only a list of lines. The parser of HTML reads the few elements that count. */
export function readSitemap(text: string): Sitemap {
  if (!text.trimStart().startsWith("<")) {
    return {
      pages: text.split(/\r?\n/).map((line) => line.trim()).filter((line) => /^https?:/i.test(line)),
      sitemaps: [],
    };
  }
  const { root } = readPage(withoutSections(text));
  const pages: string[] = [];
  const sitemaps: string[] = [];
  for (const element of elementsIn(root)) {
    const { prefix, name } = partsOf(element.tagName);
    if (name !== "loc") continue;
    const { parentNode } = element;
    const around = parentNode !== null && "tagName" in parentNode ? partsOf(parentNode.tagName) : undefined;
    const isIndex = around?.name === "sitemap";
    // Pictures and films of a page have such elements in namespaces of their own.
    if (prefix !== "" && !(around?.prefix === prefix && (isIndex || around.name === "url"))) continue;
    (isIndex ? sitemaps : pages).push(plainText(element, () => false));
  }
  return { pages, sitemaps };
}

/** A name such as `sm:loc`. A sitemap may give its namespace any prefix. */
function partsOf(tagName: string): { readonly prefix: string; readonly name: string } {
  const colon = tagName.indexOf(":");
  return { prefix: tagName.slice(0, Math.max(0, colon)), name: tagName.slice(colon + 1) };
}

const [OPENING, CLOSING] = ["<![CDATA[", "]]>"];

/** The text with what stands in CDATA sections as usual text. One that does not end stays as it is. */
function withoutSections(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const opening = text.indexOf(OPENING, at);
    const closing = opening < 0 ? -1 : text.indexOf(CLOSING, opening);
    if (closing < 0) return parts.concat(text.slice(at)).join("");
    parts.push(text.slice(at, opening), text.slice(opening + OPENING.length, closing).replaceAll("&", "&amp;"));
    at = closing + CLOSING.length;
  }
}
