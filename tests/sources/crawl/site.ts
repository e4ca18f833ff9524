/** A real server on this machine, and crawls of it. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { CrawlEntry } from "../../../src/sources/config/schema.ts";
import type { CrawlReport } from "../../../src/sources/crawl/crawl_report.ts";
import { crawlSite } from "../../../src/sources/crawl/crawl_site.ts";
import type { CrawlHost } from "../../../src/sources/crawl/crawl_state.ts";

type Answer = (asked: IncomingMessage, answer: ServerResponse) => void;

export interface Site {
  /** Such as `http://127.0.0.1:4321`. */
  readonly origin: string;
  readonly host: string;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /** What the site answers. A string is a page, and what it lacks is not found. */
  readonly pages: Record<string, string | Answer>;
  /** Where crawls store what they find. */
  readonly folder: string;
  /** Crawls from `/` without waiting between requests. */
  crawl(entry?: Readonly<Record<string, unknown>>, host?: Partial<CrawlHost>): Promise<CrawlReport>;
}

export async function withSite(pages: Site["pages"], use: (site: Site) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-crawl-")));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const page = pages[path] ?? pages[path.replace(/\d+$/, "N")];
    if (typeof page === "function") return page(request, response);
    if (page === undefined) return void response.writeHead(404).end("not found");
    response.writeHead(200, { "content-type": path.endsWith(".txt") ? "text/plain" : "text/html" }).end(page);
  });
  // A slow body must not keep a test alive.
  server.keepAliveTimeout = 1;
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  try {
    await use({
      origin,
      host,
      asked,
      pages,
      folder,
      crawl: (entry = {}, given = {}) =>
        crawlSite(entryOf(origin, entry), { fs: createDiskFileSystem(), folder, onProgress() {}, ...given }),
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

export function entryOf(origin: string, entry: Readonly<Record<string, unknown>>): CrawlEntry {
  return CrawlEntry.parse({
    id: "site",
    seeds: [`${origin}/`],
    allow_private: [new URL(origin).host],
    timeout: 2,
    sitemap: false,
    rate_limits: { requests_per_second: 1000, concurrency: 2 },
    ...entry,
  });
}

/** A page with these links. */
export function page(text: string, ...links: readonly string[]): string {
  const list = links.map((href) => `<a href="${href}">${href}</a>`).join(" ");
  return `<!doctype html><html><head><title>${text}</title></head><body><main><h1>${text}</h1><p>${text} has text.</p>${list}</main></body></html>`;
}

/** The paths of the pages of a report. */
export function pathsOf({ pages }: CrawlReport): readonly string[] {
  return pages.map(({ url }) => url.replace(/^https?:\/\/[^/]+/, ""));
}
