/** Asks hosts no faster than they and the configuration allow, and asks again where that may help. */
import { nowMs, wait } from "../../host/clock.ts";
import { fetchPage, type Lookup, type PageFailure, type PageResponse } from "../../host/http_client.ts";
import { RaError } from "../../errors.ts";
import { ALLOW_ALL, DISALLOW_ALL, MOST_ROBOTS_BYTES, parseRobots, type Robots } from "./robots.ts";
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
  get(url: URL, headers?: Readonly<Record<string, string>>): Promise<PageResponse | PageFailure>;
  /** Bytes of bodies that came so far, as they were sent. */
  readonly received: number;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 1_000;
/** A host that wants a longer pause is not asked again in this run. */
const LONGEST_PAUSE_MS = 60_000;
const ROBOTS_REDIRECTS = 5;

export function createPoliteClient(settings: PoliteSettings): PoliteClient {
  const { userAgent, requestsPerSecond, allowPrivate, signal } = settings;
  /** When the next request to a host may begin. */
  const turns = new Map<string, number>();
  const closed = new Map<string, PageFailure>();
  const robots = new Map<string, Promise<Robots>>();
  const delays = new Map<string, number>();
  let received = 0;

  const turn = async (host: string): Promise<void> => {
    const now = nowMs();
    const at = Math.max(now, turns.get(host) ?? 0);
    turns.set(host, at + Math.max(1000 / requestsPerSecond, 1000 * (delays.get(host) ?? 0)));
    if (at > now) await pause(at - now);
  };
  const pause = async (milliseconds: number): Promise<void> => {
    // Short steps, so that an interrupt is seen.
    for (let left = milliseconds; left > 0; left -= 200) {
      if (signal?.aborted === true) throw new RaError("interrupted", "the crawl was interrupted");
      await wait(Math.min(left, 200));
    }
  };
  const once = async (url: URL, headers: Readonly<Record<string, string>>, mostBytes: number) => {
    await turn(url.host);
    const response = await fetchPage({
      url,
      headers: {
        "user-agent": userAgent,
        accept: "text/html, application/xhtml+xml, text/*, application/pdf, */*;q=0.1",
        ...headers,
      },
      timeoutMs: settings.timeoutMs,
      mostBytes,
      allowsPrivate: allowPrivate.includes(url.host) || allowPrivate.includes(url.hostname),
      signal,
      lookup: settings.lookup,
    });
    if ("body" in response) received += response.received;
    return response;
  };
  const get = async (
    url: URL,
    headers: Readonly<Record<string, string>> = {},
    mostBytes = settings.mostBytes,
  ): Promise<PageResponse | PageFailure> => {
    for (let attempt = 1;; attempt++) {
      const refused = closed.get(url.host);
      if (refused !== undefined) return refused;
      const response = await once(url, headers, mostBytes);
      const isBusy = "status" in response && (response.status === 429 || response.status >= 500);
      if ("status" in response ? !isBusy : !response.transient) return response;
      const wanted = "status" in response ? retryAfterMs(response.headers["retry-after"]) : undefined;
      if (wanted !== undefined && wanted > LONGEST_PAUSE_MS) {
        const failure = { reason: `${url.host} wants a pause of ${Math.round(wanted / 1000)} s`, transient: true };
        closed.set(url.host, failure);
        return failure;
      }
      if (attempt === TRIES) return response;
      const next = wanted ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      turns.set(url.host, Math.max(turns.get(url.host) ?? 0, nowMs() + next));
    }
  };
  /** RFC 9309, 2.3.1: without a file everything is allowed, and nothing while the server fails. */
  const readRobots = async (host: URL): Promise<Robots> => {
    let address = new URL("/robots.txt", host);
    for (let hop = 0; hop <= ROBOTS_REDIRECTS; hop++) {
      const response = await get(address, {}, 4 * MOST_ROBOTS_BYTES);
      if (!("status" in response)) {
        // A file that is too large is read as far as it counts by nobody; RFC 9309 lets a crawler take it for absent.
        return response.transient ? DISALLOW_ALL : ALLOW_ALL;
      }
      const { status, headers, body } = response;
      if (status >= 300 && status < 400) {
        const target = canonicalUrl(headers["location"] ?? "", address);
        if (target === undefined) return ALLOW_ALL;
        address = target;
        continue;
      }
      if (status >= 500 || status === 429) return DISALLOW_ALL;
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
