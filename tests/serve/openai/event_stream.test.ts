import assert from "node:assert/strict";
import { test } from "node:test";
import { createEventStream } from "../../../src/serve/openai/event_stream.ts";

/** About what an event has besides its text. */
const FRAME = "x".repeat(250);

async function eventsOf(readable: ReadableStream<Uint8Array>): Promise<readonly string[]> {
  return (await new Response(readable).text()).split("\n\n").filter((event) => event !== "");
}

test("the text of a client who reads slowly waits in few events, and none of it is lost", async () => {
  const stream = createEventStream((text) => ({ text, frame: FRAME }), () => assert.fail("nobody has gone"));
  const pieces = Array.from({ length: 50_000 }, (_, at) => `${at} `);
  pieces.forEach(stream.text);
  stream.event({ last: true });
  stream.done();
  stream.end();
  const events = await eventsOf(stream.readable);
  assert.ok(events.length < 2000, `${events.length} events`);
  assert.deepEqual(events.slice(-2), ['data: {"last":true}', "data: [DONE]"]);
  const texts = events.slice(0, -2).map((event) => (JSON.parse(event.slice(6)) as { text: string }).text);
  assert.equal(texts.join(""), pieces.join(""));
});

test("a client who has gone away is noticed", async () => {
  let gone = 0;
  const stream = createEventStream((text) => ({ text }), () => gone++);
  await stream.readable.cancel();
  stream.text("more");
  stream.end();
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(gone > 0);
});
