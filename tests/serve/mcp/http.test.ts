// Tests `ra mcp --http` with every kind of client, and the requests that it refuses.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport as OldStreamableTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { PROJECT, withProject } from "../../cli/project.ts";
import { runRa } from "../../cli/run_ra.ts";
import { callTool, createClient, idsOf } from "./connect.ts";
import { ask, type HttpService, startHttp } from "./http_server.ts";
import { INITIALIZE, toolCall } from "./raw.ts";

async function withHttp(
  work: (service: HttpService, directory: string) => Promise<void>,
  args: readonly string[] = [],
): Promise<void> {
  await withProject({ ...PROJECT, "secret.txt": "0123456789abcdef0123\n" }, async (directory) => {
    const service = await startHttp(directory, args);
    try {
      await work(service, directory);
    } finally {
      await service.stop();
    }
  });
}

test("one index serves clients of every revision at once, over Streamable HTTP and event streams", () =>
  withHttp(async ({ url }, directory) => {
    const modern = createClient(true);
    const legacy = createClient(false);
    await modern.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    await legacy.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    assert.deepEqual([modern, legacy].map((client) => client.getNegotiatedProtocolVersion()), [
      "2026-07-28",
      "2025-11-25",
    ]);
    const old = new OldClient({ name: "old", version: "1" });
    const oldest = new OldClient({ name: "oldest", version: "1" });
    await old.connect(new OldStreamableTransport(new URL(`${url}/mcp`)));
    await oldest.connect(new SSEClientTransport(new URL(`${url}/sse`)));
    try {
      writeFileSync(join(directory, "docs/jam.md"), "# Jam\n\nOrange marmalade.\n");
      const found = await Promise.all([
        callTool(modern, "search", { queries: "marmalade" }).then(idsOf),
        callTool(legacy, "search", { queries: "marmalade" }).then(idsOf),
        ...[old, oldest].map(async (client) => {
          const { structuredContent } = await client.callTool({ name: "search", arguments: { queries: "marmalade" } });
          return (structuredContent as { queries: { results: { id: string }[] }[] }).queries[0]!.results.map(({ id }) =>
            id
          );
        }),
      ]);
      assert.deepEqual(found, Array.from({ length: 4 }, () => ["docs:jam.md"]));
    } finally {
      await Promise.all([modern.close(), legacy.close(), old.close(), oldest.close()]);
    }
  }));

test("ra mcp refuses requests for other hosts and from other sites' pages", () =>
  withHttp(async ({ port }) => {
    const body = JSON.stringify(INITIALIZE);
    const status = async (headers: Record<string, string>, path = "/mcp"): Promise<number> =>
      (await ask(port, { headers, body, path })).status;
    assert.equal(await status({}), 200);
    assert.equal(await status({ host: `localhost:${port}` }), 200);
    assert.equal(await status({ host: `[::1]:${port}` }), 200);
    assert.equal(await status({ origin: `http://localhost:${port}` }), 200);
    for (
      const host of [
        "evil.example",
        `evil.example:${port}`,
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.1",
      ]
    ) {
      assert.equal(await status({ host }), 403, host);
    }
    for (
      const origin of [
        "http://evil.example",
        "https://localhost.evil.example",
        "http://localhost:1",
        "null",
        "file://",
        `http://127.0.0.1:${port}.evil.example`,
      ]
    ) {
      assert.equal(await status({ origin }), 403, origin);
    }
    for (const path of ["/sse", "/messages?sessionId=x", "/"]) {
      assert.equal(await status({ origin: "http://evil.example" }, path), 403, path);
    }
  }));

