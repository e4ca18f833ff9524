/** Crawls a site: breadth first, politely, and only what has changed since the last time. */
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { nowMs } from "../../host/clock.ts";
import type { Lookup, PageFailure, PageResponse } from "../../host/http_client.ts";
import { unpackGzip } from "../../host/unpack.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { type CrawlStore, openCrawlStore, type Visit, type VisitedPage } from "./crawl_store.ts";
import { decodePage } from "./decode_page.ts";
import { readLinks } from "./page_links.ts";
import { createPoliteClient, type PoliteClient } from "./polite_client.ts";
import { createScope, type Scope } from "./scope.ts";
import { readSitemap } from "./sitemap.ts";

/** A page to make text of. */
export interface CrawledPage extends VisitedPage {
  /** Canonical. */
  readonly url: string;
  readonly body: Uint8Array;
}

export interface CrawlReport {
  /** By address. */
  readonly pages: readonly CrawledPage[];
  /** Pages that came with a body, and those that the server called unchanged. */
  readonly fetched: number;
  readonly unchanged: number;
  /** Addresses that were left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
  /** Bytes of bodies, as they were sent. */
  readonly received: number;
}

export interface CrawlHost {
  readonly fs: FileSystem;
  /** The folder of the crawl's store. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Stands in for the system's in tests. */
  readonly lookup?: Lookup | undefined;
  onProgress(done: number, url: string): void;
}

const REDIRECTS = 5;
const MOST_SITEMAPS = 50;
const TYPES = /^(?:text\/(?:html|plain|markdown)|application\/(?:xhtml\+xml|pdf))$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

/** Throws `io` when the store cannot be written, and `interrupted`. */
export async function crawlSite(entry: CrawlEntry, host: CrawlHost): Promise<CrawlReport> {
  const settings = hashBytes(new TextEncoder().encode(JSON.stringify(entry)));
  const store = openCrawlStore(host.fs, host.folder, settings);
  const seeds = entry.seeds.flatMap((seed) => canonicalUrl(seed) ?? []);
  const scope = createScope(seeds, entry.allow, entry.deny);
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
    store,
    scope,
    client,
    visits: new Map(),
    fetched: 0,
    unchanged: 0,
    skipped: new Map(),
  };
  let level: readonly URL[] = seeds;
  for (let depth = 0; depth <= entry.depth && level.length > 0; depth++) {
    const visits = await visitLevel(crawl, level);
    const further = visits.flatMap(({ page }) => page?.links ?? []);
    if (depth === 0 && entry.sitemap) further.push(...await sitemapAddresses(crawl, seeds));
    level = sorted(further.flatMap((link) => canonicalUrl(link) ?? []));
  }
  const visits = [...crawl.visits.values()];
  store.finish(visits);
  return report(crawl, visits);
}

interface Crawl {
  readonly entry: CrawlEntry;
  readonly host: CrawlHost;
  readonly store: CrawlStore;
  readonly scope: Scope;
  readonly client: PoliteClient;
  /** What each address of this run gave. */
  readonly visits: Map<string, Visit>;
  readonly skipped: Map<string, number>;
  fetched: number;
  unchanged: number;
}

