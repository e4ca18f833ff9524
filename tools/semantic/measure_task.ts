/**
 * Measures how many sections of 250 word pieces a second the model module embeds, beside onnxruntime-web with the same
 * model, each on one thread:
 *
 *   npx bun tools/semantic/measure_task.ts [--rounds N] [--texts N]
 *
 * Everything runs by turns on each runtime, and seconds are those of the processor, as other programs use the machine
 * too. Look at the ratios rather than the rates. ~/.cache/ra-semantic gets onnxruntime-web from npm, and the ONNX
 * files.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { loadModelModule } from "../../src/models/module/load.ts";
import { numberOption } from "../crash/child_process.ts";
import { cache, npmPackages, python, run, runtimes, script, sentenceModel } from "./installed.ts";
import { markdownLines } from "./semantic_texts.ts";

const PIECES = 250;
/** The most that values of the two ways with f32 may differ. */
const F32 = 1e-4;

interface Answer {
  readonly seconds: number;
  readonly vectors: readonly (readonly number[])[];
}

/** A process that embeds all texts whenever it is asked. */
interface Worker {
  readonly name: string;
  ask(): Promise<Answer>;
  stop(): void;
}

const rounds = numberOption("rounds", 7);
const count = numberOption("texts", 8);
const minilm = sentenceModel();
const modules = npmPackages("onnxruntime-web@1.30.0");
const scratch = mkdtempSync(join(tmpdir(), "ra-measure-"));

function onnxFile(name: string, ...options: readonly string[]): string {
  const path = join(cache, name);
  const program = python("numpy", "onnx", "onnxruntime");
  if (!existsSync(path)) run(program, [script("make_onnx.py"), minilm, path, "--pooled", ...options]);
  return path;
}

/** Writes the texts and their ids. Each has as many pieces as all others. */
async function writeWork(): Promise<readonly [texts: string, ids: string, int8: string]> {
  const module = await loadModelModule();
  const [config, vocabulary] = ["config.json", "vocab.txt"].map((name) => readFileSync(join(minilm, name), "utf8"));
  const tokenizer = module.openTokenizer(vocabulary!, PIECES);
  const all = markdownLines(2000).join("\n");
  const texts = Array.from({ length: count }, (_, at) => all.slice(at * 3000, at * 3000 + 3000));
  const ids = texts.map((text) => [...tokenizer.tokenize(text)]);
  assert(ids.every((one) => one.length === PIECES));
  const stored = module.stored(config!, readFileSync(join(minilm, "model.safetensors")), "int8");
  return ([["texts", JSON.stringify(texts)], ["ids", JSON.stringify(ids)], ["int8", stored]] as const).map(
    ([name, content]) => {
      writeFileSync(join(scratch, name), content);
      return join(scratch, name);
    },
  ) as [string, string, string];
}

function start(name: string, program: string, args: readonly string[]): Worker {
  const child: ChildProcess = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    name,
    async ask() {
      child.stdin!.write("\n");
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${name} stopped`);
      return JSON.parse(value) as Answer;
    },
    stop: () => child.stdin!.end(),
  };
}

function furthest(a: Answer, b: Answer): number {
  const unit = (vector: readonly number[]) => vector.map((value) => value / Math.hypot(...vector));
  const off = a.vectors.map((vector, at) => {
    const other = unit(b.vectors[at]!);
    return Math.max(...unit(vector).map((value, place) => Math.abs(value - other[place]!)));
  });
  return Math.max(...off);
}

/** The middle one of the values, and the quarters below and above. */
function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.round(share * (sorted.length - 1))]!.toFixed(2);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
}

try {
  const [texts, ids, int8] = await writeWork();
  const [whole, quantised] = [onnxFile("pooled.onnx"), onnxFile("pooled_int8.onnx", "--quantise")];
  const safetensors = join(minilm, "model.safetensors");
  for (const [runtime, program, args] of runtimes()) {
    const ra = (dtype: string, weights: string) =>
      start(`ra ${dtype}`, program, [
        ...[...args, script("vectors_worker.mjs"), minilm],
        ...[dtype, weights, texts, String(PIECES)],
      ]);
    const web = (dtype: string, model: string) =>
      start(`web ${dtype}`, program, [...args, script("web_worker.mjs"), modules, model, ids]);
    const workers = [ra("f32", safetensors), web("f32", whole), ra("int8", int8), web("int8", quantised)];
    const first: Answer[] = [];
    for (const worker of workers) first.push(await worker.ask()); // compiles, and is not counted
    const off = furthest(first[0]!, first[1]!);
    assert(off < F32, `the values of ra and onnxruntime-web differ by ${off}`);
    const rates = new Map<string, number[]>(workers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const worker of round % 2 === 0 ? workers : workers.toReversed()) {
        rates.get(worker.name)!.push(count / (await worker.ask()).seconds);
      }
    }
    workers.forEach((worker) => worker.stop());
    console.log(`${runtime}: values with f32 differ by ${off.toExponential(1)} at most; sections a second and ratios:`);
    for (const [name, values] of rates) console.log(`  ${name.padEnd(24)} ${spread(values)}`);
    for (const [ours, theirs] of [["ra f32", "web f32"], ["ra int8", "web f32"], ["ra int8", "web int8"]] as const) {
      const ratios = rates.get(ours)!.map((rate, round) => rate / rates.get(theirs)![round]!);
      console.log(`  ${`${ours} : ${theirs}`.padEnd(24)} ${spread(ratios)} ×`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
