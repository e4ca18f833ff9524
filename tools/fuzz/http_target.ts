/** Sends any bytes to the HTTP server, with the page and MCP behind it. It must refuse or answer, and never fail. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import fc from "fast-check";
import { Hono } from "hono";
import { type ListeningServer, serve } from "../../src/serve/http/serve.ts";
import type { Served } from "../../src/serve/http/served.ts";
import { createMcpRoute, type McpRoute } from "../../src/serve/mcp/http/http_route.ts";
import { createProject } from "../../src/serve/mcp/project.ts";
import { createAnswers } from "../../src/serve/mcp/answers.ts";
import { createAnswerer, createCalledAnswers } from "../../src/serve/mcp/called_answers.ts";
import { callHere } from "../../src/serve/threads/callers.ts";
import { createPageAnswerer, createPageRoutes } from "../../src/serve/web/page_routes.ts";
import { createWebRoutes } from "../../src/serve/web/web_routes.ts";
import { createFiles, openFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const FILES = { "docs/a.md": "---\ntags: [a]\n---\n# Alpha\n\nneedle beta ![x](i.png)\n\n## Beta\n\ngamma needle\n" };
const VALUES = [
  "needle",
  "docs:a.md",
  "docs:a.md%23beta",
  "%",
  "%ff",
  "%00",
  '"',
  "1",
  "-1",
  "1e9",
  "a".repeat(3000),
  "^9",
  "(",
  "tree:x",
];
const NAMES = [
  "q",
  "id",
  "tree",
  "tag",
  "lang",
  "limit",
  "list",
  "facets",
  "explain",
  "token",
  "full_document",
  "max_tokens",
  "x",
];
const PATHS = [
  "/",
  "/api/search",
  "/api/get",
  "/api/passage",
  "/api/trees",
  "/api/image",
  "/mcp",
  "/sse",
  "/messages",
  "/health",
  "//",
  "/..",
  "*",
  "/%2e",
];
const HEADERS = [
  "Origin: http://evil.example",
  "Origin: null",
  "Origin: http://localhost:PORT",
  "Sec-Fetch-Site: cross-site",
  "Authorization: Bearer x",
  "Cookie: ra_token=%",
  "Content-Type: application/json",
  "Content-Type: text/plain",
  "Accept: application/json, text/event-stream",
  "Mcp-Session-Id: x",
  "Mcp-Protocol-Version: 2026-07-28",
  "Transfer-Encoding: chunked",
  "Content-Length: 5",
  "Content-Length: -1",
  "Expect: 100-continue",
  "Upgrade: websocket",
  "Range: bytes=0-",
  "If-None-Match: *",
  "Accept-Encoding: gzip",
  "X: \u00ff",
];
const BODIES = [
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"queries":"needle"}}}',
  "[]",
  "{",
  "",
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\n",
];

const pick = (...from: readonly string[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...from) }, { weight: 1, arbitrary: fc.string() });
const pair = fc.tuple(pick(...NAMES), pick(...VALUES)).map(([name, value]) => `${name}=${value}`);
const target = fc.tuple(pick(...PATHS), fc.array(pair, { maxLength: 5 }))
  .map(([path, pairs]) => (pairs.length === 0 ? path : `${path}?${pairs.join("&")}`));
const request = fc.record({
  method: pick("GET", "GET", "GET", "POST", "POST", "HEAD", "DELETE", "OPTIONS", "PUT", "get"),
  target,
  version: fc.oneof({ weight: 15, arbitrary: fc.constant("HTTP/1.1") }, {
    weight: 1,
    arbitrary: pick("HTTP/1.0", "HTTP/9"),
  }),
  host: fc.oneof({ weight: 12, arbitrary: fc.constant("Host: localhost:PORT") }, {
    weight: 1,
    arbitrary: pick("Host: [", "Host: evil.example", "Host:", "X: y"),
  }),
  headers: fc.array(pick(...HEADERS), { maxLength: 2 }),
  body: pick(...BODIES),
  tellsLength: fc.nat(9).map((one) => one > 0),
}).map(({ method, target, version, host, headers, body, tellsLength }) =>
  [
    `${method} ${target} ${version}`,
    host,
    ...headers,
    ...(tellsLength ? [`Content-Length: ${new TextEncoder().encode(body).length}`] : []),
    "",
    tellsLength || method.startsWith("P") ? body : "",
  ].join("\r\n")
);
const requests = fc.array(request, { minLength: 1, maxLength: 3 }).map((list) =>
  new TextEncoder().encode(list.join(""))
);
const PIECES = [
  "GET ",
  "/ ",
  "HTTP/1.1",
  "\r\n",
  "\n",
  "Host: localhost:PORT\r\n",
  ":",
  " ",
  "\0",
  "POST /mcp ",
  "\r\n\r\n",
];

/** The server ends what does not go on by itself after 5 s; a stream of events stays open for ever. */
const PATIENCE_MS = 15_000;
/** How long an answer is awaited before this end is closed. */
const CLOSE_MS = 150;
/** How long a stream is read before the client goes. */
const READ_MS = 40;

