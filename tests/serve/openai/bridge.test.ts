// The official client of OpenAI's service asks the bridge, which asks a scripted model.
import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { contentEvent, endless } from "../../answering/lying_replies.ts";
import { dies, refuses, type Reply, streams } from "../../answering/scripted_endpoint.ts";
import { type Bridge, TOKEN, withBridge } from "./running_bridge.ts";

const ANSWER = "The cosine orders the rows [1].";

const withClient = (replies: readonly Reply[], use: (bridge: Bridge & { readonly client: OpenAI }) => Promise<void>) =>
  withBridge(
    replies,
    (bridge) => use({ ...bridge, client: new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: TOKEN, maxRetries: 0 }) }),
  );

const asked = (content: string) => ({ model: "ra", messages: [{ role: "user" as const, content }] });

test("a completion has the answer, its citations as annotations, and what ra found wrong", () =>
  withClient([streams([ANSWER, " It is blue."])], async ({ client, endpoint }) => {
    const made = await client.chat.completions.create({
      model: "ra",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "which vectors are kept?" },
        { role: "assistant", content: "Those of unchanged files [1]." },
        { role: "user", content: [{ type: "text", text: "how do I switch BM25 off?" }] },
      ],
    });
    const { message, finish_reason } = made.choices[0]!;
    assert.deepEqual([message.content, finish_reason], [`${ANSWER} It is blue.`, "stop"]);
    const from = ANSWER.indexOf("[1]");
    assert.deepEqual(message.annotations, [{
      type: "file_citation",
      file_citation: {
        start_index: from,
        end_index: from + 3,
        file_id: "docs:bm25.md#bm25",
        filename: "bm25.md",
        title: "BM25",
        url: null,
      },
    }]);
    assert.deepEqual(made.usage, { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 });
    const extra = made as unknown as { ra_citations: { id: string }[]; ra_problems: { kind: string; text: string }[] };
    assert.deepEqual(extra.ra_citations.map(({ id }) => id), ["docs:bm25.md#bm25"]);
    assert.deepEqual(extra.ra_problems, [{ kind: "uncited", text: "It is blue." }]);
    const prompt = endpoint.asked[0]!.body.messages!.at(-1)!.content;
    assert.match(prompt, /Question: which vectors are kept\?\nAnswer: Those of unchanged files\.\n/);
    assert.doesNotMatch(prompt, /Be brief/);
    const [rules] = endpoint.asked[0]!.body.messages!;
    assert.equal(rules!.role, "system");
    assert.match(
      rules!.content,
      /Use only what the passages say[\s\S]*does not contradict the rules above\.\n\nBe brief\.$/,
    );
  }));

test("a stream has the text in pieces, then the citations and the usage", () =>
  withClient([streams(["The cosine orders the rows [1]. ", "Use bm25 false [1]."])], async ({ client }) => {
    const stream = await client.chat.completions.create({
      ...asked("how do I switch BM25 off?"),
      stream: true,
      stream_options: { include_usage: true },
    });
    const pieces: string[] = [];
    let cited: readonly { readonly id: string }[] = [];
    let usage: number | undefined;
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content;
      if (piece !== undefined && piece !== null && piece !== "") pieces.push(piece);
      cited = (chunk as unknown as { ra_citations?: typeof cited }).ra_citations ?? cited;
      usage = chunk.usage?.total_tokens ?? usage;
    }
    assert.deepEqual(pieces, ["The cosine orders the rows [1]. ", "Use bm25 false [1]."]);
    assert.deepEqual([cited.map(({ id }) => id), usage], [["docs:bm25.md#bm25"], 17]);
  }));

test("errors have OpenAI's shape and a status that the client knows", () =>
  withClient([refuses(401, "wrong key"), refuses(500, "broken")], async ({ client, url }) => {
    const failure = async (work: Promise<unknown>) =>
      await work.then(() => assert.fail("no error"), (error: InstanceType<typeof OpenAI.APIError>) => error);
    const refused = await failure(client.chat.completions.create(asked("which vectors are kept?")));
    assert.deepEqual([refused.status, refused.code, refused.type], [401, "key-refused", "authentication_error"]);
    const lost = await failure(client.chat.completions.create({ ...asked("which vectors?"), stream: true }));
    assert.deepEqual([lost.status, lost.code], [502, "generation-failed"]);
    const empty = await failure(client.chat.completions.create({ model: "ra", messages: [] }));
    assert.deepEqual([empty.status, empty.type, empty.param], [400, "invalid_request_error", "messages"]);
    const other = new OpenAI({ baseURL: `${url}/v1`, apiKey: "another-token-1234", maxRetries: 0 });
    const unknown = await failure(other.models.list());
    assert.ok(unknown instanceof OpenAI.AuthenticationError);
    assert.match(unknown.message, /the token is missing or wrong/);
    const nowhere = await failure(client.get("/nothing"));
    assert.ok(nowhere instanceof OpenAI.NotFoundError);
    assert.match(nowhere.message, /nothing at this address/);
    const raw = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: "{",
    });
    assert.deepEqual([raw.status, (await raw.json() as { error: { message: string } }).error.message], [
      400,
      "the body is not JSON",
    ]);
    const foreign = await fetch(`${url}/health`, { headers: { origin: "https://evil.example" } });
    assert.equal(foreign.status, 403);
    assert.match((await foreign.json() as { error: { message: string } }).error.message, /may not ask this server/);
  }));

