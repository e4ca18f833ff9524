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

/**
 * The floor lies half a deviation above the cosine below which so great a share of unrelated pairs lies
 * (docs/semantic.md): documents have more sections than there are pairs here.
 */
const SHARE = 0.995;
const MARGIN = 0.5;
/** A section has several sentences, so several answers make one passage. They are so many places apart. */
const ANSWERS = 4;
const STEP = 7;
/** A model reads a language when so great a share of its questions have their own answer nearest. */
const READS = 0.9;

/** Throws `model-invalid`. */
export function calibrate(encoder: Pick<Encoder, "dimensions" | "embed">, prefixes: Prefixes): Calibration {
  const { dimensions } = encoder;
  const embed = (prefix: string, texts: readonly string[]): Float32Array =>
    encoder.embed(texts.map((text) => prefix + text));
  const measured = Object.entries(CALIBRATION_TEXTS).map(([language, pairs]) => {
    const questions = embed(prefixes.query_prefix, pairs.map(([question]) => question));
    const answers = embed(prefixes.passage_prefix, pairs.map(([, answer]) => answer));
    return { language, pairs, questions, ...tellApart(cosines(questions, answers, dimensions)) };
  });
  const read = measured.filter(({ found }) => found >= READS);
  const languages = read.map(({ language }) => language);
  // Texts that a model cannot read are all near to each other, so the language that it knows best counts.
  const [best] = read.toSorted((a, b) => b.separation - a.separation);
  if (best === undefined) return { floor: undefined, languages };
  const passages = embed(prefixes.passage_prefix, best.pairs.map((_, first) => passageFrom(best.pairs, first)));
  const floor = floorOf(cosines(best.questions, passages, dimensions));
  return { floor: Math.round(Math.min(0.99, Math.max(0, floor)) * 100) / 100, languages };
}

function passageFrom(pairs: typeof CALIBRATION_TEXTS[string], first: number): string {
  return Array.from({ length: ANSWERS }, (_, at) => pairs[(first + at * STEP) % pairs.length]![1]).join(" ");
}

/** What a user should know of it. */
export function calibrationNote({ floor, languages }: Calibration, otherwise: number): string {
  return floor === undefined
    ? `it tells apart texts in none of the languages that were tried, so nobody knows its floor: ra takes ${otherwise}`
    : `its floor, which unrelated texts stay below, was measured: ${floor}; it tells apart texts in ${
      languages.join(", ")
    }`;
}

/** How well the cosines of questions with answers tell their own answers from others. */
function tellApart(answers: readonly (readonly number[])[]): {
  /** How far related pairs lie above unrelated ones, in deviations. */
  readonly separation: number;
  /** The share of questions whose own answer is the nearest. */
  readonly found: number;
} {
  const own = answers.map((row, question) => row[question]!);
  const { mean, deviation } = spreadOf(answers.flatMap((row, at) => row.filter((_, answer) => answer !== at)));
  return {
    separation: deviation > 0 ? (spreadOf(own).mean - mean) / deviation : 0,
    found: answers.filter((row, at) => row.every((value, answer) => answer === at || value < row[at]!)).length /
      answers.length,
  };
}

/** From the cosines of questions with passages. */
function floorOf(passages: readonly (readonly number[])[]): number {
  const unrelated = passages.flatMap((row, at) => row.filter((_, first) => !holds(first, at, passages.length)))
    .sort((a, b) => a - b);
  return unrelated[Math.floor(SHARE * unrelated.length)]! + MARGIN * spreadOf(unrelated).deviation;
}

/** Whether the passage that begins with the first answer has the answer of a question. */
function holds(first: number, question: number, count: number): boolean {
  return Array.from({ length: ANSWERS }, (_, at) => (first + at * STEP) % count).includes(question);
}

function spreadOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const meanOf = (some: readonly number[]): number => some.reduce((sum, value) => sum + value, 0) / some.length;
  const mean = meanOf(values);
  return { mean, deviation: Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) };
}

/** Of each row of the first with each row of the second. */
function cosines(a: Float32Array, b: Float32Array, dimensions: number): readonly (readonly number[])[] {
  const rows = (values: Float32Array): readonly Float32Array[] =>
    Array.from(
      { length: values.length / dimensions },
      (_, row) => values.subarray(row * dimensions, (row + 1) * dimensions),
    );
  const others = rows(b);
  return rows(a).map((row) => others.map((other) => row.reduce((sum, value, at) => sum + value * other[at]!, 0)));
}
