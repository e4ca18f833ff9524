// What services send besides a stream as it should be. Each failure has words of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskedGenerator, sends, withAskedGenerator } from "./asked_generator.ts";
import { answers, refuses, type Reply, streams } from "./scripted_endpoint.ts";

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const says = (content: string, more: object = {}): string =>
  data({ choices: [{ index: 0, delta: { content }, ...more }] });
const ends = (finish_reason: string): string => data({ choices: [{ index: 0, delta: {}, finish_reason }] });
const CODE = "The gate code is 4711 [1].";
const STREAM = says("The gate ") + says("code is 4711 [1].") + ends("stop") + "data: [DONE]\n\n";

async function answerTo(reply: Reply, settings = {}): Promise<readonly [string, string, readonly string[]]> {
  let found: readonly [string, string, readonly string[]] | undefined;
  await withAskedGenerator([reply], async ({ generate, warnings }) => {
    const pieces: string[] = [];
    const made = await generate({ onText: (piece) => void pieces.push(piece) });
    assert.ok(made !== "too-long");
    assert.equal(pieces.join(""), made.text);
    found = [made.text, made.finish, warnings];
  }, settings);
  return found!;
}

for (
  const type of [
    ...["text/event-stream", "text/event-stream; charset=utf-8", "text/plain", "application/octet-stream"],
    ...["application/json", "application/x-ndjson", "text/html", undefined],
  ]
) {
  test(`a stream of events is read under the type ${type ?? "of none"}, piece by piece`, async () => {
    for (const head of ["", ": ping\n\n", "\n\n", "event: message\n", "id: 1\n", "retry: 100\n\n", "\uFEFF"]) {
      assert.deepEqual(await answerTo(sends(head + STREAM, type)), [CODE, "stop", []], JSON.stringify(head));
    }
  });

  test(`an answer that is whole is read under the type ${type ?? "of none"}`, async () => {
    const whole = JSON.stringify({ choices: [{ message: { content: CODE }, finish_reason: "stop" }] });
    for (const body of [whole, `\n  ${whole}\n`, `${whole}\n`]) {
      assert.deepEqual(await answerTo(sends(body, type)), [CODE, "stop", []]);
    }
  });
}

