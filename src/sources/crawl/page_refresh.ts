/** Pages that lead on by themselves: `<meta http-equiv=refresh>` and the header `Refresh`. */
import { canonicalUrl } from "./canonical_url.ts";

export interface PageRefresh {
  /** Canonical. */
  readonly target: string;
  readonly seconds: number;
}

/** A page that stays longer is read, and its target counts as a link. */
const MOST_SECONDS = 10;
/** A page that leads on at once is never read. */
const AT_ONCE = 1;
/** A page with more letters is one to read before the next comes. */
const LITTLE_TEXT = 500;

/** What a value such as `0; url=next.html` says. Null where it names no other page. */
export function readRefresh(value: string, base: URL, address: URL): PageRefresh | null {
  const [, seconds = "", rest = ""] = /^\s*(\d{0,9}(?:\.\d{0,9})?)\s*(?:[;,]\s*|\s+)(\S.{0,4000})$/s.exec(value) ?? [];
  if (seconds === "" || seconds === ".") return null;
  const written = rest.replace(/^url\s*=\s*/i, "").trim();
  const quote = /^["']/.exec(written)?.[0];
  const link = quote === undefined ? written : written.slice(1).split(quote)[0]!;
  const target = link === "" ? undefined : canonicalUrl(link, base);
  return target === undefined || target.href === address.href
    ? null
    : { target: target.href, seconds: Number(seconds) };
}

/** Whether a page only leads to another one. */
export function isRedirect({ seconds }: PageRefresh, letters: number): boolean {
  return seconds <= AT_ONCE || (seconds <= MOST_SECONDS && letters < LITTLE_TEXT);
}
