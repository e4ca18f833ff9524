import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pageText } from "../../../src/sources/crawl/page_text.ts";
import { entryOf, page, pathsOf, withSite } from "./site.ts";

const send = (type: string, body: string | Uint8Array) => (_: IncomingMessage, answer: ServerResponse): void =>
  void answer.writeHead(200, { "content-type": type }).end(body);
const index = (...addresses: readonly string[]): string =>
  `<?xml version="1.0"?><sitemapindex>${
    addresses.map((each) => `<sitemap><loc>${each}</loc></sitemap>`).join("")
  }</sitemapindex>`;
const urls = (...addresses: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${
    addresses.map((each) => `<url>\n<loc> ${each} </loc><priority>1</priority></url>`).join("")
  }</urlset>`;

test("sitemaps: indexes, gzip, lists of lines, CDATA, redirects, circles; only what is in scope", () =>
  withSite({ "/docs/": page("Home") }, async ({ crawl, pages, asked, origin }) => {
    const at = (path: string): string => `${origin}${path}`;
    Object.assign(pages, {
      "/robots.txt": send("text/plain", `User-agent: *\nDisallow: /docs/secret\nSitemap: ${at("/index.xml")}`),
      "/index.xml": send(
        "application/xml",
        index(at("/one.xml.gz"), at("/moved.xml"), at("/list.txt"), at("/index.xml"), "https://192.0.2.1/other.xml"),
      ),
      "/one.xml.gz": send(
        "application/gzip",
        gzipSync(
          urls(
            at("/docs/a?x=1&amp;y=2"),
            at("/outside"),
            "http://192.0.2.1/docs/",
            at("/docs/secret"),
            "not an address",
          ),
        ),
      ),
      "/moved.xml": (_: IncomingMessage, answer: ServerResponse) =>
        answer.writeHead(301, { location: "/two.xml" }).end(),
      "/two.xml": send("text/xml", urls(`<![CDATA[${at("/docs/b")}]]>`).replace("<?xml", "\ufeff<?xml")),
      "/list.txt": send("text/plain", `${at("/docs/c")}\r\n${at("/docs/d")}\n`),
    });
    for (const path of ["/docs/a?x=1&y=2", "/docs/b", "/docs/c", "/docs/d", "/docs/secret", "/outside"]) {
      pages[path] = page(path);
    }
    const report = await crawl({ seeds: [at("/docs/")], sitemap: true });
    assert.deepEqual(pathsOf(report), ["/docs/", "/docs/a?x=1&y=2", "/docs/b", "/docs/c", "/docs/d"]);
    assert.ok(!asked.includes("/outside") && !asked.includes("/docs/secret"));
    assert.equal(asked.filter((path) => path === "/index.xml").length, 1);
  }));

test("hostile sitemaps: bombs, binary, endless indexes", () =>
  withSite({ "/": page("Home", "/a"), "/a": page("A") }, async ({ crawl, pages, asked, origin }) => {
    for (
      const body of [
        gzipSync(new Uint8Array(100_000_000)),
        crypto.getRandomValues(new Uint8Array(50_000)),
        "<".repeat(500_000),
      ]
    ) {
      pages["/sitemap.xml"] = send("application/xml", body);
      assert.deepEqual(pathsOf(await crawl({ sitemap: true, max_page_bytes: 1_000_000 })), ["/", "/a"]);
    }
    pages["/sitemap.xml"] = send("application/xml", index(`${origin}/s0`));
    pages["/sN"] = ({ url }, answer) =>
      void answer.writeHead(200).end(index(`${origin}/s${Number(url!.slice(2)) + 1}`));
    asked.length = 0;
    assert.deepEqual(pathsOf(await crawl({ sitemap: true })), ["/", "/a"]);
    assert.equal(asked.filter((path) => path.startsWith("/s")).length, 50);
  }));

test("one page has one address", () =>
  withSite({
    "/": page(
      "Home",
      "/a",
      "/a#part",
      "/./b/../a",
      "/%61",
      "HTTP://{host}/a?",
      "/b",
      "/c1",
      "/c2",
      "/d",
      "/me~",
      "/me%7e",
    ).replace(
      "</main>",
      '<a href="javascript:alert(1)">x</a><a href="mailto:a@b.c">x</a><a href="ftp://a/b">x</a><a href="//user:secret@{host}/u">x</a><a href="  /spaces  ">x</a><a href="http://[bad">x</a></main>',
    ),
    "/a": page("A"),
    "/spaces": page("Spaces"),
    "/me~": page("Me"),
    "/b": page("Bee").replace("<head>", '<head><link rel="canonical" href="/a-real">'),
    "/a-real": page("Real"),
    // Each of two pages calls the other one the real one.
    "/c1": page("C one").replace("<head>", '<head><link rel="canonical" href="/c2">'),
    "/c2": page("C two").replace("<head>", '<head><link rel="canonical" href="/c1">'),
    // The real one is elsewhere.
    "/d": page("Dee").replace("<head>", '<head><link rel="canonical" href="https://192.0.2.1/d">'),
  }, async ({ crawl, pages, asked, host }) => {
    pages["/"] = (pages["/"] as string).replaceAll("{host}", host);
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/a", "/a-real", "/c1", "/d", "/me~", "/spaces"]);
    assert.equal(report.skipped["another address of the same page"], 2);
    assert.equal(new Set(asked).size, asked.length);
    assert.deepEqual(report.failed, []);
  }));

test("links of base, area and rel=next; not those of nofollow, scripts and comments", () =>
  withSite({
    "/": `<html><head><base href="/deep/er/"><link rel="next" href="two"></head><body>
      <map><area href="three"></map><a href="../four">4</a><!-- <a href="/five">5</a> -->
      <script>'<a href="/six">6</a>'</script><a rel="nofollow" href="/seven">7</a><a href="?q=1">8</a></body></html>`,
    "/deep/er/two": page("Two"),
    "/deep/er/three": page("Three"),
    "/deep/four": page("Four"),
    "/deep/er/?q=1": page("Query"),
  }, async ({ crawl, asked }) => {
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/deep/er/?q=1", "/deep/er/three", "/deep/er/two", "/deep/four"]);
    assert.equal(asked.length, 6);
  }));

test("encodings: of the header, the byte order mark, the page, or UTF-8", () => {
  const cyrillic = new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const around = (head: string, word: Uint8Array): Uint8Array =>
    Buffer.concat([
      Buffer.from(`<html><head>${head}<title>t</title></head><body><p>`),
      word,
      Buffer.from("</p></body>"),
    ]);
  const utf16 = Buffer.from("\ufeff<html><body><p>Привет</p></body></html>", "utf16le");
  return withSite({
    "/": page("Home", "/1", "/2", "/3", "/4", "/5", "/6", "/7"),
    "/1": send("text/html; charset=windows-1251", around("", cyrillic)),
    "/2": send("text/html", around('<meta charset="windows-1251">', cyrillic)),
    "/3": send("text/html", around('<meta http-equiv="Content-Type" content="text/html; charset=cp1251">', cyrillic)),
    "/4": send("text/html; charset=latin1", utf16),
    "/5": send("text/html", around('<meta charset="utf-16">', Buffer.from("Привет"))),
    "/6": send('TEXT/HTML; Charset="UTF-8"', around('<meta charset="windows-1251">', Buffer.from("Привет"))),
    "/7": send(
      "text/html; charset=none-such",
      around('<meta charset="koi8-r">', new Uint8Array([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])),
    ),
  }, async ({ crawl, origin }) => {
    const { pages } = await crawl();
    assert.equal(pages.length, 8);
    for (const each of pages.slice(1)) assert.match(pageText(each, entryOf(origin, {})).markdown, /Привет/, each.url);
  });
});

test("what is not text is counted, and its body is not read", () =>
  withSite({
    "/": page("Home", "/image", "/zip", "/none", "/plain.txt", "/nothing"),
    "/image": send("image/png", new Uint8Array(2_000_000)),
    "/zip": send("application/zip", new Uint8Array(2_000_000)),
    "/none": (_, answer) => answer.writeHead(200).end(page("No type")),
    "/plain.txt": "plain",
    "/nothing": (_, answer) => answer.writeHead(204).end(),
  }, async ({ crawl }) => {
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/none", "/nothing", "/plain.txt"]);
    assert.equal(report.skipped["content type image/png"], 1);
    assert.equal(report.skipped["content type application/zip"], 1);
    assert.ok(report.received < 10_000);
  }));

test("depth, max_pages, allow and deny", () =>
  withSite({
    "/": page("Home", "/N", "/deny/a", "/x/a", "/x/b"),
    "/N": page("Level", "/two"),
    "/two": page("Two", "/three"),
    "/three": page("Three"),
    "/x/a": page("XA"),
    "/x/b": page("XB"),
    "/deny/a": page("DA"),
  }, async ({ crawl, host, asked }) => {
    assert.deepEqual(pathsOf(await crawl({ depth: 0 })), ["/"]);
    const limited = await crawl({ max_pages: 3, deny: ["**/deny/**"] });
    assert.deepEqual(pathsOf(limited), ["/", "/N", "/x/a"]);
    assert.deepEqual([limited.skipped["more than max_pages"], limited.skipped["denied"]], [2, 1]);
    asked.length = 0;
    const chosen = await crawl({ allow: [`http://${host}/`, `http://${host}/x/*`], deny: ["**/b"], depth: 1 });
    assert.ok(pathsOf(chosen).includes("/x/a") && !pathsOf(chosen).includes("/x/b"));
  }));

