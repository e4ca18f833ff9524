// Embeds texts with onnxruntime-web on one thread.
// Usage: RUNTIME tools/semantic/web_worker.mjs NODE_MODULES MODEL.onnx IDS.json
// Each line of the standard input asks for all texts once more, and gets a line {seconds, vectors}.
import { readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [modules, model, work] = process.argv.slice(2);
const dist = pathToFileURL(`${modules}/onnxruntime-web/dist/`);
const { env, InferenceSession, Tensor } = await import(new URL("ort.wasm.min.mjs", dist).href);
env.wasm.numThreads = 1;
env.wasm.wasmPaths = dist.href;
env.wasm.wasmBinary = readFileSync(new URL("ort-wasm-simd-threaded.wasm", dist));
const session = await InferenceSession.create(readFileSync(model), { executionProviders: ["wasm"] });
const texts = JSON.parse(readFileSync(work, "utf8"));
const tensor = (values) => new Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
for await (const _ of createInterface({ input: process.stdin })) {
  const started = process.cpuUsage();
  const vectors = [];
  for (const ids of texts) {
    const { sentence_embedding: vector } = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(ids.map(() => 0)),
    });
    vectors.push([...vector.data]);
  }
  const used = process.cpuUsage(started);
  console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, vectors }));
}
