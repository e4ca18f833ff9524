import assert from "node:assert/strict";
import { request as startRequest } from "node:http";
import { test } from "node:test";
import { Hono } from "hono";
import { serve } from "../../../src/serve/http/serve.ts";
import type { Served } from "../../../src/serve/http/served.ts";

const LIMIT = 1024 * 1024;

/** A service that answers with the length of a body. */
async function withService(work: (url: string, answers: () => number) => Promise<void>): Promise<void> {
  let answers = 0;
  const routes = new Hono<Served>();
  routes.post("/length", async ({ req }) => new Response(String((await req.raw.text()).length)));
  routes.get("/hello", () => new Response("hello"));
  const service = await serve({ port: 0, routes, onAnswer: () => answers++ });
  try {
    await work(service.url, () => answers);
  } finally {
    await service.close();
  }
}

/** Posts a body in pieces, or as a whole with its length in the header. */
function post(url: string, pieces: readonly string[], headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const request = startRequest(url, { method: "POST", headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // The service may close the connection after it answers a body that is too long.
    request.on("error", reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

test("serve() passes on a body within the limit, with or without a length in the header", () =>
  withService(async (url) => {
    const whole = "x".repeat(LIMIT);
    const length = { "content-length": String(LIMIT) };
    assert.deepEqual(await post(`${url}/length`, [whole], length), { status: 200, text: String(LIMIT) });
    assert.deepEqual(await post(`${url}/length`, ["abc", "", "de"]), { status: 200, text: "5" });
    assert.deepEqual(await post(`${url}/length`, []), { status: 200, text: "0" });
  }));

test("serve() refuses a body beyond the limit, with or without a length in the header", () =>
  withService(async (url) => {
    const pieces = ["x".repeat(LIMIT), "x"];
    for (const headers of [{}, { "content-length": String(LIMIT + 1) }]) {
      const { status, text } = await post(`${url}/length`, pieces, headers);
      assert.equal(status, 413);
      assert.equal(text, "the request is too long: its body may have at most 1048576 bytes\n");
    }
  }));

test("serve() answers 404 when no route matches, and reports each answer", () =>
  withService(async (url, answers) => {
    const missing = await fetch(`${url}/none`);
    assert.deepEqual([missing.status, await missing.text()], [404, "there is nothing at this address\n"]);
    assert.equal(missing.headers.get("x-content-type-options"), "nosniff");
    assert.equal(await (await fetch(`${url}/hello`)).text(), "hello");
    assert.equal((await fetch(`${url}/hello`, { method: "HEAD" })).status, 200);
    assert.equal(answers(), 3);
  }));
