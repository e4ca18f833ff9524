/** The addresses of a sitemap (sitemaps.org), and those of further sitemaps that an index names. */
import { type Element, elementsIn, isElement, plainText, readPage } from "../../document/formats/html/page_tree.ts";

export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Also of a sitemap that is only a list of lines. The parser of HTML reads the few elements that count. */
export function readSitemap(text: string): Sitemap {
  if (!/^\s*(?:\ufeff)?\s*</.test(text)) {
    return {
      pages: text.split(/\r?\n/).map((line) => line.trim()).filter((line) => /^https?:/i.test(line)),
      sitemaps: [],
    };
  }
  const { root } = readPage(
    text.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, inner: string) => inner.replaceAll("&", "&amp;")),
  );
  const pages: string[] = [];
  const sitemaps: string[] = [];
  for (const element of elementsIn(root)) {
    if (element.tagName !== "loc") continue;
    const parent = element.parentNode;
    const isIndex = parent !== null && isElement(parent as Element) && (parent as Element).tagName === "sitemap";
    (isIndex ? sitemaps : pages).push(plainText(element, () => false));
  }
  return { pages, sitemaps };
}
