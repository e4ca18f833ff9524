/** What a crawl reads in a page: its links, and what it says to robots. */
import { attribute, elementsIn, readPage } from "../../document/formats/html/page_tree.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { productToken } from "./robots.ts";

export interface PageLinks {
  /** Addresses in the order of the page, each once. Empty with `nofollow`. */
  readonly links: readonly string[];
  /** What `<link rel=canonical>` says. */
  readonly canonical: string | null;
  readonly noindex: boolean;
}

/** More links than this are a trap more often than a page. */
const MAX_LINKS = 5_000;

/** `robotsHeader` is `X-Robots-Tag`. */
export function readLinks(html: string, address: URL, robotsHeader: string, userAgent: string): PageLinks {
  const { root } = readPage(html);
  const links = new Set<string>();
  let base = address;
  let canonical: string | null = null;
  const rules = new Set(headerRules(robotsHeader, userAgent));
  let hasBase = false;
  for (const element of elementsIn(root)) {
    const name = element.tagName;
    const href = attribute(element, "href");
    if (name === "base" && href !== null && !hasBase) {
      hasBase = true;
      base = canonicalUrl(href, address) ?? address;
    } else if (name === "meta") {
      const what = attribute(element, "name")?.toLowerCase();
      if (what === "robots" || what === productToken(userAgent)) {
        for (const rule of words(attribute(element, "content") ?? "")) rules.add(rule);
      }
    } else if (href !== null && (name === "a" || name === "area" || name === "link")) {
      const rel = words(attribute(element, "rel") ?? "");
      if (name === "link" && rel.includes("canonical")) canonical ??= canonicalUrl(href, base)?.href ?? null;
      const isFollowed = name === "link" ? rel.includes("next") || rel.includes("prev") : !rel.includes("nofollow");
      const target = isFollowed && links.size < MAX_LINKS ? canonicalUrl(href, base) : undefined;
      if (target !== undefined) links.add(target.href);
    }
  }
  const isNone = rules.has("none");
  return {
    links: isNone || rules.has("nofollow") ? [] : [...links],
    canonical,
    noindex: isNone || rules.has("noindex"),
  };
}

/** What `X-Robots-Tag` says of a file without a head of its own. */
export function headerForbidsIndex(header: string, userAgent: string): boolean {
  return headerRules(header, userAgent).some((rule) => rule === "none" || rule === "noindex");
}

/** A rule counts for all robots, or for those that stand before a colon. */
function headerRules(header: string, userAgent: string): readonly string[] {
  return header.toLowerCase().split(",").flatMap((part) => {
    const colon = part.indexOf(":");
    const agent = colon < 0 ? undefined : part.slice(0, colon).trim();
    const isMeant = agent === undefined || agent === productToken(userAgent);
    return isMeant ? [part.slice(colon + 1).trim()] : [];
  });
}

function words(text: string): readonly string[] {
  return text.toLowerCase().split(/[\s,]+/).filter((word) => word !== "");
}
