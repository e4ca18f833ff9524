import assert from "node:assert/strict";
import { test } from "node:test";
import { answerTurn, type TurnParts } from "../../src/answering/answer_turn.ts";
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import type { GenerationSettings } from "../../src/models/generate/settings.ts";
import { contentEvent, drips } from "./lying_replies.ts";
import { type Reply, streams, withEndpoint } from "./scripted_endpoint.ts";
import { PASSAGES } from "./scripted_answers.ts";

interface Asked {
  /** What was searched for. */
  readonly searched: readonly string[];
  readonly asked: number;
  readonly warnings: readonly string[];
}

/** Asks a second question, which the model restates first. */
async function askAgain(replies: readonly Reply[], max_time: number): Promise<Asked & { readonly answer: string }> {
  const searched: string[] = [];
  const warnings: string[] = [];
  let answer = "";
  let asked = 0;
  await withEndpoint(replies, async (endpoint) => {
    const settings: GenerationSettings = {
      ...{ model: "m", provider: "openai", base_url: endpoint.url, temperature: 0, max_tokens: 1024 },
      ...{ max_input_tokens: 8000, timeout: 30, max_time, retries: 0 },
    };
    const warn: TurnParts<null>["warn"] = ({ message }) => warnings.push(message);
    const parts: TurnParts<null> = {
      searching: {
        search(question) {
          searched.push(question);
          const passages = PASSAGES.map((passage) => ({ ...passage, score: 1 }));
          const took = { lists: ["words" as const] };
          return Promise.resolve({ question, passages, lacking: [], took, answer: null });
        },
        ...{ most: 3, floor: 0, rewrite: true },
      },
      prompt: { template: "{context}\n{history}{question}", count: (text) => text.length / 4 },
      generators: { generator: openEndpointGenerator(settings, warn), fallback: undefined },
      settings,
      warn,
    };
    const turns = [{ question: "first?", answer: "First [1]." }];
    answer = await answerTurn(parts, "and then?", turns, {}).then(
      (made) => made.answer.answer,
      (error: Error) => error.message,
    );
    asked = endpoint.asked.length;
  });
  return { answer, searched, asked, warnings };
}

test("restating the question and answering it take generation.max_time together", async () => {
  const slowly = drips(contentEvent("which vectors? "), 20);
  const { answer, searched, warnings } = await askAgain([slowly], 0.5);
  assert.match(answer, /takes longer than 0\.5 seconds \(generation\.max_time\)/);
  assert.match(searched[0]!, /^which vectors\?/);
  assert.equal(warnings.length, 1, "what the model restated came late");
});

test("a model that restates a question without end does not search for what it says", async () => {
  const { answer, searched, asked } = await askAgain([
    streams(["Which vectors are kept ".repeat(200)]),
    streams(["Those [1]."]),
  ], 60);
  assert.deepEqual([answer, searched, asked], ["Those [1].", ["and then?"], 2]);
});
