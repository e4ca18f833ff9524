/** A small encoder with random weights, always the same ones: what a model does can be tested without fetching one. */

const SHAPE = {
  model_type: "bert",
  vocab_size: 0,
  hidden_size: 16,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 32,
  max_position_embeddings: 64,
  type_vocab_size: 2,
};

const PIECES = [
  ...["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"],
  ...["red", "green", "blue", "cat", "dog", "bird", "runs", "sleeps", "eats", "overflow"],
  ..."abcdefghijklmnopqrstuvwxyz",
  ...Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => `##${letter}`),
];

/** A text with this word has no vector: the word's own numbers are so large that sums of them overflow. */
export const OVERFLOWS = "overflow";

export interface SmallModel {
  /** config.json */
  readonly config: string;
  /** vocab.txt */
  readonly vocabulary: string;
  /** model.safetensors */
  readonly weights: Uint8Array;
}

/** `head`: with that of a cross-encoder. */
export function smallModel({ head = false } = {}): SmallModel {
  const shape = { ...SHAPE, vocab_size: PIECES.length };
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const tensors = [...tensorsOf(shape), ...(head ? headOf(shape) : [])].map(([name, dimensions]) => {
    const values = Float32Array.from({ length: dimensions.reduce((a, b) => a * b) }, random);
    if (name.endsWith("LayerNorm.weight")) values.forEach((value, at) => values[at] = 1 + value / 4);
    if (name === WORDS) {
      const row = PIECES.indexOf(OVERFLOWS) * shape.hidden_size;
      values.fill(3e38, row, row + shape.hidden_size);
    }
    return { name, dimensions, values };
  });
  return { config: JSON.stringify(shape), vocabulary: `${PIECES.join("\n")}\n`, weights: safetensors(tensors) };
}

const WORDS = "embeddings.word_embeddings.weight";

function tensorsOf(shape: typeof SHAPE): readonly (readonly [name: string, dimensions: readonly number[]])[] {
  const { hidden_size: hidden, intermediate_size: wide } = shape;
  const norm = (name: string) => ["weight", "bias"].map((part) => [`${name}.LayerNorm.${part}`, [hidden]] as const);
  const linear = (name: string, outputs: number, inputs: number) =>
    [[`${name}.weight`, [outputs, inputs]], [`${name}.bias`, [outputs]]] as const;
  const layer = (number: number) => {
    const name = `encoder.layer.${number}`;
    return [
      ...["query", "key", "value"].flatMap((part) => linear(`${name}.attention.self.${part}`, hidden, hidden)),
      ...linear(`${name}.attention.output.dense`, hidden, hidden),
      ...norm(`${name}.attention.output`),
      ...linear(`${name}.intermediate.dense`, wide, hidden),
      ...linear(`${name}.output.dense`, hidden, wide),
      ...norm(`${name}.output`),
    ];
  };
  return [
    [WORDS, [shape.vocab_size, hidden]],
    ["embeddings.position_embeddings.weight", [shape.max_position_embeddings, hidden]],
    ["embeddings.token_type_embeddings.weight", [shape.type_vocab_size, hidden]],
    ...norm("embeddings"),
    ...Array.from({ length: shape.num_hidden_layers }, (_, number) => layer(number)).flat(),
  ];
}

function headOf({ hidden_size: hidden }: typeof SHAPE): ReturnType<typeof tensorsOf> {
  return [
    ["pooler.dense.weight", [hidden, hidden]],
    ["pooler.dense.bias", [hidden]],
    ["classifier.weight", [1, hidden]],
    ["classifier.bias", [1]],
  ];
}

interface NamedTensor {
  readonly name: string;
  readonly dimensions: readonly number[];
  readonly values: Float32Array;
}

function safetensors(tensors: readonly NamedTensor[]): Uint8Array {
  let end = 0;
  const header = Object.fromEntries(tensors.map(({ name, dimensions, values }) => {
    const start = end;
    end += values.byteLength;
    return [name, { dtype: "F32", shape: dimensions, data_offsets: [start, end] }];
  }));
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + json.length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  let at = 8 + json.length;
  for (const { values } of tensors) {
    bytes.set(new Uint8Array(values.buffer), at);
    at += values.byteLength;
  }
  return bytes;
}
