// OpenAI's official client for Python asks the bridge.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { refuses, streams } from "../../answering/scripted_endpoint.ts";
import { TOKEN, withBridge } from "./running_bridge.ts";

const site = process.env["RA_TEST_OPENAI_PYTHON"] ?? "";
const options = { skip: site === "" ? "OpenAI's client for Python is not there" : false };

const SCRIPT = `
import json, os
from openai import OpenAI, APIStatusError, AuthenticationError, BadRequestError, NotFoundError
url, token = os.environ["BRIDGE_URL"], os.environ["BRIDGE_TOKEN"]
client = OpenAI(base_url=url, api_key=token, max_retries=0)
asked = dict(model="ra", messages=[{"role": "user", "content": "how do I switch BM25 off?"}])
made = client.chat.completions.create(**asked)
pieces, cited = [], None
for chunk in client.chat.completions.create(**asked, stream=True):
    if chunk.choices and chunk.choices[0].delta.content: pieces.append(chunk.choices[0].delta.content)
    cited = (chunk.model_extra or {}).get("ra_citations", cited)
try: client.chat.completions.create(**asked)
except APIStatusError as error: failed = [error.status_code, error.code]
try: OpenAI(base_url=url, api_key="another-token-1234", max_retries=0).models.list()
except AuthenticationError: refused = True
vectors = client.embeddings.create(model="small", input=["Unchanged files keep their vectors."])
response = client.responses.create(model="ra", instructions="Be brief.", input="how do I switch BM25 off?")
events, said = [], ""
for event in client.responses.create(model="ra", input=[{"role": "user", "content": "how do I switch BM25 off?"}], stream=True):
    events.append(event.type)
    if event.type == "response.output_text.delta": said += event.delta
try: client.responses.create(model="ra", input="why?", previous_response_id="resp_1")
except BadRequestError as error: named = error.param
try: client.models.retrieve("gpt-4o")
except NotFoundError as error: unknown = error.param
print(json.dumps(dict(
    response=response.output_text, status=response.status, cited=response.output[0].content[0].annotations[0].filename,
    last=events[-1], said=said, named=named, unknown=unknown, retrieved=client.models.retrieve("small").id,
    answer=made.choices[0].message.content, finish=made.choices[0].finish_reason, usage=made.usage.total_tokens,
    citations=[one["id"] for one in made.model_extra["ra_citations"]], pieces=pieces, streamed=[one["id"] for one in cited],
    failed=failed, refused=refused, models=[model.id for model in client.models.list()], width=len(vectors.data[0].embedding),
)))
`;

test("OpenAI's client for Python gets answers, streams, errors, models and embeddings", options, () =>
  withBridge(
    [
      streams(["The cosine orders the rows [1]. ", "Use bm25 false [1]."]),
      streams(["The cosine orders the rows [1]. ", "Use bm25 false [1]."]),
      refuses(500, "no"),
      streams(["The cosine orders the rows [1]. ", "Use bm25 false [1]."]),
    ],
    async ({ url }) => {
      const { code, stdout, stderr } = await python({ BRIDGE_URL: `${url}/v1`, BRIDGE_TOKEN: TOKEN });
      assert.equal(code, 0, stderr);
      const { width, ...told } = JSON.parse(stdout) as Record<string, unknown>;
      assert.ok(Number(width) > 0);
      assert.deepEqual(told, {
        response: "The cosine orders the rows [1]. Use bm25 false [1].",
        status: "completed",
        cited: "bm25.md",
        last: "response.completed",
        said: "The cosine orders the rows [1]. Use bm25 false [1].",
        named: "previous_response_id",
        unknown: "model",
        retrieved: "small",
        answer: "The cosine orders the rows [1]. Use bm25 false [1].",
        finish: "stop",
        usage: 17,
        citations: ["docs:bm25.md#bm25"],
        pieces: ["The cosine orders the rows [1]. ", "Use bm25 false [1]."],
        streamed: ["docs:bm25.md#bm25"],
        failed: [502, "generation-failed"],
        refused: true,
        models: ["ra", "small"],
      });
    },
  ));

async function python(env: Readonly<Record<string, string>>) {
  const child = spawn("python3", ["-c", SCRIPT], { env: { PATH: process.env["PATH"], PYTHONPATH: site, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece) => stdout += String(piece));
  child.stderr.on("data", (piece) => stderr += String(piece));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}
