import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConverterRequest, readRequests } from "../../src/host/converter_requests.ts";

const encoder = new TextEncoder();

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(input: AsyncIterable<Uint8Array>): Promise<readonly ConverterRequest[]> {
  const found: ConverterRequest[] = [];
  for await (const request of readRequests(input)) found.push(request);
  return found;
}

test("requests are read whatever the pieces in which they come", async () => {
  const files = ["", "one", "two\nlines\n", "{}\n"].map((text) => encoder.encode(text));
  const stream = new Uint8Array(Buffer.concat(
    files.flatMap((bytes, task) => [encoder.encode(`${JSON.stringify({ size: bytes.length, task })}\n`), bytes]),
  ));
  for (const size of [1, 2, 3, 7, stream.length]) {
    const requests = await read(inPieces(stream, size));
    assert.deepEqual(requests.map(({ task }) => task), [0, 1, 2, 3], `pieces of ${size}`);
    assert.deepEqual(requests.map(({ bytes }) => new TextDecoder().decode(bytes)), [
      "",
      "one",
      "two\nlines\n",
      "{}\n",
    ]);
  }
});

test("a large file that comes in many small pieces is not copied again for each of them", async () => {
  // Copying what is there for each piece would move two terabytes.
  const size = 16 * 1024 * 1024;
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(`${JSON.stringify({ size, task: "large" })}\n`);
    const piece = new Uint8Array(64).fill(7);
    for (let sent = 0; sent < size; sent += piece.length) yield piece;
  }
  const [request] = await read(stream());
  assert.equal(request!.bytes.length, size);
  assert.equal(request!.bytes.indexOf(0), -1);
});
