/** The HTTP server of `ra mcp --http` and `ra serve`: it checks and limits requests before it asks the routes. */
import { Hono, type MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { RaError } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import { type HttpServer, startHttpServer } from "../../host/http_server.ts";
import { DEFAULT_HOST, DEFAULT_PORT } from "./default_port.ts";
import { isLoopbackHost } from "../../text/loopback.ts";
import { type AdmissionRules, isToken, refusalOf, TOKEN_COOKIE } from "./admission.ts";
import { createRateLimit } from "./rate_limit.ts";
import type { Served } from "./served.ts";
import { type BodyLimits, readBody } from "./read_body.ts";

/** The fewest characters of a token. */
const MIN_TOKEN_LENGTH = 16;
/** The most bytes of a request's body. */
const MAX_BODY_LENGTH = 1024 * 1024;
const BODY_LIMITS: BodyLimits = {
  most: MAX_BODY_LENGTH,
  mostTogether: 64 * MAX_BODY_LENGTH,
  deadlineMs: 5_000,
  refuse: (reason) =>
    reason === "too-long"
      ? plain(413, `the request is too long: its body may have at most ${MAX_BODY_LENGTH} bytes`, CLOSED)
      : plain(408, "the body of the request took too long", CLOSED),
};
const CLOSED = { connection: "close" };
/** Limits far above what agents need, and low enough to protect the machine: requests a second, and in a burst. */
const RATE = { perSecond: 1000, burst: 2000, now: monotonicMs };
/**
 * Refused requests have a limit of their own, so that a page of another site cannot use up the limit of the requests
 * that are answered.
 */
const RATE_OF_REFUSALS = { perSecond: 100, burst: 200, now: monotonicMs };
/** The most requests that are answered at the same time. */
const AT_ONCE = 512;

export interface ServeOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Required unless the address is loopback. */
  readonly token?: string | undefined;
  readonly routes: Hono<Served>;
  /** Gives a refusal, which is a line of text, another shape. */
  readonly shapeRefusal?: ((status: number, line: string) => unknown) | undefined;
  /** Called after each answer. */
  readonly onAnswer?: () => void;
}

export interface ListeningServer extends HttpServer {
  /** Without a path, such as `http://127.0.0.1:7272`. */
  readonly url: string;
}

/** Throws `usage` for an open address without a token and for a short token, and `io` if it cannot listen. */
export async function serve(
  { host = DEFAULT_HOST, port = DEFAULT_PORT, token, routes, shapeRefusal, onAnswer }: ServeOptions,
): Promise<ListeningServer> {
  const isLoopback = isLoopbackHost(host);
  if (!isLoopback && token === undefined) {
    throw new RaError("usage", `--host ${host}: others on the network could read your documentation`, {
      hint: "add a --token that clients have to send, or listen on 127.0.0.1",
    });
  }
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new RaError("usage", "--token: a token holds only ASCII letters, digits and signs, and no spaces");
  }
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    throw new RaError("usage", `--token: a token has at least ${MIN_TOKEN_LENGTH} characters`, {
      hint: "openssl rand -hex 16 makes one",
    });
  }
  const app = new Hono<Served>();
  if (shapeRefusal !== undefined) app.use(reshaped(shapeRefusal));
  app.use(admitted({ isLoopback, token }), readBody(BODY_LIMITS), limited(onAnswer), tokenMoved(token));
  app.route("/", routes);
  app.notFound(() => plain(404, "there is nothing at this address"));
  app.onError((error) => {
    throw error;
  });
  const server = await startHttpServer({
    host,
    port,
    fetch: (request, connection) => app.fetch(request, { connection }),
  });
  return {
    ...server,
    url: `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${server.port}`,
  };
}

/** Gives lines of text another shape, as JSON. */
function reshaped(shape: (status: number, line: string) => unknown): MiddlewareHandler<Served> {
  return async (context, next) => {
    await next();
    const { res } = context;
    if (res.status < 400 || !(res.headers.get("content-type") ?? "").startsWith("text/plain")) return;
    const headers = new Headers(res.headers);
    headers.set("content-type", "application/json");
    headers.delete("content-length");
    context.res = undefined;
    context.res = new Response(JSON.stringify(shape(res.status, (await res.text()).trimEnd())), {
      status: res.status,
      headers,
    });
  };
}

/** Answers 401 or 403 to requests that are not allowed, and 429 when there are too many requests. */
function admitted(rules: AdmissionRules): MiddlewareHandler<Served> {
  const isWithinRate = createRateLimit(RATE);
  const isWithinRateOfRefusals = createRateLimit(RATE_OF_REFUSALS);
  return async ({ req }, next) => {
    const refusal = refusalOf(req.raw, rules);
    if (refusal === undefined) return isWithinRate() ? await next() : tooMany();
    if (!isWithinRateOfRefusals()) return tooMany(CLOSED);
    return plain(refusal.status, refusal.message, refusal.status === 401 ? { "www-authenticate": "Bearer" } : {});
  };
}

/** Answers 429 when too many requests are answered at the same time. */
function limited(onAnswer: (() => void) | undefined): MiddlewareHandler<Served> {
  let underWay = 0;
  return async (_, next) => {
    if (underWay >= AT_ONCE) return tooMany();
    underWay++;
    try {
      return await next();
    } finally {
      underWay--;
      onAnswer?.();
    }
  };
}

function tooMany(headers: Readonly<Record<string, string>> = {}): Response {
  return plain(429, "too many requests; try again in a second", { "retry-after": "1", ...headers });
}

/** Moves a token from the address to a cookie. People see, keep and share addresses. */
function tokenMoved(token: string | undefined): MiddlewareHandler<Served> {
  return async (context, next) => {
    const url = new URL(context.req.url);
    const named = url.searchParams.get("token");
    if (context.req.method !== "GET" || named === null || token === undefined || !isToken(named, token)) {
      return await next();
    }
    url.searchParams.delete("token");
    setCookie(context, TOKEN_COOKIE, token, { path: "/", httpOnly: true, sameSite: "Strict" });
    context.header("cache-control", "no-store");
    return context.redirect(`${url.pathname.replace(/^\/+/, "/")}${url.search}`, 303);
  };
}

/** A response with one line of text. */
function plain(status: number, line: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${line}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  });
}
