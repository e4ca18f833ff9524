import assert from "node:assert/strict";
import { test } from "node:test";
import { readFields } from "../../../src/serve/openai/asked_fields.ts";
import { BadRequest } from "../../../src/serve/openai/openai_error.ts";

/** What asks for another result, as clients and services write it, and the field that the error names. */
const REFUSED: readonly (readonly [body: object, param: string, word: RegExp])[] = [
  [{ n: 3 }, "n", /one answer/],
  [{ n: 0 }, "n", /must be 1/],
  [{ n: "2" }, "n", /must be 1/],
  [{ best_of: 2 }, "best_of", /one answer/],
  [{ tool_choice: "required" }, "tool_choice", /tool/],
  [{ tool_choice: "any" }, "tool_choice", /tool/],
  [{ tool_choice: { type: "function", function: { name: "look" } } }, "tool_choice", /tool/],
  [{ tool_choice: { type: "function", name: "look" } }, "tool_choice", /tool/],
  [{ tool_choice: { type: "file_search" } }, "tool_choice", /tool/],
  [{ tool_choice: { type: "allowed_tools", allowed_tools: { mode: "required", tools: [] } } }, "tool_choice", /tool/],
  [{ tool_choice: { type: "allowed_tools", mode: "required", tools: [] } }, "tool_choice", /tool/],
  [{ function_call: { name: "look" } }, "function_call", /tool/],
  [{ response_format: { type: "json_object" } }, "response_format", /text/],
  [{ response_format: { type: "json_schema", json_schema: { name: "a", schema: {} } } }, "response_format", /text/],
  [{ text: { format: { type: "json_schema", name: "a", schema: {} } } }, "text.format", /format/],
  [{ guided_json: { type: "object" } }, "guided_json", /text/],
  [{ guided_choice: ["a", "b"] }, "guided_choice", /text/],
  [{ structured_outputs: { json: {} } }, "structured_outputs", /text/],
  [{ grammar: "root ::= [0-9]" }, "grammar", /text/],
  [{ logprobs: true }, "logprobs", /probabilities/],
  [{ logprobs: 5 }, "logprobs", /probabilities/],
  [{ top_logprobs: 3 }, "top_logprobs", /probabilities/],
  [{ include: ["message.output_text.logprobs"] }, "include", /probabilities/],
  [{ logit_bias: { "50256": -100 } }, "logit_bias", /tokens/],
  [{ modalities: ["text", "audio"] }, "modalities", /more than text/],
  [{ audio: { voice: "alloy", format: "wav" } }, "audio", /more than text/],
  [{ web_search_options: {} }, "web_search_options", /the web/],
  [{ echo: true }, "echo", /prompt/],
  [{ background: true }, "background", /at once/],
  [{ previous_response_id: "resp_1" }, "previous_response_id", /keeps none/],
  [{ conversation: "conv_1" }, "conversation", /keeps none/],
  [{ prompt: { id: "pmpt_1" } }, "prompt", /elsewhere/],
  [{ max_tokens: 0 }, "max_tokens", /whole number/],
  [{ max_completion_tokens: -1 }, "max_completion_tokens", /whole number/],
  [{ max_output_tokens: "9" }, "max_output_tokens", /whole number/],
  [{ stop: 7 }, "stop", /list of texts/],
  [{ stop: ["a", null] }, "stop", /list of texts/],
  [{ stop: Array.from({ length: 17 }, String) }, "stop", /at most 16/],
  [{ stream: "true" }, "stream", /true or false/],
  [{ model: 7 }, "model", /name/],
];

test("readFields() refuses what asks for another result, and names the field", () => {
  for (const [body, param, word] of REFUSED) {
    assert.throws(() => readFields({ ...body }), (error: unknown) => {
      assert.ok(error instanceof BadRequest, JSON.stringify(body));
      assert.equal(error.param, param, JSON.stringify(body));
      assert.ok(error.message.startsWith(`\`${param}\` `), error.message);
      assert.match(error.message, word);
      return true;
    });
  }
});

test("readFields() ignores what changes nothing, as clients send it always", () => {
  const ignored = {
    temperature: 0.7,
    top_p: 0.9,
    frequency_penalty: 1,
    presence_penalty: 1,
    seed: 42,
    user: "u1",
    safety_identifier: "u1",
    prompt_cache_key: "k",
    store: true,
    metadata: { run: "1" },
    service_tier: "auto",
    reasoning_effort: "low",
    reasoning: { effort: "low" },
    verbosity: "low",
    parallel_tool_calls: true,
    tools: [{ type: "function", function: { name: "look", parameters: {} } }],
    prediction: { type: "content", content: "x" },
    truncation: "auto",
    top_k: 40,
    repetition_penalty: 1.1,
  };
  const asNothing = {
    n: 1,
    tool_choice: "auto",
    function_call: "none",
    response_format: { type: "text" },
    text: { format: { type: "text" }, verbosity: "low" },
    logprobs: false,
    top_logprobs: 0,
    logit_bias: {},
    modalities: ["text"],
    include: ["reasoning.encrypted_content"],
    background: false,
    echo: false,
  };
  const nothing = { model: undefined, bounds: { maxTokens: undefined, stop: [] }, isStream: false, wantsUsage: false };
  assert.deepEqual(readFields(ignored), nothing);
  assert.deepEqual(readFields(asNothing), nothing);
  const names = [...Object.keys(ignored), ...Object.keys(asNothing), ...REFUSED.flatMap(([body]) => Object.keys(body))];
  assert.deepEqual(readFields(Object.fromEntries(names.map((name) => [name, null]))), nothing);
  assert.deepEqual(readFields({ tool_choice: { type: "allowed_tools", mode: "auto", tools: [] } }), nothing);
});

test("readFields() reads model, length, ends and stream", () => {
  assert.deepEqual(
    readFields({ model: "gpt-4o", max_tokens: 90, max_completion_tokens: 50, stop: "END", stream: true }),
    { model: "gpt-4o", bounds: { maxTokens: 50, stop: ["END"] }, isStream: true, wantsUsage: false },
  );
  const { bounds, wantsUsage } = readFields({
    max_output_tokens: 7,
    stop: ["\n\n", "", "END"],
    stream_options: { include_usage: true },
  });
  assert.deepEqual([bounds, wantsUsage], [{ maxTokens: 7, stop: ["\n\n", "END"] }, true]);
});