test("with --token ra mcp answers only clients that send the token", () =>
  withHttp(async ({ port, url }) => {
    const body = JSON.stringify(INITIALIZE);
    const bare = await ask(port, { body });
    assert.deepEqual([bare.status, bare.headers["www-authenticate"]], [401, "Bearer"]);
    for (
      const wrong of ["Bearer x", "Bearer 0123456789abcdef0123x", "0123456789abcdef0123", "Basic 0123456789abcdef0123"]
    ) {
      assert.equal((await ask(port, { body, headers: { authorization: wrong } })).status, 401, wrong);
    }
    const client = createClient(false);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { authorization: "Bearer 0123456789abcdef0123" } },
      }),
    );
    assert.deepEqual(idsOf(await callTool(client, "search", { queries: "warranty" })), ["notes:todo.txt"]);
    await client.close();
  }, ["--token", "@secret.txt"]));

test("--host with a network address needs a token that is long enough, and --token needs --http", () =>
  withProject(PROJECT, (directory) => {
    const says = (args: readonly string[], code: number, pattern: RegExp): void => {
      const run = runRa(["mcp", ...args], { cwd: directory });
      assert.deepEqual([run.code, run.stdout], [code, ""], run.stderr);
      assert.match(run.stderr, pattern);
    };
    says(["--http", "0", "--host", "0.0.0.0"], 2, /^ra: --host 0\.0\.0\.0: .*\n {2}hint: .*--token/);
    says(["--http", "0", "--host", "0.0.0.0", "--token", "short"], 2, /a token has at least 16 characters/);
    says(["--token", "0123456789abcdef"], 2, /go with --http/);
    says(["--http", "70000"], 2, /from 0 to 65535/);
    says(["--http", "0", "--token", "@nowhere"], 2, /there is no such file/);
  }));

test("the message about a taken port says what helps", () =>
  withHttp(async ({ port }, directory) => {
    await assert.rejects(
      startHttp(directory, ["--http", String(port)]),
      new RegExp(
        `cannot listen on 127\\.0\\.0\\.1:${port}: another program uses this port\\n {2}hint: .*0 picks a free one`,
      ),
    );
  }));

test("the server refuses long bodies, other methods, other paths and unknown sessions, and keeps running", () =>
  withHttp(async ({ port }) => {
    const long = JSON.stringify({ ...INITIALIZE, padding: "x".repeat(1_200_000) });
    assert.equal((await ask(port, { body: long })).status, 413);
    const inPieces = await ask(port, { body: long, headers: { "transfer-encoding": "chunked" } }).then(
      ({ status }) => status,
      () => "cut",
    );
    assert.ok(inPieces === 413 || inPieces === "cut");
    assert.equal((await ask(port, { body: "{" })).status, 400);
    assert.equal((await ask(port, { body: "hello", headers: { "content-type": "text/plain" } })).status, 415);
    assert.equal((await ask(port, { path: "/etc/passwd", method: "GET" })).status, 404);
    assert.equal((await ask(port, { path: "/mcp/../../etc/passwd", method: "GET" })).status, 404);
    assert.equal((await ask(port, { path: "/mcp", method: "PUT" })).status, 405);
    assert.equal((await ask(port, { path: "/sse" })).status, 405);
    assert.equal((await ask(port, { path: "/messages?sessionId=unknown", body: "{}" })).status, 404);
    assert.equal(
      (await ask(port, {
        body: JSON.stringify(toolCall(2, "list_sources", {})),
        headers: { "mcp-session-id": "unknown" },
      })).status,
      404,
    );
    assert.equal((await ask(port, { body: JSON.stringify(INITIALIZE) })).status, 200);
  }));

test("ra mcp also answers a client of 2025 that never initializes", () =>
  withHttp(async ({ port }) => {
    const { status, body } = await ask(port, {
      body: JSON.stringify(toolCall(2, "search", { queries: "warranty" })),
      headers: { "mcp-protocol-version": "2025-06-18" },
    });
    assert.equal(status, 200, body);
    assert.match(body, /notes:todo\.txt/);
  }));

test("Ctrl-C ends the server with 130 and an empty stdout, even while a client holds a stream open", () =>
  withProject(PROJECT, async (directory) => {
    const service = await startHttp(directory);
    const stream = ask(service.port, { path: "/sse", method: "GET" }).catch(() => "cut");
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(await service.stop(), 130);
    await stream;
  }));