/** Visits addresses of one depth, and what they redirect to, until there are enough pages. */
async function visitLevel(crawl: Crawl, urls: readonly URL[]): Promise<readonly Visit[]> {
  const { entry, visits } = crawl;
  const done: Visit[] = [];
  let next = urls;
  for (let hop = 0; hop <= REDIRECTS && next.length > 0; hop++) {
    const wanted = sorted(next).filter((url) => {
      if (visits.has(url.href)) return false;
      const reason = crawl.scope.excludes(url);
      if (reason !== undefined) skip(crawl, reason);
      return reason === undefined;
    });
    const found: Visit[] = [];
    // As many at a time as pages are missing, in the order of their addresses: the same site gives the same pages.
    for (let at = 0; at < wanted.length;) {
      const room = entry.max_pages - [...visits.values()].filter(({ result }) => result === "page").length;
      if (room <= 0) {
        skip(crawl, "more than max_pages", wanted.length - at);
        break;
      }
      const batch = wanted.slice(at, at + room);
      at += batch.length;
      found.push(...await visitAll(crawl, batch));
    }
    done.push(...found);
    next = found.flatMap(({ target, page }) => {
      const address = target ?? page?.canonical;
      return address === undefined || address === null ? [] : canonicalUrl(address) ?? [];
    });
  }
  for (const url of next) {
    if (!visits.has(url.href)) fail(crawl, url, "too many redirects lead here");
  }
  return done;
}

/** `concurrency` requests at a time. The order of the visits is that of the addresses. */
async function visitAll(crawl: Crawl, urls: readonly URL[]): Promise<readonly Visit[]> {
  const found: Visit[] = [];
  let at = 0;
  const work = async (): Promise<void> => {
    while (at < urls.length) {
      const place = at++;
      const visit = await visitOne(crawl, urls[place]!);
      found[place] = visit;
      crawl.visits.set(visit.url, visit);
      crawl.host.onProgress(crawl.visits.size, visit.url);
    }
  };
  await Promise.all(Array.from({ length: Math.min(crawl.entry.rate_limits.concurrency, urls.length) }, work));
  return found;
}

async function visitOne(crawl: Crawl, url: URL): Promise<Visit> {
  const { store, client } = crawl;
  const before = store.visitOf(url.href);
  // A run that was killed goes on where it was.
  if (before?.run === store.run) return before;
  const note = (visit: Omit<Visit, "url" | "run">): Visit => {
    const noted = { url: url.href, run: store.run, ...visit };
    store.note(noted);
    return noted;
  };
  if (!(await client.robotsOf(url)).allows(url)) return note({ result: "skipped", reason: "robots.txt" });
  const known = before?.page !== undefined && store.bodyOf(before.page.sha256) !== undefined ? before.page : undefined;
  const response = await client.get(url, {
    ...(known?.etag === undefined || known.etag === null ? {} : { "if-none-match": known.etag }),
    ...(known?.lastModified === undefined || known.lastModified === null
      ? {}
      : { "if-modified-since": known.lastModified }),
  });
  const failure = failureOf(response);
  if (failure !== undefined) {
    // What failed for now stays as it was.
    return note({
      result: "failed",
      reason: failure.reason,
      ...(failure.transient && known !== undefined ? { page: known } : {}),
    });
  }
  const { status, headers, body } = response as PageResponse;
  if (status === 304 && known !== undefined) {
    crawl.unchanged++;
    return note({ result: "page", page: known });
  }
  if (status >= 300 && status < 400) {
    const target = canonicalUrl(headers["location"] ?? "", url);
    return target === undefined
      ? note({ result: "failed", reason: "it redirects to nowhere" })
      : note({ result: "redirect", target: target.href });
  }
  if (status === 404 || status === 410) return note({ result: "gone" });
  const contentType = (headers["content-type"] ?? "text/html").split(";")[0]!.trim().toLowerCase();
  if (!TYPES.test(contentType)) return note({ result: "skipped", reason: `content type ${contentType}` });
  crawl.fetched++;
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase() ?? null;
  const hash = store.keep(body);
  const isSame = before?.page?.sha256 === hash;
  const read = HTML.test(contentType)
    ? readLinks(decodePage(body, charset), url, headers["x-robots-tag"] ?? "", crawl.entry.user_agent)
    : { links: [], canonical: null, noindex: /\b(?:noindex|none)\b/i.test(headers["x-robots-tag"] ?? "") };
  const canonical = read.canonical === null || read.canonical === url.href ? null : read.canonical;
  return note({
    result: "page",
    page: {
      sha256: hash,
      contentType,
      charset,
      etag: headers["etag"] ?? null,
      lastModified: headers["last-modified"] ?? null,
      fetchedAt: isSame ? before.page!.fetchedAt : new Date(nowMs()).toISOString(),
      links: read.links,
      canonical: canonical !== null && crawl.scope.excludes(new URL(canonical)) === undefined ? canonical : null,
      noindex: read.noindex,
    },
  });
}

