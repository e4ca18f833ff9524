/** Decides from a request's headers whether it may be answered, before anything else looks at it. */
import { parse } from "hono/utils/cookie";
import { hashBytes } from "../../host/hash.ts";
import { isLoopbackHost } from "../../text/loopback.ts";

export interface AdmissionRules {
  /** Whether the server listens on loopback only. */
  readonly isLoopback: boolean;
  /** The token that a request has to carry. */
  readonly token?: string | undefined;
}

/** Why a request was refused. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Guards against attacks from pages in a browser. A foreign page can make its own name resolve to loopback (DNS
 * rebinding); the `Host` header gives it away. And any page can send some requests to loopback under its right name;
 * the `Origin` header gives it away, and where a browser sends none, such as for an image, `Sec-Fetch-Site`.
 */
export function refusalOf(
  { headers, method, url }: Request,
  { isLoopback, token }: AdmissionRules,
): Refusal | undefined {
  const host = headers.get("host") ?? "";
  if (isLoopback && !isLoopbackHost(hostName(host))) {
    return {
      status: 403,
      message: `this server answers only to a loopback name such as localhost, not to ${JSON.stringify(host)}`,
    };
  }
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, host, isLoopback)) {
    return { status: 403, message: `pages of ${JSON.stringify(origin)} may not ask this server` };
  }
  if (isFromForeignPage(headers) && !opensPage(headers, method, url)) {
    return { status: 403, message: "pages of other sites may not ask this server" };
  }
  if (
    token !== undefined &&
    !namedTokens(headers, method === "GET" ? url : undefined).some((named) => isToken(named, token))
  ) {
    return {
      status: 401,
      message: "the token is missing or wrong: send Authorization: Bearer TOKEN, or open /?token=TOKEN in a browser",
    };
  }
  return undefined;
}

/** Whether a page of another site, or of another port of this machine, made a browser send the request. */
function isFromForeignPage(headers: Headers): boolean {
  return ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
}

/** Whether a user follows a link of a foreign page. The page is the only address that is made for that. */
function opensPage(headers: Headers, method: string, url: string): boolean {
  return method === "GET" && headers.get("sec-fetch-mode") === "navigate" &&
    headers.get("sec-fetch-dest") === "document" && new URL(url).pathname === "/";
}

/** `Host` without its port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, "");
}

/** Whether an origin is the server itself. All names of loopback count as one. */
function isOwnOrigin(origin: string, host: string, isLoopback: boolean): boolean {
  if (!/^https?:\/\//i.test(origin)) return false;
  const named = origin.replace(/^https?:\/\//i, "").toLowerCase();
  if (named === host.toLowerCase()) return true;
  const port = /:\d+$/.exec(host)?.[0] ?? "";
  return isLoopback && isLoopbackHost(hostName(named)) && (/:\d+$/.exec(named)?.[0] ?? "") === port;
}

/** The cookie in which a browser keeps the token from the first address. */
export const TOKEN_COOKIE = "ra_token";

/** Collects the tokens that a request carries: in its header, in its cookie, or in its address. */
function namedTokens(headers: Headers, url: string | undefined): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
  const kept = parse(headers.get("cookie") ?? "", TOKEN_COOKIE)[TOKEN_COOKIE];
  return [bearer, kept, ...(url === undefined ? [] : [new URL(url).searchParams.get("token")])].filter((named) =>
    named !== undefined && named !== null
  );
}

/** Compares hashes, so that the time it takes does not reveal how much of the token is right. */
export function isToken(named: string, token: string): boolean {
  const hash = (text: string): string => hashBytes(new TextEncoder().encode(text));
  return hash(named) === hash(token);
}
