/**
 * Checks the provider `onnxruntime` with the real onnxruntime-node, and measures it beside the local provider.
 *
 * Usage: bun tools/semantic/check_onnx.ts
 *
 * The first run installs onnxruntime-node from npm, and `onnx` and numpy from PyPI (which needs Python), into
 * ~/.cache/ra-semantic, or the folder that RA_SEMANTIC_CACHE names.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { SemanticSettings } from "../../src/config/config.ts";
import { RaError } from "../../src/errors.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { loadModelModule } from "../../src/models/module/load.ts";
import type { Embedded, Embedder } from "../../src/search/ports/embedder.ts";
import { addModel } from "../../src/models/installed/add_model.ts";
import { type ModelCard, storedName } from "../../src/models/installed/read_model.ts";
import { openEmbedder } from "../../src/models/embed/open_embedder.ts";
import { cache, npmPackages, python, run, script, sentenceModel } from "./installed.ts";

const RUNTIME = "onnxruntime-node@1.30.0";
const MIN_COSINE = 0.9999;
const ROUNDS = 5;

const root = join(import.meta.dirname, "../..");

/** Puts what the check needs into the cache. Gives the folders of onnxruntime-node and of the model's files. */
function prepare(): { readonly packages: string; readonly weights: string } {
  const [packages, program, weights] = [npmPackages(RUNTIME), python("numpy", "onnx"), sentenceModel()];
  run(program, [script("make_onnx.py"), weights, join(cache, "model.onnx")]);
  run(program, [script("make_onnx.py"), weights, join(cache, "pooled.onnx"), "--pooled"]);
  return { packages, weights };
}

/** Passages of ra's own pages, from one word to more than the model reads. */
function textsOf(count: number): readonly string[] {
  const page = readFileSync(join(root, "docs/ranking.md"), "utf8") +
    readFileSync(join(root, "docs/chunking.md"), "utf8");
  const step = Math.floor(page.length / (count + 1));
  return Array.from({ length: count }, (_, at) => page.slice(at * step, at * step + 4 + (at * 37) % 50 * 32));
}

function cosine(a: Embedded | undefined, b: Embedded | undefined): number {
  assert(a instanceof Float32Array && b instanceof Float32Array && a.length === b.length);
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

const { packages, weights } = prepare();
const home = mkdtempSync(join(tmpdir(), "ra-onnx-")).replaceAll("\\", "/");
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];
const data = join(home, ".local/share/ra");
const model = join(data, "models/minilm/model.onnx");
const fs = createDiskFileSystem();
const settings: SemanticSettings = {
  enabled: true,
  model: "minilm",
  provider: "onnxruntime",
  weight: 0.4,
  floor: 0.3,
  fusion: "weighted",
  rerank_candidates: 20,
  batch_size: 32,
  device: "cpu",
};
const open = (more: Partial<SemanticSettings> = {}): Promise<Embedder> =>
  openEmbedder({ ...settings, ...more }, { fs, home, warn() {} });

/** The model's files that ra can use give ra's own vectors, whether texts come together or by themselves. */
async function checkVectors(): Promise<void> {
  const texts = textsOf(50);
  const ours = (await loadModelModule()).openEncoder(
    {
      config: readFileSync(join(weights, "config.json"), "utf8"),
      vocabulary: readFileSync(join(weights, "vocab.txt"), "utf8"),
      weights: readFileSync(join(weights, "model.safetensors")),
    },
    { dtype: "f32", pooling: "mean", maxLength: 256 },
  );
  const expected = texts.map((text) => ours.embed([text]));
  ours.free();
  for (const file of ["pooled.onnx", "model.onnx"]) {
    copyFileSync(join(cache, file), model);
    const embedder = await open();
    const together = await embedder.embed(texts, "passage");
    let least = 1;
    for (const [at, text] of texts.entries()) {
      const [alone] = await embedder.embed([text], "passage");
      least = Math.min(least, cosine(together[at], expected[at]), cosine(alone, together[at]));
    }
    embedder.close();
    await assert.rejects(embedder.embed(["a"], "query"), { code: "interrupted" });
    console.log(`${file}, 50 texts: least cosine ${least.toFixed(7)} to ra's own vectors and to each text by itself`);
    assert(least > MIN_COSINE);
  }
}

