// What a model thinks before it answers is no part of the answer; what only looks like it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutThoughts } from "../../src/models/generate/without_thoughts.ts";

const ANSWER = "The gate code is 4711 [1].";
const OTHER = "hmm 9999\n\nIs it [2]?";

/** In pieces of so many characters, for somebody who follows the text or for nobody. */
function shown(text: string, size: number, isFollowed: boolean): string {
  const thoughts = withoutThoughts(isFollowed);
  let out = "";
  for (let at = 0; at < text.length; at += size) out += thoughts.push(text.slice(at, at + size));
  return out + thoughts.end();
}

function everywhere(text: string, wanted: string): void {
  for (const size of [1, 3, 7, 100_000]) {
    for (const isFollowed of [true, false]) {
      assert.equal(shown(text, size, isFollowed), wanted, JSON.stringify({ text, size, isFollowed }));
    }
  }
}

const PAIRS: readonly (readonly [string, string])[] = [
  ["<think>", "</think>"],
  ["<Think>", "</THINK>"],
  ['<think time="3">', "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<reflection>", "</reflection>"],
  ["<seed:think>", "</seed:think>"],
  ["[THINK]", "[/THINK]"],
  ["[thinking]", "[/thinking]"],
  ["◁think▷", "◁/think▷"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  ["<|channel|>analysis", "<|channel|>final<|message|>"],
  ["<|start|>assistant<|channel|>commentary<|message|>", "<|channel|>final <|constrain|>text<|message|>"],
];

for (const [begin, end] of PAIRS) {
  test(`thoughts between ${begin} and ${end} are left out`, () => {
    everywhere(`\n${begin}\n${OTHER}\n${end}\n\n${ANSWER}`, ANSWER);
    everywhere(`${begin}${end}${ANSWER}`, ANSWER);
    everywhere(`${begin}one${end}\n${begin}two${end}\n${ANSWER}`, ANSWER);
    everywhere(`${begin}${OTHER}`, "");
  });
}

test("what stands before an end of thoughts without its beginning is thought", () => {
  everywhere(`Passage 1 says 9999? Let me think.\n</think>\n\n${ANSWER}`, ANSWER);
  everywhere(`Okay, the user asks for the code. It is 4711.</think>${ANSWER}`, ANSWER);
  everywhere(`Let me see.</thinking>\n${ANSWER}`, ANSWER);
  everywhere(`So it is.\n[/THINK]${ANSWER}`, ANSWER);
  everywhere(`Okay, ${"the passage says 4711 [1]. ".repeat(200)}\n</think>\n${ANSWER}`, ANSWER);
  everywhere(`analysisWe need the code.assistantfinal${ANSWER}`, ANSWER);
  everywhere("Hmm, so it is 4711.\n</think>", "");
});

test("signs around an answer are left out wherever pieces divide them", () => {
  everywhere(`${ANSWER} <|end|>  `, `${ANSWER} `);
  everywhere(`${ANSWER}\n\`\`\`\n</think>\n\`\`\`\n`, `${ANSWER}\n\`\`\`\n</think>\n\`\`\`\n`);
  everywhere(`Okay.\n\`\`\`\n</think>\n\`\`\`\n</think>${ANSWER}`, ANSWER);
});

test("a tag in code, in a sentence or behind text is text", () => {
  for (
    const text of [
      "Thoughts stand between `<think>` and `</think>` [1].",
      "The tag <think> begins thoughts, and </think> ends them [1].",
      `${ANSWER}\n\n<think>No thought.</think>`,
      "Write this [1]:\n\n```\n<think>\nHm.\n</think>\n```\n\nAll else is shown [1].",
      "A think tank is no tag [1].",
      "[1] says that it is 4711.",
      "[THINKER] is a name [1].",
      "<b>Bold</b> is HTML [1].",
      "<thinker> is another tag [1].",
    ]
  ) {
    everywhere(text, text);
  }
});

test("a stream shows an answer once it cannot be a thought any more", () => {
  const thoughts = withoutThoughts();
  assert.deepEqual(["The gate ", "code is 4711 [1]. ", "It is ", "new [2]."].map((piece) => thoughts.push(piece)), [
    "",
    "The gate code is 4711 [1]. ",
    "It is ",
    "new [2].",
  ]);
  const long = withoutThoughts();
  assert.equal(long.push("Word ".repeat(100)), "Word ".repeat(100));
});

test("an answer that cites is shown, whatever words of thought stand in it", () => {
  for (const word of ["wait", "maybe", "let me know", "the user", "we need", "I should"]) {
    const answer = `Rows are kept, so ${word} or not, they stay [1]. More comes.`;
    assert.equal(withoutThoughts().push(answer), answer, word);
    const late = withoutThoughts();
    const words = `Rows are kept, so ${word} or not. ${"They stay. ".repeat(50)}`;
    assert.equal(late.push(words), "", word);
    assert.equal(late.push("It is so [1]. "), `${words}It is so [1]. `, word);
  }
  const begins = withoutThoughts();
  assert.equal(begins.push("Okay, the user asks. It is 9999 [1]. "), "");
  assert.equal(begins.push("So.\n</think>\n\nIt is 4711 [1]. "), "It is 4711 [1]. ");
});

test("what reads like thoughts is held up to a bound", () => {
  const thoughts = withoutThoughts();
  const sentence = "Okay, so be it. ";
  let [shownAt, said] = [0, 0];
  for (; shownAt === 0 && said < 100_000; said += sentence.length) {
    if (thoughts.push(sentence) !== "") shownAt = said;
  }
  assert.ok(shownAt > 30_000 && shownAt < 34_000, String(shownAt));
});

test("long thoughts in small pieces take no longer than their length", () => {
  const signs = "Say `</think>` or </think> here ";
  for (const isFollowed of [true, false]) {
    for (const text of ["Okay, so be it. ".repeat(1900), `Okay, ${signs.repeat(900)}`, "word ".repeat(60_000)]) {
      const begun = performance.now();
      assert.equal(shown(`${text}.\n</think>\n\n${ANSWER}`, 3, isFollowed).endsWith(ANSWER), true);
      assert.ok(performance.now() - begun < 5000, `${performance.now() - begun} ms`);
    }
  }
  assert.equal(shown(`${signs.repeat(30_000)}.\n</think>${ANSWER}`, 1_000_000, false), ANSWER);
});
