// Tests that a client's cancellation over HTTP reaches the call, in both generations of the protocol.
import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import { createMcpRoute } from "../../../src/serve/mcp/http/http_route.ts";
import type { McpAnswers } from "../../../src/serve/mcp/answers.ts";
import type { AskedCall } from "../../../src/serve/threads/call.ts";
import { INITIALIZE, toolCall } from "./raw.ts";

/** Answers that wait until a client cancels them. */
function waitingAnswers() {
  let begin: (call: AskedCall) => void;
  const begun = new Promise<AskedCall>((resolve) => (begin = resolve));
  const wait = (call: AskedCall): Promise<never> => {
    begin(call);
    return new Promise((_, reject) =>
      call.signal.addEventListener("abort", () => reject(new RaError("interrupted", "stopped")))
    );
  };
  const answers: McpAnswers<AskedCall> = {
    callTool: (_name, _given, call) => wait(call),
    listResources: (_cursor, call) => wait(call),
    readResource: (_uri, call) => wait(call),
    getPrompt: (_name, _given, call) => wait(call),
    complete: (_params, call) => wait(call),
  };
  return { answers, begun };
}

const url = new URL("http://127.0.0.1/mcp");

function post(body: object, headers: Record<string, string> = {}, signal?: AbortSignal): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

const aborted = (call: AskedCall): Promise<void> =>
  new Promise((resolve) => {
    if (call.signal.aborted) resolve();
    else call.signal.addEventListener("abort", () => resolve());
  });

test("notifications/cancelled ends a call of the same session", async () => {
  const { answers, begun } = waitingAnswers();
  const route = createMcpRoute(answers, { structured: false }, () => {});
  const opened = await route.routes.fetch(post(INITIALIZE));
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id")!, "mcp-protocol-version": "2025-06-18" };
  await opened.text();
  const called = await route.routes.fetch(post(toolCall(7, "search", { queries: "x" }), session));
  const call = await begun;
  assert.equal(call.signal.aborted, false);
  const cancelled = await route.routes.fetch(
    post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } }, session),
  );
  assert.equal(cancelled.status, 202);
  await aborted(call);
  await route.close();
  await called.body?.cancel();
});

test("the call of a client of protocol 2026 ends when the client disconnects", async () => {
  const { answers, begun } = waitingAnswers();
  const route = createMcpRoute(answers, { structured: false }, () => {});
  const client = new AbortController();
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "x", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "search" };
  const answered = Promise.resolve(
    route.routes.fetch(post(toolCall(7, "search", { queries: "x" }, meta), headers, client.signal)),
  ).catch(() => undefined);
  const call = await begun;
  client.abort();
  await aborted(call);
  await answered;
  await route.close();
});
