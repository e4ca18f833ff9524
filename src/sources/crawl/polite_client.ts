/** Asks hosts no faster than they and the configuration allow, and asks again where that may help. */
import { nowMs, sleep } from "../../host/clock.ts";
import {
  fetchPage,
  type Lookup,
  type PageBodyLimits,
  type PageFailure,
  type PageRequest,
  type PageResponse,
} from "../../host/http_client.ts";
import { backoffMs, isBusy, retryAfterMs } from "../../host/exchange.ts";
import { interrupted } from "../../errors.ts";
import { ALLOW_ALL, disallowAll, MAX_ROBOTS_BYTES, parseRobots, type Robots } from "./robots.ts";
import { canonicalUrl } from "./canonical_url.ts";
import { createCookieJar } from "./cookie_jar.ts";

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
  get(url: URL, options?: PageOptions): Promise<PageResponse | PageFailure>;
  /** Why a host is not asked again in this run. */
  closedHost(url: URL): PageFailure | undefined;
  /** How often a host has set other cookies in this run. */
  cookieChanges(url: URL): number;
  /** Bytes of bodies that came so far, as they were sent. */
  readonly received: number;
}

interface PageOptions {
  readonly headers?: PageRequest["headers"] | undefined;
  /** By default up to `mostBytes` of the settings. */
  readonly body?: Partial<PageBodyLimits> | undefined;
}

const TRIES = 3;
/** A host that gives no whole answer so many times in a row is not asked again in this run. */
const MAX_FAILURES = 30;
const FIRST_PAUSE_MS = 1_000;
/** A host that wants a longer pause is not asked again in this run. */
const MAX_PAUSE_MS = 60_000;
const ROBOTS_REDIRECTS = 5;

export function createPoliteClient(settings: PoliteSettings): PoliteClient {
  return new Client(settings);
}

class Client implements PoliteClient {
  readonly #settings: PoliteSettings;
  /** When the next request to a host may begin. */
  readonly #turns = new Map<string, number>();
  /** Until when a host wants no request. */
  readonly #rests = new Map<string, number>();
  readonly #closed = new Map<string, PageFailure>();
  readonly #robots = new Map<string, Promise<Robots>>();
  /** Seconds between two requests, as robots.txt asks for. */
  readonly #delays = new Map<string, number>();
  /** How often in a row a host gave no whole answer. */
  readonly #failures = new Map<string, number>();
  readonly #cookies = createCookieJar(nowMs);
  #received = 0;

  constructor(settings: PoliteSettings) {
    this.#settings = settings;
  }

  get received(): number {
    return this.#received;
  }

  cookieChanges(url: URL): number {
    return this.#cookies.changesOf(url);
  }

  closedHost({ host }: URL): PageFailure | undefined {
    return this.#closed.get(host);
  }

  async robotsOf(url: URL): Promise<Robots> {
    if (!this.#settings.robots) return ALLOW_ALL;
    const known = this.#robots.get(url.origin) ?? this.#readRobots(url);
    this.#robots.set(url.origin, known);
    const found = await known;
    this.#delays.set(url.host, found.delay);
    return found;
  }

  async #turn(host: string): Promise<void> {
    do {
      const now = nowMs();
      const at = Math.max(now, this.#turns.get(host) ?? 0, this.#rests.get(host) ?? 0);
      this.#turns.set(
        host,
        at + Math.max(1000 / this.#settings.requestsPerSecond, 1000 * (this.#delays.get(host) ?? 0)),
      );
      if (at > now) await this.#pause(at - now);
      // While this request waited, another one may have learnt that the host wants to rest.
    } while ((this.#rests.get(host) ?? 0) > nowMs());
  }

  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#settings;
    await sleep(milliseconds, signal);
    if (signal?.aborted === true) throw interrupted("the crawl");
  }

  async #once(url: URL, { headers, body }: PageOptions): Promise<PageResponse | PageFailure> {
    const { userAgent, timeoutMs, mostBytes, allowPrivate, signal, lookup } = this.#settings;
    await this.#turn(url.host);
    const refused = this.#closed.get(url.host);
    if (refused !== undefined) return refused;
    const cookie = this.#cookies.headerFor(url);
    const response = await fetchPage({
      url,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        "user-agent": userAgent,
        accept: "text/html, application/xhtml+xml, text/*, application/pdf, */*;q=0.1",
        ...headers,
      },
      timeoutMs,
      body: { mostBytes, ...body },
      addresses: { allowsPrivate: allowPrivate.includes(url.host) || allowPrivate.includes(url.hostname), lookup },
      signal,
    });
    if ("body" in response) {
      this.#received += response.received;
      this.#cookies.keep(url, response.cookies);
    }
    return response;
  }

  #close(url: URL, reason: string): PageFailure {
    const failure = { reason, transient: true };
    this.#closed.set(url.host, failure);
    return failure;
  }

  async get(url: URL, options: PageOptions = {}): Promise<PageResponse | PageFailure> {
    for (let attempt = 1;; attempt++) {
      const response = await this.#once(url, options);
      if (response === this.#closed.get(url.host)) return response;
      const inRow = "status" in response || !response.transient ? 0 : (this.#failures.get(url.host) ?? 0) + 1;
      this.#failures.set(url.host, inRow);
      if (inRow >= MAX_FAILURES && "reason" in response) {
        return this.#close(url, `${url.host} fails again and again: ${response.reason}`);
      }
      if ("status" in response ? !isBusy(response.status) : !response.transient) return response;
      const wanted = "status" in response ? retryAfterMs(response.headers["retry-after"]) : undefined;
      if (wanted !== undefined && wanted > MAX_PAUSE_MS) {
        return this.#close(url, `${url.host} wants a pause of ${Math.round(wanted / 1000)} s`);
      }
      if (attempt === TRIES) return response;
      const next = wanted ?? backoffMs(FIRST_PAUSE_MS, attempt);
      this.#rests.set(url.host, Math.max(this.#rests.get(url.host) ?? 0, nowMs() + next));
    }
  }

  /** RFC 9309, 2.3.1: without a file everything is allowed, and nothing while the server fails. */
  async #readRobots(host: URL): Promise<Robots> {
    let address = new URL("/robots.txt", host);
    for (let hop = 0; hop <= ROBOTS_REDIRECTS; hop++) {
      const response = await this.get(address, {
        body: {
          mostBytes: MAX_ROBOTS_BYTES,
          cuts: true,
          wantsBody: (status) => status >= 200 && status < 300,
        },
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
      return status >= 400 ? ALLOW_ALL : parseRobots(new URL("/robots.txt", host), body, this.#settings.userAgent);
    }
    return ALLOW_ALL;
  }
}
