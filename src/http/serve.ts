/** The HTTP server of `ra mcp --http` and of the web page: checks and limits in front, routes behind. */
import { RaError } from "../errors.ts";
import { monotonicMs } from "../host/clock.ts";
import { type HttpServer, startHttpServer } from "../host/http_server.ts";
import { DEFAULT_HOST, DEFAULT_PORT } from "./default_port.ts";
import { isLoopbackHost, isToken, refusalOf, TOKEN_COOKIE } from "./admission.ts";
import { withLimitedBody } from "./limited_body.ts";
import { createRateLimit } from "./rate_limit.ts";

/** Characters of a token at least. */
const SHORTEST_TOKEN = 16;
/** Bytes of a request's body at most. */
const LONGEST_BODY = 1024 * 1024;
/**
 * Requests a second in the long run, and at once; under way at the same time. Far above what agents do, below what
 * hurts.
 */
const PER_SECOND = 1000;
const BURST = 2000;
const AT_ONCE = 512;

/** Answers the requests that it knows; undefined for others. */
type Route = (request: Request, url: URL) => Promise<Response | undefined> | Response | undefined;

export interface ServeOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Required on every address but loopback. */
  readonly token?: string | undefined;
  readonly routes: readonly Route[];
  /** Called after each answer. */
  readonly onAnswer?: () => void;
}

export interface Service extends HttpServer {
  /** Without a path: `http://127.0.0.1:7272`. */
  readonly url: string;
}

/** Throws `usage` for an open address without a token, or a short one; `io` where it cannot listen. */
export async function serve(
  { host = DEFAULT_HOST, port = DEFAULT_PORT, token, routes, onAnswer }: ServeOptions,
): Promise<Service> {
  const isLoopback = isLoopbackHost(host);
  if (!isLoopback && token === undefined) {
    throw new RaError("usage", `--host ${host}: others on the network could read the documentation`, {
      hint: "give a --token that clients have to name, or listen on 127.0.0.1",
    });
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new RaError("usage", "--token: letters, digits and signs of ASCII without spaces only");
  }
  if (token !== undefined && token.length < SHORTEST_TOKEN) {
    throw new RaError("usage", `--token: ${SHORTEST_TOKEN} characters are the fewest`, {
      hint: "openssl rand -hex 16 makes one",
    });
  }
  const isWithinRate = createRateLimit({ perSecond: PER_SECOND, burst: BURST, now: monotonicMs });
  let underWay = 0;
  const server = await startHttpServer({
    host,
    port,
    async fetch(request) {
      const refusal = refusalOf(request, { isLoopback, token });
      if (refusal !== undefined) {
        return plain(refusal.status, refusal.message, refusal.status === 401 ? { "www-authenticate": "Bearer" } : {});
      }
      if (!isWithinRate() || underWay >= AT_ONCE) {
        return plain(429, "too many requests; try again in a second", { "retry-after": "1" });
      }
      underWay++;
      try {
        const limited = await withLimitedBody(request, LONGEST_BODY);
        if (limited === undefined) return plain(413, `a request may have ${LONGEST_BODY} bytes`);
        return tokenMoved(limited, token) ?? await firstAnswer(routes, limited);
      } finally {
        underWay--;
        onAnswer?.();
      }
    },
  });
  return {
    ...server,
    url: `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${server.port}`,
  };
}

/** A token in an address goes into a cookie of this browser, and out of the address: that is shown, kept and shared. */
function tokenMoved({ method, url: address }: Request, token: string | undefined): Response | undefined {
  const url = new URL(address);
  const named = url.searchParams.get("token");
  if (method !== "GET" || named === null || token === undefined || !isToken(named, token)) return undefined;
  url.searchParams.delete("token");
  return plain(303, "go on without the token", {
    location: `${url.pathname.replace(/^\/+/, "/")}${url.search}`,
    "set-cookie": `${TOKEN_COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Strict`,
    "cache-control": "no-store",
  });
}

async function firstAnswer(routes: readonly Route[], request: Request): Promise<Response> {
  const url = new URL(request.url);
  for (const route of routes) {
    const response = await route(request, url);
    if (response !== undefined) return response;
  }
  return plain(404, "there is nothing here");
}

/** A line of text as an answer. */
function plain(status: number, line: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${line}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  });
}
