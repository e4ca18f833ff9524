/** Who may ask: checks of a request's headers before anything else looks at it. */
import { parse } from "hono/utils/cookie";
import { hashBytes } from "../host/hash.ts";

export interface AdmissionRules {
  /** The server listens on loopback only. */
  readonly isLoopback: boolean;
  /** What `Authorization: Bearer` has to name. */
  readonly token?: string | undefined;
}

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * A page in a browser can be made to send requests to loopback under a name of its own (DNS rebinding), and any page
 * can send some without: the first shows in `Host`, the second in `Origin`.
 */
export function refusalOf(
  { headers, method, url }: Request,
  { isLoopback, token }: AdmissionRules,
): Refusal | undefined {
  const host = headers.get("host") ?? "";
  if (isLoopback && !isLoopbackHost(hostName(host))) {
    return { status: 403, message: `this server answers on loopback only, not as ${JSON.stringify(host)}` };
  }
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, host, isLoopback)) {
    return { status: 403, message: `pages of ${JSON.stringify(origin)} may not ask this server` };
  }
  if (
    token !== undefined &&
    !namedTokens(headers, method === "GET" ? url : undefined).some((named) => isToken(named, token))
  ) {
    return {
      status: 401,
      message: "the token is missing or wrong: Authorization: Bearer TOKEN, or /?token=TOKEN in a browser",
    };
  }
  return undefined;
}

/** Whether an address to listen on is reached from this machine alone. */
export function isLoopbackHost(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name);
}

/** `Host` without its port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** The server's own pages; on loopback its names are one. */
function isOwnOrigin(origin: string, host: string, isLoopback: boolean): boolean {
  if (!/^https?:\/\//i.test(origin)) return false;
  const named = origin.replace(/^https?:\/\//i, "").toLowerCase();
  if (named === host.toLowerCase()) return true;
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return isLoopback && isLoopbackHost(hostName(named)) && (/:\d+$/.exec(named)?.[0] ?? "") === port;
}

/** The cookie by which a browser names the token, once it was in an address. */
export const TOKEN_COOKIE = "ra_token";

/** What a request names: a program in its header, a browser in its cookie, at first in the address. */
function namedTokens(headers: Headers, url: string | undefined): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
  const kept = parse(headers.get("cookie") ?? "", TOKEN_COOKIE)[TOKEN_COOKIE];
  return [bearer, kept, ...(url === undefined ? [] : [new URL(url).searchParams.get("token")])].filter((named) =>
    named !== undefined && named !== null
  );
}

/** Hashes are compared, so that the time it takes says nothing of how much is right. */
export function isToken(named: string, token: string): boolean {
  const hash = (text: string): string => hashBytes(new TextEncoder().encode(text));
  return hash(named) === hash(token);
}
