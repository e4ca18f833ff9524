import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { startHttpServer } from "../../src/host/http_server.ts";

test("startHttpServer() passes on web requests and answers with streams", async () => {
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const text = await request.text();
      const { pathname, searchParams } = new URL(request.url);
      const pieces = [request.method, pathname, searchParams.get("q") ?? "", request.headers.get("x-test") ?? "", text]
        .map((piece) => new TextEncoder().encode(`${piece}\n`));
      return new Response(
        new ReadableStream({
          pull: (controller) => (pieces.length === 0 ? controller.close() : controller.enqueue(pieces.shift()!)),
        }),
        { status: 201, headers: { "x-answer": "yes" } },
      );
    },
  });
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/a/b?q=%C3%BC`, {
      method: "POST",
      headers: { "x-test": "t" },
      body: "body",
    });
    assert.deepEqual([response.status, response.headers.get("x-answer"), await response.text()], [
      201,
      "yes",
      "POST\n/a/b\nü\nt\nbody\n",
    ]);
  } finally {
    await server.close();
  }
  await assert.rejects(fetch(`http://127.0.0.1:${server.port}/`));
});

test("startHttpServer() aborts a request's signal when the client goes away", async () => {
  let gone: () => void;
  const isGone = new Promise<void>((resolve) => (gone = resolve));
  let arrive: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    fetch: (request) => {
      arrive();
      return new Promise((resolve) =>
        request.signal.addEventListener("abort", () => {
          gone();
          resolve(new Response(""));
        })
      );
    },
  });
  const socket = connect(server.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"));
  socket.on("error", () => {});
  await arrived;
  socket.destroy();
  await isGone;
  await server.close();
});

test("startHttpServer() answers a thrown error with 500 and without its message, and says why it cannot listen", async () => {
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    fetch: () => {
      throw new Error("secret");
    },
  });
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/`);
    assert.deepEqual([response.status, await response.text()], [500, "internal error\n"]);
    await assert.rejects(
      startHttpServer({ host: "127.0.0.1", port: server.port, fetch: () => new Response("") }),
      /cannot listen on 127\.0\.0\.1:\d+: another program uses this port/,
    );
    await assert.rejects(
      startHttpServer({ host: "203.0.113.7", port: 0, fetch: () => new Response("") }),
      /no such address/,
    );
  } finally {
    await server.close();
  }
});
