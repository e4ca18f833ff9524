/** What the robots.txt of a host allows (RFC 9309). */
import robotsParser from "robots-parser";

// The types describe the export of ES modules, and the package has that of CommonJS.
const parse = robotsParser as unknown as typeof robotsParser.default;

export interface Robots {
  allows(url: URL): boolean;
  /** Seconds between two requests that the host asks for. 0: none. */
  readonly delay: number;
  readonly sitemaps: readonly string[];
}

/** A host that asks for more is not crawled faster, but not slower either. */
const LONGEST_DELAY = 60;
/** RFC 9309, 2.5: at least this much is read. What comes later does not count. */
export const MOST_ROBOTS_BYTES = 500 * 1024;

export const ALLOW_ALL: Robots = { allows: () => true, delay: 0, sitemaps: [] };
export const DISALLOW_ALL: Robots = { allows: () => false, delay: 0, sitemaps: [] };

/** robots-parser knows groups, wildcards and the longest match. */
export function parseRobots(address: URL, bytes: Uint8Array, userAgent: string): Robots {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_ROBOTS_BYTES)).replace(/^\ufeff/, "").replace(
    /\r\n?/g,
    "\n",
  );
  const robots = parse(address.href, text);
  const delay = Number(robots.getCrawlDelay(userAgent) ?? 0);
  return {
    allows: (url) => robots.isAllowed(url.href, userAgent) !== false,
    delay: Number.isFinite(delay) ? Math.min(Math.max(0, delay), LONGEST_DELAY) : 0,
    sitemaps: robots.getSitemaps(),
  };
}
