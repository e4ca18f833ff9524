import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { fetchPage } from "../../../src/host/http_client.ts";

/** Servers that do not keep to HTTP, each with what it sends. */
const SERVERS: Readonly<Record<string, (socket: Socket) => void>> = {
  "closes at once": (socket) => void socket.destroy(),
  "closes after a line": (socket) => void socket.end("HTTP/1.1 200 OK\r\n"),
  "sends noise": (socket) => void socket.end(crypto.getRandomValues(new Uint8Array(50_000))),
  "speaks TLS": (socket) => void socket.end(new Uint8Array([0x15, 3, 1, 0, 2, 2, 0x46])),
  "sends headers without end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const more = (): void => {
      if (!socket.destroyed) socket.write(`x-more: ${"y".repeat(10_000)}\r\n`, () => void setTimeout(more, 1));
    };
    more();
  },
  "goes on forever with 103": (socket) => {
    const more = (): void => {
      if (!socket.destroyed) socket.write("HTTP/1.1 103 Early Hints\r\n\r\n", () => void setTimeout(more, 1));
    };
    more();
  },
  "switches protocols": (socket) =>
    void socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello"),
  "lies about its pieces": (socket) =>
    void socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n"),
  "leaves out the last piece": (socket) =>
    void socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n"),
  "cuts a packed body": (socket) =>
    void socket.end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 500\r\n\r\n\u001f"),
  "resets in the middle": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhello", () => void socket.resetAndDestroy());
  },
  "says nothing": () => {},
};

for (const [name, serve] of Object.entries(SERVERS)) {
  test(`a server that ${name} gives a failure, and harms nothing`, async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => serve(socket));
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const answer = await fetchPage({
        url: new URL(`http://127.0.0.1:${port}/`),
        headers: {},
        timeoutMs: 1500,
        body: { mostBytes: 1_000_000 },
        addresses: { allowsPrivate: true },
      });
      assert.ok("reason" in answer, JSON.stringify(answer));
      assert.notEqual(answer.reason, "");
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    }
  });
}

test("a body without a length ends with its connection", async () => {
  const server = createServer((socket) => void socket.once("data", () => socket.end("HTTP/1.0 200 OK\r\n\r\nhello")));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const answer = await fetchPage({
    url,
    headers: {},
    timeoutMs: 1500,
    body: { mostBytes: 1000 },
    addresses: { allowsPrivate: true },
  });
  await new Promise((resolve) => void server.close(resolve));
  assert.equal("body" in answer ? new TextDecoder().decode(answer.body) : answer.reason, "hello");
});
