/** Crawls a site: breadth first, politely, and only what has changed since the last time. */
import { shareOut } from "../../host/pool.ts";
import { hashBytes } from "../../host/hash.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { type CrawlReport, reportOf } from "./crawl_report.ts";
import { type Crawl, type CrawlHost, leaveOut } from "./crawl_state.ts";
import { openCrawlStore, type Visit } from "./crawl_store.ts";
import { createPoliteClient } from "./polite_client.ts";
import { createScope } from "./scope.ts";
import { sitemapAddresses } from "./sitemap_addresses.ts";
import { visitAddress } from "./visit_address.ts";

const REDIRECTS = 5;
/** A site may answer with redirects and errors only: so many addresses are asked for each page of `max_pages`. */
const ADDRESSES_FOR_A_PAGE = 20;

/** Throws `io` when the store cannot be written, and `interrupted`. */
export async function crawlSite(entry: CrawlEntry, host: CrawlHost): Promise<CrawlReport> {
  const settings = hashBytes(new TextEncoder().encode(JSON.stringify(entry)));
  const store = openCrawlStore(host.fs, host.folder, settings);
  const seeds = entry.seeds.flatMap((seed) => canonicalUrl(seed) ?? []);
  const client = createPoliteClient({
    userAgent: entry.user_agent,
    timeoutMs: 1000 * entry.timeout,
    mostBytes: entry.max_page_bytes,
    requestsPerSecond: entry.rate_limits.requests_per_second,
    allowPrivate: entry.allow_private,
    robots: entry.robots,
    signal: host.signal,
    lookup: host.lookup,
  });
  const crawl: Crawl = {
    entry,
    host,
    seeds,
    store,
    scope: createScope(seeds, entry.allow, entry.deny),
    client,
    visits: new Map(),
    cookies: new Map(),
    tally: { leftOut: new Map(), counted: new Map(), failed: [], fetched: 0, unchanged: 0 },
  };
  let level: readonly URL[] = seeds;
  for (let depth = 0; depth <= entry.depth && level.length > 0; depth++) {
    const found = await visitLevel(crawl, level);
    if (depth === entry.depth) break;
    const further = new Set<string>();
    for (const { url } of found) for (const link of store.visitOf(url)?.links ?? []) waitFor(crawl, link, further);
    if (depth === 0 && entry.sitemap) {
      for (const link of await sitemapAddresses(crawl)) waitFor(crawl, link, further);
    }
    level = [...further].flatMap((link) => canonicalUrl(link) ?? []);
  }
  store.finish([...crawl.visits.values()]);
  return reportOf(crawl);
}

/** What is out of scope, or can never be asked, does not wait. */
function waitFor(crawl: Crawl, link: string, waiting: Set<string>): void {
  if (crawl.visits.has(link) || waiting.has(link)) return;
  const url = canonicalUrl(link);
  const reason = url === undefined ? "not an address" : crawl.scope.excludes(url);
  if (reason !== undefined) leaveOut(crawl.tally, reason, link);
  else if (waiting.size < mostAddresses(crawl)) waiting.add(link);
  else leaveOut(crawl.tally, `more than ${mostAddresses(crawl)} addresses`, link);
}

function mostAddresses({ entry }: Crawl): number {
  return ADDRESSES_FOR_A_PAGE * entry.max_pages;
}

/** Visits addresses of one depth, and what they redirect to, until there are enough pages. */
async function visitLevel(crawl: Crawl, urls: readonly URL[]): Promise<readonly Visit[]> {
  const { visits, scope } = crawl;
  const done: Visit[] = [];
  let next = urls;
  for (let hop = 0; hop <= REDIRECTS && next.length > 0; hop++) {
    const wanted = sorted(next).filter((url) => {
      if (visits.has(url.href) && !mayLeadElsewhere(crawl, url)) return false;
      const reason = scope.excludes(url);
      if (reason !== undefined) leaveOut(crawl.tally, reason, url.href);
      return reason === undefined;
    });
    const found: Visit[] = [];
    // As many at a time as pages are missing, in the order of their addresses: the same site gives the same pages.
    for (let at = 0; at < wanted.length;) {
      const { room, reason } = roomFor(crawl);
      if (room <= 0) {
        for (const url of wanted.slice(at)) leaveOut(crawl.tally, reason, url.href);
        break;
      }
      const batch = wanted.slice(at, at + room);
      at += batch.length;
      found.push(...await visitAll(crawl, batch));
    }
    done.push(...found);
    for (const { url, target } of found) if (target !== undefined) narrowScope(crawl, url, target);
    next = found.flatMap(({ target, page }) => {
      const address = target ?? page?.canonical;
      return address === undefined || address === null ? [] : canonicalUrl(address) ?? [];
    });
  }
  crawl.tally.failed.push(...next.map(({ href }) => ({ url: href, reason: "too many redirects lead here" })));
  return done;
}

/** A host may send to a page that sets a cookie, and from there back. */
function mayLeadElsewhere({ visits, cookies, client }: Crawl, url: URL): boolean {
  const before = cookies.get(url.href);
  return visits.get(url.href)?.result === "redirect" && before !== undefined && before < client.cookieChanges(url);
}

/** Where a seed leads to tells what it means. */
function narrowScope({ seeds, scope }: Crawl, from: string, target: string): void {
  const seed = seeds.find(({ href }) => href === from);
  if (seed !== undefined) scope.narrow(seed, new URL(target));
}

function roomFor(crawl: Crawl): { readonly room: number; readonly reason: string } {
  const { entry, visits } = crawl;
  const pages = [...visits.values()].filter(({ result }) => result === "page").length;
  const most = mostAddresses(crawl);
  return pages < entry.max_pages
    ? { room: Math.min(entry.max_pages - pages, most - visits.size), reason: `more than ${most} addresses` }
    : { room: 0, reason: "more than max_pages" };
}

/** `concurrency` requests at a time. The order of the visits is that of the addresses. */
async function visitAll(crawl: Crawl, urls: readonly URL[]): Promise<readonly Visit[]> {
  const found: Visit[] = [];
  const lanes = Array.from({ length: Math.min(crawl.entry.rate_limits.concurrency, urls.length) });
  await shareOut(urls, lanes, async (url, at) => {
    const asked = crawl.client.cookieChanges(url);
    const { links: _, ...visit } = await visitAddress(crawl, url, crawl.visits.has(url.href));
    if (visit.result === "redirect") crawl.cookies.set(url.href, asked);
    found[at] = visit;
    crawl.visits.set(visit.url, visit);
    crawl.host.onProgress(crawl.visits.size, visit.url);
  });
  return found;
}

function sorted(urls: readonly URL[]): readonly URL[] {
  return [...new Map(urls.map((url) => [url.href, url])).values()].sort((a, b) => (a.href < b.href ? -1 : 1));
}
