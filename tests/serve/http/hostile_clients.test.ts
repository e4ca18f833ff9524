// Tests what a client can do that does not want an answer.
import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { createServer as createHttpServer, get } from "node:http";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { Hono } from "hono";
import { createConnections } from "../../../src/host/connections.ts";
import { readBody } from "../../../src/serve/http/read_body.ts";
import { serve } from "../../../src/serve/http/serve.ts";
import type { Served } from "../../../src/serve/http/served.ts";
import { openRaw, statusOf } from "./raw_socket.ts";

async function withService(work: (port: number) => Promise<void>): Promise<void> {
  const routes = new Hono<Served>();
  routes.get("/", () => new Response("page"));
  routes.get("/api", ({ req }) => new Response(new URL(req.url).search));
  routes.post("/length", async ({ req }) => new Response(String((await req.raw.text()).length)));
  const service = await serve({ port: 0, routes });
  try {
    await work(service.port);
  } finally {
    await service.close();
  }
}

test("a malformed address or Host header is the client's mistake, not a failure of the server", () =>
  withService(async (port) => {
    const host = `Host: localhost:${port}`;
    assert.equal(await statusOf(port, ["GET / HTTP/1.1", host]), 200);
    for (
      const target of [
        "http://evil.example/",
        "http://[",
        `http://localhost:${port}/`,
        "*",
        "x",
        "/a\\b",
        "localhost:1",
      ]
    ) {
      assert.equal(await statusOf(port, [`GET ${target} HTTP/1.1`, host]), 400, target);
    }
    for (const target of ["//..%", "/%", "/%ff%", "//", "/../../etc/passwd"]) {
      assert.equal(await statusOf(port, [`GET ${target} HTTP/1.1`, host]), 404, target);
    }
    for (const target of ["/api?%", "/api?a=%ff&%%%"]) {
      assert.equal(await statusOf(port, [`GET ${target} HTTP/1.1`, host]), 200, target);
    }
    for (const wrong of ["Host: [", "Host:", "Host: a b", "Host: localhost:99999", "Host: ]:1", "X: y"]) {
      assert.equal(await statusOf(port, ["GET / HTTP/1.1", wrong]), 400, wrong);
    }
  }));

test("a page of another site gets no answer to requests that a browser sends without Origin", () =>
  withService(async (port) => {
    const status = (target: string, fetched: Readonly<Record<string, string>>, method = "GET") =>
      statusOf(port, [
        `${method} ${target} HTTP/1.1`,
        `Host: localhost:${port}`,
        ...Object.entries(fetched).map(([name, value]) => `Sec-Fetch-${name}: ${value}`),
      ]);
    const link = { Mode: "navigate", Dest: "document" };
    for (const Site of ["cross-site", "same-site"]) {
      assert.equal(await status("/api", { Site, Mode: "no-cors", Dest: "image" }), 403);
      assert.equal(await status("/", { Site, Mode: "no-cors", Dest: "script" }), 403);
      assert.equal(await status("/api", { Site, ...link }), 403);
      assert.equal(await status("/", { Site, Mode: "navigate", Dest: "iframe" }), 403);
      assert.equal(await status("/", { Site, ...link }, "HEAD"), 403);
      assert.equal(await status("/", { Site, ...link }), 200);
      assert.equal(await status("/?q=toaster", { Site, ...link }), 200);
    }
    for (const Site of ["same-origin", "none"]) assert.equal(await status("/api", { Site }), 200);
  }));

test("refused requests have a limit, and do not use up the limit of the others", () =>
  withService(async (port) => {
    const refused = await Promise.all(
      Array.from({ length: 300 }, () => statusOf(port, ["GET / HTTP/1.1", "Host: evil.example"])),
    );
    assert.deepEqual([...new Set(refused)].sort(), [403, 429]);
    assert.equal(await statusOf(port, ["GET / HTTP/1.1", "Host: localhost"]), 200);
  }));

test("requests that a client sends without waiting for answers keep no other client from the server", () =>
  withService(async (port) => {
    const { socket } = await openRaw(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1500));
    assert.equal(await statusOf(port, ["GET / HTTP/1.1", "Host: localhost"]), 200);
    socket.destroy();
  }));

test("slow bodies hold back no other request, however many they are", () =>
  withService(async (port) => {
    const slow = await Promise.all(
      Array.from(
        { length: 600 },
        () => openRaw(port, "POST /length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"),
      ),
    );
    const answer = ["POST /length HTTP/1.1", "Host: localhost", "Content-Length: 0"];
    assert.equal(await statusOf(port, answer), 200);
    slow.forEach(({ socket }) => socket.destroy());
  }));

test("readBody() refuses a body that takes too long, and the oldest one when all together are too long", async () => {
  const app = new Hono();
  app.use(readBody({
    most: 100,
    mostTogether: 150,
    deadlineMs: 200,
    refuse: (reason) => new Response(reason, { status: 400 }),
  }));
  app.post("/", async ({ req }) => new Response(await req.raw.text()));
  const send = () => {
    let write = (_: string): void => {};
    let end = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        write = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
      },
    });
    // Node wants `duplex` for a stream; the type does not know it.
    const init: RequestInit & { readonly duplex: "half" } = { method: "POST", body, duplex: "half" };
    const answer = Promise.resolve(app.fetch(new Request("http://localhost/", init))).then((each) => each.text());
    return { write, end, answer };
  };
  const quick = send();
  quick.write("ab");
  quick.write("c");
  quick.end();
  assert.equal(await quick.answer, "abc");
  const long = send();
  long.write("x".repeat(101));
  assert.equal(await long.answer, "too-long");
  const slow = send();
  slow.write("x");
  assert.equal(await slow.answer, "too-slow");
  const [first, second] = [send(), send()];
  first.write("x".repeat(90));
  await new Promise((resolve) => setTimeout(resolve, 20));
  second.write("y".repeat(90));
  second.end();
  assert.equal(await first.answer, "too-slow");
  assert.equal(await second.answer, "y".repeat(90));
});

test("the connection that is idle longest makes room for a new one", async () => {
  const connections = createConnections({ most: 3 });
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket);
    connections.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const clients = [];
  for (let n = 0; n < 4; n++) {
    clients.push(await openRaw(port));
    while (accepted.length <= n) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(await clients[0]!.closed, "");
  assert.deepEqual(accepted.map(({ destroyed }) => destroyed), [true, false, false, false]);
  clients.forEach(({ socket }) => socket.destroy());
  await new Promise((resolve) => server.close(resolve));
});

const ownAddress = Object.values(networkInterfaces()).flat().find((found) =>
  found !== undefined && !found.internal && found.family === "IPv4"
)?.address;

test("the connections of another machine are one client, and those of this machine are one each", {
  skip: ownAddress === undefined && "this machine has no address in a network",
}, async () => {
  const connections = createConnections();
  const server = createHttpServer((request, response) => {
    const { client, id } = connections.begin(request, response)!;
    response.end(client ?? `connection ${id}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const ask = (host: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host, port, agent: false }, (response) => {
        response.setEncoding("utf8").once("data", resolve);
      }).once("error", reject);
    });
  const [one, other] = [await ask(ownAddress!), await ask(ownAddress!)];
  assert.equal(one, other);
  assert.notEqual(await ask("127.0.0.1"), await ask("127.0.0.1"));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
