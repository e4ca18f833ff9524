import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RaError } from "../../../src/errors.ts";
import type { FileSystem } from "../../../src/host/file_system.ts";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { page, pathsOf, withSite } from "./site.ts";

const runtimeArguments = "Deno" in globalThis ? ["run", "-A", "--no-check"] : [];

/** A page that the server need not send again. */
function tagged(text: () => string) {
  return ({ headers }: IncomingMessage, answer: ServerResponse): void => {
    const tag = `"${text().length}"`;
    if (headers["if-none-match"] === tag) return void answer.writeHead(304, { etag: tag }).end();
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8", etag: tag }).end(text());
  };
}

/** What a crawl left, without what tells one run from another. */
function stored(folder: string): Readonly<Record<string, string>> {
  const names = ["bodies", "visits"].flatMap((kind) => readdirSync(join(folder, kind)).map((name) => join(kind, name)));
  return Object.fromEntries(
    names.sort().map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return [name, text.replace(/"(run|fetchedAt)":"[^"]*"/g, "")];
    }),
  );
}

test("a second crawl transfers headers only, also of what is not a page", () => {
  const large = new Uint8Array(3_000_000);
  let sent = 0;
  return withSite({
    "/": tagged(() => page("Home", "/one", "/archive.zip", "/huge")),
    "/one": tagged(() => page("One")),
    "/sitemap.xml": tagged(() => "<urlset><url><loc>/nowhere</loc></url></urlset>"),
    "/archive.zip": (_, answer) => answer.writeHead(200, { "content-type": "application/zip" }).end(large),
    "/huge": (_, answer) =>
      answer.writeHead(200, { "content-type": "text/html", "content-length": large.length }).end(large),
  }, async ({ crawl, asked }) => {
    const entry = { sitemap: true, max_page_bytes: 1_000_000 };
    const first = await crawl(entry);
    assert.deepEqual(pathsOf(first), ["/", "/one"]);
    assert.ok(first.received > 0);
    const before = asked.length;
    const second = await crawl(entry);
    sent = second.received;
    assert.equal(asked.length, 2 * before);
    assert.equal(sent, 0);
    assert.deepEqual([second.fetched, second.unchanged], [0, 2]);
    assert.deepEqual(second.pages, first.pages);
    assert.deepEqual(second.failed, first.failed);
  });
});

test("what has changed is fetched, and what has gone is dropped", () => {
  let links = ["/a", "/b"];
  return withSite({
    "/": tagged(() => page("Home", ...links)),
    "/a": tagged(() => page("A", ...links)),
    "/b": tagged(() => page("B")),
  }, async ({ crawl, pages, folder }) => {
    assert.deepEqual(pathsOf(await crawl()), ["/", "/a", "/b"]);
    links = ["/a"];
    delete pages["/b"];
    const report = await crawl();
    assert.deepEqual(pathsOf(report), ["/", "/a"]);
    assert.equal(report.fetched, 2);
    assert.equal(readdirSync(join(folder, "bodies")).length, 2);
    assert.equal(readdirSync(join(folder, "visits")).length, 2);
  });
});

test("a site that fails for a while loses no page", () =>
  withSite({
    "/": page("Home", "/a", "/old"),
    "/a": page("A"),
    "/old": (_, answer) => answer.writeHead(301, { location: "/new" }).end(),
    "/new": page("New"),
  }, async ({ crawl, pages }) => {
    const all = ["/", "/a", "/new"];
    assert.deepEqual(pathsOf(await crawl()), all);
    const busy = (_: IncomingMessage, answer: ServerResponse) =>
      void answer.writeHead(503, { "retry-after": "0" }).end();
    const { "/a": a, "/old": old } = pages;
    Object.assign(pages, { "/a": busy, "/old": busy });
    const partly = await crawl();
    assert.deepEqual(pathsOf(partly), all);
    assert.deepEqual(partly.failed.map(({ reason }) => reason), Array(2).fill("the server answers 503"));
    Object.assign(pages, { "/a": a, "/old": old, "/robots.txt": busy });
    const closed = await crawl();
    assert.deepEqual(pathsOf(closed), all);
    // One line for the host, not one for each page.
    assert.deepEqual(closed.failed.map(({ reason }) => reason), ["robots.txt cannot be had: the server answers 503"]);
    delete pages["/robots.txt"];
    assert.deepEqual((await crawl()).failed, []);
  }));