interface Running {
  readonly service: ListeningServer;
  readonly mcp: McpRoute;
  readonly failures: unknown[];
  close(): Promise<void>;
}
let running: Promise<Running> | undefined;

async function start(): Promise<Running> {
  const fs = createFiles(FILES);
  const failures: unknown[] = [];
  const { workspace } = await openFiles(fs, { reload: true });
  const project = createProject({ directory: "/project", home: undefined, fs, warn: () => {} });
  const answers = createCalledAnswers(callHere(createAnswerer(createAnswers(project), project.close)));
  const mcp = createMcpRoute(answers, { structured: false }, () => {});
  const routes = new Hono<Served>();
  routes.route("/", mcp.routes);
  const onFailure = (error: unknown): void => void failures.push(error);
  const page = createWebRoutes({ workspace, fs, links: { show: (path) => path, editor: undefined }, onFailure });
  routes.route("/", createPageRoutes(callHere(createPageAnswerer(page, () => workspace.close())), onFailure));
  const service = await serve({ port: 0, routes });
  return {
    service,
    mcp,
    failures,
    async close() {
      await mcp.close();
      await service.close();
      project.close();
      workspace.close();
    },
  };
}

export const httpTarget: Target = {
  name: "http",
  inputs: fc.oneof({ weight: 6, arbitrary: requests }, { weight: 1, arbitrary: soup(PIECES, 20) }),
  async check(input) {
    const { service: { port }, failures } = await (running ??= start());
    const told = await send(port, withPort(input, port));
    for (const [, status] of told.matchAll(/HTTP\/1\.[01] (\d{3})/g)) {
      assert.ok(Number(status) < 500, `status ${status}: ${told.slice(0, 1000)}`);
    }
    assert.deepEqual(failures, []);
    assert.doesNotMatch(told, /something unexpected|TypeError|\n +at /);
  },
  async close() {
    const closing = running;
    running = undefined;
    await (await closing)?.close();
  },
};

function withPort(input: Uint8Array, port: number): Uint8Array {
  // Latin-1 gives every byte back.
  return Buffer.from(Buffer.from(input).toString("latin1").replaceAll("PORT", String(port)), "latin1");
}

/** Sends the bytes and later closes this end. Resolves with what came back; fails when the server does nothing. */
function send(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = "";
    let reading: ReturnType<typeof setTimeout> | undefined;
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    // Bytes that are not whole request would wait for the rest.
    const closing = setTimeout(() => socket.end(), CLOSE_MS);
    const patience = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the server neither answered nor closed within ${PATIENCE_MS / 1000} s`));
    }, PATIENCE_MS);
    socket.setEncoding("latin1").on("data", (piece: string) => {
      told += piece;
      clearTimeout(reading);
      reading = setTimeout(() => socket.destroy(), READ_MS);
    });
    socket.on("error", () => {}); // `close` follows.
    socket.on("close", () => {
      clearTimeout(patience);
      clearTimeout(closing);
      clearTimeout(reading);
      resolve(told);
    });
  });
}
