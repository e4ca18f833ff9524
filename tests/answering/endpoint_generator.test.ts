import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import type { GenerateOptions } from "../../src/models/generate/generator.ts";
import type { GenerationSettings } from "../../src/models/generate/settings.ts";
import { withAskedGenerator } from "./asked_generator.ts";
import { answers, dies, refuses, type Reply, type ScriptedEndpoint, streams } from "./scripted_endpoint.ts";

const KEY = "sk-test-0123456789abcdef";

/** Asks a service that gives these replies. */
function withGenerator(
  replies: readonly Reply[],
  use: (
    generate: (options?: GenerateOptions) => Promise<unknown>,
    endpoint: ScriptedEndpoint,
    warnings: readonly string[],
  ) => Promise<void>,
  settings: Partial<GenerationSettings> = {},
): Promise<void> {
  return withAskedGenerator(replies, ({ generate, endpoint, warnings }) => use(generate, endpoint, warnings), settings);
}

const made = (text: string, finish = "stop") => ({ text, finish, tokens: { input: 12, output: 5 } });

test("an answer comes in pieces, without what the model thought", () =>
  withGenerator(
    [streams(["<thi", "nk>Hm.</th", "ink>\n\nThe ", "answer <", "b> [1]."])],
    async (generate, { asked }) => {
      const pieces: string[] = [];
      assert.deepEqual(await generate({ onText: (piece) => void pieces.push(piece) }), made("The answer <b> [1]."));
      assert.deepEqual(pieces, ["The answer <b> [1]."]);
      assert.equal(asked[0]!.path, "/v1/chat/completions");
      const { model, messages, temperature, max_tokens } = asked[0]!.body;
      assert.deepEqual([model, temperature, max_tokens], ["m", 0, 64]);
      assert.deepEqual(messages, [
        { role: "system", content: "the rules" },
        { role: "user", content: "the prompt" },
      ]);
    },
  ));

test("a service that cannot stream answers whole", () =>
  withGenerator([
    answers(200, {
      choices: [{ message: { content: "Whole.", reasoning_content: "Hm." }, finish_reason: "length" }],
      usage: { prompt_tokens: 12, completion_tokens: 5 },
    }),
  ], async (generate) => assert.deepEqual(await generate(), made("Whole.", "length"))));

test("what a service refuses is left out or named otherwise, once each", () =>
  withGenerator([
    refuses(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    refuses(400, "Unsupported value: 'temperature' does not support 0 with this model."),
    streams(["Done."]),
  ], async (generate, { asked }) => {
    assert.deepEqual(await generate(), made("Done."));
    const { temperature, max_tokens, max_completion_tokens } = asked[2]!.body;
    assert.deepEqual([temperature, max_tokens, max_completion_tokens], [undefined, undefined, 64]);
  }));

test("a service that goes on refusing is an error after one more try", () =>
  withGenerator([refuses(400, "temperature is wrong")], async (generate, { asked }) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /answers 400: temperature is wrong/ });
    assert.equal(asked.length, 2);
  }));

test("a prompt that is longer than the model's context is told apart", () =>
  withGenerator([
    refuses(400, "This model's maximum context length is 4096 tokens, but max_tokens and the prompt need 5000."),
  ], async (generate, { asked }) => {
    assert.equal(await generate(), "too-long");
    assert.equal(asked.length, 1);
  }));

test("a refused key is never tried again, and never shown", async () => {
  process.env["RA_TEST_KEY"] = KEY;
  try {
    for (const status of [401, 403]) {
      await withGenerator([refuses(status, `Incorrect API key provided: ${KEY}`)], async (generate, { asked }) => {
        await assert.rejects(generate(), (error: Error & { code: string; hint: string }) => {
          assert.equal(error.code, "key-refused");
          assert.match(error.message, new RegExp(`refuses the key \\(${status}\\): Incorrect API key provided: …`));
          assert.ok(!JSON.stringify([error.message, error.hint, error.stack]).includes(KEY));
          return true;
        });
        assert.deepEqual(asked.map(({ authorization }) => authorization), [`Bearer ${KEY}`]);
      }, { api_key_env: "RA_TEST_KEY" });
    }
  } finally {
    delete process.env["RA_TEST_KEY"];
  }
});

