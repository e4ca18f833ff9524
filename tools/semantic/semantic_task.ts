/**
 * Compares the model module with numpy and the reference tokenizer, and its vectors between runtimes:
 *
 *   npm run test:semantic -- [--texts N] [--seed N]
 *
 * RA_TEST_DOCS names folders of Markdown files whose lines it takes too. Exits with 1 on a difference.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Dtype, loadModelModule } from "../../src/models/module/load.ts";
import { numberOption } from "../crash/child_process.ts";
import { python, run, runtimes, script, sentenceModel } from "./installed.ts";
import { everyCharacter, markdownLines, randomTexts } from "./semantic_texts.ts";

/** The most that a value of a vector or a score may differ with f32. */
const F32 = 1e-4;
/** With int8, the least cosine of vectors, and the most that scores may differ. */
const INT8_COSINE = 0.98;
const INT8_SCORE = 0.2;
const LIMIT = 256;

interface Case {
  readonly text: string | readonly [query: string, passage: string];
  readonly ids: readonly number[];
  readonly mean: readonly number[];
  readonly cls: readonly number[];
  readonly score: number;
}

const count = numberOption("texts", 10_000);
const seed = numberOption("seed", 1);
const minilm = sentenceModel();
const program = python("numpy", "tokenizers");
const module = await loadModelModule();
const scratch = mkdtempSync(join(tmpdir(), "ra-semantic-"));
let failures = 0;

function report(what: string, isRight: boolean, figures: string): void {
  if (!isRight) failures += 1;
  console.log(`${isRight ? "ok  " : "FAIL"}  ${what.padEnd(34)} ${figures}`);
}

function filesOf(folder: string) {
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  const [config, vocabulary] = [text("config.json"), text("vocab.txt")];
  return { config, vocabulary, weights: readFileSync(join(folder, "model.safetensors")) };
}

function oracle(folder: string, texts: readonly Case["text"][]): readonly Case[] {
  const path = join(scratch, "texts.json");
  writeFileSync(path, JSON.stringify(texts));
  return JSON.parse(run(program, [script("oracle.py"), folder, path])) as Case[];
}

const largest = (differences: readonly number[]): number => Math.max(...differences.map(Math.abs));

function checkTokens(what: string, texts: readonly string[]): void {
  const tokenizer = module.openTokenizer(readFileSync(join(minilm, "vocab.txt"), "utf8"), 1 << 20);
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
  const lines = run(program, [script("reference_ids.py"), join(minilm, "tokenizer.json")], input).trim().split("\n");
  const different = texts.filter((text, at) => JSON.stringify([...tokenizer.tokenize(text)]) !== tight(lines[at]));
  tokenizer.free();
  report(what, lines.length === texts.length && different.length === 0, `${texts.length} texts`);
  for (const text of different.slice(0, 10)) console.log(`        ${JSON.stringify(text)}`);
  if (different.length > 10) console.log(`        and ${different.length - 10} more`);
}

const tight = (json = ""): string => json.replaceAll(" ", "");

/** Texts of all lengths, some longer than the model reads. */
function textsOf(lines: readonly string[], wanted: number): readonly string[] {
  const all = lines.join(" ");
  return Array.from({ length: wanted }, (_, at) => all.slice(at * 2000, at * 2000 + (at * at * 29) % 1700));
}

