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
  for (const { cut } of counters) {
    const count = (text: string): number => cut(text, Infinity).tokens;
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (text, most) => {
        const { text: part, tokens } = cut(text, most);
        assert.ok(text.startsWith(part));
        assert.equal(tokens, count(part));
        assert.ok(tokens <= most, `${tokens} tokens`);
        if (part === text) return;
        assert.ok(count(text) > most);
        const next = /^\s*\S+/u.exec(text.slice(part.length))?.[0] ?? "";
        // Where not even the first word fits, a part of it is left.
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
