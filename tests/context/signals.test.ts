import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { identifierParts } from "../../src/context/identifiers.ts";
import { pathWords } from "../../src/context/path_words.ts";
import { createSignals } from "../../src/context/signals.ts";

const LIMITS = { minLength: 3, maxLength: 12 };
const signalsOf = (...parts: Parameters<ReturnType<typeof createSignals>["addText"]>[0]) => {
  const signals = createSignals();
  signals.addText(parts, LIMITS);
  return signals.all();
};

test("identifierParts() splits names at their written boundaries", () => {
  assert.deepEqual(identifierParts("getUserName"), ["get", "User", "Name"]);
  assert.deepEqual(identifierParts("HTTPServer_v2-beta"), ["HTTP", "Server", "v2", "beta"]);
  assert.deepEqual(identifierParts("__init__"), ["init"]);
  assert.deepEqual(identifierParts("_"), []);
});

test("identifierParts() keeps every letter", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (name) => {
    assert.equal(identifierParts(name).join(""), name.replace(/[_$-]/g, ""));
  }));
});

test("a name counts whole and in parts, within the limits of length", () => {
  const words = (text: string) => signalsOf({ kind: "code", text }).map(({ word }) => word);
  assert.deepEqual(words("userName ab"), ["userName", "user", "name"]);
  assert.deepEqual(words("user_name_is_long"), ["user", "name", "long"]);
  assert.deepEqual(words("abc 123 v1_0"), ["abc", "v1_0"]);
});

test("a hyphen joins a name only in prose", () => {
  assert.deepEqual(signalsOf({ kind: "comment", text: "no-undef" }).map(({ word }) => word), ["no-undef", "undef"]);
  assert.deepEqual(signalsOf({ kind: "code", text: "total-count" }).map(({ word }) => word), ["total", "count"]);
});

test("an occurrence weighs by its place: definitions and headings double, syntax nothing", () => {
  const [alpha, beta] = signalsOf({ kind: "comment", text: "alpha" }, { kind: "code", text: "alpha" }, {
    kind: "syntax",
    text: "class",
  }, { kind: "definition", text: "beta" });
  assert.deepEqual([alpha!.word, alpha!.count, alpha!.sources], ["alpha", 2, ["comment", "code"]]);
  assert.deepEqual([beta!.word, beta!.count], ["beta", 2]);
  assert.ok(beta!.weight > alpha!.weight);
});

test("words on important lines weigh more and count twice", () => {
  const signals = createSignals();
  signals.addText(
    [{ kind: "code", text: "first\nsecond\n" }, { kind: "code", text: "third" }],
    LIMITS,
    (line) => (line === 3 ? 5 : 0.5),
  );
  assert.deepEqual(signals.all().map(({ word, count }) => [word, count]), [["first", 1], ["second", 1], ["third", 2]]);
  assert.equal(signals.all()[2]!.weight, 10 * signals.all()[0]!.weight);
});

test("runs of Chinese and Japanese characters count as pairs", () => {
  assert.deepEqual(signalsOf({ kind: "text", text: "設定項目" }).map(({ word }) => word), ["設定", "定項", "項目"]);
});

test("pathWords() returns name and folders without the extension, and nearer folders weigh more", () => {
  const words = (path: string) => pathWords(path).map(({ word, weight }) => [word, Math.round(weight * 100)]);
  assert.deepEqual(words("src/auth/oauth.rs"), [["oauth", 100], ["auth", 50]]);
  assert.deepEqual(words("src/api/user_tokens.test.ts"), [["user_tokens", 100], ["user", 100], ["tokens", 100], [
    "api",
    50,
  ]]);
  assert.deepEqual(words("components/date-picker/index.tsx"), [["date-picker", 100], ["date", 100], ["picker", 100], [
    "components",
    50,
  ]]);
  assert.deepEqual(words("starlette/middleware/__init__.py"), [["middleware", 100], ["starlette", 50]]);
  assert.deepEqual(words("../../home/tmp/x1.py"), [["x1", 100]]);
  assert.deepEqual(words("2024/01.txt"), []);
});
