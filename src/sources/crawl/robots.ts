/** What the robots.txt of a host allows (RFC 9309). */
import robotsParser from "robots-parser";
import { plainEscapes } from "./canonical_url.ts";

// The types describe the export of ES modules, and the package has that of CommonJS.
const parse = robotsParser as unknown as typeof robotsParser.default;

export interface Robots {
  allows(url: URL): boolean;
  /** Seconds between two requests that the host asks for. 0: none. */
  readonly delay: number;
  readonly sitemaps: readonly string[];
  /** Why the file cannot be had. Nothing is allowed then. */
  readonly problem?: string | undefined;
}

/** A host that asks for more is not crawled faster, but not slower either. */
const MAX_DELAY = 60;
/** RFC 9309, 2.5: at least this much is read. What comes later does not count. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** No address is as long as what such a pattern asks for: each letter may have a `*` before it. */
const MAX_LINE_LENGTH = 5_000;
/** Stands for all agents that are not meant. It is not a product token. */
const OTHERS = "-";

export const ALLOW_ALL: Robots = { allows: () => true, delay: 0, sitemaps: [] };

/** RFC 9309, 2.3.1.4: while the file cannot be had, nothing is allowed. */
export function disallowAll(problem: string): Robots {
  return { allows: () => false, delay: 0, sitemaps: [], problem };
}

/** The name by which rules call a crawler, in lower case: `ra` for `ra/1.0 (+https://example.org)`. */
export function productToken(userAgent: string): string {
  return /^[\w-]+/.exec(userAgent)?.[0].toLowerCase() ?? userAgent.toLowerCase();
}

/** robots-parser knows groups, wildcards and the longest match. */
export function parseRobots(address: URL, bytes: Uint8Array, userAgent: string): Robots {
  const token = productToken(userAgent);
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ROBOTS_BYTES)).replace(/^\ufeff/, "");
  const robots = parse(address.href, prepared(text, token));
  const delay = robots.getCrawlDelay(token) ?? 0;
  return {
    allows: (url) => robots.isAllowed(url.href, token) !== false,
    delay: Number.isFinite(delay) ? Math.min(Math.max(0, delay), MAX_DELAY) : 0,
    sitemaps: robots.getSitemaps(),
  };
}

/**
 * robots-parser copies each rule for each agent of its group: thousands of both would fill the memory. Here a group
 * names each agent that counts once. A line `Sitemap` belongs to no group and ends none, so such lines go last.
 */
function prepared(text: string, token: string): string {
  const rules: string[] = [];
  const sitemaps: string[] = [];
  let agents = new Set<string>();
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.length > MAX_LINE_LENGTH) continue;
    if (/^sitemap\s*:/i.test(line)) {
      sitemaps.push(line);
      continue;
    }
    const named = /^user-agent\s*:\s*([^\s#/]*)/i.exec(line)?.[1]?.toLowerCase();
    if (named === undefined) {
      rules.push(plainEscapes(line.replace(/\*{2,}/g, "*")));
      agents = new Set();
      continue;
    }
    const agent = named === token || named === "*" ? named : OTHERS;
    if (!agents.has(agent)) rules.push(`User-agent: ${agent}`);
    agents.add(agent);
  }
  return [...rules, ...sitemaps].join("\n");
}
