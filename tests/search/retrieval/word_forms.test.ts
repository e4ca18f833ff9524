// Tests of the forms that a query may mean: which texts ra looks for, and for which words they count.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FormCandidate } from "../../../src/search/ports/plan.ts";
import { parseQuery } from "../../../src/search/query/parser.ts";
import { spellingsOf, splitsOf } from "../../../src/search/retrieval/spellings.ts";
import { wordForms } from "../../../src/search/retrieval/word_forms.ts";

test("a word with digits, signs or initials has other spellings", () => {
  const cases: readonly (readonly [word: string, forms: readonly string[], begun: readonly string[]])[] = [
    ["utf8", ["utf 8"], ["utf8"]],
    ["UTF-8", ["utf8"], ["utf8"]],
    ["sha256sum", ["sha 256 sum"], ["sha256sum"]],
    ["10MB", ["10 mb"], ["10mb"]],
    ["v5.3.2", ["5.3.2"], ["v5.3.2"]],
    ["5.3.2", ["v5.3.2"], ["5.3.2"]],
    ["1.0.0-rc.1", ["v1.0.0-rc.1"], ["1.0.0-rc.1"]],
    ["802.11", ["v802.11"], ["802.11"]],
    ["1000000", ["1 000 000", "0x1000000"], []],
    ["1_000_000", ["1000000"], []],
    ["0x80070057", ["80070057"], ["0x80070057"]],
    ["USA", ["u s a"], []],
    ["indices", ["index"], []],
    ["mouse", ["mice"], []],
    ["U.S.A", ["usa"], []],
    ["file-system", ["filesystem"], []],
    ["don't", ["dont"], []],
    ["über-uns", ["überuns"], []],
    ["8080", ["8 080"], []],
    ["7", [], []],
    ["如何", [], []],
    ["a1b2c3d4e5", [], []],
    ["-x", [], []],
    ["C++", [], []],
    ["C#", [], []],
  ];
  for (const [word, forms, begun] of cases) assert.deepEqual(spellingsOf(word), { forms, begun }, word);
});

test("a word of letters is divided everywhere", () => {
  assert.deepEqual(splitsOf("setup"), [["se", "tup"], ["set", "up"]]);
  assert.deepEqual([splitsOf("logs"), splitsOf("utf8x"), splitsOf("x".repeat(25))], [[], [], []]);
});

/** What is asked about a query, and which words get which forms if the index has all that `has` accepts. */
async function formsIn(text: string, has: (form: string) => boolean) {
  const asked: FormCandidate[] = [];
  const found = await wordForms(parseQuery(text), async (candidates) => {
    asked.push(...candidates);
    return candidates.map(({ forms }) => forms.filter(has));
  });
  const shown = [...found].map(([node, forms]) => [node.kind === "word" ? node.text : node.kind, forms] as const);
  return { asked, shown };
}

test("neighbours are joined, and the form counts for each of them", async () => {
  const { shown } = await formsIn("enable hot reload now", (form) => form === "hotreload");
  assert.deepEqual(shown, [["hot", ["hotreload"]], ["reload", ["hotreload"]]]);
  const three = await formsIn("http response code", (form) => form === "httpresponsecode");
  assert.deepEqual(three.shown.map(([word]) => word), ["http", "response", "code"]);
});

test("phrases, filters, negations, fields and beginnings have no forms, and neighbours end there", async () => {
  const all = await formsIn('"utf8" title:utf8 -utf8 utf8* tag:utf8', () => true);
  assert.deepEqual([all.asked, all.shown], [[], []]);
  const { asked } = await formsIn("hot tag:x reload", () => true);
  assert.ok(asked.every(({ typed }) => !typed.includes(" ")), JSON.stringify(asked));
  const { shown } = await formsIn("+utf8 mp3^2 (ipv6 OR x)", (form) => form.includes(" "));
  assert.deepEqual(shown, [["utf8", ["utf 8"]], ["mp3", ["mp 3"]], ["ipv6", ["ipv 6"]]]);
});

test("a pasted text has no forms", async () => {
  assert.deepEqual((await formsIn("utf8 ".repeat(13), () => true)).asked, []);
});

test("property: forms say what the words say, letter for letter", async () => {
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const word = fc.stringMatching(/^[a-zA-Z0-9]([-_.]?[a-zA-Z0-9]){0,8}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
      const { asked } = await formsIn(words.join(" "), () => true);
      for (const { typed, forms, begun } of asked) {
        // Another number of the same word, as "oxen" of "ox", has letters of its own.
        if (/^[a-z]+$/i.test(typed)) continue;
        for (const form of [...forms, ...begun]) {
          const [one, other] = [letters(form), letters(typed)];
          const isSame = one === other || `v${one}` === other || one === `v${other}` || `0x${one}` === other ||
            one === `0x${other}`;
          assert.ok(isSame, `${form} is not ${typed}`);
        }
      }
    }),
  );
});
