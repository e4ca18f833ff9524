/** What a crawl found. */
import { RaError } from "../../errors.ts";
import type { Crawl, LeftOutAddress } from "./crawl_state.ts";
import type { Visit, VisitedPage } from "./crawl_store.ts";

/** A page to make text of. */
export interface CrawledPage extends VisitedPage {
  /** Canonical. */
  readonly url: string;
  /** Read from the store each time, because a site may be larger than the memory. Throws `io`. */
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
  /** The same addresses, of a hostile site only the first ones. */
  readonly leftOut: readonly LeftOutAddress[];
  /** By address. What holds for a whole host stands here once. */
  readonly failed: readonly LeftOutAddress[];
  /** Pages of seeds from which nothing else was found. */
  readonly lonely: readonly string[];
  /** Whether a seed leads to no page of this run. */
  readonly isSeedFailed: boolean;
  /** Bytes of bodies, as they were sent. */
  readonly received: number;
}

export function reportOf(crawl: Crawl): CrawlReport {
  const { store, client, tally: { leftOut, counted, fetched, unchanged } } = crawl;
  const visits = byUrl([...crawl.visits.values()]);
  const skipped: Record<string, number> = Object.fromEntries(leftOut);
  const named = [...counted.values()];
  const skip = (reason: string, url: string): void => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
    named.push({ url, reason });
  };
  const pages: CrawledPage[] = [];
  const bodies = new Set<string>();
  for (const { url, page, result, reason } of visits) {
    if (result === "skipped") skip(reason ?? "", url);
    if (result === "gone") skip("gone", url);
    if (page === undefined || result === "sitemap") continue;
    if (page.noindex) skip("noindex", url);
    else if (keptAddress(crawl.visits, url) !== url || bodies.has(page.sha256)) {
      skip("another address of the same page", url);
    } else {
      bodies.add(page.sha256);
      pages.push({
        ...page,
        url,
        get body() {
          const bytes = store.bodyOf(page.sha256);
          if (bytes === undefined) throw new RaError("io", `the stored page ${url} has gone or is damaged`);
          return bytes;
        },
      });
    }
  }
  const isNew = ({ url }: { readonly url: string }): boolean => !crawl.visits.has(url);
  const seeds = crawl.seeds.map((seed) => seedProblem(crawl, seed));
  const failed = byUrl([
    ...failedVisits(visits, skip),
    ...circles(crawl.visits, visits),
    ...crawl.tally.failed.filter(isNew),
    ...seeds.flatMap((problem) => problem?.reason === undefined ? [] : { url: problem.url, reason: problem.reason }),
  ]);
  const isSeedFailed = seeds.some((problem) => problem !== undefined);
  const lonely = crawl.seeds.flatMap(({ href }) => lonelyPage(crawl, href) ?? []);
  const facts = { fetched, unchanged, skipped, isSeedFailed, received: client.received };
  return { ...facts, pages, leftOut: byUrl(named), failed, lonely };
}

/** The page that a seed leads to, if no other page of the crawl was found from there. */
function lonelyPage({ visits, store }: Crawl, seed: string): string | undefined {
  const [end] = follow(seed, (from) => redirectOf(visits, from));
  if (visits.get(end)?.result !== "page") return undefined;
  const isOther = (link: string): boolean => link !== end && visits.get(link)?.page !== undefined;
  return store.visitOf(end)?.links?.some(isOther) === true ? undefined : end;
}

/** Why a seed leads to no page. Without a reason, what its address gave is reported already. */
function seedProblem(
  crawl: Crawl,
  { href: url }: URL,
): { readonly url: string; readonly reason?: string } | undefined {
  const { visits, scope } = crawl;
  const [end] = follow(url, (from) => redirectOf(visits, from));
  const { result, reason, page } = visits.get(end) ?? {};
  const excluded = scope.excludes(new URL(end));
  const which = end === url ? "it" : `it redirects to ${end}, which`;
  if (excluded !== undefined) return { url, reason: `${which} is ${excluded}` };
  if (result === "gone") return { url, reason: `${which} is not there` };
  if (result === "skipped") return { url, reason: `${which} is left out: ${reason}` };
  if (page?.noindex === true && lonelyPage(crawl, url) !== undefined) {
    return { url, reason: `${which} is left out: noindex` };
  }
  return result === "page" || result === undefined ? undefined : { url };
}

/** The address that stands for a page. Where pages name each other, that is the first by the alphabet. */
function keptAddress(visits: ReadonlyMap<string, Visit>, url: string): string {
  const next = (from: string): string | undefined => {
    const canonical = visits.get(from)?.page?.canonical;
    if (canonical === undefined || canonical === null) return undefined;
    const target = visits.get(canonical);
    return target?.page !== undefined && !target.page.noindex && target.result !== "sitemap" ? canonical : undefined;
  };
  const [end, circle] = follow(url, next);
  return circle ?? end;
}

/** Goes on from an address: where that ends, or the first address by the alphabet of the circle that it runs into. */
function follow(
  from: string,
  next: (url: string) => string | undefined,
): readonly [end: string, circle: string | undefined] {
  const seen = new Set<string>();
  let at = from;
  for (let to = next(at); to !== undefined; to = next(at)) {
    if (seen.has(at)) {
      const passed = [...seen];
      return [at, passed.slice(passed.indexOf(at)).sort()[0]];
    }
    seen.add(at);
    at = to;
  }
  return [at, undefined];
}

function* failedVisits(
  visits: readonly Visit[],
  skip: (reason: string, url: string) => void,
): Generator<LeftOutAddress> {
  const told = new Set<string>();
  for (const { url, result, reason = "", isOfHost } of visits) {
    if (result !== "failed") continue;
    const key = `${new URL(url).host} ${reason}`;
    if (isOfHost === true && told.has(key)) skip("the host fails", url);
    else yield { url, reason };
    if (isOfHost === true) told.add(key);
  }
}

function circles(byAddress: ReadonlyMap<string, Visit>, visits: readonly Visit[]): CrawlReport["failed"] {
  const found = visits.flatMap(({ url }) => follow(url, (from) => redirectOf(byAddress, from))[1] ?? []);
  return [...new Set(found)].map((url) => ({ url, reason: "its redirects lead in a circle" }));
}

function redirectOf(visits: ReadonlyMap<string, Visit>, url: string): string | undefined {
  const visit = visits.get(url);
  return visit?.result === "redirect" ? visit.target : undefined;
}

function byUrl<T extends { readonly url: string }>(list: readonly T[]): readonly T[] {
  return [...list].sort((a, b) => (a.url < b.url ? -1 : 1));
}
