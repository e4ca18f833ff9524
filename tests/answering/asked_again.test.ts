// What a service refuses is asked for otherwise, and what it wants later is not asked for now.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { RaError } from "../../src/errors.ts";
import { requestInstead } from "../../src/models/generate/asked_again.ts";
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import { sends, withAskedGenerator } from "./asked_generator.ts";
import { answers, refuses, streams } from "./scripted_endpoint.ts";

/** As services say it, each in its own words. */
const TOO_MANY: readonly (readonly [says: string, asked: number, most: number])[] = [
  [
    "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.",
    100_000,
    16_384,
  ],
  [
    "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model",
    100_000,
    8192,
  ],
  [
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022",
    100_000,
    8192,
  ],
  ["Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 100_000, 8192],
  ["<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 16384]", 100_000, 16_384],
  ["max_tokens cannot exceed 16,384", 100_000, 16_384],
  ["too many tokens: max tokens must be less than or equal to 4096", 100_000, 4096],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 100000. This model's maximum context length is 4096 tokens and your request has 96 input tokens (100000 > 4096 - 96).",
    100_000,
    4000,
  ],
  [
    "This model's maximum context length is 4097 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).",
    4000,
    3097,
  ],
  [
    "This model's maximum context length is 4097 tokens, however you requested 5000 tokens (1000 in your prompt; 4000 for the completion).",
    4000,
    3097,
  ],
  [
    "You passed 3081 input tokens and requested 1024 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 3072 tokens.",
    1024,
    1015,
  ],
  [
    "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 1000 `inputs` tokens and 4000 `max_new_tokens`",
    4000,
    3097,
  ],
  ["max_tokens is too large", 1000, 500],
];

for (const [says, asked, most] of TOO_MANY) {
  test(`max_tokens is lowered to ${most}: ${says.slice(0, 60)}`, () => {
    for (const name of ["max_tokens", "max_completion_tokens"]) {
      for (const text of [says, JSON.stringify({ error: { message: says, param: name, code: "invalid_value" } })]) {
        const instead = requestInstead({ [name]: asked, stream: true }, text);
        assert.ok(instead !== undefined && instead !== "too-long", text);
        assert.deepEqual(instead.body, { [name]: most, stream: true });
      }
    }
  });
}

test("a prompt that leaves no room is too long, and so is one of which nobody says how long it is", () => {
  for (
    const says of [
      "This model's maximum context length is 4096 tokens and your request has 4090 input tokens",
      "This model's maximum context length is 4096 tokens, but max_tokens and the prompt need 5000.",
      "the request exceeds the available context size, try increasing it",
      "input length exceeds the context length",
      "prompt is too long: 210000 tokens > 200000 maximum",
      "Please reduce the length of the messages",
    ]
  ) {
    assert.equal(requestInstead({ max_tokens: 1024 }, says), "too-long", says);
  }
});

test("a parameter that the service does not know is renamed or left out", () => {
  const request = { model: "m", stream: true, stream_options: {}, temperature: 0, max_tokens: 9 };
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", {
      ...{ model: "m", stream: true, stream_options: {}, temperature: 0 },
      max_completion_tokens: 9,
    }],
    ["max_tokens: Extra inputs are not permitted", {
      ...{ model: "m", stream: true, stream_options: {}, temperature: 0 },
      max_completion_tokens: 9,
    }],
    ["Unrecognized request argument supplied: stream_options", {
      model: "m",
      stream: true,
      temperature: 0,
      max_tokens: 9,
    }],
    ["streaming is not supported", { model: "m", temperature: 0, max_tokens: 9 }],
    ["Your organization must be verified to stream this model.", { model: "m", temperature: 0, max_tokens: 9 }],
    ["`stream` must be false", { model: "m", temperature: 0, max_tokens: 9 }],
    ["`temperature` has to be a strictly positive float", {
      model: "m",
      stream: true,
      stream_options: {},
      max_tokens: 9,
    }],
  ];
  for (const [says, body] of cases) assert.deepEqual(requestInstead(request, says), { body, isLasting: true }, says);
  assert.equal(requestInstead({ ...request, messages: [] }, "there is no model m"), undefined);
});

