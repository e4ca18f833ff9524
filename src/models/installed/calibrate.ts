/** Measures how near unrelated texts are for a model, since each model puts texts more or less far apart. */
import type { Encoder } from "../module/load.ts";
import { CALIBRATION_TEXTS } from "./calibration_texts.ts";
import type { Prefixes } from "./model_families.ts";

export interface Calibration {
  /** The cosine below which nothing is near. Undefined for a model that tells apart no language that was tried. */
  readonly floor: number | undefined;
  /** The codes of those of the tried languages that the model tells apart. */
  readonly languages: readonly string[];
}

/** So many standard deviations above the mean cosine of unrelated texts lies the floor (docs/semantic.md). */
const DEVIATIONS = 4;
/** A model reads a language when so great a share of its questions have their own answer nearest. */
const READS = 0.8;

/** Throws `model-invalid`. */
export function calibrate(encoder: Pick<Encoder, "dimensions" | "embed">, prefixes: Prefixes): Calibration {
  const measured = Object.entries(CALIBRATION_TEXTS).map(([language, pairs]) => {
    const questions = encoder.embed(pairs.map(([question]) => prefixes.query_prefix + question));
    const answers = encoder.embed(pairs.map(([, answer]) => prefixes.passage_prefix + answer));
    return { language, ...measure(questions, answers, encoder.dimensions) };
  });
  const read = measured.filter(({ found }) => found >= READS);
  // Texts that a model cannot read are all near to each other, so the language that it knows best counts.
  const [best] = read.toSorted((a, b) => b.separation - a.separation);
  const floor = best && Math.min(0.99, Math.max(0, best.mean + DEVIATIONS * best.deviation));
  return { floor: floor && Math.round(floor * 100) / 100, languages: read.map(({ language }) => language) };
}

/** What a user should know of it. */
export function calibrationNote({ floor, languages }: Calibration, otherwise: number): string {
  return floor === undefined
    ? `it tells apart texts in none of the languages that were tried, so nobody knows its floor: ra takes ${otherwise}`
    : `its floor, which unrelated texts stay below, was measured: ${floor}; it tells apart texts in ${
      languages.join(", ")
    }`;
}

interface Measured {
  /** Of the cosines of unrelated pairs. */
  readonly mean: number;
  readonly deviation: number;
  /** How far related pairs lie above them, in deviations. */
  readonly separation: number;
  /** The share of questions whose own answer is the nearest. */
  readonly found: number;
}

function measure(questions: Float32Array, answers: Float32Array, dimensions: number): Measured {
  const count = questions.length / dimensions;
  const unrelated: number[] = [];
  const related: number[] = [];
  let found = 0;
  for (let question = 0; question < count; question++) {
    const cosines = Array.from(
      { length: count },
      (_, answer) => cosine(questions, question, answers, answer, dimensions),
    );
    related.push(cosines[question]!);
    unrelated.push(...cosines.filter((_, answer) => answer !== question));
    if (cosines.every((value) => value <= cosines[question]!)) found++;
  }
  const mean = meanOf(unrelated);
  const deviation = Math.sqrt(meanOf(unrelated.map((value) => (value - mean) ** 2)));
  const separation = deviation > 0 ? (meanOf(related) - mean) / deviation : 0;
  return { mean, deviation, separation, found: found / count };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function cosine(a: Float32Array, rowA: number, b: Float32Array, rowB: number, dimensions: number): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += a[rowA * dimensions + at]! * b[rowB * dimensions + at]!;
  return sum;
}
