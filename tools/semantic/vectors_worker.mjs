// Embeds texts on any runtime, also one that cannot read TypeScript.
// Usage: RUNTIME tools/semantic/vectors_worker.mjs MODEL_FOLDER DTYPE WEIGHTS TEXTS.json LIMIT
// WEIGHTS is a safetensors file or the stored form, LIMIT in word pieces. Each line of the standard input asks for all
// texts once more, and gets a line {seconds, hash, vectors}.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { initSync, Model } from "../../wasm/model/pkg/ra_model.js";

const [folder, dtype, weights, texts, limit] = process.argv.slice(2);
initSync({ module: readFileSync(new URL("../../wasm/model/pkg/ra_model_bg.wasm", import.meta.url)) });
const [config, vocabulary] = ["config.json", "vocab.txt"].map((name) => readFileSync(`${folder}/${name}`, "utf8"));
const options = JSON.stringify({ dtype, maxLength: Number(limit) });
const model = new Model(config, vocabulary, readFileSync(weights), options);
const work = JSON.parse(readFileSync(texts, "utf8"));
for await (const _ of createInterface({ input: process.stdin })) {
  const started = process.cpuUsage();
  const vectors = model.embed(work);
  const used = process.cpuUsage(started);
  const seconds = (used.user + used.system) / 1e6;
  const hash = createHash("sha256").update(new Uint8Array(vectors.buffer)).digest("hex");
  const size = model.dimensions();
  const rows = work.map((_, at) => [...vectors.subarray(at * size, at * size + size)]);
  console.log(JSON.stringify({ seconds, hash, vectors: rows }));
}
