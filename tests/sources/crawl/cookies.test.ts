import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { createCookieJar } from "../../../src/sources/crawl/cookie_jar.ts";
import { page, pathsOf, withSite } from "./site.ts";

const at = (address: string): URL => new URL(address);

test("a cookie goes back to its host and path only", () => {
  const jar = createCookieJar(() => Date.parse("2026-01-01"));
  jar.keep(at("https://a.example/docs/x"), [
    "s=1; Path=/; HttpOnly",
    "d=2",
    "t=3; Path=/docs/x; Secure",
    "o=4; Domain=other.example",
    "p=5; Domain=.a.example; Path=/",
    "old=6; Path=/; Expires=Thu, 01 Jan 2015 00:00:00 GMT",
    "new=7; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT",
    "none",
    "=x",
    "bad=\u0007",
  ]);
  assert.equal(jar.headerFor(at("https://a.example/docs/x")), "t=3; d=2; s=1; p=5; new=7");
  assert.equal(jar.headerFor(at("http://a.example/docs/x")), "d=2; s=1; p=5; new=7");
  assert.equal(jar.headerFor(at("https://a.example/docsx")), "s=1; p=5; new=7");
  for (const other of ["https://b.example/", "https://x.a.example/", "https://example/", "https://a.example:8443/"]) {
    assert.equal(jar.headerFor(at(other)), undefined, other);
  }
  jar.keep(at("https://a.example/"), ["s=; Max-Age=0; Path=/", "p=8; Path=/"]);
  assert.equal(jar.headerFor(at("https://a.example/")), "p=8; new=7");
});

test("a hostile host fills no memory, and no header", () => {
  const jar = createCookieJar(() => 0);
  for (let turn = 0; turn < 100; turn++) {
    jar.keep(at("https://a.example/"), Array.from({ length: 500 }, (_, key) => `${turn}k${key}=${"v".repeat(4000)}`));
  }
  assert.ok(jar.headerFor(at("https://a.example/"))!.length <= 8192);
  for (let host = 0; host < 3000; host++) jar.keep(at(`https://h${host}.example/`), ["a=1"]);
  assert.equal(jar.headerFor(at("https://h2999.example/")), undefined);
});

test("a site that wants its cookie back is crawled, and a new run begins without it", () => {
  const sent: (string | undefined)[] = [];
  const guarded = (body: string) => ({ url, headers }: IncomingMessage, answer: ServerResponse): void => {
    sent.push(headers.cookie);
    if (headers.cookie?.includes("seen=1") === true) {
      return void answer.writeHead(200, { "content-type": "text/html" }).end(body);
    }
    answer.writeHead(302, { location: `/check?to=${url}` }).end();
  };
  return withSite({
    "/": guarded(page("Home", "/a")),
    "/a": guarded(page("A")),
    "/check?to=/": (_, answer) =>
      void answer.writeHead(302, {
        location: "/",
        "set-cookie": ["seen=1; Path=/", "other=2; Expires=Wed, 01 Jan 2200 00:00:00 GMT"],
      })
        .end(),
  }, async ({ crawl }) => {
    const report = await crawl();
    assert.deepEqual([pathsOf(report), report.failed], [["/", "/a"], []]);
    assert.deepEqual(sent, [undefined, "seen=1; other=2", "seen=1; other=2"]);
    sent.length = 0;
    await crawl();
    assert.equal(sent[0], undefined);
  });
});

test("a site that sets a cookie and leads to itself is asked again", () =>
  withSite({
    "/": ({ headers }, answer) =>
      headers.cookie === undefined
        ? void answer.writeHead(302, { location: "/", "set-cookie": "a=1" }).end()
        : void answer.writeHead(200, { "content-type": "text/html" }).end(page("Home")),
    "/new": (_, answer) => void answer.writeHead(302, { location: "/new", "set-cookie": `a=${Math.random()}` }).end(),
  }, async ({ crawl, origin, asked }) => {
    assert.deepEqual(pathsOf(await crawl()), ["/"]);
    asked.length = 0;
    const report = await crawl({ seeds: [`${origin}/new`] });
    assert.ok(asked.length < 10 && report.isSeedFailed);
  }));
