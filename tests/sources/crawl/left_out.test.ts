import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { formatRun } from "../../../src/output/text/rag_text.ts";
import { createPalette } from "../../../src/output/terminal/color.ts";
import type { RagConfig } from "../../../src/sources/config/rag_config.ts";
import { crawlSource } from "../../../src/sources/crawl/crawl_source.ts";
import { readSitemap } from "../../../src/sources/crawl/sitemap.ts";
import { entryOf, page, pathsOf, type Site, withSite } from "./site.ts";

function source({ folder, origin }: Site, entry: Readonly<Record<string, unknown>> = {}) {
  const config = { dataRoot: folder } as unknown as RagConfig;
  const places = {
    fs: createDiskFileSystem(),
    home: null,
    memory: `${folder}-cache/project`,
    project: folder,
    boundaryOf: (path: string) => path,
    mayRead: () => true,
  };
  return crawlSource(places, config, entryOf(origin, entry), { prune: false, onProgress() {} });
}

const APP =
  '<html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>';

test("a page that scripts fill is told, also with a frame around it", () => {
  const scripted: Readonly<Record<string, string>> = {
    "/app": APP,
    "/frame": `<body><div id=menu>${
      "A menu of the site. ".repeat(5)
    }</div><div id=app></div><script>run()</script></body>`,
    "/noscript":
      "<body><p>Loading the manual, please wait a moment…</p><noscript>You need to enable JavaScript.</noscript><script src=x></script></body>",
  };
  const read: Readonly<Record<string, string>> = {
    "/short": "<body><p>A page with little text, and yet more of it than nothing.</p><script>count()</script></body>",
    "/data": '<body><p>Short.</p><script type="application/ld+json">{}</script></body>',
    "/filled": `<body><div id=root><p>${
      "Text that the server has written. ".repeat(3)
    }</p></div><script src=x></script></body>`,
  };
  return withSite(
    { "/": page("Home", ...Object.keys({ ...scripted, ...read })), ...scripted, ...read },
    async (site) => {
      const { counts, problems, state } = await source(site);
      assert.deepEqual([counts["pages"], state], [4, "changed"]);
      assert.deepEqual(
        problems,
        Object.keys(scripted).sort().map((path) => ({
          path: site.origin + path,
          reason: "it has no text unless JavaScript runs",
        })),
      );
    },
  );
});

test("a seed that brings no text fails, with the reason, and earlier texts stay", () =>
  withSite({ "/": page("Home") }, async (site) => {
    const { pages, folder, origin } = site;
    assert.equal((await source(site)).state, "changed");
    const texts = () => readdirSync(join(folder, "text/site"), { recursive: true }).length;
    const before = texts();
    const reasons: readonly (readonly [Site["pages"][string] | undefined, RegExp])[] = [
      [APP, /it has no text unless JavaScript runs/],
      ["<body></body>", /it has no text/],
      [undefined, /it is not there/],
      [(_, answer) => void answer.writeHead(403).end(), /the server answers 403/],
      ["<head><meta name=robots content=noindex></head><body>Nothing for robots.</body>", /noindex/],
      ['<head><meta http-equiv=refresh content="0; url=/gone"></head>', /it redirects to .*gone, which is not there/],
    ];
    for (const [home, reason] of reasons) {
      if (home === undefined) delete pages["/"];
      else pages["/"] = home;
      const run = await source(site);
      assert.equal(run.state, "failed", `${reason}`);
      assert.match(run.problems.map((problem) => problem.reason).join("\n"), reason);
      assert.equal(texts(), before);
    }
    pages["/"] = page("Home");
    pages["/app"] = APP;
    const both = await source(site, { seeds: [`${origin}/`, `${origin}/app`] });
    assert.deepEqual([both.state, both.counts["pages"]], ["failed", 1]);
    pages["/app"] = APP.replace("</body>", '<a href="/b">B</a></body>');
    pages["/b"] = page("B");
    const linked = await source(site, { seeds: [`${origin}/`, `${origin}/app`] });
    assert.deepEqual([linked.state, linked.counts["pages"]], ["changed", 2]);
    assert.ok(existsSync(join(folder, "text/site")));
  }));

test("every address that is dead or left out is named with its reason", () =>
  withSite({
    "/docs/": page("Home", "dead", "a", "b", "image", "hidden", "/blog/", "deny/x", "dead#part"),
    "/docs/a": page("A", "dead", "gone"),
    "/docs/b": page("A", "dead", "gone"),
    "/docs/image": (_, answer) => void answer.writeHead(200, { "content-type": "image/png" }).end("x"),
    "/docs/hidden": page("Hidden").replace("<head>", "<head><meta name=robots content=noindex>"),
  }, async (site) => {
    const { origin, crawl } = site;
    const entry = { seeds: [`${origin}/docs/`], deny: ["**/deny/**"] };
    const { leftOut, skipped } = await crawl(entry);
    const reasons = Object.fromEntries(leftOut.map(({ url, reason }) => [url.slice(origin.length), reason]));
    assert.deepEqual(reasons, {
      "/blog/": "out of scope",
      "/docs/b": "another address of the same page",
      "/docs/dead": "gone",
      "/docs/deny/x": "denied",
      "/docs/gone": "gone",
      "/docs/hidden": "noindex",
      "/docs/image": "content type image/png",
    });
    assert.equal(Object.values(skipped).reduce((sum, count) => sum + count, 0), leftOut.length);
    const run = await source(site, entry);
    assert.equal(run.left_out?.length, leftOut.length);
    const report = {
      sources: [{ id: "site", stage: "crawl", ...run }],
      index_config: null,
      failed: 0,
      problems: 0,
    } as const;
    const text = (verbose: boolean): string =>
      formatRun(report, createPalette(false), { isFrozen: false, verbose, showPath: (path) => path });
    assert.match(text(true), /\/docs\/dead: gone\n/);
    assert.doesNotMatch(text(false), /\/docs\/dead: gone/);
  }));

test("elements of a sitemap may have a prefix, and pictures of pages are no pages", () => {
  const urls = (open: string, prefix: string): string =>
    `<?xml version="1.0"?><${prefix}urlset ${open}><${prefix}url><${prefix}loc>https://a.example/x</${prefix}loc>` +
    "<image:image><image:loc>https://a.example/x.png</image:loc></image:image>" +
    `</${prefix}url></${prefix}urlset>`;
  for (const prefix of ["", "sm:", "SM:", "ns0:"]) {
    assert.deepEqual(readSitemap(urls("", prefix)), { pages: ["https://a.example/x"], sitemaps: [] }, prefix);
  }
  const index = "<s:sitemapindex><s:sitemap><s:loc>https://a.example/s.xml</s:loc></s:sitemap></s:sitemapindex>";
  assert.deepEqual(readSitemap(index), { pages: [], sitemaps: ["https://a.example/s.xml"] });
  return withSite({ "/": page("Home"), "/hidden": page("Hidden") }, async ({ crawl, pages, origin }) => {
    pages["/sitemap.xml"] = `<sm:urlset><sm:url><sm:loc>${origin}/hidden</sm:loc></sm:url></sm:urlset>`;
    assert.deepEqual(pathsOf(await crawl({ sitemap: true })), ["/", "/hidden"]);
  });
});
