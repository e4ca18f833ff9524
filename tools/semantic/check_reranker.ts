/**
 * Compares the scores of a cross-encoder in ra's module with those that its training left in `held_out.json`, and says
 * how often the right text is first and how many pairs a second of processor time there are.
 *
 * Usage: bun tools/semantic/check_reranker.ts FOLDER
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { loadModelModule } from "../../src/models/module/load.ts";

interface Asked {
  readonly query: string;
  readonly passages: readonly string[];
  readonly scores: readonly number[];
}

const folder = process.argv[2]!;
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const [config, vocabulary] = [textOf("config.json"), textOf("vocab.txt")];
const weights = readFileSync(join(folder, "model.safetensors"));
const asked = JSON.parse(textOf("held_out.json")) as readonly Asked[];
const module = await loadModelModule();
const best = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));

for (const dtype of ["f32", "int8"] as const) {
  const encoder = module.openCrossEncoder({ config, vocabulary, weights }, { dtype, maxLength: 256 });
  const begin = process.cpuUsage();
  const given = asked.map(({ query, passages }) => encoder.score(query, passages));
  const seconds = process.cpuUsage(begin).user / 1e6;
  encoder.free();
  const differences = asked.flatMap(({ scores }, at) => scores.map((score, of) => Math.abs(score - given[at]![of]!)));
  const share = (holds: (at: number) => boolean): string =>
    (asked.filter((_, at) => holds(at)).length / asked.length).toFixed(3);
  console.log(
    `${dtype}: ${differences.length} pairs, ${
      (differences.length / seconds).toFixed(0)
    } a second of processor time; the right text ` +
      `first ${share((at) => best([...given[at]!]) === 0)}, the same first as in training ` +
      `${share((at) => best([...given[at]!]) === best(asked[at]!.scores))}; scores differ by at most ` +
      `${Math.max(...differences).toExponential(1)}, ` +
      `${(differences.reduce((a, b) => a + b) / differences.length).toExponential(1)} in the mean`,
  );
}
