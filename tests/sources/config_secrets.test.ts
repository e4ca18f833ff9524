// No message about rag.yaml repeats what may be a secret.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mistakesOf, REQUIRED, SOURCE } from "./rag_yaml.ts";

const embedding = (text: string): string => REQUIRED.replace("embedding: {model: minilm}", text) + SOURCE;

test("nothing that may be a secret is repeated, whatever is wrong around it", () => {
  for (
    const secret of [
      ...[
        "sk-proj-Ab12Cd34Ef56",
        "ghp_0123456789abcdefABCDEF0123456789abcd",
        "hf_AbCdEfGhIjKlMnOpQr",
        "AKIAIOSFODNN7EXAMPLE",
      ],
      ...[
        "hunter2",
        "Tr0ub4dor&3",
        "xoxb-123456789012-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.e30.abc",
        "glpat-aBcDeFgHiJkLmNoPqRsT",
      ],
      ...["0f8fad5b-d9cb-469f-a165-70867728950e", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ]
  ) {
    for (
      const text of [
        ...["api_key", "apikey", "token", "password", "openai_api_key", "secret", "HF_TOKEN", "key", "credentials"].map(
          (key) => embedding(`embedding: {model: m, ${key}: "${secret}"}`),
        ),
        embedding(`embedding: {model: m, device: "${secret}"}`),
        embedding(`embedding: {model: m, batch_size: "${secret}"}`),
        embedding(`embedding: {model: m, api_key=${secret}}`),
        embedding(`embedding: {model: m, api_key:${secret}}`),
        embedding(`embedding: {model: m, "api_key ${secret}"}`),
        embedding(`embedding: {model: m, "${secret}"}`),
        embedding(`embedding: {model: m, "${secret}": "${secret}"}`),
        embedding(`embedding: {model: m, api_key: *${secret}}`),
        embedding(`embedding: {model: m, api_key: !${secret}}`),
        embedding(`embedding: {model: m, api_key: !${secret} x}`),
        embedding(`embedding: {model: m, api_key: !x!${secret} x}`),
        embedding(`embedding: {model: m, api_key: "${secret}`),
        embedding(`embedding: {model: m, api_key: '${secret}`),
        embedding(`embedding: {model: m, api_key: ${secret}`),
        embedding(`embedding: {model: m, api_key: ["${secret}"]}`),
        embedding(`embedding: {model: m, api_key: {"${secret}": 1}}`),
        embedding(`embedding: {model: m, &k api_key: &v "${secret}", device: *v}`),
        embedding(`embedding:\n  model: m\n  api_key "${secret}"`),
        embedding(`embedding:\n  model: m\n api_key: "${secret}"`),
        embedding(`embedding:\n  model: m\n  api_key:\n  "${secret}": x`),
        embedding(`embedding:\n  model: m\n  device: |\n    ${secret}`),
        embedding(`embedding:\n  model: m\n  device: >-\n    ${secret}\n    and more`),
        embedding(`embedding:\n  model: m\n  device: cpu\n    ${secret}`),
        embedding(`embedding:\n  model: m\n  - ${secret}`),
        embedding(`embedding:\n  model: m\n  <<: {api_key: "${secret}"}`),
        embedding(`embedding:\n  model: m\n  <<: "${secret}"`),
        embedding(`embedding:\n  model: m\n  ? "${secret}"\n  : x`),
        embedding(`embedding:\n  model: m\n  ? ["${secret}"]\n  : x`),
        embedding(`embedding: "${secret}"`),
        embedding(`embedding: ["${secret}"]`),
        embedding(`embedding: {model: m, base_url: "https://ada:${secret}@example.com/v1"}`),
        `"${secret}"\n`,
        `"${secret}": "${secret}"\n`,
        `%TAG !a! ${secret}\n%TAG !a! ${secret}\n---\nversion: 1\n`,
        `${REQUIRED}sources: [{id: a, git: "https://ada:${secret}@example.com/a.git"}]\n`,
        `${REQUIRED}sources: [{id: a, path: b, metadata: {"${secret}": [1]}}]\n`,
        `${REQUIRED}crawl: [{id: a, seeds: ["https://ada:${secret}@example.com/"]}]\n`,
      ]
    ) {
      const found = mistakesOf(text);
      assert.ok(found.length > 0, text);
      for (const message of found) assert.ok(!message.includes(secret.slice(0, 7)), `${text}\n${message}`);
    }
  }
  // The name of a variable is not a secret; a key in its place is refused.
  for (
    const name of [
      ...["OPENAI_API_KEY", "hf_token", "MY_TEAM_2_KEY_FOR_THE_GATEWAY_OF_2026", "k"],
      ...["my_company_embedding_key_v2", "team7_gateway_key_for_the_office", "_my_embedding_service_key_number_3"],
    ]
  ) {
    assert.deepEqual(mistakesOf(embedding(`embedding: {model: m, api_key_env: ${name}}`)), [], name);
  }
  for (
    const key of [
      "ghp_0123456789abcdefABCD",
      "AKIAIOSFODNN7EXAMPLE",
      "hf_AbCdEfGhIjKlMnOpQr",
      "sk-a",
      "a1b2c3d4e5f6a1b2c3d4e5f6a1b2",
      "aB3dE6gH9jK2mN5pQ8sT1vW4yZ",
      "aB3dE6gH9_jK2mN5pQ8sT1vW4yZ",
      "8123456789",
    ]
  ) {
    const [found, ...others] = mistakesOf(embedding(`embedding: {model: m, api_key_env: ${key}}`));
    assert.match(found!, /api_key_env: must be (?:the name of an environment variable|a text, found a number)/);
    assert.ok(!found!.includes(key), found);
    assert.deepEqual(others, []);
  }
});
