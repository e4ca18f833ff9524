/** Cookies of one run (RFC 6265). They go back only to the host that has set them. */

export interface CookieJar {
  /** What an answer sets: the values of `Set-Cookie`. */
  keep(url: URL, values: readonly string[]): void;
  /** The header `cookie` for a request; undefined where there is none. */
  headerFor(url: URL): string | undefined;
  /** How often the cookies of a host have changed. */
  changesOf(url: URL): number;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
  readonly isSecure: boolean;
}

const MAX_HOSTS = 1000;
const MAX_COOKIES = 50;
const MAX_LETTERS = 4096;
/** Servers refuse longer headers. */
const MAX_HEADER = 8192;

export function createCookieJar(now: () => number): CookieJar {
  const hosts = new Map<string, Map<string, Cookie>>();
  const changes = new Map<string, number>();
  return {
    keep(url, values) {
      const cookies = hosts.get(url.host) ?? new Map<string, Cookie>();
      if (hosts.size >= MAX_HOSTS && !hosts.has(url.host)) return;
      for (const written of values.slice(0, MAX_COOKIES)) {
        const read = readCookie(written, url, now());
        if (read === undefined) continue;
        const { name, cookie } = read;
        const key = `${name};${cookie?.path ?? read.path}`;
        const before = cookies.get(key)?.value;
        if (cookie === undefined) cookies.delete(key);
        else if (cookies.size < MAX_COOKIES || cookies.has(key)) cookies.set(key, cookie);
        if (before !== cookies.get(key)?.value) changes.set(url.host, (changes.get(url.host) ?? 0) + 1);
      }
      if (cookies.size > 0) hosts.set(url.host, cookies);
    },
    headerFor(url) {
      const meant = [...hosts.get(url.host) ?? []]
        .filter(([, { path, isSecure }]) => isUnder(url.pathname, path) && (!isSecure || url.protocol === "https:"))
        // RFC 6265, 5.4: longer paths first.
        .sort(([, one], [, other]) => other.path.length - one.path.length);
      let header = "";
      for (const [key, { value }] of meant) {
        const pair = `${key.slice(0, key.indexOf(";"))}=${value}`;
        if (header.length + pair.length + 2 <= MAX_HEADER) header += header === "" ? pair : `; ${pair}`;
      }
      return header === "" ? undefined : header;
    },
    changesOf: (url) => changes.get(url.host) ?? 0,
  };
}

/** Without a cookie, it ends one. Undefined for what is not a cookie of this host. */
function readCookie(
  written: string,
  url: URL,
  now: number,
): { readonly name: string; readonly path: string; readonly cookie: Cookie | undefined } | undefined {
  if (written.length > MAX_LETTERS || !/^[\x20-\x7e\t]*$/.test(written)) return undefined;
  const [pair = "", ...attributes] = written.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, Math.max(0, at)).trim();
  if (at < 1 || name === "") return undefined;
  let path = defaultPath(url.pathname);
  let isSecure = false;
  let isOver = false;
  let hasAge = false;
  for (const attribute of attributes) {
    const [key = "", value = ""] = attribute.split(/=(.*)/s).map((part) => part.trim());
    switch (key.toLowerCase()) {
      case "path":
        path = value.startsWith("/") ? value : path;
        break;
      case "secure":
        isSecure = true;
        break;
      case "domain":
        if (!isOwnDomain(value, url.hostname)) return undefined;
        break;
      case "max-age":
        if (!/^-?\d+$/.test(value)) break;
        hasAge = true;
        isOver = Number(value) <= 0;
        break;
      case "expires":
        if (!hasAge) isOver = Date.parse(value) <= now;
    }
  }
  return { name, path, cookie: isOver ? undefined : { value: pair.slice(at + 1).trim(), path, isSecure } };
}

function isOwnDomain(domain: string, host: string): boolean {
  const name = domain.replace(/^\./, "").toLowerCase();
  return name === "" || name === host || host.endsWith(`.${name}`);
}

/** RFC 6265, 5.1.4. */
function defaultPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function isUnder(path: string, folder: string): boolean {
  return path === folder || (path.startsWith(folder) && (folder.endsWith("/") || path[folder.length] === "/"));
}
