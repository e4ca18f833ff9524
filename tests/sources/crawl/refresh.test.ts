import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { page, pathsOf, type Site, withSite } from "./site.ts";

const refresh = (content: string, text = ""): string =>
  `<html><head><meta http-equiv="refresh" content="${content}"><title>R</title></head><body>${text}</body></html>`;
const html =
  (headers: Readonly<Record<string, string>>, body: string) => (_: IncomingMessage, answer: ServerResponse) =>
    void answer.writeHead(200, { "content-type": "text/html", ...headers }).end(body);
const LONG = "<p>This page is one to read. </p>".repeat(30);

test("a page or an answer that leads on at once is a redirect, however it is written", async () => {
  const forms: readonly (readonly [string, Site["pages"][string]])[] = [
    ["semicolon", refresh("0; url=stable/")],
    ["quotes", refresh("0;URL='stable/'")],
    ["comma", refresh("0, stable/")],
    ["absolute", refresh("0; url=/docs/stable/")],
    ["base", refresh("0; url=stable/").replace("<head>", '<head><base href="/docs/">')],
    ["in the body", '<p>Moved.</p><META HTTP-EQUIV="Refresh" CONTENT="1;url=stable/">'],
    ["five seconds", refresh("5; url=stable/", "You are sent on.")],
    ["a fraction", refresh("0.5; url=stable/")],
    ["header", html({ refresh: "0; url=stable/" }, "")],
    ["header of a text", html({ refresh: "0; url=stable/", "content-type": "text/plain" }, "moved")],
  ];
  for (const [name, form] of forms) {
    await withSite({
      "/docs/": form,
      "/docs/stable/": page("Stable", "two"),
      "/docs/stable/two": page("Two"),
    }, async ({ crawl, origin }) => {
      const report = await crawl({ seeds: [`${origin}/docs/`] });
      assert.deepEqual(pathsOf(report), ["/docs/stable/", "/docs/stable/two"], name);
      assert.deepEqual([report.isSeedFailed, report.failed], [false, []], name);
    });
  }
});

test("a page that stays, or comes again, is a page", async () => {
  const forms = [
    refresh("300", LONG),
    refresh("300; url=/docs/", LONG),
    refresh("0; url=/docs/#top", LONG),
    refresh("8; url=next", LONG),
    refresh("0; url=javascript:alert(1)", LONG),
    refresh("soon; url=next", LONG),
    `<head><noscript><meta http-equiv=refresh content="0; url=plain"></noscript></head><body>${LONG}</body>`,
  ];
  for (const form of forms) {
    await withSite({ "/docs/": form, "/docs/next": page("Next") }, async ({ crawl, origin }) => {
      const report = await crawl({ seeds: [`${origin}/docs/`] });
      assert.equal(pathsOf(report)[0], "/docs/", form);
    });
  }
});

test("refreshes are bounded, stay in scope, and circles are told", () =>
  withSite({
    "/docs/a": refresh("0; url=b"),
    "/docs/b": refresh("0; url=a"),
    "/docs/out": refresh("0; url=https://192.0.2.1/"),
    "/docs/N": ({ url }, answer) =>
      void answer.writeHead(200, { "content-type": "text/html" }).end(
        refresh(`0; url=/docs/${Number(/\d+$/.exec(url!)![0]) + 1}`),
      ),
  }, async ({ crawl, origin, asked }) => {
    const circle = await crawl({ seeds: [`${origin}/docs/a`] });
    assert.deepEqual(circle.failed, [{ url: `${origin}/docs/a`, reason: "its redirects lead in a circle" }]);
    const away = await crawl({ seeds: [`${origin}/docs/out`] });
    assert.deepEqual(away.failed.map(({ reason }) => reason), [
      "it redirects to https://192.0.2.1/, which is out of scope",
    ]);
    asked.length = 0;
    const endless = await crawl({ seeds: [`${origin}/docs/1`] });
    assert.ok(asked.length < 10 && endless.failed.length > 0);
  }));

test("a second crawl follows a refresh again", () =>
  withSite({ "/": refresh("0; url=a"), "/a": page("A") }, async ({ crawl, pages }) => {
    assert.deepEqual(pathsOf(await crawl()), ["/a"]);
    pages["/"] = page("Home");
    assert.deepEqual(pathsOf(await crawl()), ["/"]);
    pages["/"] = refresh("0; url=a");
    assert.deepEqual(pathsOf(await crawl()), ["/a"]);
  }));

test("a seed without a slash that leads to its folder means the folder", () => {
  const to = (location: string) => (_: IncomingMessage, answer: ServerResponse) =>
    void answer.writeHead(301, { location }).end();
  return withSite({
    "/docs": to("/docs/"),
    "/docs/": page("Docs", "/docs/a", "/blog/"),
    "/docs/a": page("A"),
    "/blog/": page("Blog"),
    "/guide": refresh("0; url=/guide/en/index"),
    "/guide/en/index": page("Guide", "/guide/b", "/docs/a"),
    "/guide/b": page("B"),
    "/plain": page("Plain", "/blog/"),
  }, async ({ crawl, origin }) => {
    const docs = await crawl({ seeds: [`${origin}/docs`] });
    assert.deepEqual(pathsOf(docs), ["/docs/", "/docs/a"]);
    assert.deepEqual(docs.leftOut, [{ url: `${origin}/blog/`, reason: "out of scope" }]);
    assert.deepEqual(pathsOf(await crawl({ seeds: [`${origin}/guide`] })), ["/guide/b", "/guide/en/index"]);
    assert.deepEqual(pathsOf(await crawl({ seeds: [`${origin}/plain`] })), ["/blog/", "/plain"]);
  });
});
