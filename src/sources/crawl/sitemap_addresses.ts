/** The pages that the sitemaps of the seeds' hosts name. */
import { nowMs } from "../../host/clock.ts";
import { unpackGzip } from "../../host/gzip.ts";
import { canonicalUrl } from "./canonical_url.ts";
import type { Crawl } from "./crawl_state.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { readSitemap } from "./sitemap.ts";
import { knownPage, unlessChanged, validator } from "./visit_address.ts";

const MAX_SITEMAPS = 50;
const REDIRECTS = 5;

/** In scope only. A sitemap that cannot be had is none. Throws `io` and `interrupted`. */
export async function sitemapAddresses(crawl: Crawl): Promise<readonly string[]> {
  const { seeds } = crawl;
  const pages: string[] = [];
  const seen = new Set<string>();
  const waiting: string[] = [];
  for (const origin of new Set(seeds.map((seed) => seed.origin))) {
    const { sitemaps, problem } = await crawl.client.robotsOf(new URL(origin));
    if (problem === undefined) waiting.push(...(sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]));
  }
  for (let address = waiting.shift(); address !== undefined && seen.size < MAX_SITEMAPS; address = waiting.shift()) {
    const url = canonicalUrl(address);
    if (url === undefined || seen.has(url.href)) continue;
    seen.add(url.href);
    const bytes = await readAddress(crawl, url, new Set(seeds.map((seed) => seed.host)));
    const unpacked = bytes === undefined ? undefined : unpackGzip(bytes, crawl.entry.max_page_bytes);
    const decoded = unpacked === undefined ? undefined : decodePage(unpacked, null);
    if (decoded === undefined) continue;
    const { pages: named, sitemaps } = readSitemap(new TextDecoder().decode(decoded.text));
    for (const page of named) {
      const found = canonicalUrl(page);
      if (found !== undefined && crawl.scope.excludes(found) === undefined) pages.push(found.href);
    }
    waiting.push(...sitemaps);
  }
  return pages;
}

/** The bytes of a sitemap, after redirects that stay on the hosts. Only what has changed is sent again. */
async function readAddress(crawl: Crawl, url: URL, hosts: ReadonlySet<string>): Promise<Uint8Array | undefined> {
  const { store, client, visits } = crawl;
  let at = url;
  for (let hop = 0; hop <= REDIRECTS && hosts.has(at.host); hop++) {
    const before = store.visitOf(at.href);
    const known = before?.result === "sitemap" ? knownPage(crawl, before) : undefined;
    const response = await client.get(at, {
      headers: unlessChanged(known),
      body: { wantsBody: (status) => status === 200 },
    });
    if (!("status" in response)) return undefined;
    const { status, headers, body } = response;
    if (status === 200 || (status === 304 && known !== undefined)) {
      const page = status === 304 && known !== undefined ? known : {
        sha256: store.keep(body),
        contentType: "application/xml",
        charset: null,
        etag: validator(headers["etag"]),
        lastModified: validator(headers["last-modified"]),
        fetchedAt: new Date(nowMs()).toISOString(),
        canonical: null,
        noindex: true,
      };
      const visit = { url: at.href, run: store.run, result: "sitemap", page, links: [] } as const;
      store.note(visit);
      visits.set(at.href, visit);
      return store.bodyOf(page.sha256);
    }
    const target = status >= 300 && status < 400 ? canonicalUrl(headers["location"] ?? "", at) : undefined;
    if (target === undefined) return undefined;
    at = target;
  }
  return undefined;
}
