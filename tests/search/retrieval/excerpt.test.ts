import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Excerpt, excerptOf, GAP } from "../../../src/search/retrieval/excerpt.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The byte ranges of every occurrence of the words. */
function find(body: string, ...words: readonly string[]): { start: number; end: number }[] {
  return words.flatMap((word) =>
    [...body.matchAll(new RegExp(word, "g"))].map((found) => {
      const start = encoder.encode(body.slice(0, found.index)).length;
      return { start, end: start + encoder.encode(word).length };
    })
  ).sort((a, b) => a.start - b.start);
}

function marked({ content, match_ranges }: Excerpt): readonly string[] {
  const bytes = encoder.encode(content);
  return match_ranges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
}

const lines = { costOf: () => 1, longest: 200 };

test("excerptOf() shows the paragraph with most words of the query, and marks them", () => {
  const content = "One toaster.\n\nLong filler.\n\nPlug the toaster in.\nThen wait.\n\nThe end.\n";
  const excerpt = excerptOf({ content, ranges: find(content, "toaster", "Plug"), sections: [], most: 2, ...lines })!;
  assert.equal(excerpt.content, "Plug the toaster in.\nThen wait.");
  assert.deepEqual(marked(excerpt), ["Plug", "toaster"]);
  assert.equal(excerpt.first, 4);
});

test("excerptOf() shows each section below its heading, the best ones if there is no room for all", () => {
  const content = "Intro.\n\n## Cold\n\nA cold toaster.\n\n## Warm\n\nFiller.\n\nA warm toaster burns.\n";
  const at = (text: string): number => content.indexOf(text);
  const section = (heading: string, next: number) => ({
    heading: at(heading),
    start: at(heading) + heading.length + 2,
    end: next,
  });
  const warm = section("## Warm", content.length);
  const cold = section("## Cold", at("## Warm"));
  const of = (most: number) =>
    excerptOf({ content, ranges: find(content, "toaster", "burns"), sections: [warm, cold], most, ...lines })!;
  assert.equal(of(2).content, "A warm toaster burns.");
  assert.deepEqual([of(3).content, of(3).sections], [`## Warm\n${GAP}\nA warm toaster burns.`, 1]);
  const both = of(12);
  assert.equal(both.sections, 2);
  assert.match(both.content, /^## Cold\n\nA cold toaster\.\n\n## Warm\n[^]*A warm toaster burns\.$/);
});

test("excerptOf() cuts a long line around its matches", () => {
  const content = `${"lorem ipsum ".repeat(500)}needle ${"dolor sit ".repeat(500)}`;
  const excerpt = excerptOf({ content, ranges: find(content, "needle"), sections: [], most: 1, ...lines })!;
  assert.ok(excerpt.content.length <= 202);
  assert.deepEqual(marked(excerpt), ["needle"]);
});

test("excerptOf() has nothing to show without room, and shows a text without matches from its beginning", () => {
  assert.equal(excerptOf({ content: "a\nb", ranges: [], sections: [], most: 0, ...lines }), undefined);
  assert.equal(excerptOf({ content: "\na\nb\nc", ranges: [], sections: [], most: 2, ...lines })!.content, "a\nb");
});

test("property: an excerpt has lines of the text in their order, within its room, and loses no mark in them", () => {
  const line = fc.array(fc.constantFrom("alpha", "beta", "größe", "漢字", "x", ""), { maxLength: 6 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (all, most) => {
      const content = all.join("\n");
      const ranges = find(content, "alpha", "größe", "漢字");
      const excerpt = excerptOf({ content, ranges, sections: [], most, ...lines });
      if (excerpt === undefined) return assert.ok(all.every((one) => one.trim() === ""));
      const shown = excerpt.content.split("\n");
      assert.ok(shown.length <= most);
      let at = excerpt.first;
      for (const one of shown) {
        if (one === GAP) continue;
        at = all.indexOf(one, at);
        assert.ok(at >= 0, one);
        at++;
      }
      const text = shown.filter((one) => one !== GAP).join("\n");
      assert.deepEqual(
        marked(excerpt),
        find(text, "alpha", "größe", "漢字").map(({ start, end }) =>
          decoder.decode(encoder.encode(text).subarray(start, end))
        ),
      );
      assert.ok(ranges.length === 0 || excerpt.match_ranges.length > 0);
    }),
  );
});