test("a model that dies in its answer leaves what came", () =>
  withClient([dies(["The cosine orders "])], async ({ client }) => {
    const made = await client.chat.completions.create(asked("how do I switch BM25 off?"));
    assert.deepEqual([made.choices[0]!.message.content, made.choices[0]!.finish_reason], [
      "The cosine orders ",
      "stop",
    ]);
  }));

test("models, embeddings and health", () =>
  withClient([streams([""])], async ({ client, url }) => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    assert.deepEqual(ids, ["ra", "small"]);
    const input = ["Unchanged files keep their vectors.", "Another text"];
    // The client asks for base64 by itself.
    const packed = await client.embeddings.create({ model: "small", input });
    const plain = await client.embeddings.create({ model: "small", input, encoding_format: "float" });
    assert.deepEqual(packed.data.map(({ index }) => index), [0, 1]);
    assert.deepEqual(packed.data.map(({ embedding }) => [...embedding]), plain.data.map(({ embedding }) => embedding));
    assert.ok(Math.abs(Math.hypot(...plain.data[0]!.embedding) - 1) < 1e-5);
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const rerank = await fetch(`${url}/v1/rerank`, {
      method: "POST",
      headers,
      body: '{"query":"a","documents":["b"]}',
    });
    assert.equal(rerank.status, 400);
    assert.deepEqual(await (await fetch(`${url}/health`, { headers })).json(), { status: "ok" });
  }));

test("a reranker puts documents in order for a query, as the ones of other services do", () =>
  withBridge([streams([""])], async ({ url }) => {
    const documents = ["Unchanged files keep their vectors.", { text: "The cosine orders the rows." }, "the"];
    const ask = async (body: unknown) => {
      const response = await fetch(`${url}/v1/rerank`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() as Reranked };
    };
    const { status, body } = await ask({ model: "judge", query: "which vectors?", documents });
    assert.deepEqual([status, body.model], [200, "judge"]);
    assert.deepEqual(body.results.map(({ index }) => index).sort(), [0, 1, 2]);
    const scores = body.results.map(({ relevance_score }) => relevance_score);
    assert.deepEqual(scores, [...scores].sort((a, b) => b - a));
    const best = await ask({ query: "which vectors?", documents, top_n: 1 });
    assert.deepEqual(best.body.results, body.results.slice(0, 1));
    assert.equal((await ask({ query: "which vectors?", documents: [7] })).status, 400);
    const rows = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const { data } = await rows.json() as { data: { id: string }[] };
    assert.deepEqual(data.map(({ id }) => id), ["ra", "small", "judge"]);
  }, ", reranker: judge"));

interface Reranked {
  readonly model: string;
  readonly results: readonly { readonly index: number; readonly relevance_score: number }[];
}

test("health is answered while a long answer is checked, and while it is streamed", () => {
  let hasSaid = false;
  const answer = "- **Unchanged files** keep their `vectors` [1], and words come first.\n".repeat(900);
  const says: Reply = (response, asked) => {
    response.on("close", () => hasSaid = true);
    return streams(answer.match(/.{1,40}/gs)!)(response, asked);
  };
  return withClient([says], async ({ client, url }) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    for (const stream of [false, true]) {
      hasSaid = false;
      let isOver = false;
      const made = stream
        ? client.chat.completions.create({ ...asked("which vectors are kept?"), stream }).then(async (chunks) => {
          let text = "";
          for await (const chunk of chunks) text += chunk.choices[0]?.delta.content ?? "";
          return text;
        })
        : client.chat.completions.create(asked("which vectors are kept?"))
          .then((whole) => whole.choices[0]!.message.content ?? "");
      const whole = made.finally(() => isOver = true);
      let answered = 0;
      while (!isOver) {
        const isChecked = hasSaid;
        assert.equal((await fetch(`${url}/health`, { headers })).status, 200);
        if (isChecked && !isOver) answered++;
      }
      assert.equal(await whole, answer);
      assert.ok(answered >= 5, `${answered} answers while it was checked`);
    }
  });
});

test("an embedding of another width than the model's is refused", () =>
  withClient([streams([""])], async ({ client, url }) => {
    const input = "Unchanged files keep their vectors.";
    const { data } = await client.embeddings.create({ model: "small", input, encoding_format: "float" });
    const width = data[0]!.embedding.length;
    const same = await client.embeddings.create({ model: "small", input, dimensions: width, encoding_format: "float" });
    assert.deepEqual(same.data[0]!.embedding, data[0]!.embedding);
    for (const dimensions of [999_999_999, width + 1, 0, -1, 1.5, "7", [], true]) {
      const response = await fetch(`${url}/v1/embeddings`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ model: "small", input, dimensions }),
      });
      const { error } = await response.json() as { error: { message: string; type: string; param: string } };
      assert.deepEqual([response.status, error.type, error.param], [400, "invalid_request_error", "dimensions"]);
      assert.match(error.message, /^`dimensions` must be /);
    }
  }));

test("a model that lies to a client is cut, and the client is told so", () =>
  withClient([endless(contentEvent("[1-9] "))], async ({ client, running }) => {
    const made = await client.chat.completions.create(asked("which vectors are kept?"));
    const { message, finish_reason } = made.choices[0]!;
    assert.deepEqual([Buffer.byteLength(message.content!), finish_reason], [64 * 1024, "length"]);
    assert.equal(message.annotations!.length, 1000);
    const { ra_problems: problems } = made as unknown as { ra_problems: readonly unknown[] };
    assert.equal(problems.length, 1000);
    assert.match(running.stderr(), /the answer is longer than 65,536 bytes/);
    assert.match(running.stderr(), /characters of it were read as plain text, .* more problems are not listed/);
    assert.match(running.stderr(), /more citations than a client gets annotations for/);
  }));
