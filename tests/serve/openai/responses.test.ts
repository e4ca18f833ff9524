// The official client asks `/v1/responses`.
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { dies, refuses, type Reply, streams } from "../../answering/scripted_endpoint.ts";
import { TOKEN, withBridge } from "./running_bridge.ts";

const ANSWER = "The cosine orders the rows [1].";

const withClient = (replies: readonly Reply[], use: (client: OpenAI, prompts: () => string) => Promise<void>) =>
  withBridge(replies, ({ url, endpoint }) =>
    use(
      new OpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN, maxRetries: 0 }),
      () => endpoint.asked.map(({ body }) => body.messages!.map(({ content }) => content).join("\n")).join("\n"),
    ));

test("a response has the answer, its citations as annotations, and what ra found", () =>
  withClient([streams([ANSWER])], async (client, prompts) => {
    const made = await client.responses.create({
      model: "ra",
      instructions: "Answer briefly.",
      input: [
        { role: "user", content: "which vectors are kept?" },
        { role: "assistant", content: "Those of unchanged files." },
        { role: "user", content: [{ type: "input_text", text: "how do I switch BM25 off?" }] },
      ],
    });
    assert.deepEqual([made.object, made.status, made.model, made.output_text], ["response", "completed", "ra", ANSWER]);
    const [message] = made.output;
    assert.ok(message?.type === "message");
    const [part] = message.content;
    assert.ok(part?.type === "output_text");
    const from = ANSWER.indexOf("[1]");
    assert.deepEqual(part.annotations, [{
      type: "file_citation",
      index: from,
      file_id: "docs:bm25.md#bm25",
      filename: "bm25.md",
      start_index: from,
      end_index: from + 3,
      title: "BM25",
    }]);
    assert.deepEqual([made.usage?.input_tokens, made.usage?.output_tokens, made.usage?.total_tokens], [12, 5, 17]);
    assert.deepEqual(
      (made as unknown as { ra_citations: { id: string }[] }).ra_citations.map(({ id }) => id),
      ["docs:bm25.md#bm25"],
    );
    assert.match(prompts(), /rules above\.\n\nAnswer briefly\.\n/);
    assert.match(prompts(), /which vectors are kept\?[\s\S]*how do I switch BM25 off\?/);
  }));

/** The text of the only message. */
function textOf({ output }: OpenAI.Responses.Response): string {
  const [item] = output;
  assert.equal(item!.type, "message");
  const [part] = (item as OpenAI.Responses.ResponseOutputMessage).content;
  return (part as OpenAI.Responses.ResponseOutputText).text;
}

/** What ended an answer, and how each interface says it. */
const ENDS: readonly (readonly [name: string, reply: Reply, says: readonly unknown[]])[] = [
  ["the service's bound", streams(["The cosine [1]."], "length"), [
    "length",
    "incomplete",
    "max_output_tokens",
    "length",
  ]],
  ["a lost connection", dies(["The cosine [1]."]), ["stop", "incomplete", undefined, "cut"]],
  ["the service's filter", streams(["The cosine [1]."], "content_filter"), ["stop", "incomplete", undefined, "cut"]],
  ["a failure", streams(["The cosine [1]."], "error"), ["stop", "incomplete", undefined, "cut"]],
  ["the model itself", streams(["The cosine [1]."]), ["stop", "completed", undefined, "stop"]],
];

for (const [name, reply, expected] of ENDS) {
  test(`an answer that ${name} ended says so, whole and streamed`, () =>
    withClient([reply], async (client) => {
      const question = "how do I switch BM25 off?";
      const asked = { model: "ra", messages: [{ role: "user" as const, content: question }] };
      const made = await client.chat.completions.create(asked) as OpenAI.Chat.ChatCompletion & { ra_finish?: string };
      const response = await client.responses.create({ model: "ra", input: question });
      const { status, incomplete_details: why } = response;
      assert.deepEqual([made.choices[0]!.finish_reason, status, why?.reason, made.ra_finish], expected);
      assert.equal((response as { ra_finish?: string }).ra_finish, expected[3]);
      let [finish, last]: unknown[] = [];
      for await (const chunk of await client.chat.completions.create({ ...asked, stream: true })) {
        finish = chunk.choices[0]?.finish_reason ?? finish;
      }
      for await (const event of await client.responses.create({ model: "ra", input: question, stream: true })) {
        last = event.type;
      }
      assert.deepEqual([finish, last], [expected[0], `response.${status}`]);
    }));
}

test("a streamed response has every event that the client waits for, in order", () =>
  withClient([streams([`${ANSWER} `, ANSWER])], async (client) => {
    const stream = await client.responses.create({ model: "ra", input: "how do I switch BM25 off?", stream: true });
    const types: string[] = [];
    const numbers: number[] = [];
    let [text, last] = ["", ""];
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
      if (event.type === "response.output_text.delta") text += event.delta;
      if (event.type === "response.completed") last = textOf(event.response);
    }
    assert.deepEqual(types, [
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.delta",
      "response.output_text.annotation.added",
      "response.output_text.annotation.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    assert.deepEqual(numbers, types.map((_, at) => at));
    const whole = `${ANSWER} ${ANSWER}`;
    assert.equal(text, whole);
    assert.equal(last, whole);
    // The client's own reader puts a response together from the events, and checks them as it goes.
    const { output_text: read } = await client.responses.stream({ model: "ra", input: "how do I switch BM25 off?" })
      .finalResponse();
    assert.equal(read, whole);
  }));

test("a response that was cut is incomplete, and a client's own bound and ends are kept", () =>
  withClient([dies(["The cosine orders "]), streams(["One [1]. ", "Two [1]."])], async (client) => {
    const cut = await client.responses.create({
      model: "ra",
      input: "how do I switch BM25 off?",
      max_output_tokens: 9,
    });
    // The connection was lost: no bound ended it.
    assert.deepEqual([cut.status, cut.incomplete_details, textOf(cut)], ["incomplete", null, "The cosine orders "]);
    assert.equal((cut as { ra_finish?: unknown }).ra_finish, "cut");
    assert.equal(cut.max_output_tokens, 9);
    const whole = await client.responses.create({ model: "ra", input: "how do I switch BM25 off?" });
    assert.equal(whole.output_text, "One [1]. Two [1].");
  }));

test("errors of a response name the field, and those of the model keep their status", () =>
  withClient([refuses(401, "wrong key"), refuses(429, "slow down", { "retry-after": "7" })], async (client) => {
    const failure = async (work: Promise<unknown>) =>
      await work.then(() => assert.fail("no error"), (error: InstanceType<typeof OpenAI.APIError>) => error);
    const input = "which vectors are kept?";
    for (
      const [body, param] of [
        [{ text: { format: { type: "json_object" } } }, "text.format"],
        [{ previous_response_id: "resp_1" }, "previous_response_id"],
        [{ tool_choice: "required" }, "tool_choice"],
      ] as const
    ) {
      const refused = await failure(client.responses.create({ model: "ra", input, ...body } as never));
      assert.deepEqual([refused.status, refused.param, refused.type], [400, param, "invalid_request_error"]);
    }
    const key = await failure(client.responses.create({ model: "ra", input }));
    assert.ok(key instanceof OpenAI.AuthenticationError);
    assert.equal(key.code, "key-refused");
    const busy = await failure(client.responses.create({ model: "ra", input, stream: true }));
    assert.ok(busy instanceof OpenAI.RateLimitError);
    assert.deepEqual([busy.headers.get("retry-after"), busy.code], ["7", "generation-failed"]);
  }));