test("max_tokens is lowered once for all questions, under both names", () =>
  withAskedGenerator([
    refuses(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    refuses(400, "max_completion_tokens is too large: 64. This model supports at most 32 completion tokens."),
    streams(["One."]),
    streams(["Two."]),
  ], async ({ generate, endpoint }) => {
    assert.equal((await generate() as { text: string }).text, "One.");
    assert.equal((await generate() as { text: string }).text, "Two.");
    const asked = endpoint.asked.map(({ body }) => [body.max_tokens, body.max_completion_tokens]);
    assert.deepEqual(asked, [[64, undefined], [undefined, 64], [undefined, 32], [undefined, 32]]);
  }));

test("a service that never takes a number is given up", () =>
  withAskedGenerator([(response, { body }) => {
    void refuses(400, `max_tokens must be at most ${body.max_tokens! - 1}`)(response, {
      body,
      path: "",
      authorization: "",
    });
  }], async ({ generate, endpoint }) => {
    await assert.rejects(generate(), {
      code: "generation-failed",
      message: /the service answers 400: max_tokens must be/,
    });
    assert.equal(endpoint.asked.length, 17);
  }, { max_tokens: 100_000 }));

const WHOLE = answers(200, { choices: [{ message: { content: "Whole." }, finish_reason: "stop" }] });

for (
  const [status, says] of [
    [400, "stream is not supported"],
    [422, "streaming unsupported"],
    [501, "no streaming"],
    [500, "this model does not support streaming"],
    [500, "stream must be false"],
    [501, "Streaming is not yet implemented"],
    [500, "generate() got an unexpected keyword argument 'stream'"],
  ] as const
) {
  test(`a service without streaming (${status} ${says}) is asked without, also the next time`, () =>
    withAskedGenerator([refuses(status, says), WHOLE], async ({ generate, endpoint }) => {
      assert.equal((await generate() as { text: string }).text, "Whole.");
      assert.equal((await generate() as { text: string }).text, "Whole.");
      assert.deepEqual(endpoint.asked.map(({ body }) => body.stream), [true, undefined, undefined]);
      assert.ok(!("stream_options" in endpoint.asked[1]!.body));
    }));
}

test("an answer that is not streamed may take longer than generation.timeout", () =>
  withAskedGenerator([
    refuses(400, "stream is not supported"),
    async (response, asked) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await WHOLE(response, asked);
    },
  ], async ({ generate }) =>
    assert.equal((await generate() as { text: string }).text, "Whole."), { timeout: 0.2 }));

const LATER: readonly (readonly [Readonly<Record<string, string>>, string, RegExp])[] = [
  [{ "retry-after": "7200" }, "slow down", /again in 2 h 00 min, at \d{4}-\d\d-\d\d \d\d:\d\d UTC: slow down$/],
  [{ "retry-after": "61" }, "slow down", /again in 2 min, at /],
  [{ "retry-after-ms": "600000" }, "slow down", /again in 10 min, at /],
  [{ "retry-after": new Date(Date.now() + 1_790_000).toUTCString() }, "slow down", /again in 30 min, at /],
  [{}, "Rate limit reached. Please try again in 7m12.5s. Visit us.", /again in 8 min, at /],
  [{}, "Please retry in 1h2m3s", /again in 1 h 03 min, at /],
  [{}, "quota exceeded, retry after 90 seconds", /again in 2 min, at /],
  [{ "retry-after": "99999999999999" }, "never", /again in more than a year: never$/],
];

for (const [headers, says, message] of LATER) {
  for (const status of [429, 503]) {
    test(`${status} ${JSON.stringify(headers)} ${says.slice(0, 40)}: the question ends at once, and the next one too`, () =>
      withAskedGenerator([refuses(status, says, headers)], async ({ generate, endpoint }) => {
        const began = performance.now();
        await assert.rejects(generate(), { code: "generation-failed", message, hint: /ask again then/ });
        await assert.rejects(generate(), { code: "generation-failed", message });
        assert.equal(endpoint.asked.length, 1);
        assert.ok(performance.now() - began < 2000);
      }));
  }
}

test("while the service is away, each question says how long it still is", () =>
  withAskedGenerator([refuses(429, "slow down", { "retry-after": "61" })], async ({ generate, endpoint }) => {
    const failed = async (): Promise<RaError> =>
      await generate().then(() => assert.fail("it answers"), (error: RaError) => error);
    const first = await failed();
    assert.match(first.message, /again in 2 min, at /);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const second = await failed();
    assert.match(second.message, /answers 429, and wants to be asked again in 1 min, at .* UTC: slow down$/);
    assert.equal(second.refusal!.status, 429);
    assert.ok(second.refusal!.retryAfterMs! <= first.refusal!.retryAfterMs! - 1190);
    assert.equal(endpoint.asked.length, 1);
  }));