test("a stream whose first bytes come one at a time is a stream", async () => {
  const drips: Reply = async (response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    for (const byte of STREAM.slice(0, 12)) {
      response.write(byte);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end(STREAM.slice(12));
  };
  assert.deepEqual(await answerTo(drips), [CODE, "stop", []]);
});

test("the last event counts without its empty line", async () => {
  const last = JSON.stringify({ choices: [{ index: 0, delta: { content: CODE }, finish_reason: "stop" }] });
  for (const end of ["", "\n", "\r\n", "\n\ndata: [DONE]"]) {
    assert.deepEqual(await answerTo(sends(`data: ${last}${end}`, "text/event-stream")), [CODE, "stop", []]);
  }
});

test("a line of JSON for each piece is an answer", async () => {
  const lines = ["The gate ", "code is 4711 [1]."].map((content) =>
    JSON.stringify({ choices: [{ delta: { content } }] })
  );
  assert.deepEqual((await answerTo(sends(lines.join("\n"), "application/x-ndjson")))[0], CODE);
});

test("only the first choice is the answer", async () => {
  const other = data({ choices: [{ index: 1, delta: { content: "Wrong. " } }] });
  const both = data({ choices: [{ index: 1, delta: { content: "Wrong. " } }, { index: 0, delta: { content: CODE } }] });
  assert.deepEqual(await answerTo(sends(other + both + other + ends("stop"), "text/event-stream")), [CODE, "stop", []]);
  const whole = { choices: [{ index: 1, message: { content: "Wrong." } }, { index: 0, message: { content: CODE } }] };
  assert.deepEqual((await answerTo(answers(200, whole)))[0], CODE);
});

test("an answer that the service ends early is marked, and the warning says why", async () => {
  const cut = "ra keeps what came until then";
  const FILTER = `generation-failed: URL: the service's content filter ended the answer; ${cut}`;
  const early: readonly (readonly [string, string])[] = [
    [ends("content_filter"), FILTER],
    [ends("SAFETY"), FILTER],
    [ends("error"), `generation-failed: URL: the service ended the answer (error); ${cut}`],
    [ends("abort"), `generation-failed: URL: the service ended the answer (abort); ${cut}`],
    [
      data({ error: { message: "out of memory" } }),
      `generation-failed: URL: the service ended the answer: out of memory; ${cut}`,
    ],
    [
      `event: error\n${data({ message: "gone" })}`,
      `generation-failed: URL: the service ended the answer: gone; ${cut}`,
    ],
  ];
  for (const [end, warning] of early) {
    assert.deepEqual(await answerTo(sends(says("Half [1].") + end, "text/plain")), ["Half [1].", "cut", [warning]]);
  }
  for (const finish of ["length", "max_tokens", "MAX_TOKENS", "model_length"]) {
    assert.deepEqual(await answerTo(sends(says("Half") + ends(finish))), ["Half", "length", []]);
  }
  for (const finish of ["stop", "eos", "end_turn", "STOP", "anything"]) {
    assert.deepEqual(await answerTo(sends(says("Whole") + ends(finish))), ["Whole", "stop", []]);
  }
});

const call = { tool_calls: [{ index: 0, function: { name: "find_page", arguments: "{}" } }] };
const NOTHING: Readonly<Record<string, readonly [Reply, RegExp, RegExp]>> = {
  "a content filter": [sends(ends("content_filter")), /content filter held the answer back$/, /another model/],
  "a refusal in pieces": [
    sends(
      data({ choices: [{ delta: { refusal: "I cannot " } }] }) + data({ choices: [{ delta: { refusal: "help." } }] }),
    ),
    /the model refuses to answer: I cannot help\.$/,
    /another model/,
  ],
  "a refusal": [
    answers(200, { choices: [{ message: { content: null, refusal: "No." }, finish_reason: "stop" }] }),
    /the model refuses to answer: No\.$/,
    /another model/,
  ],
  "a call of a tool": [
    sends(data({ choices: [{ delta: call }] }) + ends("tool_calls")),
    /the model calls a tool in place of an answer: find_page$/,
    /turn its tools off/,
  ],
  "a call of a function": [
    answers(200, { choices: [{ message: { content: "", function_call: { name: "look" } } }] }),
    /the model calls a tool in place of an answer: look$/,
    /turn its tools off/,
  ],
  "a web page": [
    sends("<!DOCTYPE html>\n<html><head><title>\nSign  in</title></head></html>", "text/html"),
    /a web page came in place of an answer: Sign in$/,
    /ends in \/v1, and whether it wants you to log in/,
  ],
  "a web page under another type": [
    sends("<html><h1>Welcome</h1></html>", "text/event-stream"),
    /a web page came in place of an answer: Welcome$/,
    /log in/,
  ],
  "plain text": [
    sends("Ollama is running", "text/plain"),
    /is not an answer of \/chat\/completions: Ollama is running$/,
    /\/v1/,
  ],
  "nothing": [sends("", "application/json"), /is not an answer of \/chat\/completions$/, /\/v1/],
  "another answer": [answers(200, { models: [] }), /its answer has no `choices`$/, /\/v1/],
  "no text": [sends(ends("stop")), /the model said nothing$/, /whether the service runs/],
  "thoughts in their own field": [
    sends(data({ choices: [{ delta: { reasoning_content: "Hm." } }] }) + ends("stop")),
    /the model thought, and gave no answer$/,
    /max_tokens/,
  ],
  "thoughts alone": [
    sends(says("<think>Hm.</think>") + ends("stop")),
    /the model thought, and gave no answer$/,
    /max_tokens/,
  ],
  "thoughts to the end": [sends(says("<think>Hm.") + ends("length")), /used up generation\.max_tokens/, /raise/],
};

for (const [name, [reply, message, hint]] of Object.entries(NOTHING)) {
  test(`${name} in place of an answer is named, and not asked for again`, () =>
    withAskedGenerator([reply], async ({ generate, endpoint }) => {
      await assert.rejects(generate(), { code: "generation-failed", message, hint });
      assert.equal(endpoint.asked.length, 1);
    }));
}

const LONG = "This model's maximum context length is 4096 tokens, and your messages have more.";

test("an error within an answer counts as one in place of it", async () => {
  const tooLong = [
    sends(data({ error: { message: LONG, code: 400 } }), "text/event-stream"),
    sends(data({ object: "error", message: LONG, code: 400 }), "text/event-stream"),
    sends(`event: error\n${data({ message: LONG })}`, "text/event-stream"),
    answers(200, { error: LONG }),
  ];
  for (const reply of tooLong) {
    await withAskedGenerator([reply], async ({ generate }) => assert.equal(await generate(), "too-long"));
  }
  const passing = [
    sends(data({ error: { message: "busy", code: 503 } })),
    sends(data({ error: { message: "busy", type: "overloaded_error" } })),
    answers(200, { error: { message: "slow down", code: "rate_limit_exceeded" } }),
  ];
  for (const reply of passing) {
    await withAskedGenerator([reply, streams(["Done."])], async ({ generate, endpoint }) => {
      assert.equal((await generate() as { text: string }).text, "Done.");
      assert.equal(endpoint.asked.length, 2);
    });
  }
});

test("usage is what the model counted, wherever the service says it", async () => {
  const counted: readonly (readonly [string, number | null, number | null])[] = [
    [data({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } }), 12, 5],
    [data({ choices: [], usage: { input_tokens: 12, output_tokens: 5 } }), 12, 5],
    [data({ choices: [], x_groq: { usage: { prompt_tokens: 12, completion_tokens: 5 } } }), 12, 5],
    [data({ choices: [], usage: null }), null, null],
    [data({ choices: [], usage: { prompt_tokens: "many" } }), null, null],
  ];
  for (const [event, input, output] of counted) {
    await withAskedGenerator([sends(says("Done.") + ends("stop") + event)], async ({ generate }) => {
      assert.deepEqual((await generate() as { tokens: unknown }).tokens, { input, output });
    });
  }
});

