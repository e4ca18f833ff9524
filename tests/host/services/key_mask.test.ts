import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createKeyMask } from "../../../src/host/services/key_mask.ts";

const KEY = "sk-proj-T3st/k3y+WithSigns_0123456789abcdefXYZ";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Of what stands before the key. */
const HEADER = base64(`Bearer ${KEY}`).slice(0, 10);

/** How a service may write a key, or a part of it. */
const FORMS: Readonly<Record<string, string>> = {
  whole: KEY,
  "20 letters": KEY.slice(3, 23),
  "its end": KEY.slice(-8),
  "all but its middle": `${KEY.slice(0, 12)} and ${KEY.slice(-12)}`,
  backwards: [...KEY].reverse().join(""),
  "in capitals": KEY.toUpperCase(),
  "in base64": base64(KEY),
  "in base64 after a name": base64(`user:${KEY}`),
  "in base64 with its header": base64(`Bearer ${KEY}`),
  "in base64 for addresses": Buffer.from(KEY).toString("base64url"),
  "for an address": encodeURIComponent(KEY),
  "with every sign escaped": [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
  "in hexadecimal digits": Buffer.from(KEY).toString("hex"),
};

for (const [name, form] of Object.entries(FORMS)) {
  test(`a key is masked that a service writes ${name}`, () => {
    const shown = createKeyMask(KEY)(`Incorrect key: ${form}.`);
    for (let at = 0; at + 8 <= form.length; at++) {
      assert.ok(!shown.includes(form.slice(at, at + 8)) || HEADER.startsWith(form.slice(0, at + 8)), shown);
    }
    assert.match(shown, /^Incorrect key: \S*…/);
    assert.ok(shown.length < 60, shown);
  });
}

test("no part of a key of eight characters or more is left, wherever it stands", () => {
  const key = fc.string({ unit: fc.constantFrom(..."abcXYZ0189-_"), minLength: 16, maxLength: 60 });
  fc.assert(fc.property(key, fc.nat(), fc.nat(), fc.string(), fc.string(), (secret, a, b, before, after) => {
    const from = a % (secret.length - 8);
    const part = secret.slice(from, from + 8 + b % 12);
    fc.pre(/[0-9]/.test(secret));
    assert.ok(!createKeyMask(secret)(`${before}${part}${after}`).includes(part.slice(0, 8)));
  }));
});

test("words of a message stay, also those of a key that is made of words", () => {
  const message = "The model is required; context length 4096 tokens, request req_0123 in queue, keys start with sk-";
  for (const key of ["sk-no-key-required", KEY, "ollama", "x"]) {
    assert.equal(createKeyMask(key)(message), key === "x" ? message.replaceAll("x", "…") : message, key);
  }
  assert.equal(createKeyMask("sk-no-key-required")("the key sk-no-key-required"), "the key …");
  assert.equal(createKeyMask("secretsecretsecret")("secretsecretsec is wrong"), "… is wrong");
});
