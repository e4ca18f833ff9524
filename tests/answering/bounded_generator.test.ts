import assert from "node:assert/strict";
import { test } from "node:test";
import { interrupted } from "../../src/errors.ts";
import { createTextLimit } from "../../src/models/generate/answer_bounds.ts";
import { type AnswerBounds, boundedGenerators } from "../../src/models/generate/bounded_generator.ts";
import { createCompletion } from "../../src/models/generate/completion.ts";
import type { GenerateOptions, Generation, Generator } from "../../src/models/generate/generator.ts";

interface Told {
  readonly made: Generation | "too-long";
  readonly pieces: readonly string[];
  readonly asked: GenerateOptions;
  /** How many pieces the model said. */
  readonly said: number;
}

/** What comes of a model that says these pieces, until it is stopped. */
async function tell(pieces: readonly string[], bounds: AnswerBounds): Promise<Told> {
  let asked: GenerateOptions = {};
  let said = 0;
  const model: Generator = {
    provider: "openai",
    model: "m",
    close() {},
    generate(_, options) {
      asked = options;
      let text = "";
      for (const piece of pieces) {
        if (options.signal?.aborted === true) {
          if (text === "") throw interrupted("the answer");
          return Promise.resolve({ text, finish: "cut", tokens: { input: null, output: null } });
        }
        said++;
        text += piece;
        options.onText?.(piece);
      }
      return Promise.resolve({ text, finish: "stop", tokens: { input: 3, output: 4 } });
    },
  };
  const { generator } = boundedGenerators({ generator: model, fallback: undefined }, bounds);
  const out: string[] = [];
  const made = await generator!.generate({ system: "", user: "p" }, { onText: (piece) => out.push(piece) });
  return { made, pieces: out, asked, said };
}

test("a stop ends the answer before it, also where pieces divide it, and the model is stopped", async () => {
  const { made, pieces, said } = await tell(["One [1]. E", "N", "D more", " and more", " still"], { stop: ["END"] });
  assert.deepEqual(made, { text: "One [1]. ", finish: "stop", tokens: { input: null, output: null } });
  assert.equal(pieces.join(""), "One [1]. ");
  assert.equal(said, 3);
});

test("the first of several stops counts, and what only looks like one stays", async () => {
  const { made, pieces } = await tell(["a EN b ", "###", " c END d"], { stop: ["END", "###"] });
  assert.equal((made as Generation).text, "a EN b ");
  assert.equal(pieces.join(""), "a EN b ");
  const whole = await tell(["a E", "N b E"], { stop: ["END"] });
  assert.deepEqual([(whole.made as Generation).text, whole.pieces.join("")], ["a EN b E", "a EN b E"]);
  assert.deepEqual((whole.made as Generation).tokens, { input: 3, output: 4 });
});

test("a stop at the very beginning leaves an empty answer", async () => {
  const { made, pieces } = await tell(["END of it"], { stop: ["END"] });
  assert.deepEqual([(made as Generation).text, (made as Generation).finish, pieces], ["", "stop", []]);
});

test("no piece ends within a letter", async () => {
  const { pieces } = await tell(["a😀b😀", "c"], { stop: ["xy"] });
  assert.equal(pieces.join(""), "a😀b😀c");
  for (const piece of pieces) assert.doesNotMatch(piece, /\p{Surrogate}/u);
});

test("an answer that nobody follows is made as a whole, and ends before a stop", async () => {
  const whole = async (pieces: readonly string[], stop: readonly string[]) => {
    const { completion, text } = { completion: createCompletion(createTextLimit(4000), undefined), text: pieces };
    let followed: unknown;
    const model: Generator = {
      provider: "openai",
      model: "m",
      close() {},
      generate(_, { onText }) {
        followed = onText;
        for (const content of text) completion.take(JSON.stringify({ choices: [{ delta: { content } }] }));
        const end = completion.end({ isStream: true, text: "", json: undefined });
        return Promise.resolve(end.state === "made" ? end.generation : "too-long");
      },
    };
    const { generator } = boundedGenerators({ generator: model, fallback: undefined }, { stop });
    const made = await generator!.generate({ system: "", user: "p" }, {});
    assert.equal(followed, undefined);
    return made === "too-long" ? made : [made.text, made.finish];
  };
  const thoughts = `The code may be 9999. ${"It is hard to say. ".repeat(60)}`;
  assert.deepEqual(await whole([thoughts, "</think>", "It is 4711 [1]. ", "END of it"], ["END", "# "]), [
    "It is 4711 [1]. ",
    "stop",
  ]);
  assert.deepEqual(await whole([`${thoughts}END`, "\n</think>", "It is 4711 [1]."], ["END"]), [
    "It is 4711 [1].",
    "cut",
  ]);
});

test("the model is told how many tokens the answer may have", async () => {
  assert.equal((await tell(["a"], { maxTokens: 7 })).asked.maxTokens, 7);
  assert.equal((await tell(["a"], { maxTokens: 7, stop: ["b"] })).asked.maxTokens, 7);
  assert.equal((await tell(["a"], { stop: [] })).asked.maxTokens, undefined);
});
