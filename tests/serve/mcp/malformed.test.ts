// Tests that messages which are none get an answer, and that the server goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMessageReader, type MessageProblem } from "../../../src/serve/mcp/message_reader.ts";
import { PROJECT, withProject } from "../../cli/project.ts";
import { INITIALIZE, INITIALIZED, startRaw, toolCall } from "./raw.ts";

const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list" };

test("a message over 10 MB and malformed messages get an error, and the server goes on", () =>
  withProject(PROJECT, async (directory) => {
    const server = startRaw(directory);
    const errorOf = async (sent: string | object): Promise<unknown> => {
      server.send(sent);
      const { id, error } = await server.until((message) => "error" in message);
      return [id, (error as { readonly code: number }).code];
    };
    server.send(INITIALIZE);
    await server.until(({ id }) => id === 1);
    server.send(INITIALIZED);
    assert.deepEqual(await errorOf(JSON.stringify(toolCall(7, "search", { queries: "x".repeat(11_000_000) }))), [
      null,
      -32600,
    ]);
    for (const text of ["{", "hello", "[".repeat(100_000), '{"jsonrpc":"2.0","id":3,"method":"tools/list"']) {
      assert.deepEqual(await errorOf(text), [null, -32700], text.slice(0, 50));
    }
    for (const value of ["null", "1", "[]", JSON.stringify([LIST]), "{}", '{"jsonrpc":"2.0"}']) {
      assert.deepEqual(await errorOf(value), [null, -32600], value);
    }
    assert.deepEqual(await errorOf({ id: 4, method: "tools/list" }), [4, -32600]);
    assert.deepEqual(await errorOf({ jsonrpc: "1.0", id: "five", method: "tools/list" }), ["five", -32600]);
    assert.deepEqual(await errorOf({ jsonrpc: "2.0", id: { a: 1 }, method: "tools/list" }), [null, -32600]);
    assert.deepEqual(await errorOf({ jsonrpc: "2.0", id: 6, method: 7 }), [6, -32600]);
    assert.deepEqual(await errorOf({ jsonrpc: "2.0", id: 8, method: "no/such/method" }), [8, -32601]);
    server.send(LIST);
    await server.until(({ id, result }) => id === 2 && result !== undefined);
    assert.equal(await server.close(), 0);
  }));

test("a last message without a line break is answered", () =>
  withProject(PROJECT, async (directory) => {
    const server = startRaw(directory);
    server.send(INITIALIZE);
    await server.until(({ id }) => id === 1);
    server.write(`${JSON.stringify(INITIALIZED)}\n${JSON.stringify(LIST)}`);
    assert.equal(await server.close(), 0);
    assert.equal(server.lines().filter((line) => (JSON.parse(line) as typeof LIST).id === 2).length, 1);
  }));

test("createMessageReader() skips a long line without keeping it, and reads lines that come in pieces", () => {
  const methods: string[] = [];
  const problems: MessageProblem[] = [];
  const reader = createMessageReader({
    most: 100,
    onMessage: (message) => methods.push("method" in message ? message.method : ""),
    onProblem: (problem) => problems.push(problem),
  });
  const push = (text: string): void => reader.push(new TextEncoder().encode(text));
  push('{"jsonrpc":"2.0","id":1,');
  push('"method":"é"}\r\n\n  \n{"jsonrpc":"2.0","method":"b"}\n');
  const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","method":"ü"}\n');
  for (const byte of bytes) reader.push(Uint8Array.of(byte));
  for (let n = 0; n < 50; n++) push("x".repeat(50));
  push('\n{"jsonrpc":"2.0","method":"c"}\n{"jsonrpc":"2.0","id":1,"result":1,"error":2}\n');
  assert.deepEqual(methods, ["é", "b", "ü", "c"]);
  assert.deepEqual(problems.map(({ code, id }) => [code, id]), [[-32600, null]]);
});
