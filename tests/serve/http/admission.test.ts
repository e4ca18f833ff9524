import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdmissionRules, refusalOf } from "../../../src/serve/http/admission.ts";
import { isLoopbackHost } from "../../../src/text/loopback.ts";

const TOKEN = "0123456789abcdef";
const status = (headers: Record<string, string>, rules: AdmissionRules): number =>
  refusalOf({ headers: new Headers(headers) } as Request, rules)?.status ?? 200;

test("refusalOf() on loopback admits only loopback names and the server's own pages", () => {
  const loopback = { isLoopback: true };
  for (const host of ["localhost", "LOCALHOST:7272", "127.0.0.1:7272", "127.1.2.3", "[::1]:7272", "[::1]"]) {
    assert.equal(status({ host }, loopback), 200, host);
  }
  for (
    const host of [
      "",
      "example.com",
      "localhost.example.com",
      "127.0.0.1.example.com",
      "0.0.0.0",
      "[::2]",
      "127.0.0.1@example.com",
      "localhost:7272:1",
    ]
  ) {
    assert.equal(status({ host }, loopback), 403, host);
  }
  const from = (origin: string): number => status({ host: "127.0.0.1:7272", origin }, loopback);
  for (const origin of ["http://127.0.0.1:7272", "http://localhost:7272", "https://LOCALHOST:7272"]) {
    assert.equal(from(origin), 200, origin);
  }
  for (
    const origin of [
      "http://localhost",
      "http://localhost:72",
      "http://example.com:7272",
      "null",
      "",
      "chrome-extension://x",
      "http://localhost:7272.example.com",
      "http://localhost:7272/x",
    ]
  ) {
    assert.equal(from(origin), 403, origin);
  }
});

test("refusalOf() on a network admits any host name with the token, and only pages of the same host", () => {
  const open = { isLoopback: false, token: TOKEN };
  const authorization = `Bearer ${TOKEN}`;
  assert.equal(status({ host: "box.lan:7272", authorization }, open), 200);
  assert.equal(status({ host: "box.lan:7272", authorization: `bearer  ${TOKEN}` }, open), 200);
  assert.equal(status({ host: "box.lan:7272" }, open), 401);
  assert.equal(status({ host: "box.lan:7272", authorization: "Bearer " }, open), 401);
  assert.equal(status({ host: "box.lan:7272", authorization: `Bearer ${TOKEN}0` }, open), 401);
  assert.equal(status({ host: "box.lan:7272", origin: "http://box.lan:7272", authorization }, open), 200);
  assert.equal(status({ host: "box.lan:7272", origin: "http://localhost:7272", authorization }, open), 403);
});

test("isLoopbackHost() recognises addresses that only this machine can reach", () => {
  assert.deepEqual(["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"].map(isLoopbackHost), [
    true,
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(["0.0.0.0", "::", "192.168.1.2", "127.0.0.1.nip.io", "localhost.", ""].map(isLoopbackHost), [
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