test("a damaged store is mended", () =>
  withSite({ "/": tagged(() => page("Home", "/a")), "/a": tagged(() => page("A")) }, async ({ crawl, folder }) => {
    const { pages } = await crawl();
    const [bodies, visits] = ["bodies", "visits"].map((kind) =>
      readdirSync(join(folder, kind)).map((name) => join(folder, kind, name))
    );
    for (const path of bodies!) {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1]! ^= 0xff;
      writeFileSync(path, bytes);
    }
    truncateSync(visits![0]!, 100);
    const again = await crawl();
    assert.deepEqual(
      again.pages.map(({ url, sha256 }) => [url, sha256]),
      pages.map(({ url, sha256 }) => [url, sha256]),
    );
    assert.match(new TextDecoder().decode(again.pages[1]!.body), /A has text/);
  }));

test("a crawl that is killed twice goes on where it was, and leaves what one crawl leaves", () => {
  const count = 60;
  const pages = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/p${at}`, tagged(() => page(`P${at}`, `/p${at + 1}`, `/p${3 * at}`))]),
  );
  return withSite(
    { "/": tagged(() => page("Home", "/p0", "/p1")), ...pages },
    async ({ crawl, asked, folder, origin }) => {
      const child = fileURLToPath(new URL(`./crawl_worker${import.meta.url.slice(-3)}`, import.meta.url));
      const killed = `${folder}/killed`;
      const run = async (killAfter: number): Promise<string> => {
        const process = spawn(globalThis.process.execPath, [...runtimeArguments, child, origin, killed], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        let output = "";
        process.stdout.on("data", (chunk: unknown) => {
          output += String(chunk);
          if (output.split("\n").length > killAfter) process.kill("SIGKILL");
        });
        await once(process, "close");
        return output;
      };
      await run(10);
      await run(25);
      const begun = asked.length;
      const output = await run(Infinity);
      const addresses = asked.filter((path) => path !== "/robots.txt");
      const twice = addresses.length - new Set(addresses).size;
      // A kill loses at most the requests that were on their way: two at a time.
      assert.ok(twice <= 4, `${twice} addresses were asked twice`);
      assert.ok(begun > 20);
      const whole = await crawl({ depth: 9 });
      assert.deepEqual(JSON.parse(output.trim().split("\n").at(-1)!), pathsOf(whole));
      assert.deepEqual(readdirSync(killed).sort(), ["bodies", "visits"]);
      assert.deepEqual(stored(killed), stored(folder));
    },
  );
});

test("a tag that no request can hold is not sent back", () => {
  const tags = [`"${"x".repeat(10_000)}"`, '"\u00e9"', '"fine"'];
  const sent: (string | undefined)[] = [];
  const pages = Object.fromEntries(tags.map((etag, at) => [
    `/p${at}`,
    ({ headers }: IncomingMessage, answer: ServerResponse): void => {
      sent.push(headers["if-none-match"]);
      answer.writeHead(200, { "content-type": "text/html", etag }).end(page(`P${at}`));
    },
  ]));
  return withSite({ "/": page("Home", ...Object.keys(pages)), ...pages }, async ({ crawl }) => {
    await crawl();
    sent.length = 0;
    assert.equal((await crawl()).pages.length, 4);
    assert.deepEqual(sent.filter((tag) => tag !== undefined), ['"fine"']);
  });
});

test("an interrupted crawl ends at once and goes on; a full disk ends it with an error", () =>
  withSite(
    { "/": page("Home", "/a", "/b", "/slow"), "/a": page("A"), "/b": page("B"), "/slow": () => {} },
    async (site) => {
      const { crawl, asked, pages } = site;
      const stop = new AbortController();
      const entry = { timeout: 60, rate_limits: { requests_per_second: 1000, concurrency: 1 } };
      pages["/slow"] = () => stop.abort();
      await assert.rejects(crawl(entry, { signal: stop.signal }), { code: "interrupted" });
      pages["/slow"] = page("Slow");
      asked.length = 0;
      assert.deepEqual(pathsOf(await crawl(entry)), ["/", "/a", "/b", "/slow"]);
      assert.deepEqual(asked, ["/robots.txt", "/slow"]);

      const fs = createDiskFileSystem();
      let room = 3;
      const full: FileSystem = {
        ...fs,
        writeFile(...given) {
          if (room-- <= 0) throw new RaError("io", "no space is left");
          fs.writeFile(...given);
        },
      };
      const folder = join(site.folder, "full");
      await assert.rejects(crawl({}, { fs: full, folder }), { code: "io", message: "no space is left" });
      assert.deepEqual(pathsOf(await crawl({}, { folder })), ["/", "/a", "/b", "/slow"]);
    },
  ));
