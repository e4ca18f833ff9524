import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openTokenCounter } from "../../src/models/embed/token_counter.ts";
import { installSmallModel } from "./installed_model.ts";

const HOME = "/home/ada";
const fs = createMemoryFileSystem();
await installSmallModel(fs, HOME, "small");
const settings = { model: "small", batch_size: 4, device: "cpu" } as const;
const counters = [
  await openTokenCounter({ ...settings, provider: "local" }, { fs, home: HOME }),
  await openTokenCounter({ ...settings, provider: "openai" }, { fs, home: HOME }),
];

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.constantFrom("überall", "日本語の", "😀😀", "a-b_c", "12345678"),
);
const text = fc.array(fc.tuple(word, fc.constantFrom(" ", "\n", "  ")), { maxLength: 30 })
  .map((parts) => parts.flat().join(""));

test("cut() gives the longest beginning with whole words that has at most so many tokens", () => {
  for (const { cut, count, reads = Infinity } of counters) {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (text, wanted) => {
        const { text: part, tokens } = cut(text, wanted);
        const most = Math.min(wanted, reads);
        assert.ok(text.startsWith(part));
        assert.equal(tokens, count(part));
        assert.ok(tokens <= most, `${tokens} tokens`);
        if (part === text) return;
        assert.ok(count(text) > most);
        const isInWord = /\S$/u.test(part) && /^\S/u.test(text.slice(part.length));
        const words = part.replace(/\s*\S+$/u, "");
        // A word is cut where all words before it would leave a fifth of the tokens unused.
        if (isInWord) assert.ok(most - count(words) >= 0.2 * most || words === "", `${words}|${part}`);
        const next = /^\s*\S+/u.exec(text.slice(part.length))?.[0] ?? "";
        if (next !== "" && /\s/u.test(text.charAt(part.length))) {
          assert.ok(count(part + next) > most, `${part}|${next}`);
        }
      }),
      { numRuns: 60 },
    );
  }
});

test("a word with more tokens than allowed is cut between characters", () => {
  for (const { cut } of counters) {
    const { text, tokens } = cut("😀".repeat(50), 3);
    assert.ok(tokens <= 3 && !/[\uD800-\uDBFF]$/.test(text), text);
  }
});

test("a text without spaces fills the tokens, also behind a title or a few words", () => {
  for (const { cut, count, reads = Infinity } of counters) {
    const most = Math.min(24, reads);
    for (
      const text of [
        "手册\n" + "清洗水泵之前请关闭电源。".repeat(40),
        `See ${"https://example.com/a/b".repeat(40)} for more`,
      ]
    ) {
      const { text: part, tokens } = cut(text, most);
      assert.equal(tokens, count(part));
      assert.ok(tokens <= most && tokens > 0.8 * most, `${tokens} of ${most}: ${part}`);
    }
  }
});

test("no text has more tokens than the model reads", () => {
  const [local] = counters;
  const { reads } = local!;
  const { tokens } = local!.cut("pump ".repeat(2000), 1_000_000);
  assert.ok(tokens <= reads! && tokens > 0.8 * reads!, `${tokens} of ${reads}`);
});
