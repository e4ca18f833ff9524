/** Asks hosts no faster than they and the configuration allow, and asks again where that may help. */
import { nowMs, wait } from "../../host/clock.ts";
import {
  fetchPage,
  type Lookup,
  type PageFailure,
  type PageRequest,
  type PageResponse,
} from "../../host/http_client.ts";
import { RaError } from "../../errors.ts";
import { ALLOW_ALL, disallowAll, MAX_ROBOTS_BYTES, parseRobots, type Robots } from "./robots.ts";
import { canonicalUrl } from "./canonical_url.ts";

export interface PoliteSettings {
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  readonly requestsPerSecond: number;
  readonly allowPrivate: readonly string[];
  readonly robots: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly lookup?: Lookup | undefined;
}

export interface PoliteClient {
  /** The rules of a host, which are asked for once. */
  robotsOf(url: URL): Promise<Robots>;
  /** One request without redirects, in its turn, with further tries. Throws `interrupted`. */
  get(url: URL, options?: GetOptions): Promise<PageResponse | PageFailure>;
  /** Why a host is not asked again in this run. */
  closedHost(url: URL): PageFailure | undefined;
  /** Bytes of bodies that came so far, as they were sent. */
  readonly received: number;
}

type GetOptions = Partial<Pick<PageRequest, "headers" | "mostBytes" | "cuts" | "wantsBody">>;

const TRIES = 3;
/** A host that gives no whole answer so many times in a row is not asked again in this run. */
const MAX_FAILURES = 30;
const FIRST_PAUSE_MS = 1_000;
/** A host that wants a longer pause is not asked again in this run. */
const MAX_PAUSE_MS = 60_000;
const ROBOTS_REDIRECTS = 5;

export function createPoliteClient(settings: PoliteSettings): PoliteClient {
  const { userAgent, requestsPerSecond, allowPrivate, signal } = settings;
  /** When the next request to a host may begin. */
  const turns = new Map<string, number>();
  /** Until when a host wants no request. */
  const rests = new Map<string, number>();
  const closed = new Map<string, PageFailure>();
  const robots = new Map<string, Promise<Robots>>();
  const delays = new Map<string, number>();
  const failures = new Map<string, number>();
  let received = 0;

  const turn = async (host: string): Promise<void> => {
    do {
      const now = nowMs();
      const at = Math.max(now, turns.get(host) ?? 0, rests.get(host) ?? 0);
      turns.set(host, at + Math.max(1000 / requestsPerSecond, 1000 * (delays.get(host) ?? 0)));
      if (at > now) await pause(at - now);
      // While this request waited, another one may have learnt that the host wants to rest.
    } while ((rests.get(host) ?? 0) > nowMs());
  };
  const pause = async (milliseconds: number): Promise<void> => {
    // Short steps, so that an interrupt is seen.
    for (let left = milliseconds; left > 0; left -= 200) {
      if (signal?.aborted === true) throw new RaError("interrupted", "the crawl was interrupted");
      await wait(Math.min(left, 200));
    }
  };
  const once = async (url: URL, options: GetOptions) => {
    await turn(url.host);
    const refused = closed.get(url.host);
    if (refused !== undefined) return refused;
    const response = await fetchPage({
      mostBytes: settings.mostBytes,
      ...options,
      url,
      headers: {
        "user-agent": userAgent,
        accept: "text/html, application/xhtml+xml, text/*, application/pdf, */*;q=0.1",
        ...options.headers,
      },
      timeoutMs: settings.timeoutMs,
      allowsPrivate: allowPrivate.includes(url.host) || allowPrivate.includes(url.hostname),
      signal,
      lookup: settings.lookup,
    });
    if ("body" in response) received += response.received;
    return response;
  };
  const close = (url: URL, reason: string): PageFailure => {
    const failure = { reason, transient: true };
    closed.set(url.host, failure);
    return failure;
  };
  const get = async (url: URL, options: GetOptions = {}): Promise<PageResponse | PageFailure> => {
    for (let attempt = 1;; attempt++) {
      const response = await once(url, options);
      if (response === closed.get(url.host)) return response;
      const inRow = "status" in response || !response.transient ? 0 : (failures.get(url.host) ?? 0) + 1;
      failures.set(url.host, inRow);
      if (inRow >= MAX_FAILURES && "reason" in response) {
        return close(url, `${url.host} fails again and again: ${response.reason}`);
      }
      const isBusy = "status" in response && (response.status === 429 || response.status >= 500);
      if ("status" in response ? !isBusy : !response.transient) return response;
      const wanted = "status" in response ? retryAfterMs(response.headers["retry-after"]) : undefined;
      if (wanted !== undefined && wanted > MAX_PAUSE_MS) {
        return close(url, `${url.host} wants a pause of ${Math.round(wanted / 1000)} s`);
      }
      if (attempt === TRIES) return response;
      const next = wanted ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      rests.set(url.host, Math.max(rests.get(url.host) ?? 0, nowMs() + next));
    }
  };
  /** RFC 9309, 2.3.1: without a file everything is allowed, and nothing while the server fails. */
  const readRobots = async (host: URL): Promise<Robots> => {
    let address = new URL("/robots.txt", host);
    for (let hop = 0; hop <= ROBOTS_REDIRECTS; hop++) {
      const response = await get(address, {
        mostBytes: MAX_ROBOTS_BYTES,
        cuts: true,
        wantsBody: (status) => status >= 200 && status < 300,
      });
      if (!("status" in response)) return disallowAll(`robots.txt cannot be had: ${response.reason}`);
      const { status, headers, body } = response;
      if (status >= 300 && status < 400) {
        const target = canonicalUrl(headers["location"] ?? "", address);
        if (target === undefined) return ALLOW_ALL;
        address = target;
        continue;
      }
      if (status >= 500 || status === 429) return disallowAll(`robots.txt cannot be had: the server answers ${status}`);
      return status >= 400 ? ALLOW_ALL : parseRobots(new URL("/robots.txt", host), body, userAgent);
    }
    return ALLOW_ALL;
  };
  return {
    async robotsOf(url) {
      if (!settings.robots) return ALLOW_ALL;
      const known = robots.get(url.origin) ?? readRobots(url);
      robots.set(url.origin, known);
      const found = await known;
      delays.set(url.host, found.delay);
      return found;
    },
    get,
    closedHost: ({ host }) => closed.get(host),
    get received() {
      return received;
    },
  };
}

/** Seconds or a date. */
function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return 1000 * Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs());
}
