import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { parseRobots } from "../../../src/sources/crawl/robots.ts";
import { page, pathsOf, withSite } from "./site.ts";

const address = new URL("https://docs.example/robots.txt");
const encoder = new TextEncoder();

function allowed(text: string, ...paths: readonly string[]): readonly boolean[] {
  const robots = parseRobots(address, encoder.encode(text), "ra/1.0 (+https://example.org/ra)");
  return paths.map((path) => robots.allows(new URL(path, address)));
}

test("rules of RFC 9309", () => {
  assert.deepEqual(allowed("User-agent: *\nDisallow: /", "/"), [false]);
  assert.deepEqual(allowed("User-agent: *\nDisallow: /\n\nUser-agent: RA\nAllow: /", "/a"), [true]);
  assert.deepEqual(allowed("User-agent: other\nUser-agent: ra/2.0\nDisallow: /a", "/a", "/b"), [false, true]);
  assert.deepEqual(allowed("User-agent: rabbit\nDisallow: /", "/a"), [true]);
  assert.deepEqual(allowed("user-agent:ra\r\ndisallow:/a # why\r\nallow:/a/b", "/a/c", "/a/b/c"), [false, true]);
  assert.deepEqual(allowed("User-agent: *\nDisallow: /*.pdf$\nDisallow: /p*q", "/x.pdf", "/x.pdf?a", "/paq"), [
    false,
    true,
    false,
  ]);
  assert.deepEqual(allowed("User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page.htm", "/page"), [false, true]);
  assert.deepEqual(allowed("User-agent: *\nDisallow:", "/a"), [true]);
  assert.deepEqual(allowed("\ufeffUser-agent: *\nDisallow: /a", "/a"), [false]);
  assert.deepEqual(allowed("Disallow: /a", "/a"), [true]);
  // Two groups of one agent are one.
  assert.deepEqual(
    allowed("User-agent: ra\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: ra\nDisallow: /b", "/a", "/b"),
    [
      false,
      false,
    ],
  );
  // A sitemap ends no group.
  assert.deepEqual(allowed("User-agent: ra\nSitemap: https://docs.example/s.xml\nUser-agent: x\nDisallow: /a", "/a"), [
    false,
  ]);
  assert.deepEqual(allowed("User-agent: *\nDisallow: /ü\nDisallow: /%7Eme", "/%C3%BC", "/~me"), [false, false]);
});

test("a hostile robots.txt takes little time and memory", () => {
  const agents = Array.from({ length: 20_000 }, (_, at) => `User-agent: a${at}\n`).join("");
  assert.deepEqual(allowed(`${agents}User-agent: ra\n${"Disallow: /a\n".repeat(15_000)}`, "/a", "/b"), [false, true]);
  const stars = `User-agent: *\nDisallow: /${"*a".repeat(200_000)}\nDisallow: /${"*".repeat(100_000)}\nDisallow: /a`;
  assert.deepEqual(allowed(stars, `/${"a".repeat(1900)}`), [false]);
  const binary = crypto.getRandomValues(new Uint8Array(60_000));
  assert.equal(typeof parseRobots(address, binary, "ra").allows(address), "boolean");
  // What comes after 500 KiB does not count.
  assert.deepEqual(allowed(`User-agent: *\nDisallow: /a\n${"# comment\n".repeat(60_000)}Disallow: /b`, "/a", "/b"), [
    false,
    true,
  ]);
});

const text = (body: string | Uint8Array) => (_: IncomingMessage, answer: ServerResponse): void =>
  void answer.writeHead(200, { "content-type": "text/plain" }).end(body);

test("a robots.txt of 10 MB, in pieces and without end, is read to its limit", () =>
  withSite({
    "/": page("Home", "/a", "/b"),
    "/a": page("A"),
    "/b": page("B"),
    "/robots.txt": (_, answer) => {
      answer.writeHead(200, { "content-type": "text/plain", "content-length": 10_000_000 });
      answer.write("User-agent: *\nDisallow: /a\n");
      const more = (): void => void answer.write("#".repeat(50_000), (error) => error ? undefined : setImmediate(more));
      more();
    },
  }, async ({ crawl, asked }) => {
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/b"]);
    assert.equal(report.skipped["robots.txt"], 1);
    assert.ok(!asked.includes("/a"));
    assert.ok(report.received < 3_000_000, `${report.received} bytes came`);
  }));

test("robots.txt: redirects are followed five times, 4xx allows all, 5xx nothing", () =>
  withSite({
    "/": page("Home", "/a"),
    "/a": page("A"),
    "/rN": ({ url }, answer) => {
      const at = Number(url!.slice(2));
      if (at === 4) return text("User-agent: *\nDisallow: /a")({} as IncomingMessage, answer);
      answer.writeHead(302, { location: `/r${at + 1}` }).end();
    },
    "/robots.txt": (_, answer) => answer.writeHead(301, { location: "/r0" }).end(),
  }, async ({ crawl, pages, asked }) => {
    assert.deepEqual(pathsOf(await crawl()), ["/"]);
    assert.deepEqual(asked.splice(0), ["/robots.txt", "/r0", "/r1", "/r2", "/r3", "/r4", "/"]);
    pages["/robots.txt"] = (_, answer) => answer.writeHead(302, { location: "/robots.txt" }).end();
    assert.deepEqual(pathsOf(await crawl()), ["/", "/a"]);
    assert.equal(asked.filter((path) => path === "/robots.txt").length, 6);
    pages["/robots.txt"] = (_, answer) => answer.writeHead(403).end();
    assert.deepEqual(pathsOf(await crawl()), ["/", "/a"]);
    asked.length = 0;
    pages["/robots.txt"] = (_, answer) => answer.writeHead(500, { "retry-after": "0" }).end();
    const { failed } = await crawl();
    assert.deepEqual(failed.map(({ reason }) => reason), ["robots.txt cannot be had: the server answers 500"]);
    assert.deepEqual(asked, Array(3).fill("/robots.txt"));
  }));