test("a service that repeats a part of the key, turned or encoded, does not get it shown", async () => {
  process.env["RA_TEST_KEY"] = KEY;
  try {
    const parts = [KEY.slice(0, 20), [...KEY].reverse().join(""), Buffer.from(KEY).toString("base64")];
    const says = parts.map((part, at) => `${at}: ${part}`).join(" ");
    const replies = [
      refuses(401, says),
      refuses(500, says),
      answers(200, { choices: [], message: says }),
      answers(200, { error: { message: says } }),
    ];
    for (const reply of replies) {
      await withGenerator([reply], async (generate) => {
        await assert.rejects(generate(), ({ message }: Error) => {
          assert.match(message, /: 0: … 1: … 2: …=*$/);
          return true;
        });
      }, { api_key_env: "RA_TEST_KEY", retries: 0 });
    }
  } finally {
    delete process.env["RA_TEST_KEY"];
  }
});

test("without the key that the configuration names, nothing is asked", () => {
  const settings = { model: "m", provider: "openai", temperature: 0, max_tokens: 1, max_input_tokens: 1 } as const;
  const open = () =>
    openEndpointGenerator({
      ...settings,
      ...{ timeout: 1, max_time: 1, retries: 0 },
      base_url: "http://127.0.0.1:9/v1",
      api_key_env: "sk-1",
    }, () => assert.fail("it warns"));
  assert.throws(open, (error: Error & { code: string }) => error.code === "key-refused" && !/sk-1/.test(error.message));
});

test("a model that the service does not know is named", () =>
  withGenerator([refuses(404, "no such model")], async (generate, { asked }) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /does not know the model m \(404\)/ });
    assert.equal(asked.length, 1);
  }));

test("429 waits as long as the service asks, and 5xx is tried again", () =>
  withGenerator([
    refuses(429, "slow down", { "retry-after": "1" }),
    refuses(503, "busy"),
    streams(["Done."]),
  ], async (generate, { asked }) => {
    const began = performance.now();
    assert.deepEqual(await generate(), made("Done."));
    assert.equal(asked.length, 3);
    assert.ok(performance.now() - began >= 1000);
  }));

test("after its retries, a service that fails is an error", () =>
  withGenerator([refuses(500, "broken")], async (generate, { asked }) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /answers 500: broken/ });
    assert.equal(asked.length, 2);
  }, { retries: 1 }));

test("a stream that dies keeps what came; one that dies before is tried again", () =>
  withGenerator([dies([]), dies(["Half of ", "it"])], async (generate, { asked }) => {
    const { text, finish } = await generate() as { text: string; finish: string };
    assert.deepEqual([text, finish], ["Half of it", "cut"]);
    assert.equal(asked.length, 2);
  }));

test("a stream without an end is cut, and so is one that reports an error", async () => {
  const ends: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n: comment\n\ndata: not JSON\n\n');
  };
  await withGenerator([ends], async (generate) => {
    assert.equal((await generate() as { finish: string }).finish, "cut");
  });
  const fails: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"error":{"message":"out of memory"}}\n\n');
  };
  await withGenerator([fails], async (generate, { asked }) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /the model stopped: out of memory/ });
    assert.equal(asked.length, 1);
  });
});

test("a model that only thinks is an error that names max_tokens", () =>
  withGenerator([streams(["<think>Hm, let me"], "length")], async (generate) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /generation\.max_tokens/ });
  }));

test("a service from which nothing comes is given up after the timeout", () =>
  withGenerator([() => {}], async (generate) => {
    await assert.rejects(generate(), { code: "generation-failed", message: /nothing came for 0\.2 seconds/ });
  }, { timeout: 0.2, retries: 0 }));

test("a redirection is not followed", () =>
  withGenerator([answers(302, {}, { location: "http://127.0.0.1:9/" })], async (generate, { asked }) => {
    await assert.rejects(generate(), { code: "generation-failed" });
    assert.equal(asked.length, 1);
  }, { retries: 0 }));

test("Ctrl-C keeps what came", async () => {
  const stop = new AbortController();
  const hangs: Reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"Half"}}]}\n\n');
  };
  await withGenerator([hangs], async (generate) => {
    const { text, finish } = await generate({ signal: stop.signal, onText: () => stop.abort() }) as {
      text: string;
      finish: string;
    };
    assert.deepEqual([text, finish], ["Half", "cut"]);
  });
  const early = AbortSignal.timeout(50);
  await withGenerator([() => {}], async (generate) => {
    await assert.rejects(generate({ signal: early }), { code: "interrupted" });
  });
});

for (
  const says of [
    "System role not supported",
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "Only user and assistant roles are supported, not system",
    "'messages': system messages are not allowed",
  ]
) {
  test(`rules stand above the question where a service says: ${says}`, () =>
    withGenerator([refuses(400, says), streams(["Done."])], async (generate, { asked }) => {
      assert.deepEqual(await generate(), made("Done."));
      assert.deepEqual(asked[1]!.body.messages, [{ role: "user", content: "the rules\n\nthe prompt" }]);
    }));
}
