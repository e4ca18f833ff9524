import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Snippet } from "../../../src/shapes/search.ts";
import { joinSnippets, makeSnippet, snippetPieces } from "../../../src/search/retrieval/snippet.ts";

const encoder = new TextEncoder();

/** Returns the byte ranges of every occurrence of the words. */
function find(body: string, ...words: readonly string[]): { start: number; end: number }[] {
  return words.flatMap((word) =>
    [...body.matchAll(new RegExp(word, "g"))].map((found) => {
      const start = encoder.encode(body.slice(0, found.index)).length;
      return { start, end: start + encoder.encode(word).length };
    })
  );
}

function marked({ text, ranges }: Snippet): readonly string[] {
  return ranges.map(({ start, end }) => text.slice(start, end));
}

test("makeSnippet() returns a short text whole, with collapsed white space", () => {
  const body = "\n  Use `async`\r\n\r\n\tfor  I/O.\n";
  const snippet = makeSnippet(body, find(body, "async", "I/O"));
  assert.equal(snippet.text, "Use `async` for I/O.");
  assert.deepEqual(marked(snippet), ["async", "I/O"]);
});

test("makeSnippet() cuts around the densest matches at word boundaries", () => {
  const filler = "lorem ipsum dolor sit amet consectetur ".repeat(10);
  const body = `rust ${filler}handling errors in rust code ${filler}rust rust`;
  const snippet = makeSnippet(body, find(body, "rust", "errors"));
  assert.deepEqual(marked(snippet), ["errors", "rust"]);
  assert.match(
    snippet.text,
    /^…(lorem|ipsum|dolor|sit|amet|consectetur) .* handling errors in rust code .* (lorem|ipsum|dolor|sit|amet|consectetur)…$/,
  );
  assert.ok(snippet.text.length <= 152 && snippet.text.length > 110, snippet.text);
});

test("makeSnippet() prefers different matches, then more matches, then earlier ones", () => {
  const gap = " x".repeat(100);
  const repeated = `aaa aaa aaa${gap} aaa bbb${gap} aaa bbb aaa`;
  assert.deepEqual(marked(makeSnippet(repeated, find(repeated, "aaa", "bbb"))), ["aaa", "bbb", "aaa"]);
  const equal = `one aaa${gap} two aaa`;
  assert.match(makeSnippet(equal, find(equal, "aaa")).text, /^one aaa/);
});

test("makeSnippet() begins at the start when nothing there matches", () => {
  const body = "word ".repeat(100);
  const snippet = makeSnippet(body, []);
  assert.match(snippet.text, /^(word )+word…$/);
  assert.deepEqual(snippet.ranges, []);
  assert.equal(makeSnippet("", []).text, "");
});

test("makeSnippet() shows the densest matches of a long text too", () => {
  const before = encoder.encode("é one two ".repeat(150_000));
  const middle = encoder.encode("the first needle and the other pin ");
  const body = Uint8Array.from([...before, ...middle, ...before]);
  const at = before.length;
  const matches = [
    { start: 3, end: 6 },
    { start: at + 10, end: at + 16 },
    { start: at + 31, end: at + 34 },
    { start: body.length - 4, end: body.length - 1 },
  ];
  const snippet = makeSnippet(body, matches);
  assert.deepEqual(marked(snippet), ["needle", "pin"]);
  assert.match(snippet.text, /^….*é one two the first needle and the other pin é one two .*…$/);
  assert.equal(makeSnippet(body, []).text, makeSnippet("é one two ".repeat(100), []).text);
});

test("makeSnippet() keeps to the length, and accepts bytes as well as text", () => {
  const body = `${"é".repeat(10)} needle ${"ü ".repeat(60)}`;
  const fromText = makeSnippet(body, find(body, "needle"), { length: 30 });
  assert.deepEqual(makeSnippet(encoder.encode(body), find(body, "needle"), { length: 30 }), fromText);
  assert.deepEqual(marked(fromText), ["needle"]);
  assert.ok(fromText.text.length <= 32);
});

