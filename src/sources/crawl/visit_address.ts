/** Asks for one address, and notes what it gave. */
import { nowMs } from "../../host/clock.ts";
import type { PageFailure, PageResponse } from "../../host/http_client.ts";
import { canonicalUrl } from "./canonical_url.ts";
import type { Crawl } from "./crawl_state.ts";
import type { Visit, VisitedPage } from "./crawl_store.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { headerForbidsIndex, readLinks } from "./page_links.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

const TYPES = /^(?:text\/(?:html|plain|markdown)|application\/(?:xhtml\+xml|pdf))$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

/** Throws `io` when the store cannot be written, and `interrupted`. */
export async function visitAddress(crawl: Crawl, url: URL): Promise<Visit> {
  const { store, client } = crawl;
  const before = store.visitOf(url.href);
  const known = knownPage(crawl, before);
  // A run that was killed goes on where it was.
  if (before?.run === store.run && before.result !== "failed" && known === before.page) return before;
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
  crawl.tally.fetched++;
  return note({ result: "page", ...readPage(crawl, url, response as PageResponse, before?.page) });
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

function readPage(
  crawl: Crawl,
  url: URL,
  { headers, body }: PageResponse,
  before: VisitedPage | undefined,
): Required<Pick<Visit, "page" | "links">> {
  const { entry, scope, store } = crawl;
  const contentType = contentTypeOf(headers);
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1]?.toLowerCase() ?? null;
  const robotsHeader = headers["x-robots-tag"] ?? "";
  const html = HTML.test(contentType) ? decodePage(body, charset)?.text : undefined;
  const read = html !== undefined
    ? readLinks(new TextDecoder().decode(html), url, robotsHeader, entry.user_agent)
    : { links: [], canonical: null, noindex: headerForbidsIndex(robotsHeader, entry.user_agent) };
  const canonical = read.canonical === null || read.canonical === url.href ? null : read.canonical;
  const sha256 = store.keep(body);
  const page: VisitedPage = {
    sha256,
    contentType,
    charset,
    etag: validator(headers["etag"]),
    lastModified: validator(headers["last-modified"]),
    fetchedAt: before?.sha256 === sha256 ? before.fetchedAt : new Date(nowMs()).toISOString(),
    canonical: canonical !== null && scope.excludes(new URL(canonical)) === undefined ? canonical : null,
    noindex: read.noindex,
  };
  return { page, links: read.links };
}

function failureOf(response: PageResponse | PageFailure): PageFailure | undefined {
  if (!("status" in response)) return response;
  const { status } = response;
  const isFine = (status >= 200 && status < 400) || status === 404 || status === 410;
  return isFine ? undefined : { reason: `the server answers ${status}`, transient: status === 429 || status >= 500 };
}
