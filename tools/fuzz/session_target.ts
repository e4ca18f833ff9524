/** Tries any bytes as the file of a session. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { openSessions } from "../../src/answering/sessions/session_store.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { formatSession, formatSessions } from "../../src/output/text/answer_text.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { boundedFiles, refusedOnly } from "./bounded_files.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const FOLDER = "/project/cache/sessions";
const text = fc.oneof(
  fc.constantFrom(
    "",
    "lever",
    "\u001b[31mred",
    "\u202egnp.exe",
    "\u0000",
    "a\nb",
    "[1]",
    "# x",
    "```",
    "x".repeat(5000),
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const value = fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>({ weight: 4, arbitrary: text }, {
  weight: 1,
  arbitrary: fc.anything({ maxDepth: 2, maxKeys: 3 }),
});
const turn = fc.record({
  at: value,
  question: value,
  answer: value,
  citations: fc.oneof(fc.array(value, { maxLength: 4 }), value),
  finish: value,
}).map((one) => JSON.stringify(one) ?? "");
const lines = fc.array(fc.oneof({ weight: 5, arbitrary: turn }, { weight: 1, arbitrary: text }), { maxLength: 6 })
  .map((all) => new TextEncoder().encode(all.join("\n")));
const PIECES = [
  '{"question":',
  '"a"',
  ',"answer":',
  '"b"',
  "}",
  "\n",
  "\r\n",
  "[".repeat(300),
  "{",
  "null",
  '"__proto__":{}',
];
/** A terminal acts on these. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

export const sessionTarget: Target = {
  name: "session",
  inputs: fc.oneof({ weight: 6, arbitrary: lines }, { weight: 3, arbitrary: soup(PIECES, 30) }),
  async check(input) {
    const memory = createMemoryFileSystem({ [`${FOLDER}/any.jsonl`]: input, "/outside/secret.jsonl": "SENTINEL\n" });
    const good = { question: "q", answer: "a", citations: [], finish: "stop" };
    const fs = boundedFiles(memory, ["/project", "/home"]);
    const sessions = openSessions(fs, FOLDER);
    sessions.add("good", good);
    const list = sessions.list(() => {});
    assert.deepEqual(list.map(({ name }) => name), ["any", "good"]);
    const turns = sessions.turns("any");
    assert.ok(turns.length <= new TextDecoder().decode(input).split("\n").length, "more turns than lines");
    for (
      const printed of [formatSessions({ sessions: list }, createPalette(false)), formatSession({ name: "any", turns })]
    ) {
      assert.doesNotMatch(printed, CONTROL);
    }
    JSON.stringify(turns);
    // What is there stays, and what comes is found.
    sessions.add("any", good);
    const again = sessions.turns("any");
    assert.equal(again.length, turns.length + 1);
    assert.deepEqual(again.slice(0, -1), turns);
    sessions.delete("any");
    assert.deepEqual(sessions.list(() => {}).map(({ name }) => name), ["good"]);
    await refusedOnly(["unknown-session"], () => sessions.require("any"));
    fs.requireBounds();
  },
};
