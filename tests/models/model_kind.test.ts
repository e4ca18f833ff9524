/** What `ra model add` says of models that are near to a BERT with one label, and are not one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { addModel } from "../../src/models/installed/add_model.ts";
import { RaError } from "../../src/errors.ts";
import { smallModel } from "./small_model.ts";

const HOME = "/home";
const HEAD = smallModel({ head: true });
const BARE = smallModel();
const SETTINGS = JSON.parse(HEAD.config) as Readonly<Record<string, unknown>>;
const JUDGE = { architectures: ["BertForSequenceClassification"], id2label: { 0: "LABEL_0" } };

/** Adds a model of these settings and weights; gives its kind, or the message and the hint. */
async function added(
  settings: Readonly<Record<string, unknown>>,
  weights = HEAD.weights,
): Promise<readonly (string | undefined)[]> {
  const fs = createMemoryFileSystem({});
  fs.makeDirectory("/judge");
  fs.writeFile("/judge/config.json", new TextEncoder().encode(JSON.stringify({ ...SETTINGS, ...settings })));
  fs.writeFile("/judge/vocab.txt", new TextEncoder().encode(HEAD.vocabulary));
  fs.writeFile("/judge/model.safetensors", weights);
  const host = { fs, home: HOME, resolve: (path: string) => path, onWait() {}, onFile() {}, onProgress() {} };
  try {
    return [(await addModel({ what: "/judge" }, host)).kind];
  } catch (error) {
    assert.ok(error instanceof RaError && error.code === "model-invalid", String(error));
    return [error.message, error.hint];
  }
}

/** The same weights with other names of tensors. A name that is mapped to nothing goes. */
function renamed(change: (name: string) => string | undefined, { weights } = HEAD): Uint8Array {
  const length = Number(new DataView(weights.buffer, weights.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + length))) as Record<string, unknown>;
  const entries = Object.entries(header).flatMap(([name, entry]) => {
    const other = change(name);
    return other === undefined ? [] : [[other, entry]];
  });
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const bytes = new Uint8Array(8 + json.length + weights.length - 8 - length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  bytes.set(weights.subarray(8 + length), 8 + json.length);
  return bytes;
}

test("a cross-encoder of another family is refused by its name, with what to do", async () => {
  const families = ["roberta", "xlm-roberta", "deberta-v2", "distilbert", "electra", "modernbert", "qwen3", 7, null];
  for (const family of families) {
    const [message, hint] = await added({
      ...JUDGE,
      model_type: family,
      architectures: ["XForSequenceClassification"],
    });
    assert.equal(message, `judge is not a BERT: its config.json has the model_type ${JSON.stringify(family)}`);
    assert.match(hint!, /ms-marco-MiniLM-L-6-v2, or let a service run it: `provider = "openai"`/);
  }
  const [, hint] = await added({ model_type: "mpnet", architectures: ["MPNetModel"] }, BARE.weights);
  assert.match(hint!, /^take an encoder with the model_type "bert", or let a service run it/);
});

test("a model of another family is refused before its vocabulary and weights are asked for", async () => {
  const fs = createMemoryFileSystem({ "/bge-reranker-base/config.json": '{"model_type": "xlm-roberta"}' });
  const asked = addModel({ what: "/bge-reranker-base" }, {
    ...{ fs, home: HOME, resolve: (path: string) => path, onWait() {}, onFile() {}, onProgress() {} },
  });
  await assert.rejects(asked, { message: /^bge-reranker-base is not a BERT: .*"xlm-roberta"$/ });
});

test("labels and functions are read in each form that they have", async () => {
  const forms: readonly Readonly<Record<string, unknown>>[] = [
    JUDGE,
    { ...JUDGE, sbert_ce_default_activation_function: "torch.nn.modules.linear.Identity" },
    { ...JUDGE, sbert_ce_default_activation_function: null },
    { ...JUDGE, sentence_transformers: { activation_fn: "torch.nn.modules.activation.Sigmoid", version: "4.1.0" } },
    { ...JUDGE, id2label: ["LABEL_0"] },
    { architectures: JUDGE.architectures, num_labels: 1 },
    { architectures: JUDGE.architectures, label2id: { LABEL_0: 0 } },
    // The weights count, whatever config.json lacks.
    { architectures: JUDGE.architectures },
    {},
  ];
  for (const form of forms) assert.deepEqual(await added(form), ["cross-encoder"], JSON.stringify(form));
  const prefixed = renamed((name) => (name.startsWith("classifier") ? name : `bert.${name}`));
  assert.deepEqual(await added(JUDGE, prefixed), ["cross-encoder"]);
  assert.deepEqual(await added({ architectures: ["BertModel"] }, BARE.weights), ["encoder"]);
  for (const key of ["sbert_ce_default_activation_function", "activation_fn"]) {
    const of = { [key]: "torch.nn.modules.activation.Softmax" };
    const [message, hint] = await added({ ...JUDGE, ...key === "activation_fn" ? { sentence_transformers: of } : of });
    assert.equal(message, `judge puts its score through "torch.nn.modules.activation.Softmax" (${key})`);
    assert.equal(hint, "ra knows those that keep the order: Identity, Sigmoid, Tanh");
  }
});

test("a cross-encoder without a part of its head is refused by the part", async () => {
  assert.deepEqual(await added(JUDGE, renamed((name) => (name.startsWith("pooler.") ? undefined : name))), [
    "the weights of judge have no pooler.dense.weight, which the score of a BERT goes through",
    "take a cross-encoder of the class BertForSequenceClassification, such as cross-encoder/ms-marco-MiniLM-L-6-v2, " +
    'or let a service run it: `provider = "openai"` (docs/semantic.md#reranking)',
  ]);
  const [other] = await added(JUDGE, renamed((name) => name.replace(/^classifier\./, "classifier.out_proj.")));
  assert.equal(
    other,
    "the weights of judge have another head than that of a BERT: classifier.out_proj.weight in place of " +
      "classifier.weight",
  );
  assert.deepEqual(await added(JUDGE, BARE.weights), [
    "the weights of judge have no classifier.weight, which gives the score",
    "they are those of an encoder; take the files of the trained cross-encoder",
  ]);
});
