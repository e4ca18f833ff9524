/** Tries a model: sentences that say the same must be nearer to each other than others. */
import type { FileSystem } from "../../host/file_system.ts";
import { loadModelModule } from "../../model/load.ts";
import { readModel } from "./read_model.ts";

export interface ModelTest {
  readonly pairs: readonly {
    readonly sentences: readonly [string, string];
    readonly cosine: number;
    /** What the full weights of a known model give. */
    readonly expected: number | undefined;
  }[];
  readonly passed: boolean;
}

/** Five pairs that say the same, and what `minilm` gives with its full weights, computed by ra's own f32 arithmetic. */
const PAIRS: readonly (readonly [string, string, minilm: number])[] = [
  ["How do I make the server start faster?", "Ways to reduce the startup time of the server.", 0.7751],
  ["The file is read again when it changes.", "A changed file is loaded once more.", 0.8127],
  ["Errors are retried with a growing delay.", "Failed requests are repeated with exponential backoff.", 0.4821],
  ["Set a password for the database.", "Protect the database with a secret.", 0.7142],
  ["Images are resized before they are uploaded.", "Pictures are scaled down before the upload.", 0.8462],
];
const TOLERANCE = 0.03;

/** Embeds ten sentences. Throws `model-missing`, `model-invalid`. */
export async function testModel(fs: FileSystem, home: string | null, name: string): Promise<ModelTest> {
  const { card: { dtype, pooling, max_length: maxLength, source }, ...model } = readModel(fs, home, name);
  const encoder = (await loadModelModule()).openEncoder(model, { dtype, pooling, maxLength });
  try {
    const vectors = encoder.embed(PAIRS.flatMap(([first, second]) => [first, second]));
    const { dimensions } = encoder;
    const cosine = (a: number, b: number): number => {
      let sum = 0;
      for (let at = 0; at < dimensions; at++) sum += vectors[a * dimensions + at]! * vectors[b * dimensions + at]!;
      return sum;
    };
    const isKnown = source === "sentence-transformers/all-MiniLM-L6-v2";
    const pairs = PAIRS.map(([first, second, minilm], at) => ({
      sentences: [first, second] as const,
      cosine: cosine(2 * at, 2 * at + 1),
      expected: isKnown ? minilm : undefined,
    }));
    const others = PAIRS.flatMap((_, a) => PAIRS.flatMap((_, b) => (a === b ? [] : [cosine(2 * a, 2 * b + 1)])));
    const passed = pairs.every(({ cosine, expected }) =>
      expected === undefined ? cosine > Math.max(...others) : Math.abs(cosine - expected) <= TOLERANCE
    );
    return { pairs, passed };
  } finally {
    encoder.free();
  }
}
