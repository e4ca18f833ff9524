// What the official client asks for beside its question, of completions, models and embeddings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getEncoding } from "js-tiktoken";
import OpenAI from "openai";
import { refuses, type Reply, streams } from "../../answering/scripted_endpoint.ts";
import { type Bridge, TOKEN, withBridge } from "./running_bridge.ts";

const withClient = (replies: readonly Reply[], use: (bridge: Bridge & { readonly client: OpenAI }) => Promise<void>) =>
  withBridge(
    replies,
    (bridge) => use({ ...bridge, client: new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: TOKEN, maxRetries: 0 }) }),
  );

const failure = async (work: Promise<unknown>) =>
  await work.then(() => assert.fail("no error"), (error: InstanceType<typeof OpenAI.APIError>) => error);

const asked = { model: "ra", messages: [{ role: "user" as const, content: "how do I switch BM25 off?" }] };

test("several messages of the user in a row are the question, and its parts too", () =>
  withClient([streams(["The cosine orders the rows [1]."])], async ({ client, endpoint }) => {
    await client.chat.completions.create({
      model: "ra",
      messages: [
        { role: "user", content: "My log says: bm25 failed" },
        { role: "user", content: [{ type: "text", text: "how do I" }, { type: "text", text: "switch it off?" }] },
      ],
    });
    const prompt = endpoint.asked[0]!.body.messages!.map(({ content }) => content).join("\n");
    assert.match(prompt, /Question: My log says: bm25 failed\n\nhow do I\nswitch it off\?/);
  }));

test("a pasted log of 200 kB is a question, and 300 kB are not", () =>
  withClient([streams(["Use bm25 false [1]."])], async ({ client, endpoint }) => {
    const log = "2026-11-28 12:00:07 INFO request done\n";
    const ask = (kilobytes: number) =>
      client.chat.completions.create({
        model: "ra",
        messages: [
          { role: "user", content: log.repeat((kilobytes * 1024) / log.length) },
          { role: "user", content: "How do I switch BM25 off?" },
        ],
      });
    const made = await ask(200) as unknown as {
      readonly ra_citations: readonly { readonly id: string }[];
      readonly ra_left_out: { readonly question: number };
    };
    assert.deepEqual(made.ra_citations.map(({ id }) => id), ["docs:bm25.md#bm25"]);
    assert.ok(made.ra_left_out.question > 150_000, String(made.ra_left_out.question));
    assert.match(endpoint.asked[0]!.body.messages!.at(-1)!.content, /How do I switch BM25 off\?/);
    const { status, message } = await failure(ask(300));
    assert.deepEqual([status, /the question has more than 256 kB/.test(message)], [400, true]);
  }));

test("a client's long instructions leave room for the passages, and what is left out is counted", () =>
  withClient([streams(["Use bm25 false [1]."])], async ({ client, endpoint }) => {
    const instructions = `Answer as a pirate.\n${"You are a helpful assistant. ".repeat(4000)}\nNever use tables.`;
    const made = await client.chat.completions.create({
      ...asked,
      messages: [{ role: "system", content: instructions }, ...asked.messages],
    }) as unknown as { readonly ra_left_out: { readonly instructions: number } };
    const [rules, prompt] = endpoint.asked[0]!.body.messages!;
    assert.match(
      rules!.content,
      /\n\nAnswer as a pirate\.\n[\s\S]*characters are left out here …\]\n[\s\S]*Never use tables\.$/,
    );
    assert.match(prompt!.content, /bm25\.md[\s\S]*how do I switch BM25 off\?/);
    assert.ok(made.ra_left_out.instructions > 100_000 && rules!.content.length < 20_000);
  }));

test("max_tokens and stop bound the answer, whole and in a stream", () =>
  withClient([streams(["Use bm25 false [1]. ", "E", "ND of it."])], async ({ client, endpoint }) => {
    const made = await client.chat.completions.create({ ...asked, max_completion_tokens: 40, stop: ["END"] });
    const [choice] = made.choices;
    assert.deepEqual([choice!.message.content, choice!.finish_reason], ["Use bm25 false [1]. ", "stop"]);
    assert.equal(endpoint.asked[0]!.body.max_tokens, 40);
    const stream = await client.chat.completions.create({ ...asked, max_tokens: 30, stop: "false", stream: true });
    let text = "";
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    assert.equal(text, "Use bm25 ");
    assert.equal(endpoint.asked[1]!.body.max_tokens, 30);
    // More than the configuration allows is no more.
    await client.chat.completions.create({ ...asked, max_tokens: 1_000_000 });
    assert.ok(endpoint.asked[2]!.body.max_tokens! < 1_000_000);
  }));

