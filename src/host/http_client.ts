/**
 * Fetches pages of servers that may be hostile; `exchange.ts` says who else goes to the network, and how. A name is
 * looked up once for a request; each of its addresses is checked, and only these are connected to. Time, size and
 * redirects are the caller's to decide.
 */
import { lookup as lookUp, type LookupAddress } from "node:dns";
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Transform } from "node:stream";
import { interrupted } from "../errors.ts";
import { BoundedBytes, failedExchange } from "./exchange.ts";
import { isPublicAddress, literalAddress } from "./public_address.ts";

/** How much of a body is read. */
export interface PageBodyLimits {
  /** The most bytes of the body, both as it is sent and unpacked. */
  readonly mostBytes: number;
  /** Keeps what comes before the limit of a larger body. Without it, such an answer is a failure. */
  readonly cuts?: boolean | undefined;
  /** Whether to read the body of an answer. Without it, all bodies are read. */
  readonly wantsBody?: ((status: number, headers: PageResponse["headers"]) => boolean) | undefined;
}

/** Which addresses of the host are connected to. */
interface AddressRules {
  readonly allowsPrivate: boolean;
  /** Stands in for the system's in tests. */
  readonly lookup?: Lookup | undefined;
}

export interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly body: PageBodyLimits;
  readonly addresses: AddressRules;
  readonly signal?: AbortSignal | undefined;
}

export interface PageResponse {
  readonly status: number;
  /** In lower case. Of several headers with one name, the values are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`, which cannot be joined. */
  readonly cookies: readonly string[];
  /** Unpacked. Empty for a status without a body, and for a body that is not wanted. */
  readonly body: Uint8Array;
  /** Bytes of the body as they came over the wire. */
  readonly received: number;
}

/** Gives all addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>;

/** Why a page cannot be had. `transient`: a later try may do better. */
export interface PageFailure {
  readonly reason: string;
  readonly transient: boolean;
}

/** Resolves to a failure for anything that servers and networks do. Throws `interrupted`. */
export async function fetchPage(request: PageRequest): Promise<PageResponse | PageFailure> {
  const { url, addresses: { allowsPrivate }, signal } = request;
  const literal = literalAddress(url.hostname);
  if (literal !== undefined && !allowsPrivate && !isPublicAddress(literal)) return privateAddress(url, literal);
  const ending = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort();
  }, request.timeoutMs);
  const stop = (): void => ending.abort();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await exchange(request, ending.signal);
  } catch (error) {
    if (signal?.aborted === true) throw interrupted("the crawl", error);
    if (isLate) return { reason: `no whole answer within ${request.timeoutMs / 1000} s`, transient: true };
    if (error instanceof Refused) return { reason: error.message, transient: false };
    return { reason: failedExchange(error), transient: true };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    ending.abort();
  }
}

/** What no second try would change. */
class Refused extends Error {}

function exchange(request: PageRequest, signal: AbortSignal): Promise<PageResponse> {
  const { url, headers, body, addresses } = request;
  // The runtime wants all addresses or one.
  const handOut = async (name: string, all: boolean, done: LookupCallback): Promise<void> => {
    const found = await checkedAddresses(name, url, addresses);
    if (!Array.isArray(found)) done(found, "", 4);
    else if (all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
  return new Promise<PageResponse>((resolve, reject) => {
    let hasAnswer = false;
    const ask = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = ask(url, {
      signal,
      // Every request has a connection of its own, so that none outlives the check of its address.
      agent: false,
      headers: { "accept-encoding": "gzip, deflate, br", connection: "close", ...headers },
      lookup: (name, options, done) => void handOut(name, options.all === true, done),
    }, (incoming) => {
      hasAnswer = true;
      readAnswer(incoming, body).then(resolve, reject).finally(() => void outgoing.destroy());
    });
    outgoing.on("error", reject);
    // A server that switches protocols (101) gives neither an answer nor an error, and then even no abort.
    outgoing.on("close", () => void (hasAnswer || reject(new Error("the connection ended early"))));
    signal.addEventListener("abort", () => reject(new Error("it was ended")), { once: true });
    outgoing.end();
  });
}

type LookupCallback = Parameters<NonNullable<RequestOptions["lookup"]>>[2];

/** All addresses of a name, at least one, or why it is not asked. */
async function checkedAddresses(
  name: string,
  url: URL,
  { allowsPrivate, lookup = systemLookup }: AddressRules,
): Promise<LookupAddress[] | Error> {
  try {
    const found = await lookup(name);
    const wrong = allowsPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address));
    if (wrong !== undefined) return new Refused(privateAddress(url, wrong.address).reason);
    return found.length === 0 ? new Error(`${name} has no address`) : [...found];
  } catch (error) {
    return error as Error;
  }
}