test("numbers that JSON does not have hide no text", async () => {
  const piece = 'data: {"choices":[{"index":0,"delta":{"content":"NaN, [Infinity]"},"logprobs":[NaN, -Infinity]}]}\n\n';
  assert.deepEqual((await answerTo(sends(piece + ends("stop"))))[0], "NaN, [Infinity]");
});

const fails = async (reply: Reply, use: (asked: AskedGenerator, error: Error & { hint: string }) => void) =>
  await withAskedGenerator([reply], async (asked) => {
    const error = await asked.generate().then(() => assert.fail("it answers"), (error: unknown) => error);
    use(asked, error as Error & { hint: string });
  }, { retries: 0 });

test("a failure that is not JSON is shown in one line", async () => {
  const failures: readonly (readonly [Reply, RegExp])[] = [
    [
      sends("<html><title>502 Bad Gateway</title></html>", "text/html", 502),
      /answers 502 with a web page: 502 Bad Gateway$/,
    ],
    [sends("Internal Server Error", "text/plain", 500), /the service answers 500: Internal Server Error$/],
    [sends("404 page not found", "text/plain", 404), /nothing is at this address \(404\): 404 page not found$/],
    [sends("", undefined, 503), /the service answers 503$/],
    [refuses(402, "no money"), /the service wants to be paid \(402\): no money$/],
    [sends('data: {"error":{"message":"broken"}}\n\n', "text/event-stream", 400), /the service answers 400: broken$/],
    [
      answers(400, { detail: [{ loc: ["body", "messages"], msg: "field required" }] }),
      /answers 400: messages: field required$/,
    ],
    [answers(400, [{ error: { message: "no such thing" } }]), /answers 400: no such thing$/],
    [answers(403, { errors: [{ message: "not here" }] }), /wants a key \(403\): not here$/],
    [
      answers(302, {}, { location: "https://login.example.org/" }),
      /leads elsewhere \(302\): https:\/\/login\.example\.org\/$/,
    ],
  ];
  for (const [reply, message] of failures) await fails(reply, (_, error) => assert.match(error.message, message));
});
