import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSlugRegister, slugify } from "../../src/text/slug.ts";

const EXAMPLES: readonly (readonly [string, string])[] = [
  ["Overview", "overview"],
  ["The Result<T> Type!", "the-resultt-type"],
  ["OAuth Setup", "oauth-setup"],
  ["What's new in 2.0?", "whats-new-in-20"],
  ["snake_case and kebab-case", "snake_case-and-kebab-case"],
  ["a  —  b - c", "a-b-c"],
  ["--flag--", "flag"],
  ["Überblick für Größe", "überblick-für-größe"],
  ["日本語の見出し", "日本語の見出し"],
  ["हिन्दी ١٢", "हिन्दी-١٢"],
  ["Setup {#install}", "setup-install"],
  ["🎉 Party", "party"],
  ["!!!", "heading"],
  ["", "heading"],
];

test("slugify() keeps letters, marks and digits of every script, _ and -", () => {
  for (const [text, slug] of EXAMPLES) assert.equal(slugify(text), slug, text);
});

test("slugify() never returns an empty slug, two hyphens in a row or a hyphen at an end", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
      assert.match(slugify(text), /^[\p{L}\p{M}\p{Nd}_]+(?:-[\p{L}\p{M}\p{Nd}_]+)*$/u);
      assert.equal(slugify(text.toLowerCase()), slugify(text));
    }),
    { numRuns: 150 },
  );
});

test("claim() numbers a repeated slug from 1", () => {
  const register = createSlugRegister();
  assert.deepEqual(["overview", "overview", "overview"].map(register.claim), ["overview", "overview-1", "overview-2"]);
});

test("claim() counts on from the heading's own slug when another heading has the first candidate", () => {
  const register = createSlugRegister();
  assert.deepEqual(["Errors", "Errors", "Errors 1"].map((text) => register.claim(slugify(text))), [
    "errors",
    "errors-1",
    "errors-1-1",
  ]);
  const other = createSlugRegister();
  assert.deepEqual(["Errors 1", "Errors", "Errors"].map((text) => other.claim(slugify(text))), [
    "errors-1",
    "errors",
    "errors-2",
  ]);
});

test("claim() never returns the same slug twice", () => {
  const base = fc.constantFrom("a", "a-1", "a-1-1", "a-2", "b");
  fc.assert(
    fc.property(fc.array(base, { maxLength: 40 }), (bases) => {
      const slugs = bases.map(createSlugRegister().claim);
      assert.equal(new Set(slugs).size, slugs.length);
      slugs.forEach((slug, index) => assert.ok(slug.startsWith(bases[index] as string)));
    }),
    { numRuns: 200 },
  );
});