test("makeSnippet() keeps offsets correct after a byte order mark", () => {
  const body = "\ufeffneedle";
  assert.deepEqual(marked(makeSnippet(encoder.encode(body), find(body, "needle"))), ["needle"]);
});

test("makeSnippet() merges overlapping ranges and clips ranges beyond the end", () => {
  const body = "abcdef gh";
  assert.deepEqual(marked(makeSnippet(body, [{ start: 2, end: 6 }, { start: 0, end: 3 }, { start: 7, end: 99 }])), [
    "abcdef",
    "gh",
  ]);
  assert.deepEqual(marked(makeSnippet(body, [{ start: 50, end: 60 }, { start: 3, end: 3 }])), []);
});

test("makeSnippet() marks a phrase across a line break", () => {
  const body = "some error\n   handling here";
  const [start] = find(body, "error");
  const [end] = find(body, "handling");
  assert.deepEqual(marked(makeSnippet(body, [{ start: start!.start, end: end!.end }])), ["error handling"]);
});

test("makeSnippet() never splits a character", () => {
  const family = "👨‍👩‍👧";
  const { text } = makeSnippet(family.repeat(60), [{ start: 18 * 30, end: 18 * 31 }], { length: 50 });
  assert.equal(text.replaceAll(family, "").replaceAll("…", ""), "");
  const chinese = "文档搜索".repeat(60);
  assert.match(makeSnippet(chinese, find(chinese, "搜索").slice(20, 21), { length: 40 }).text, /^…[文档搜索]{40}…$/);
});

test("snippetPieces() splits a snippet at its matches and loses nothing", () => {
  const snippet = { text: "ab cd ab", ranges: [{ start: 0, end: 2 }, { start: 6, end: 8 }] };
  assert.deepEqual(snippetPieces(snippet), [
    { text: "ab", match: true },
    { text: " cd ", match: false },
    { text: "ab", match: true },
  ]);
  assert.deepEqual(snippetPieces({ text: "", ranges: [] }), []);
});

test("joinSnippets() keeps the matches in their places, and each snippet once", () => {
  const one = { text: "a needle", ranges: [{ start: 2, end: 8 }] };
  const two = { text: "thread…", ranges: [{ start: 0, end: 6 }] };
  assert.deepEqual(joinSnippets([one]), one);
  const joined = joinSnippets([one, two, one]);
  assert.equal(joined.text, "a needle … thread…");
  assert.deepEqual(marked(joined), ["needle", "thread"]);
});

test("makeSnippet() contains a marked match, whatever the text", () => {
  const piece = fc.constantFrom("a", "bb", " ", "\n\n", "é", "日本", "😀", "word ", "x".repeat(40), "<");
  const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
  const ranges = fc.array(fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 12 })), { maxLength: 6 });
  fc.assert(
    fc.property(texts, ranges, fc.integer({ min: 10, max: 80 }), (body, pairs, length) => {
      const units = Array.from(body);
      const offsets = [0];
      for (const unit of units) offsets.push(offsets.at(-1)! + encoder.encode(unit).length);
      const matches = pairs.map(([at, size]) => ({
        start: offsets[Math.min(at, units.length)]!,
        end: offsets[Math.min(at + size, units.length)]!,
      }));
      const snippet = makeSnippet(body, matches, { length });
      assert.ok(snippet.text.length <= length + 2 + 1, `${snippet.text.length} of ${length}`);
      assert.equal(/\s\s|^\s|\s$/.test(snippet.text), false);
      assert.equal(new TextDecoder().decode(encoder.encode(snippet.text)), snippet.text);
      const inner = snippet.text.replace(/^…|…$/g, "");
      assert.ok(body.replace(/\s+/g, " ").includes(inner));
      let last = 0;
      for (const { start, end } of snippet.ranges) {
        assert.ok(start >= last && end > start && end <= snippet.text.length);
        last = end;
      }
      const whole = matches.some(({ start, end }) =>
        new TextDecoder().decode(encoder.encode(body).slice(start, end)).trim() !== ""
      );
      assert.equal(snippet.ranges.length > 0, whole);
    }),
    { numRuns: 800 },
  );
});