test("a seed that leads to no page is told, and why", () =>
  withSite({
    "/docs/": page("Home"),
    "/docs/away": (_, answer) => answer.writeHead(301, { location: "/other" }).end(),
    "/docs/moved": (_, answer) => answer.writeHead(301, { location: "/docs/" }).end(),
    "/docs/circle": (_, answer) => answer.writeHead(301, { location: "/docs/circle" }).end(),
    "/docs/picture": send("image/png", new Uint8Array(10)),
    "/docs/broken": (_, answer) => answer.writeHead(403).end(),
  }, async ({ crawl, origin, pages }) => {
    pages["/robots.txt"] = send("text/plain", "User-agent: *\nDisallow: /docs/secret");
    const seeds = (...names: readonly string[]) => ({ seeds: names.map((name) => `${origin}/docs/${name}`) });
    const fine = await crawl(seeds("", "moved"));
    assert.deepEqual([fine.isSeedFailed, fine.failed], [false, []]);
    const reasons = {
      away: `it redirects to ${origin}/other, which is out of scope`,
      gone: "it is not there",
      secret: "it is left out: robots.txt",
      picture: "it is left out: content type image/png",
      broken: "the server answers 403",
      circle: "its redirects lead in a circle",
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const report = await crawl(seeds("", name));
      assert.deepEqual(pathsOf(report), ["/docs/"]);
      assert.deepEqual([report.isSeedFailed, report.failed], [true, [{ url: `${origin}/docs/${name}`, reason }]]);
    }
  }));
