/** What a crawl reads in a page: its links, and what it says to robots. */
import { attribute, elementsIn, type Parent, readPage } from "../../document/formats/html/page_tree.ts";
import { plainText } from "../../document/formats/html/plain_text.ts";
import { isDropped } from "../../document/formats/html/shown.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { isRedirect, readRefresh } from "./page_refresh.ts";
import { productToken } from "./robots.ts";

export interface PageLinks {
  /** Addresses in the order of the page, each once. Empty with `nofollow`. */
  readonly links: readonly string[];
  /** What `<link rel=canonical>` says. */
  readonly canonical: string | null;
  readonly noindex: boolean;
  /** Where the page leads by itself; null for a page to read. */
  readonly refresh: string | null;
}

/** More links than this are a trap more often than a page. */
const MAX_LINKS = 5_000;

/** The headers that count beside what the page says. */
interface PageHeaders {
  /** `X-Robots-Tag` */
  readonly robots: string;
  /** `Refresh` */
  readonly refresh: string | undefined;
}

export function readLinks(html: string, address: URL, headers: PageHeaders, userAgent: string): PageLinks {
  const { root } = readPage(html);
  const links = new Set<string>();
  let base = address;
  let canonical: string | null = null;
  const rules = new Set(headerRules(headers.robots, userAgent));
  let refresh = headers.refresh === undefined ? null : readRefresh(headers.refresh, address, address);
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
      // A page says in `noscript` what happens where scripts do not run.
      if (
        attribute(element, "http-equiv")?.toLowerCase() === "refresh" && element.parentNode?.nodeName !== "noscript"
      ) {
        refresh ??= readRefresh(attribute(element, "content") ?? "", base, address);
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
  const follows = !isNone && !rules.has("nofollow");
  const leadsOn = follows && refresh !== null && isRedirect(refresh, lettersOf(root));
  if (refresh !== null) links.add(refresh.target);
  return {
    links: follows ? [...links] : [],
    canonical,
    refresh: leadsOn ? refresh!.target : null,
    noindex: isNone || rules.has("noindex"),
  };
}

/** How many letters the body of a page shows. */
function lettersOf(root: Parent): number {
  const body = [...elementsIn(root)].find(({ tagName }) => tagName === "body");
  return body === undefined ? 0 : plainText(body, isDropped).length;
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
