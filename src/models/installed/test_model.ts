/** Tries a model: sentences that say the same must be nearer to each other than others. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { loadModelModule, type ModelModule } from "../module/load.ts";
import { knownModelOf } from "./known_models.ts";
import { type InstalledModel, readModel } from "./read_model.ts";

export interface ModelTest {
  readonly name: string;
  readonly pairs: readonly {
    readonly sentences: readonly [string, string];
    /** Of a cross-encoder its score, otherwise the cosine. */
    readonly related: number;
    /** The same for the first sentence and the second one of the next pair. */
    readonly unrelated: number;
    /** What the full weights of a known model give for both. */
    readonly expected?: readonly [related: number, unrelated: number] | undefined;
  }[];
  readonly passed: boolean;
}

/** Five pairs that say the same. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["How do I make the server start faster?", "Ways to reduce the startup time of the server."],
  ["The file is read again when it changes.", "A changed file is loaded once more."],
  ["Errors are retried with a growing delay.", "Failed requests are repeated with exponential backoff."],
  ["Set a password for the database.", "Protect the database with a secret."],
  ["Images are resized before they are uploaded.", "Pictures are scaled down before the upload."],
];
/** Weights of eight bits move a cosine by about .01. */
const TOLERANCE = 0.03;

/**
 * Compares the files with their hashes, and runs the model on ten sentences. Throws `model-missing` and
 * `model-invalid`.
 */
export async function testModel(fs: FileSystem, home: string | null, name: string): Promise<ModelTest> {
  const model = readModel(fs, home, name);
  const { card: { source, weights: original, files, kind }, weights } = model;
  if (sha256(weights) !== files["weights.bin"]) {
    throw new RaError("model-invalid", `the weights of ${name} are not those that were added`, {
      hint: "add the model again",
    });
  }
  const known = knownModelOf(source, original);
  // Another revision may have other weights.
  const expected = known?.weights.includes(original) === true ? known.expected : [];
  const judge = kind === "encoder" ? cosines : scores;
  const found = judge(await loadModelModule(), model);
  const pairs = PAIRS.map(([first, second], at) => ({
    sentences: [first, second] as const,
    ...found[at]!,
    expected: expected[at],
  }));
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE;
  const passed = pairs.every(({ related, unrelated, expected }) =>
    expected === undefined ? related > unrelated : isNear(related, expected[0]) && isNear(unrelated, expected[1])
  );
  return { name, pairs, passed };
}

type JudgedPairs = readonly { readonly related: number; readonly unrelated: number }[];

function cosines(module: ModelModule, { card, ...files }: InstalledModel): JudgedPairs {
  const encoder = module.openEncoder(files, { dtype: card.dtype, pooling: card.pooling, maxLength: card.max_length });
  try {
    const vectors = encoder.embed(PAIRS.flatMap(([first, second]) => [first, second]));
    const { dimensions } = encoder;
    const cosine = (a: number, b: number): number => {
      let sum = 0;
      for (let at = 0; at < dimensions; at++) sum += vectors[a * dimensions + at]! * vectors[b * dimensions + at]!;
      return sum;
    };
    const count = PAIRS.length;
    return PAIRS.map((_, at) => ({
      related: cosine(2 * at, 2 * at + 1),
      unrelated: cosine(2 * at, 2 * ((at + 1) % count) + 1),
    }));
  } finally {
    encoder.free();
  }
}

function scores(module: ModelModule, { card, ...files }: InstalledModel): JudgedPairs {
  const encoder = module.openCrossEncoder(files, { dtype: card.dtype, maxLength: card.max_length });
  try {
    return PAIRS.map(([first, second], at) => {
      const [, other] = PAIRS[(at + 1) % PAIRS.length]!;
      const [related, unrelated] = encoder.score(first, [second, other]);
      return { related: related!, unrelated: unrelated! };
    });
  } finally {
    encoder.free();
  }
}