for (
  const [status, says] of [
    [500, "stream closed"],
    [500, "upstream error: the stream was reset before headers"],
    [500, "unexpected end of stream"],
    [500, "unknown error in stream"],
    [501, "stream ended"],
    [500, "failed to read max_tokens from the stream of the worker"],
    [500, "temperature of the GPU is too high"],
  ] as const
) {
  test(`a failure that passes (${status} ${says}) changes no request`, () =>
    withAskedGenerator([refuses(status, says), streams(["Done."])], async ({ generate, endpoint }) => {
      assert.equal((await generate() as { text: string }).text, "Done.");
      assert.equal((await generate() as { text: string }).text, "Done.");
      assert.equal(endpoint.asked.length, 3);
      for (const { body } of endpoint.asked) assert.deepEqual(body, endpoint.asked[0]!.body);
    }));
}

const CLOSED = 'data: {"error": {"message": "stream closed by the worker", "code": 503}}\n\n';

test("an error in the place of text that speaks of a stream does not turn streaming off", () =>
  withAskedGenerator(
    [sends(CLOSED, "text/event-stream"), streams(["Done."])],
    async ({ generate, endpoint }) => {
      assert.equal((await generate() as { text: string }).text, "Done.");
      assert.deepEqual(endpoint.asked.map(({ body }) => body.stream), [true, true]);
    },
  ));

test("a shorter pause is waited out, also one that only words name", () =>
  withAskedGenerator(
    [refuses(429, "Please try again in 300ms."), streams(["Done."])],
    async ({ generate, endpoint }) => {
      const began = performance.now();
      assert.equal((await generate() as { text: string }).text, "Done.");
      assert.equal(endpoint.asked.length, 2);
      assert.ok(performance.now() - began >= 290);
    },
  ));

test("an account that has nothing left is not asked again", () =>
  withAskedGenerator([
    answers(429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }),
  ], async ({ generate, endpoint }) => {
    await assert.rejects(generate(), {
      code: "generation-failed",
      message: /account has nothing left \(429\): You exceeded/,
    });
    assert.equal(endpoint.asked.length, 1);
  }));

test("a refused key names its variable, set or not, and never what may be the key", async () => {
  const hintOf = async (api_key_env: string | undefined): Promise<string> => {
    let hint = "";
    await withAskedGenerator([refuses(401, "bad key")], async ({ generate }) => {
      const error = await generate().then(() => assert.fail("it answers"), (error: unknown) => error);
      hint = (error as { readonly hint: string }).hint;
    }, { api_key_env });
    return hint;
  };
  process.env["RA_TEST_KEY"] = "sk-test-0123456789";
  try {
    assert.match(
      await hintOf("RA_TEST_KEY"),
      /^RA_TEST_KEY, which `generation\.api_key_env` names, is set: check the key in it/,
    );
  } finally {
    delete process.env["RA_TEST_KEY"];
  }
  assert.match(
    await hintOf(undefined),
    /^no key was sent: name its environment variable with `generation\.api_key_env`/,
  );
  const messageOf = (api_key_env: string): string => {
    const settings = { model: "m", provider: "openai", temperature: 0, max_tokens: 1, max_input_tokens: 1 } as const;
    const bounds = { timeout: 1, max_time: 1, retries: 0, base_url: "http://127.0.0.1:9/v1", api_key_env };
    try {
      openEndpointGenerator({ ...settings, ...bounds }, () => {});
    } catch (error) {
      return (error as Error).message;
    }
    return assert.fail("it opens");
  };
  for (const name of ["OTHER_API_KEY", "HF_TOKEN", "MY_SECRET"]) {
    assert.equal(messageOf(name), `${name}, which \`generation.api_key_env\` names, is not set`);
  }
  for (const key of ["sk-1", "hf_AbCdEf", "gsk_key_x", "sk_live_key", "AKIAIOSFODNN7EXAMPLE", "KEYED"]) {
    assert.equal(messageOf(key), "the variable that `generation.api_key_env` names is not set");
  }
});