test("a crawl delay holds between the requests to a host", () =>
  withSite({
    "/": page("Home", "/a", "/b"),
    "/a": page("A"),
    "/b": page("B"),
    "/robots.txt": text("User-agent: *\nCrawl-delay: 0.3"),
  }, async ({ crawl, pages }) => {
    const times: number[] = [];
    for (const path of ["/", "/a", "/b"]) {
      const html = pages[path] as string;
      pages[path] = (_, answer) => {
        times.push(performance.now());
        answer.writeHead(200, { "content-type": "text/html" }).end(html);
      };
    }
    await crawl({ rate_limits: { requests_per_second: 1000, concurrency: 8 } });
    assert.equal(times.length, 3);
    // Timers may be some milliseconds early, and a busy machine sees a request late.
    assert.ok(times[2]! - times[0]! > 400, String(times));
  }));

test("Retry-After is obeyed by all requests to the host, and a long one ends them", () => {
  const times: number[] = [];
  let busy = true;
  return withSite({
    "/": page("Home", "/a", "/b", "/c"),
    "/a": (_, answer) => {
      times.push(performance.now());
      if (busy) answer.writeHead(429, { "retry-after": "1" }).end();
      else answer.writeHead(200, { "content-type": "text/html" }).end(page("A"));
      busy = false;
    },
    "/b": page("B"),
    "/c": page("C"),
  }, async ({ crawl, pages, asked }) => {
    assert.deepEqual(pathsOf(await crawl({ rate_limits: { requests_per_second: 1000, concurrency: 1 } })), [
      "/",
      "/a",
      "/b",
      "/c",
    ]);
    assert.ok(times[1]! - times[0]! > 900);
    const date = new Date(Date.now() + 2000).toUTCString();
    busy = true;
    pages["/a"] = (_, answer) => {
      times.push(performance.now());
      if (busy) answer.writeHead(503, { "retry-after": date }).end();
      else answer.writeHead(200, { "content-type": "text/html" }).end(page("A"));
      busy = false;
    };
    assert.equal(pathsOf(await crawl()).length, 4);
    assert.ok(times[3]! - times[2]! > 500);
    asked.length = 0;
    pages["/a"] = (_, answer) => answer.writeHead(429, { "retry-after": "3600" }).end();
    const report = await crawl({ rate_limits: { requests_per_second: 1000, concurrency: 1 } });
    assert.deepEqual(asked, ["/robots.txt", "/", "/a"]);
    assert.match(report.failed[0]!.reason, /wants a pause of 3600 s/);
    assert.equal(report.failed.length, 1);
    // What is known stays.
    assert.equal(report.pages.length, 4);
  });
});

test("noindex and nofollow count for all robots and for ours, not for others", () => {
  const tag = (value: string | readonly string[], html: string) => (_: IncomingMessage, answer: ServerResponse): void =>
    void answer.writeHead(200, { "content-type": "text/html", "x-robots-tag": value as string }).end(html);
  const meta = (name: string, content: string, ...links: string[]): string =>
    page("Meta", ...links).replace("<head>", `<head><meta name="${name}" content="${content}">`);
  return withSite({
    "/": page("Home", "/hidden", "/ours", "/theirs", "/none", "/header", "/header-ours", "/header-theirs").replace(
      "</main>",
      '<a rel="NoFollow ugc" href="/not">x</a></main>',
    ),
    "/hidden": meta("robots", "NOINDEX", "/from-hidden"),
    "/ours": meta("RA", "noindex", "/from-ours"),
    "/theirs": meta("otherbot", "noindex, nofollow", "/from-theirs"),
    "/none": meta("robots", "none", "/from-none"),
    "/header": tag("noindex, nofollow", page("Header", "/from-header")),
    "/header-ours": tag("ra: noindex", page("Header ours")),
    "/header-theirs": tag(["otherbot: noindex", "unavailable_after: 25 Jun 2010 15:00:00 PST"], page("Header theirs")),
    "/from-hidden": page("From hidden"),
    "/from-ours": page("From ours"),
    "/from-theirs": page("From theirs"),
  }, async ({ crawl, asked }) => {
    const report = await crawl({ user_agent: "ra/1.0 (+https://example.org)" });
    assert.deepEqual(pathsOf(report), ["/", "/from-hidden", "/from-ours", "/from-theirs", "/header-theirs", "/theirs"]);
    assert.equal(report.skipped["noindex"], 5);
    for (const path of ["/not", "/from-none", "/from-header"]) assert.ok(!asked.includes(path), path);
  });
});