function checkVectors(what: string, folder: string, texts: readonly string[]): void {
  const files = filesOf(folder);
  const cases = oracle(folder, texts);
  for (const dtype of ["f32", "int8"] as const) {
    const weights = dtype === "f32" ? files.weights : module.stored(files.config, files.weights, dtype);
    for (const pooling of ["mean", "cls"] as const) {
      const encoder = module.openEncoder({ ...files, weights }, { dtype, pooling, maxLength: LIMIT });
      const size = encoder.dimensions;
      const vectors = encoder.embed(texts);
      const off: number[] = [];
      const cosines = cases.map((one, at) => {
        const vector = vectors.subarray(at * size, at * size + size);
        off.push(largest([...vector].map((value, place) => value - one[pooling][place]!)));
        return vector.reduce((sum, value, place) => sum + value * one[pooling][place]!, 0);
      });
      const sameIds = cases.every(({ ids }, at) => String([...encoder.tokenize(texts[at]!)]) === String(ids));
      encoder.free();
      const isRight = sameIds && (dtype === "f32" ? largest(off) < F32 : Math.min(...cosines) > INT8_COSINE);
      const figures = `off by ${largest(off).toExponential(1)}, least cosine ${Math.min(...cosines).toFixed(6)}`;
      report(`${what}, ${dtype}, ${pooling}`, isRight, `${texts.length} texts, ${figures}`);
    }
  }
}

function checkScores(folder: string, passages: readonly string[]): void {
  const files = filesOf(folder);
  for (const query of ["how do I copy a file?", passages.join(" ").slice(0, 900)]) {
    const cases = oracle(folder, passages.map((passage) => [query, passage]));
    for (const dtype of ["f32", "int8"] as const satisfies Dtype[]) {
      const weights = dtype === "f32" ? files.weights : module.stored(files.config, files.weights, dtype);
      const encoder = module.openCrossEncoder({ ...files, weights }, { dtype, maxLength: LIMIT });
      const scores = encoder.score(query, passages);
      encoder.free();
      const exact = cases.map(({ score }) => score);
      const off = largest(exact.map((score, at) => score - scores[at]!));
      const range = `scores from ${Math.min(...exact).toFixed(2)} to ${Math.max(...exact).toFixed(2)}`;
      const isRight = off < (dtype === "f32" ? F32 : INT8_SCORE);
      const kind = query.length < 100 ? "short" : "long";
      report(`cross-encoder, ${dtype}, ${kind} query`, isRight, `${range}, off by ${off.toExponential(1)}`);
    }
  }
}

/** One hash of all bytes of the vectors of 100 texts. */
function checkRuntimes(lines: readonly string[]): void {
  const files = filesOf(minilm);
  const texts = join(scratch, "runtimes.json");
  // Long ones take most of the time, so there are few.
  const work = textsOf(lines, 100).map((text, at) => at % 10 === 0 ? text : text.slice(0, 250));
  writeFileSync(texts, JSON.stringify(work));
  for (const dtype of ["f32", "int8"] as const) {
    const weights = join(scratch, dtype);
    writeFileSync(weights, module.stored(files.config, files.weights, dtype));
    const hashes = runtimes().map(([name, command, args]) => {
      const worker = [...args, script("vectors_worker.mjs"), minilm, dtype, weights, texts, String(LIMIT)];
      return [name, (JSON.parse(run(command, worker, "\n")) as { hash: string }).hash] as const;
    });
    const isSame = new Set(hashes.map(([, hash]) => hash)).size === 1;
    const figures = isSame
      ? `${hashes.map(([name]) => name).join(", ")}: ${hashes[0]![1].slice(0, 16)}`
      : hashes.join("; ");
    report(`the same bits, ${dtype}`, isSame, `100 texts, ${figures}`);
  }
}

try {
  const lines = markdownLines(count);
  checkTokens("word pieces of lines", lines);
  checkTokens("word pieces of every character", everyCharacter());
  checkTokens("word pieces of random characters", randomTexts(count, `texts ${seed}`));
  checkVectors("all-MiniLM-L6-v2", minilm, textsOf(lines, 16));
  for (const head of [false, true]) {
    const folder = join(scratch, head ? "cross" : "twelve");
    mkdirSync(folder);
    run(program, [script("random_model.py"), minilm, folder, ...(head ? ["--head"] : [])]);
    if (head) checkScores(folder, textsOf(lines, 8));
    else checkVectors("twelve random layers", folder, textsOf(lines, 10));
  }
  checkRuntimes(lines);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failures > 0 ? 1 : 0);
