/**
 * Fetches pages of servers that may be hostile. A name is looked up once for a request; each of its addresses is
 * checked, and only these are connected to. Time, size and redirects are the caller's to decide.
 */
import { lookup as lookUp, type LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Transform } from "node:stream";
import { RaError } from "../errors.ts";
import { isPublicAddress, literalAddress } from "./public_address.ts";

export interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole answer. */
  readonly timeoutMs: number;
  /** The most bytes of the unpacked body. */
  readonly mostBytes: number;
  /** Whether the host's addresses may be private. */
  readonly allowsPrivate: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Stands in for the system's in tests. */
  readonly lookup?: Lookup | undefined;
}

export interface PageResponse {
  readonly status: number;
  /** In lower case. Of several headers with one name, the values are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked. Empty for a status without a body. */
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
  const { url, allowsPrivate, signal } = request;
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
    if (signal?.aborted === true) throw new RaError("interrupted", "the crawl was interrupted", { cause: error });
    if (isLate) return { reason: `no whole answer within ${request.timeoutMs / 1000} s`, transient: true };
    if (error instanceof Refused) return { reason: error.message, transient: false };
    return { reason: reasonOf(error), transient: true };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    ending.abort();
  }
}

/** What no second try would change. */
class Refused extends Error {}

function exchange({ url, headers, mostBytes, allowsPrivate, lookup = systemLookup }: PageRequest, signal: AbortSignal) {
  return new Promise<PageResponse>((resolve, reject) => {
    const ask = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = ask(url, {
      signal,
      // Every request has a connection of its own, so that none outlives the check of its address.
      agent: false,
      headers: { "accept-encoding": "gzip, deflate, br", connection: "close", ...headers },
      lookup(name, options, done) {
        lookup(name).then((found) => {
          const wrong = allowsPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address));
          const [first] = found;
          if (wrong !== undefined) throw new Refused(privateAddress(url, wrong.address).reason);
          if (first === undefined) throw new Error(`${name} has no address`);
          // Which form the caller wants is the runtime's business.
          if (options.all === true) done(null, [...found]);
          else done(null, first.address, first.family);
        }).catch((error: unknown) => done(error as Error, "", 4));
      },
    }, (incoming) => {
      const { statusCode: status = 0 } = incoming;
      const values = Object.entries(incoming.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value] as const]
      );
      const found: Readonly<Record<string, string>> = Object.fromEntries(values);
      const chunks: Uint8Array[] = [];
      let size = 0;
      let received = 0;
      const unpack = unpackerOf(found["content-encoding"] ?? "");
      const fail = (error: Error): void => {
        outgoing.destroy();
        if (unpack instanceof Error) return reject(error);
        unpack?.destroy();
        reject(error);
      };
      if (unpack instanceof Error) return fail(unpack);
      const take = (chunk: Uint8Array): void => {
        size += chunk.length;
        if (size > mostBytes) return fail(new Refused(`it has more than ${mostBytes} bytes`));
        chunks.push(chunk);
      };
      const finish = (): void => resolve({ status, headers: found, body: Buffer.concat(chunks), received });
      incoming.on("data", (chunk: Uint8Array) => {
        received += chunk.length;
        if (unpack === undefined) take(chunk);
        else unpack.write(chunk);
      });
      incoming.once("error", fail).once("aborted", () => fail(new Error("the connection ended early")));
      incoming.once("end", () => {
        if (!incoming.complete) return fail(new Error("the connection ended early"));
        if (unpack === undefined || received === 0) finish();
        else unpack.end();
      });
      unpack?.on("data", take).once("error", () => fail(new Refused("its compressed body is damaged"))).once(
        "end",
        finish,
      );
    });
    outgoing.once("error", reject);
    outgoing.end();
  });
}

/** Undefined for a body that is not packed. */
function unpackerOf(encoding: string): Transform | Error | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return new Refused("its compression is not known");
  }
}

const systemLookup: Lookup = (name) =>
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

function reasonOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const known = REASONS[String(code)];
  return known ?? (typeof message === "string" && message !== "" ? message : String(code ?? error));
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the server refuses connections",
  ECONNRESET: "the connection ended early",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
};
