// A service that sends without end, slowly without end, or what no answer is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import type { GenerateOptions, Generation } from "../../src/models/generate/generator.ts";
import type { GenerationSettings } from "../../src/models/generate/settings.ts";
import { contentEvent, drips, endless, packed, type Sent } from "./lying_replies.ts";
import { answers, refuses, type Reply, streams, withEndpoint } from "./scripted_endpoint.ts";

interface Asking {
  generate(options?: GenerateOptions): Promise<Generation | "too-long">;
  readonly warnings: readonly string[];
  asked(): number;
}

const MAX_TOKENS = 64;
const TEXT_BYTES = 64 * MAX_TOKENS;
/** What ra reads of an answer of so many tokens, and what a system may hold on the way. */
const SENT_BYTES = (4 * 1024 + 4 * MAX_TOKENS) * 1024 + 16 * 1024 * 1024;

const withService = (
  replies: readonly Reply[],
  use: (asking: Asking) => Promise<void>,
  settings: Partial<GenerationSettings> = {},
): Promise<void> =>
  withEndpoint(replies, async (endpoint) => {
    const warnings: string[] = [];
    const generator = openEndpointGenerator({
      ...{
        model: "m",
        provider: "openai",
        temperature: 0,
        max_tokens: MAX_TOKENS,
        max_input_tokens: 1000,
        timeout: 30,
      },
      ...{ max_time: 60, retries: 2, base_url: endpoint.url },
      ...settings,
    }, ({ code, message }) => warnings.push(`${code}: ${message.replace(endpoint.url, "URL")}`));
    await use({
      generate: (options = {}) => generator.generate({ system: "the rules", user: "the prompt" }, options),
      warnings,
      asked: () => endpoint.asked.length,
    });
  });

const FULL = "work-limit: URL: the answer is longer than 4,096 bytes, and may have 64 tokens " +
  "(generation.max_tokens); ra keeps what came until then";
const TOO_MUCH = "it sends more than an answer of 64 tokens takes";
const SLOW = /takes longer than 0\.4 seconds \(generation\.max_time\)/;

test("a stream without end is cut at 64 bytes a token, kept, and warned of once", async () => {
  const sent: Sent = { bytes: 0 };
  await withService([endless(contentEvent("Wörter, "), "", "text/event-stream", sent)], async (asking) => {
    const pieces: string[] = [];
    const made = await asking.generate({ onText: (piece) => void pieces.push(piece) }) as Generation;
    assert.equal(Buffer.byteLength(made.text), TEXT_BYTES);
    assert.equal(pieces.join(""), made.text);
    assert.deepEqual([made.finish, asking.warnings, asking.asked()], ["length", [FULL], 1]);
  });
  assert.ok(sent.bytes < SENT_BYTES, `${sent.bytes} bytes were sent`);
});

test("an answer is cut between characters", () =>
  withService([endless(contentEvent("𝔘"), contentEvent("ab"))], async (asking) => {
    const { text } = await asking.generate() as Generation;
    assert.equal(text, `ab${"𝔘".repeat((TEXT_BYTES - 2) >> 2)}`);
  }));

test("a whole answer that is too long is cut like a stream", () =>
  withService([
    answers(200, { choices: [{ message: { content: "word ".repeat(5000) }, finish_reason: "stop" }] }),
  ], async (asking) => {
    const { text, finish } = await asking.generate() as Generation;
    assert.deepEqual([text.length, finish, asking.warnings], [TEXT_BYTES, "length", [FULL]]);
  }));

test("what a model thinks in its text counts too", () =>
  withService([endless(contentEvent("hm "), contentEvent("<think>"))], async (asking) => {
    await assert.rejects(asking.generate(), { code: "generation-failed", message: /used up generation\.max_tokens/ });
    assert.equal(asking.asked(), 1);
  }));

