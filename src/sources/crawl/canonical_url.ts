/** One address for each page. */

/** Longer addresses are traps more often than pages. */
const MAX_LETTERS = 2_000;

/**
 * The address of what a link leads to, without its fragment, and written in one way. Undefined for what no crawl
 * follows: other protocols, names and passwords, very long addresses, and what is not an address.
 */
export function canonicalUrl(link: string, base?: URL): URL | undefined {
  if (link.length > MAX_LETTERS) return undefined;
  let url: URL;
  try {
    url = new URL(link.trim(), base);
  } catch {
    return undefined;
  }
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "") {
    return undefined;
  }
  url.hash = "";
  // `URL` has made the host, the port and dot segments canonical.
  url.pathname = plainEscapes(url.pathname);
  // An empty query is none.
  if (url.search === "") url.search = "";
  return url.href.length > MAX_LETTERS ? undefined : url;
}

/** RFC 3986, 6.2.2: `%7e` is `~`, and `%3a` is `%3A`. */
export function plainEscapes(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${hex.toUpperCase()}`;
  });
}