function failureOf(response: PageResponse | PageFailure): PageFailure | undefined {
  if (!("status" in response)) return response;
  const { status } = response;
  const isFine = (status >= 200 && status < 400) || status === 404 || status === 410;
  return isFine ? undefined : { reason: `the server answers ${status}`, transient: status === 429 || status >= 500 };
}

/** The pages that the sitemaps of the seeds' hosts name. */
async function sitemapAddresses(crawl: Crawl, seeds: readonly URL[]): Promise<readonly string[]> {
  const { client, scope } = crawl;
  const pages: string[] = [];
  const seen = new Set<string>();
  const waiting: string[] = [];
  for (const origin of new Set(seeds.map((seed) => seed.origin))) {
    const { sitemaps } = await client.robotsOf(new URL(origin));
    waiting.push(...(sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]));
  }
  for (let address = waiting.shift(); address !== undefined && seen.size < MOST_SITEMAPS; address = waiting.shift()) {
    const url = canonicalUrl(address);
    const isOfSeed = url !== undefined && seeds.some((seed) => seed.host === url.host);
    if (url === undefined || !isOfSeed || seen.has(url.href)) continue;
    seen.add(url.href);
    const response = await client.get(url);
    if (!("status" in response) || response.status !== 200) continue;
    const unpacked = unpackGzip(response.body, crawl.entry.max_page_bytes);
    if (unpacked === undefined) continue;
    const { pages: named, sitemaps } = readSitemap(decodePage(unpacked, null));
    pages.push(...named.filter((page) => {
      const found = canonicalUrl(page);
      return found !== undefined && scope.excludes(found) === undefined;
    }));
    waiting.push(...sitemaps);
  }
  return pages;
}

function skip({ skipped }: Crawl, reason: string, count = 1): void {
  skipped.set(reason, (skipped.get(reason) ?? 0) + count);
}

function fail({ visits, store }: Crawl, { href }: URL, reason: string): void {
  visits.set(href, { url: href, run: store.run, result: "failed", reason });
}

function sorted(urls: readonly URL[]): readonly URL[] {
  return [...new Map(urls.map((url) => [url.href, url])).values()].sort((a, b) => (a.href < b.href ? -1 : 1));
}

function report(crawl: Crawl, visits: readonly Visit[]): CrawlReport {
  const { store, skipped, fetched, unchanged, client } = crawl;
  const pages: CrawledPage[] = [];
  const bodies = new Map<string, string>();
  const isPage = (url: string): boolean => crawl.visits.get(url)?.page !== undefined;
  for (const { url, page, result, reason } of [...visits].sort((a, b) => (a.url < b.url ? -1 : 1))) {
    if (result === "skipped") skip(crawl, reason ?? "");
    if (result === "gone") skip(crawl, "gone");
    if (page === undefined) continue;
    const twin = bodies.get(page.sha256);
    if (page.noindex) skip(crawl, "noindex");
    else if (page.canonical !== null && isPage(page.canonical)) skip(crawl, "another address of the same page");
    else if (twin !== undefined) skip(crawl, "another address of the same page");
    else {
      bodies.set(page.sha256, url);
      pages.push({ ...page, url, body: store.bodyOf(page.sha256)! });
    }
  }
  const failed = visits.flatMap((
    { url, result, reason },
  ) => (result === "failed" ? [{ url, reason: reason ?? "" }] : []));
  return { pages, fetched, unchanged, skipped: Object.fromEntries(skipped), failed, received: client.received };
}
