import assert from "node:assert/strict";
import { test } from "node:test";
import { BadRequest } from "../../../src/serve/openai/openai_error.ts";
import { readInput, readMessages } from "../../../src/serve/openai/read_messages.ts";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown, more: object = {}) => ({ role: "assistant", content, ...more });
const part = (text: string, type = "text") => ({ type, text });

test("readMessages() takes all messages of the user after the last answer as the question", () => {
  const log = "ERROR kestrel timed out";
  assert.deepEqual(readMessages([user("Here is my log:"), user(log), user([part("What is wrong?")])]), {
    question: `Here is my log:\n\n${log}\n\nWhat is wrong?`,
    turns: [],
    instructions: "",
    passedOver: 0,
  });
  assert.deepEqual(
    readMessages([user("A"), user("B"), assistant("One."), assistant("Two."), user("C"), user("D")]),
    { question: "C\n\nD", turns: [{ question: "A\n\nB", answer: "One.\n\nTwo." }], instructions: "", passedOver: 0 },
  );
});

test("readMessages() keeps what systems say apart from the question, wherever it stands", () => {
  const { question, instructions, turns } = readMessages([
    { role: "system", content: "Be brief." },
    assistant("How can I help?"),
    user("A"),
    { role: "developer", content: [part("In German.")] },
  ]);
  assert.deepEqual([question, instructions, turns], ["A", "Be brief.\n\nIn German.", []]);
});

test("readMessages() counts the calls of tools that it passes over", () => {
  const called = assistant(null, { tool_calls: [{ id: "1", type: "function", function: { name: "f" } }] });
  const said = { role: "tool", tool_call_id: "1", content: "42" };
  assert.deepEqual(readMessages([user("A"), called, said, assistant("It is 42."), user("Why?")]), {
    question: "Why?",
    turns: [{ question: "A", answer: "It is 42." }],
    instructions: "",
    passedOver: 2,
  });
  assert.deepEqual(readMessages([user("A"), called, said]).question, "A");
});

test("readMessages() names the message that it cannot read", () => {
  const wrong: readonly (readonly [messages: unknown, param: string])[] = [
    ["hello", "messages"],
    [[], "messages"],
    [[user("  ")], "messages"],
    [[user("A"), assistant("B")], "messages"],
    [[{ role: "narrator", content: "A" }], "messages[0].role"],
    [[user("A"), null], "messages[1].role"],
    [[{ role: "constructor", content: "A" }], "messages[0].role"],
    [[user(7)], "messages[0].content"],
    [[user([part("A"), { type: "image_url", image_url: { url: "data:" } }])], "messages[0].content[1]"],
    [[user([{ type: "input_audio", input_audio: {} }])], "messages[0].content[0]"],
    [[user([{ type: "text" }])], "messages[0].content[0]"],
  ];
  for (const [messages, param] of wrong) {
    assert.throws(() => readMessages(messages), (error: unknown) => {
      assert.ok(error instanceof BadRequest);
      assert.equal(error.param, param, error.message);
      return true;
    });
  }
});

test("readInput() reads a text, and messages with their instructions", () => {
  assert.deepEqual(readInput("A?", "Be brief."), {
    question: "A?",
    turns: [],
    instructions: "Be brief.",
    passedOver: 0,
  });
  const items = [
    { type: "message", role: "developer", content: "In German." },
    user([part("A?", "input_text")]),
    { type: "reasoning", summary: [] },
    { type: "function_call", name: "f", arguments: "{}", call_id: "1" },
    { type: "function_call_output", call_id: "1", output: "42" },
    assistant([part("B.", "output_text"), { type: "refusal", refusal: "No." }]),
    user("C?"),
  ];
  assert.deepEqual(readInput(items, undefined), {
    question: "C?",
    turns: [{ question: "A?", answer: "B.\nNo." }],
    instructions: "In German.",
    passedOver: 3,
  });
  for (
    const [input, instructions, param] of [
      [7, undefined, "input"],
      ["A", 7, "instructions"],
      [[{ type: "item_reference", id: "msg_1" }], undefined, "input[0]"],
      [[user([{ type: "input_image", image_url: "data:" }])], undefined, "input[0].content[0]"],
      [[user([{ type: "input_file", file_id: "f" }])], undefined, "input[0].content[0]"],
    ] as const
  ) assert.throws(() => readInput(input, instructions), (error: unknown) => (error as BadRequest).param === param);
});
