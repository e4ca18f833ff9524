// The rule that tells frontmatter from text, and the promise that no word of a document is lost by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readFrontmatter } from "../../src/document/frontmatter.ts";
import { judgeBlock, type Verdict } from "../../src/document/frontmatter_rule.ts";
import { readPlainFrontmatter } from "../../src/document/plain_frontmatter.ts";
import { asidesOf } from "../../src/document/frontmatter_asides.ts";

/** What each line is, by hand. */
const LINES = {
  blank: ["", "  ", "\t"],
  comment: ["#note", "#", "#tag", "####### seven"],
  heading: ["# Head", "## Two words", "###### Six"],
  indented: ["  more", "\tkey: x", " - item", "    ```"],
  item: ["- a", "-", "- a: b", "-\tx"],
  closer: ["]", "}", "],"],
  key: [
    ...[
      "title: x",
      "a b:",
      "ms:assetid: y",
      "$schema: z",
      "@type: t",
      "a/b.c-d_e: f",
      '"q: r": s',
      "'q' : s",
      "2024: x",
    ],
    ...["title:Tight", "1. Mix: flour", "über größe: x", "Note: a: b", "key: [", 'key: "open', "key : x"],
  ],
  prose: [
    ...["Some words", "**Status:** x", "| a | b: c |", "```yaml", "> quote: x", "[a]: b", "Visit https://x.org now"],
    ...["Really? yes: no", "http://x.org/a", "<!-- a: b -->", "*a*: b", "`a`: b", "~~~", "%x: y", "(a): b", "=== a: b"],
  ],
} as const;
type Kind = keyof typeof LINES;
const KINDS = Object.keys(LINES) as readonly Kind[];

const block = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Kind>("key", "blank") },
    { weight: 2, arbitrary: fc.constantFrom<Kind>("heading", "comment", "indented", "item") },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  ).chain((kind) => fc.constantFrom(...LINES[kind]).map((line) => ({ kind, line }))),
  { maxLength: 7 },
);

/** The rule as the documentation tells it. */
function expected(kinds: readonly Kind[]): Verdict {
  const firstKey = kinds.indexOf("key");
  if (firstKey < 0) return kinds.every((kind) => kind === "blank") ? "data" : "text";
  const firstBelow = kinds.findIndex((kind) => kind === "indented" || kind === "item" || kind === "closer");
  const mayBe = !kinds.includes("prose") && (firstBelow < 0 || firstKey < firstBelow);
  const around = ["blank", ...kinds, "blank"];
  const lone = kinds.map((kind, at) => kind === "heading" && around[at] === "blank" && around[at + 2] === "blank");
  const isText = lone[0] === true || (kinds[0] === "blank" && lone.includes(true));
  return mayBe && !isText ? "data" : "both";
}

test("each kind of block is what the rule says", () => {
  const seen = new Set<Verdict>();
  fc.assert(
    fc.property(block, (lines) => {
      const verdict = judgeBlock(lines.map(({ line }) => line));
      seen.add(verdict);
      assert.equal(verdict, expected(lines.map(({ kind }) => kind)), JSON.stringify(lines));
    }),
    { numRuns: 20_000 },
  );
  assert.deepEqual([...seen].sort(), ["both", "data", "text"]);
});

test("the rule takes time in proportion to the block", () => {
  const long = [" ", "a", "a ", ":", "a:", "'", '"\\', "- ", "#", "]"].map((part) => part.repeat(200_000));
  for (const line of long) judgeBlock([line, `k: ${line}`, `${line}: x`]);
});

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The names of one word in values within values. */
function namesOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((
    [key, inner],
  ) => [...Array.isArray(value) ? [] : words(key), ...namesOf(inner)]);
}

const loose = fc.array(
  fc.tuple(
    fc.constantFrom("", "  ", "- ", "\t", "# "),
    fc.constantFrom("", "title: ", "tags: ", "lang: ", "k1: ", "k2 k3: ", "k4:", "'k5': ", "k6 = ", "[k7]", "title = "),
    fc.constantFrom("", "[", '"', "'", "{", "@", "*", "&x ", "|", ">", "!t ", "`", "{{ ", "["),
    fc.constantFrom(
      "",
      "vone",
      "vtwo, vthree",
      "vfour: vfive",
      "null",
      "vsix # vseven",
      "1.50",
      '"veight"',
      "k9: vten",
    ),
    fc.constantFrom("", "", "]", '"', "'", "}", " }}"),
  ).map((parts) => parts.join("")),
  { maxLength: 8 },
);

test("no word of a document is lost: it is text, a value, an aside, or a name", () => {
  fc.assert(
    fc.property(loose, fc.constantFrom("---", "+++", ";;;", "---toml", "---json"), (lines, fence) => {
      const text = [fence, ...lines, fence.slice(0, 3), "rest"].join("\n");
      const found = readFrontmatter(new TextEncoder().encode(text), 0);
      if (found.range === null) return;
      const { title, lang, tags, metadata, asides, values } = found;
      const said = [title ?? "", lang ?? "", ...tags, ...Object.values(metadata).flat(), ...asides].flatMap(words);
      const kept = new Set(["null", ...said, ...namesOf(values)]);
      const lost = words(lines.join("\n")).filter((word) => !kept.has(word));
      assert.deepEqual(lost, [], text);
      // Names of several words are said.
      for (const key of Object.keys(values!).filter((name) => name.includes(" "))) {
        assert.ok(asides.includes(key), text);
      }
    }),
    { numRuns: 20_000 },
  );
});

test("frontmatter that takes no parser says aside what it does with one", () => {
  const line = fc.tuple(
    fc.constantFrom("title", "tags", "k", "k l", "Kx", "a.b c"),
    fc.constantFrom(": v", ": v w", ": [v, w]", ": 'q r'", ":\n- v\n- w x", ": null", ": ~", ": é – “x”", ": [#a]"),
  ).map((parts) => parts.join(""));
  let read = 0;
  fc.assert(
    fc.property(fc.uniqueArray(line, { maxLength: 5, selector: (text) => text.split(":")[0] }), (lines) => {
      const found = readPlainFrontmatter(new TextEncoder().encode(["---", ...lines, "---", ""].join("\n")), 0);
      if (found?.values == null) return;
      read++;
      assert.deepEqual(found.asides, asidesOf(found, found.values, lines.join("\n").split("\n")));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(read > 1_000, `${read}`);
});
