import assert from "node:assert/strict";
import { test } from "node:test";
import { page, pathsOf, withSite } from "./site.ts";

const LOOPBACK = [{ address: "127.0.0.1", family: 4 }];
const PUBLIC = [{ address: "93.184.215.14", family: 4 }];

test("private addresses are refused in every form, and nothing is sent to them", () =>
  withSite({ "/": page("Home") }, async ({ crawl, asked, host }) => {
    const port = host.split(":")[1]!;
    const forms = ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0.0.0.0", "localhost", "[::1]"];
    for (const form of [...forms, "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[::]"]) {
      const { failed } = await crawl({ seeds: [`http://${form}:${port}/`], allow_private: [] });
      assert.match(failed[0]!.reason, /has a private address .*allow_private permits it/, form);
    }
    assert.deepEqual(asked, []);
  }));

test("a name with a private address among its addresses is refused", () =>
  withSite({ "/": page("Home") }, async ({ crawl, asked, host }) => {
    const seeds = [`http://docs.example:${host.split(":")[1]!}/`];
    for (const found of [LOOPBACK, [...PUBLIC, ...LOOPBACK], [{ address: "::ffff:127.0.0.1", family: 6 }]]) {
      const { failed } = await crawl({ seeds, allow_private: [] }, { lookup: () => Promise.resolve(found) });
      assert.match(failed[0]!.reason, /private address/);
    }
    assert.deepEqual(asked, []);
  }));

test("a name is looked up once for a request, and a later answer counts for nothing", () =>
  withSite({ "/": page("Home") }, async ({ crawl, host }) => {
    const seeds = [`http://docs.example:${host.split(":")[1]!}/`];
    let lookups = 0;
    const report = await crawl({ seeds, allow_private: [new URL(seeds[0]!).host], robots: false }, {
      // A second lookup would lead to a port of nobody.
      lookup: () => Promise.resolve(lookups++ === 0 ? LOOPBACK : [{ address: "127.0.0.2", family: 4 }]),
    });
    assert.deepEqual(pathsOf(report), ["/"]);
    assert.equal(lookups, 1);
  }));

test("a proxy of the environment is not asked", () =>
  withSite({ "/": page("Home") }, async ({ crawl, origin, asked }) => {
    const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY"];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = origin;
    try {
      const { failed } = await crawl({ seeds: ["http://docs.example:1/"], allow_private: ["docs.example:1"] }, {
        lookup: () => Promise.resolve(LOOPBACK),
      });
      assert.match(failed[0]!.reason, /refuses connections/);
      assert.deepEqual(asked, []);
    } finally {
      for (const [at, name] of names.entries()) {
        if (before[at] === undefined) delete process.env[name];
        else process.env[name] = before[at];
      }
    }
  }));

test("a redirect to a private address is refused, also for robots.txt", () =>
  withSite({
    "/": (_, answer) => answer.writeHead(302, { location: "http://localhost:1/" }).end(),
    "/robots.txt": (_, answer) => answer.writeHead(302, { location: "http://localhost:1/robots.txt" }).end(),
  }, async ({ crawl }) => {
    const unread = await crawl({ allow: ["**"] });
    assert.match(unread.failed[0]!.reason, /robots\.txt cannot be had: localhost:1 has a private address/);
    const { failed } = await crawl({ allow: ["**"], robots: false });
    assert.match(failed[0]!.reason, /localhost:1 has a private address/);
  }));

test("requests say who asks, what the host has set, and nothing else", () => {
  const sent: string[][] = [];
  return withSite({
    "/": ({ rawHeaders }, answer) => {
      sent.push(rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()).sort());
      answer.writeHead(200, { "content-type": "text/html", "set-cookie": "id=1" }).end(page("Home", "/next"));
    },
    "/next": ({ headers, rawHeaders }, answer) => {
      sent.push(rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()).sort());
      assert.equal(headers["user-agent"], "docs-reader/1.0");
      answer.writeHead(200, { "content-type": "text/html" }).end(page("Next"));
    },
  }, async ({ crawl }) => {
    const report = await crawl({ user_agent: "docs-reader/1.0" });
    assert.deepEqual(pathsOf(report), ["/", "/next"]);
    const names = ["accept", "accept-encoding", "connection", "host", "user-agent"];
    assert.deepEqual(sent, [names, [...names, "cookie"].sort()]);
  });
});
