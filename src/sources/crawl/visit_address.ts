/** Asks for one address, and notes what it gave. */
import { nowMs } from "../../host/clock.ts";
import type { PageFailure, PageResponse } from "../../host/http_client.ts";
import { canonicalUrl } from "./canonical_url.ts";
import type { Crawl } from "./crawl_state.ts";
import type { Visit, VisitedPage } from "./crawl_store.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { headerForbidsIndex, type PageLinks, readLinks } from "./page_links.ts";
import { isRedirect, readRefresh } from "./page_refresh.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

const TYPES = /^(?:text\/(?:html|plain|markdown)|application\/(?:xhtml\+xml|pdf))$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

/** `isAgain`: it was asked in this run before. Throws `io` when the store cannot be written, and `interrupted`. */
export async function visitAddress(crawl: Crawl, url: URL, isAgain = false): Promise<Visit> {
  const { store, client } = crawl;
  const before = store.visitOf(url.href);
  const known = knownPage(crawl, before);
  // A run that was killed goes on where it was.
  if (!isAgain && before?.run === store.run && before.result !== "failed" && known === before.page) return before;
  const note = (visit: Omit<Visit, "url" | "run">): Visit => {
    const noted = { url: url.href, run: store.run, ...visit };
    store.note(noted);
    return noted;
  };
  // What failed for now stays as it was.
  const failed = ({ reason, transient }: PageFailure, isOfHost: boolean): Visit =>
    note({
      result: "failed",
      reason,
      isOfHost: isOfHost || undefined,
      page: transient ? known : undefined,
      links: transient && known !== undefined ? before?.links : undefined,
      target: transient ? before?.target : undefined,
    });
  const robots = await client.robotsOf(url);
  if (robots.problem !== undefined) return failed({ reason: robots.problem, transient: true }, true);
  if (!robots.allows(url)) return note({ result: "skipped", reason: "robots.txt" });
  const response = await client.get(url, { headers: unlessChanged(known), body: { wantsBody } });
  const failure = failureOf(response);
  if (failure !== undefined) return failed(failure, failure === client.closedHost(url));
  const { status, headers } = response as PageResponse;
  if (status === 304 && known !== undefined) {
    crawl.tally.unchanged++;
    return note({ result: "page", page: known, links: before?.links });
  }
  if (status >= 300 && status < 400) {
    const target = canonicalUrl(headers["location"] ?? "", url);
    return target === undefined || headers["location"] === undefined
      ? note({ result: "failed", reason: "it redirects to nowhere" })
      : note({ result: "redirect", target: target.href });
  }
  if (status === 404 || status === 410) return note({ result: "gone" });
  const contentType = contentTypeOf(headers);
  if (!TYPES.test(contentType)) return note({ result: "skipped", reason: `content type ${contentType}` });
  const read = readBody(crawl, url, response as PageResponse);
  if (read.refresh !== null) return note({ result: "redirect", target: read.refresh });
  crawl.tally.fetched++;
  return note({
    result: "page",
    page: pageOf(crawl, url, response as PageResponse, read, before?.page),
    links: read.links,
  });
}

/** The page that an address gave before, if its body is still there. */
export function knownPage({ store }: Crawl, before: Visit | undefined): VisitedPage | undefined {
  if (before?.page === undefined || before.links === undefined) return undefined;
  return store.bodyOf(before.page.sha256) === undefined ? undefined : before.page;
}

/** The headers of a request for a page only if it is no longer the known one. */
export function unlessChanged(known: VisitedPage | undefined): Readonly<Record<string, string>> {
  return withoutUndefined<Partial<Record<"if-none-match" | "if-modified-since", string>>>({
    "if-none-match": known?.etag ?? undefined,
    "if-modified-since": known?.lastModified ?? undefined,
  });
}

/** What servers take back: letters of ASCII, and few enough for the headers of a request. */
export function validator(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,1000}$/.test(value) ? value : null;
}

/** Only pages that become text are read. */
function wantsBody(status: number, headers: PageResponse["headers"]): boolean {
  return status >= 200 && status < 300 && TYPES.test(contentTypeOf(headers));
}

function contentTypeOf(headers: PageResponse["headers"]): string {
  return (headers["content-type"] ?? "text/html").split(";")[0]!.trim().toLowerCase();
}

function charsetOf(headers: PageResponse["headers"]): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase() ?? null;
}

function readBody({ entry }: Crawl, url: URL, { headers, body }: PageResponse): PageLinks {
  const robots = headers["x-robots-tag"] ?? "";
  const { refresh } = headers;
  const html = HTML.test(contentTypeOf(headers)) ? decodePage(body, charsetOf(headers))?.text : undefined;
  if (html !== undefined) {
    return readLinks(new TextDecoder().decode(html), url, { robots, refresh }, entry.user_agent);
  }
  const found = refresh === undefined ? null : readRefresh(refresh, url, url);
  return {
    links: [],
    canonical: null,
    noindex: headerForbidsIndex(robots, entry.user_agent),
    refresh: found !== null && isRedirect(found, body.length) ? found.target : null,
  };
}

function pageOf(
  { scope, store }: Crawl,
  url: URL,
  { headers, body }: PageResponse,
  read: PageLinks,
  before: VisitedPage | undefined,
): VisitedPage {
  const canonical = read.canonical === null || read.canonical === url.href ? null : read.canonical;
  const sha256 = store.keep(body);
  return {
    sha256,
    contentType: contentTypeOf(headers),
    charset: charsetOf(headers),
    etag: validator(headers["etag"]),
    lastModified: validator(headers["last-modified"]),
    fetchedAt: before?.sha256 === sha256 ? before.fetchedAt : new Date(nowMs()).toISOString(),
    canonical: canonical !== null && scope.excludes(new URL(canonical)) === undefined ? canonical : null,
    noindex: read.noindex,
  };
}

function failureOf(response: PageResponse | PageFailure): PageFailure | undefined {
  if (!("status" in response)) return response;
  const { status } = response;
  const isFine = (status >= 200 && status < 400) || status === 404 || status === 410;
  return isFine ? undefined : { reason: `the server answers ${status}`, transient: status === 429 || status >= 500 };
}