function readAnswer(incoming: IncomingMessage, { mostBytes, cuts, wantsBody }: PageBodyLimits): Promise<PageResponse> {
  const { statusCode: status = 0 } = incoming;
  const values = Object.entries(incoming.headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name.toLowerCase(), fromBytes(Array.isArray(value) ? value.join(", ") : value)] as const]
  );
  const headers: Readonly<Record<string, string>> = Object.fromEntries(values);
  const cookies = incoming.headers["set-cookie"] ?? [];
  return new Promise((resolve, reject) => {
    const kept = new BoundedBytes(mostBytes);
    let received = 0;
    let unpack: Transform | undefined;
    const finish = (): void => {
      unpack?.destroy();
      resolve({ status, headers, cookies, body: kept.bytes(), received });
    };
    const fail = (error: Error): void => {
      unpack?.destroy();
      reject(error);
    };
    // Errors that follow the first one find a listener too: one without ends the process.
    incoming.on("error", fail).on("aborted", () => fail(new Error("the connection ended early")));
    if (wantsBody?.(status, headers) === false) return finish();
    const exceed = (): void => cuts === true ? finish() : fail(new Refused(`it has more than ${mostBytes} bytes`));
    if (cuts !== true && Number(headers["content-length"]) > mostBytes) return exceed();
    const take = (chunk: Uint8Array): void => {
      kept.add(chunk);
      if (kept.isOver) exceed();
    };
    incoming.on("data", (chunk: Uint8Array) => {
      if (kept.isOver) return;
      try {
        if (received === 0) unpack = unpackerOf(headers["content-encoding"] ?? "", chunk[0]!);
      } catch (error) {
        return fail(error as Error);
      }
      if (received === 0) {
        unpack?.on("data", take).on("error", () => fail(new Refused("its compressed body is damaged")));
        unpack?.on("end", finish).on("drain", () => incoming.resume());
      }
      received += chunk.length;
      // Packed bytes that become nothing count too.
      if (received > mostBytes && unpack !== undefined) exceed();
      else if (unpack === undefined) take(chunk);
      else if (!unpack.destroyed && !unpack.write(chunk)) incoming.pause();
    });
    incoming.on("end", () => {
      if (!incoming.complete) return fail(new Error("the connection ended early"));
      if (unpack === undefined) finish();
      else if (!unpack.destroyed) unpack.end();
    });
  });
}

/** Runtimes take each byte of a header for a letter. Servers that send other letters than ASCII mean UTF-8. */
function fromBytes(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/** Undefined for a body that is not packed. `first` is its first byte. Throws {@link Refused}. */
function unpackerOf(encoding: string, first: number): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      // Some servers leave out the header of zlib, whose first byte ends in 8.
      return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
    case "br":
      return createBrotliDecompress();
    default:
      throw new Refused("its compression is not known");
  }
}

/** The system's addresses of a name. */
export const systemLookup: Lookup = (name) =>
  new Promise((resolve, reject) => {
    lookUp(
      name,
      { all: true, verbatim: true },
      (error, addresses) => (error === null ? resolve(addresses) : reject(error)),
    );
  });

function privateAddress({ host }: URL, address: string): PageFailure {
  return { reason: `${host} has a private address (${address}); allow_private permits it`, transient: false };
}