test("what asks for another result is refused before a model is asked, and what changes nothing is not", () =>
  withClient([streams(["The cosine orders the rows [1]."])], async ({ client, endpoint }) => {
    const schema = { type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } } as const;
    for (
      const [body, param] of [
        [{ n: 2 }, "n"],
        [{ response_format: schema }, "response_format"],
        [{ tool_choice: { type: "function", function: { name: "f" } }, tools: [] }, "tool_choice"],
        [{ logprobs: true }, "logprobs"],
      ] as const
    ) {
      for (const stream of [false, true]) {
        const { status, param: named, type } = await failure(
          client.chat.completions.create({ ...asked, ...body, stream } as never),
        );
        assert.deepEqual([status, named, type], [400, param, "invalid_request_error"]);
      }
    }
    assert.equal(endpoint.asked.length, 0);
    const made = await client.chat.completions.create({
      ...asked,
      n: 1,
      temperature: 1.5,
      seed: 3,
      user: "u",
      store: true,
      metadata: { a: "b" },
      tools: [{ type: "function", function: { name: "f", parameters: {} } }],
      tool_choice: "auto",
      response_format: { type: "text" },
    });
    assert.equal(made.choices[0]!.message.content, "The cosine orders the rows [1].");
    const { temperature } = endpoint.asked[0]!.body;
    assert.notEqual(temperature, 1.5);
  }));

test("a key that the model refuses is 401, too many requests are 429 with their pause, others stay 502", () =>
  withClient([
    refuses(401, "wrong key"),
    refuses(403, "not you"),
    refuses(429, "slow down", { "retry-after": "7" }),
    refuses(500, "broken"),
  ], async ({ client }) => {
    const of = async () => {
      const { status, headers } = await failure(client.chat.completions.create(asked));
      return [status, headers?.get("retry-after") ?? null];
    };
    assert.deepEqual(await of(), [401, null]);
    assert.deepEqual(await of(), [403, null]);
    assert.deepEqual(await of(), [429, "7"]);
    assert.deepEqual(await of(), [502, null]);
  }));

test("a model is found by its name", () =>
  withClient([streams([""])], async ({ client }) => {
    assert.deepEqual(await client.models.retrieve("ra"), { id: "ra", object: "model", created: 0, owned_by: "ra" });
    assert.equal((await client.models.retrieve("small")).id, "small");
    for (const id of ["gpt-4o", "BAAI/bge-small-en"]) {
      const missing = await failure(client.models.retrieve(id));
      assert.ok(missing instanceof OpenAI.NotFoundError);
      assert.equal(missing.param, "model");
      assert.match(missing.message, new RegExp(`there is no model ${id}; .*ra, small`));
    }
  }));

test("tokens are embedded as the text that they stand for", () =>
  withClient([streams([""])], async ({ client }) => {
    const tokensOf = getEncoding("cl100k_base");
    const texts = ["Unchanged files keep their vectors.", "Grüße, 日本語 und 😀", "\uFEFFwith a mark"];
    const embed = async (input: OpenAI.EmbeddingCreateParams["input"]) =>
      (await client.embeddings.create({ model: "small", input, encoding_format: "float" })).data
        .map(({ embedding }) => embedding);
    const plain = await embed(texts);
    assert.deepEqual(await embed(texts.map((text) => tokensOf.encode(text))), plain);
    assert.deepEqual(await embed(tokensOf.encode(texts[0]!)), [plain[0]]);
    // Half a letter at the end of one text does not reach the next.
    const [half] = tokensOf.encode("😀");
    assert.deepEqual((await embed([[half!], tokensOf.encode(texts[1]!)]))[1], plain[1]);
    for (const input of [[[1.5]], [[-1]], [[100_256]], [[999_999]], [["a"]], []]) {
      const wrong = await failure(client.embeddings.create({ model: "small", input: input as never }));
      assert.deepEqual([wrong.status, wrong.param], [400, "input"], JSON.stringify(input));
    }
  }));
