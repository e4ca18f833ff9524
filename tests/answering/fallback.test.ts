// Another model answers when the service cannot, and the warning says why. A refused key is not passed over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerQuestion, type CheckedAnswer } from "../../src/answering/answer_question.ts";
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import type { Generator } from "../../src/models/generate/generator.ts";
import { sends } from "./asked_generator.ts";
import { PASSAGES } from "./scripted_answers.ts";
import { dies, refuses, type Reply, streams, withEndpoint } from "./scripted_endpoint.ts";

interface Fallen {
  readonly answer: CheckedAnswer;
  /** Why the other model was asked. */
  readonly why: string | undefined;
  readonly asked: number;
}

const OTHER: Generator = {
  provider: "local",
  model: "small.gguf",
  generate: () =>
    Promise.resolve({ text: "From the other model [1].", finish: "stop", tokens: { input: null, output: null } }),
  close() {},
};

/** `closed`: nobody listens at the address. */
async function ask(reply: Reply, state?: "closed"): Promise<Fallen> {
  let fallen: Fallen | undefined;
  let closed = "";
  await withEndpoint([reply], ({ url }) => Promise.resolve(void (closed = url)));
  await withEndpoint([reply], async ({ url, asked }) => {
    const generator = openEndpointGenerator({
      ...{ model: "m", provider: "openai", temperature: 0, max_tokens: 64, max_input_tokens: 8000, timeout: 0.3 },
      ...{ max_time: 60, retries: 0, base_url: state === undefined ? url : closed },
    }, () => assert.fail("it warns"));
    let why: string | undefined;
    const answer = await answerQuestion({
      asked: { question: "which vectors are kept?", turns: [] },
      evidence: { passages: PASSAGES, lacking: [] },
      prompt: { template: "{context}\n{history}{question}", most: 8000, count: (text) => text.length },
      generators: {
        generator,
        fallback(because) {
          why = because;
          return Promise.resolve(OTHER);
        },
      },
      warn: () => {},
      watcher: {},
    });
    fallen = { answer, why, asked: asked.length };
  });
  return fallen!;
}

const AWAY: Readonly<Record<string, readonly [Reply, RegExp, state?: "closed"]>> = {
  "it refuses connections": [
    () => {},
    /refuses connections|Unable to connect|Connection refused/i,
    "closed",
  ],
  "it is silent": [() => {}, /nothing came for 0\.3 seconds/],
  "it answers 503": [refuses(503, "starting"), /answers 503: starting/],
  "it wants to be asked later": [refuses(429, "busy", { "retry-after": "3600" }), /asked again in 1 h 00 min/],
  "it loses the connection before the answer": [dies([]), /before it began|ended early|terminated|reading a body/i],
  "a web page is in its place": [
    sends("<html><title>Down</title>", "text/html"),
    /a web page came in place of an answer: Down/,
  ],
  "its gateway fails": [sends("<html><title>502</title>", "text/html", 502), /answers 502 with a web page: 502/],
};

for (const [name, [reply, because, state]] of Object.entries(AWAY)) {
  test(`another model answers when ${name}`, async () => {
    const { answer, why } = await ask(reply, state);
    assert.deepEqual([answer.answer, answer.model, answer.provider], [
      "From the other model [1].",
      "small.gguf",
      "local",
    ]);
    assert.match(why!, because);
    assert.equal(answer.tokens.output, answer.answer.length, "what the model does not count, ra counts");
  });
}

test("no other model answers in place of a service that refuses the key, or of one that answers", async () => {
  for (const status of [401, 403]) await assert.rejects(ask(refuses(status, "who?")), { code: "key-refused" });
  const { answer, why } = await ask(streams(["From the service [1]."]));
  assert.deepEqual([answer.answer, answer.model, why], ["From the service [1].", "m", undefined]);
  assert.deepEqual(answer.tokens, { input: 12, output: 5 });
});