async function checkDevices(): Promise<void> {
  const [text = ""] = textsOf(1);
  const embedder = await open();
  const automatic = await open({ device: "auto" });
  assert.equal(automatic.key, embedder.key, "the device does not change the key");
  assert(
    cosine((await automatic.embed([text], "query"))[0], (await embedder.embed([text], "query"))[0]) > MIN_COSINE,
  );
  automatic.close();
  embedder.close();
}

/** Each wrong file is one error that names it. */
async function checkErrors(): Promise<void> {
  const whole = readFileSync(join(cache, "model.onnx"));
  /** Names have their length before them, so one can only be changed into another of the same length. */
  const renamed = (from: string, to: string): Uint8Array =>
    Buffer.from(Buffer.from(whole).toString("latin1").replaceAll(from, to), "latin1");
  const fails = async (expected: RegExp, more: Partial<SemanticSettings> = {}): Promise<void> => {
    const error = await open(more).then(() => undefined, (error: unknown) => error);
    assert(error instanceof RaError && error.code === "model-invalid", String(error));
    assert.match(error.message, expected);
    console.log(`  ${error.message.replaceAll(home, "~")}`);
  };
  const wrong: readonly (readonly [bytes: Uint8Array, expected: RegExp])[] = [
    [whole.subarray(0, whole.length / 2), /model\.onnx: onnxruntime cannot run it with device = "cpu": /],
    [new Uint8Array(), /model\.onnx: onnxruntime cannot run it with device = "cpu": /],
    [renamed("last_hidden_state", "last_hidden_stage"), /it has no output last_hidden_state or sentence_embedding/],
    [renamed("token_type_ids", "token_kind_ids"), /it wants the input token_kind_ids/],
    [renamed("attention_mask", "attention_task"), /it wants the input attention_task/],
  ];
  console.log("Errors:");
  for (const [bytes, expected] of wrong) {
    writeFileSync(model, bytes);
    await fails(expected);
  }
  writeFileSync(model, whole);
  const folder = join(data, "models/minilm");
  const card = readFileSync(join(folder, "model.json"), "utf8");
  const { "config.json": hash } = (JSON.parse(card) as ModelCard).files;
  const config = readFileSync(join(folder, storedName("config.json", hash)), "utf8");
  const wider = config.replace('"hidden_size": 384', '"hidden_size": 768');
  const other = createHash("sha256").update(wider).digest("hex");
  writeFileSync(join(folder, storedName("config.json", other)), wider);
  writeFileSync(join(folder, "model.json"), card.replace(hash, other));
  await fails(/has the dimensions 2 × 4 × 384, not 2 × 4 × 768$/);
  writeFileSync(join(folder, "model.json"), card);
}

/** Sections a second, the providers by turns. */
async function measure(): Promise<void> {
  const texts = textsOf(64).map((text, at) => `${at} ${text} ${text}`);
  const rates: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pair: number[] = [];
    for (const provider of ["local", "onnxruntime"] as const) {
      const embedder = await open({ provider });
      await embedder.embed(texts.slice(0, 24), "passage"); // its threads start
      const started = performance.now();
      await embedder.embed(texts, "passage");
      pair.push(texts.length / (performance.now() - started) * 1000);
      embedder.close();
    }
    rates.push([...pair, pair[1]! / pair[0]!]);
  }
  const [local, onnx, ratio] = [0, 1, 2].map((at) =>
    rates.map((rate) => rate[at]!).sort((a, b) => a - b)[ROUNDS >> 1]!
  );
  console.log(
    `sections a second: local ${local!.toFixed(1)}, onnxruntime ${onnx!.toFixed(1)} (${ratio!.toFixed(2)} ×)`,
  );
}

try {
  await addModel({ what: "minilm", from: weights }, {
    fs,
    home,
    resolve: (path) => path,
    onWait() {},
    onFile() {},
    onProgress() {},
  });
  await assert.rejects(open(), { code: "model-invalid", message: /model\.onnx: it is missing$/ });
  copyFileSync(join(cache, "model.onnx"), model);
  await assert.rejects(open(), { code: "model-missing", message: "onnxruntime-node is not installed" });
  symlinkSync(packages, join(data, "node_modules"), "junction");
  await checkVectors();
  await checkDevices();
  await checkErrors();
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}