const NO_TEXT: Readonly<Record<string, string>> = {
  comments: ": alive\n\n",
  "empty events": "data:\n\n",
  "events that are no JSON": "data: {\n\n",
  "one event without end": "data: x\n",
  "lines that are not events": "x\n",
  "line ends of all kinds": "a\r",
  "empty lines": "\n",
  "a line without end": "data: xxxxxxx",
  "thoughts in a field of their own": `data: {"choices":[{"delta":{"reasoning_content":"hm "}}]}\n\n`,
  "events without a choice": `data: {"choices":[]}\n\n`,
  "bytes that are not text": "\u0000\u0001\u00ff",
};

for (const [name, piece] of Object.entries(NO_TEXT)) {
  test(`${name} end an answer that never begins, and keep one that has begun`, async () => {
    const sent: Sent = { bytes: 0 };
    const stream = "text/event-stream";
    await withService([endless(piece, "", stream, sent)], async (asking) => {
      await assert.rejects(asking.generate(), { code: "generation-failed", message: new RegExp(TOO_MUCH) });
      assert.equal(asking.asked(), 1, "a lie is not tried again");
    });
    await withService([endless(piece, contentEvent("Half"), stream, sent)], async (asking) => {
      const { text, finish } = await asking.generate() as Generation;
      const warned = `work-limit: URL: ${TOO_MUCH}; ra keeps what came until then`;
      assert.deepEqual([text, finish, asking.warnings], ["Half", "cut", [warned]]);
    });
    assert.ok(sent.bytes < 2 * SENT_BYTES, `${sent.bytes} bytes were sent`);
  });
}

test("an answer that is not a stream and never ends is read up to a bound", () =>
  withService([endless("x", '{"choices":[{"message":{"content":"', "application/json")], async (asking) => {
    await assert.rejects(asking.generate(), { code: "generation-failed", message: new RegExp(TOO_MUCH) });
    assert.equal(asking.asked(), 1);
  }));

test("a packed stream is cut like another one", () =>
  withService([packed(50e6)], async (asking) => {
    const { text, finish } = await asking.generate() as Generation;
    assert.deepEqual([text.length, finish], [TEXT_BYTES, "length"]);
  }));

test("an error that is nested without end is an error like another one", () =>
  withService([
    (response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end("[".repeat(500_000) + "]".repeat(500_000));
    },
  ], async (asking) => {
    await assert.rejects(asking.generate(), { code: "generation-failed", message: /the service answers 400/ });
  }));

for (
  const [name, piece] of Object.entries({ "one byte": "d", "one comment": ":\n\n", "one word": contentEvent("a ") })
) {
  test(`${name} at a time is read for generation.max_time`, () =>
    withService([drips(piece, 20)], async (asking) => {
      const made = asking.generate();
      if (name === "one word") {
        const { text, finish } = await made as Generation;
        assert.match(text, /^(?:a )+$/);
        assert.deepEqual([finish, asking.warnings.length], ["cut", 1]);
        assert.match(asking.warnings[0]!, SLOW);
      } else {
        await assert.rejects(made, { code: "generation-failed", message: SLOW, hint: /raise generation\.max_time/ });
      }
      assert.equal(asking.asked(), 1);
    }, { max_time: 0.4 }));
}

test("generation.max_time holds for all tries and pauses together", () =>
  withService([refuses(503, "busy", { "retry-after": "1" })], async (asking) => {
    await assert.rejects(asking.generate(), { code: "generation-failed", message: SLOW });
    assert.equal(asking.asked(), 1);
  }, { max_time: 0.4 }));

test("who asks may allow less time than generation.max_time", () =>
  withService([drips(":\n\n", 20)], async (asking) => {
    await assert.rejects(asking.generate({ within: 100 }), { code: "generation-failed" });
  }));

test("a user who stops a slow answer is not told about the time", () =>
  withService([drips(contentEvent("a "), 20)], async (asking) => {
    const stop = new AbortController();
    const { finish } = await asking.generate({ signal: stop.signal, onText: () => stop.abort() }) as Generation;
    assert.deepEqual([finish, asking.warnings], ["cut", []]);
  }));

test("an answer within its bounds is not warned of", () =>
  withService([streams(["word ".repeat(800)])], async (asking) => {
    const { text, finish } = await asking.generate() as Generation;
    assert.deepEqual([text.length, finish, asking.warnings], [4000, "stop", []]);
  }));
