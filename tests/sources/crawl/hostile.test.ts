import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { page, pathsOf, withSite } from "./site.ts";

const html = { "content-type": "text/html" };

test("redirects in a circle end, and are told", () =>
  withSite({
    "/": (_, answer) => answer.writeHead(302, { location: "/b" }).end(),
    "/b": (_, answer) => answer.writeHead(302, { location: "/" }).end(),
  }, async ({ crawl, asked }) => {
    const { pages, failed } = await crawl();
    assert.deepEqual(pages, []);
    assert.deepEqual(asked, ["/robots.txt", "/", "/b"]);
    assert.match(failed.map(({ reason }) => reason).join(), /circle/);
  }));

test("a chain of redirects without end is left after five", () =>
  withSite({
    "/": page("Home", "/r0"),
    "/rN": ({ url }, answer) => answer.writeHead(302, { location: `/r${Number(url!.slice(2)) + 1}` }).end(),
  }, async ({ crawl, asked }) => {
    const report = await crawl({ depth: 1 });
    assert.deepEqual(pathsOf(report), ["/"]);
    assert.deepEqual(asked.slice(2), ["/r0", "/r1", "/r2", "/r3", "/r4", "/r5"]);
    assert.equal(report.failed.length, 1);
  }));

test("a redirect out of scope is not followed", () =>
  withSite({
    "/docs/": page("Home", "away", "private"),
    "/docs/away": (_, answer) => answer.writeHead(301, { location: "/secret" }).end(),
    "/docs/private": (_, answer) => answer.writeHead(301, { location: "http://localhost:1/" }).end(),
    "/secret": page("Secret"),
  }, async ({ crawl, asked, origin }) => {
    const report = await crawl({ seeds: [`${origin}/docs/`] });
    assert.deepEqual(pathsOf(report), ["/docs/"]);
    assert.ok(!asked.includes("/secret"));
    assert.equal(report.skipped["out of scope"], 2);
  }));

test("a redirect may say its address in UTF-8, or in no encoding at all", () =>
  withSite({
    "/": page("Home", "/utf8", "/latin1", "/noise"),
    "/utf8": ({ socket }) => void socket.end("HTTP/1.1 301 Moved\r\nlocation: /caf\u00e9\r\n\r\n"),
    "/latin1": ({ socket }) => void socket.end("HTTP/1.1 301 Moved\r\nlocation: /na\u00efve\r\n\r\n", "latin1"),
    "/noise": ({ socket }) => void socket.end("HTTP/1.1 301 Moved\r\nlocation: http://[::\r\n\r\n"),
    "/caf%C3%A9": page("Coffee"),
    "/na%C3%AFve": page("Naive"),
  }, async ({ crawl }) => {
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/caf%C3%A9", "/na%C3%AFve"]);
    assert.deepEqual(report.failed.map(({ reason }) => reason), ["it redirects to nowhere"]);
  }));

test("slow and endless pages end at their limits", () =>
  withSite({
    "/": page("Home", "/slow", "/endless", "/silent", "/cut", "/fine"),
    "/slow": (_, answer) => {
      answer.writeHead(200, html);
      const timer = setInterval(() => answer.write("x"), 100);
      answer.on("close", () => clearInterval(timer));
    },
    "/endless": (_, answer) => {
      answer.writeHead(200, html);
      const more = (): void =>
        void answer.write("x".repeat(100_000), (error) => error ? undefined : setImmediate(more));
      more();
    },
    "/silent": () => {},
    "/cut": (_, answer) => {
      answer.writeHead(200, { ...html, "content-length": 1000 });
      answer.write("short", () => answer.destroy());
    },
    "/fine": page("Fine"),
  }, async ({ crawl }) => {
    const report = await crawl({ timeout: 1, max_page_bytes: 1_000_000 });
    assert.deepEqual(pathsOf(report), ["/", "/fine"]);
    assert.deepEqual(report.failed.map(({ url, reason }) => `${new URL(url).pathname} ${reason}`), [
      "/cut the connection ended early",
      "/endless it has more than 1000000 bytes",
      "/silent no whole answer within 1 s",
      "/slow no whole answer within 1 s",
    ]);
  }));

test("compressed pages are unpacked, and bombs stop at the limit", () => {
  const zeros = new Uint8Array(200_000_000);
  const packed = (encoding: string, body: Uint8Array) => (_: unknown, answer: import("node:http").ServerResponse) =>
    void answer.writeHead(200, { ...html, "content-encoding": encoding }).end(body);
  return withSite({
    "/": page(
      "Home",
      "/gz",
      "/br",
      "/deflate",
      "/raw",
      "/bomb-gz",
      "/bomb-br",
      "/half",
      "/lie",
      "/empty",
      "/odd",
      "/empties",
    ),
    "/gz": packed("gzip", gzipSync(page("Gzip"))),
    "/br": packed("br", brotliCompressSync(page("Brotli"))),
    "/deflate": packed("deflate", deflateSync(page("Deflate"))),
    "/raw": packed("deflate", deflateRawSync(page("Raw"))),
    "/bomb-gz": packed("gzip", gzipSync(zeros)),
    "/bomb-br": packed("br", brotliCompressSync(zeros, { params: { 1: 1 } })),
    "/half": packed("gzip", gzipSync(page("Half")).subarray(0, 50)),
    "/lie": packed("gzip", new TextEncoder().encode(page("Lie"))),
    "/empty": packed("gzip", new Uint8Array(0)),
    "/odd": packed("zstd", new Uint8Array(10)),
    // Thousands of empty members: bytes come, and none goes out.
    "/empties": (_, answer) => {
      answer.writeHead(200, { ...html, "content-encoding": "gzip" });
      const empties = Buffer.concat(Array.from({ length: 5000 }, () => gzipSync("")));
      const more = (): void => void answer.write(empties, (error) => error ? undefined : setImmediate(more));
      more();
    },
  }, async ({ crawl }) => {
    const report = await crawl({ max_page_bytes: 1_000_000, timeout: 3 });
    assert.deepEqual(pathsOf(report), ["/", "/br", "/deflate", "/empty", "/gz", "/raw"]);
    assert.deepEqual(report.failed.map(({ url, reason }) => `${new URL(url).pathname} ${reason}`), [
      "/bomb-br it has more than 1000000 bytes",
      "/bomb-gz it has more than 1000000 bytes",
      "/empties it has more than 1000000 bytes",
      "/half its compressed body is damaged",
      "/lie its compressed body is damaged",
      "/odd its compression is not known",
    ]);
  });
});
