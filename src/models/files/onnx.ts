/**
 * Reads the weights of a BERT from an ONNX file. Exporters keep the names of biases, and replace those of matrices by
 * numbers (`onnx::MatMul_1284`), so a matrix is named after the bias that is added to its product, or after its node.
 */
import { unusable } from "./damaged.ts";
import { type Field, fieldsOf, packedNumbers, textIn } from "./protobuf.ts";
import { type NamedTensor, transposed } from "./tensors.ts";

/** ModelProto, GraphProto, NodeProto, AttributeProto and TensorProto of onnx.proto. */
const GRAPH = 7;
const [NODE, INITIALIZER] = [1, 5];
const [INPUT, OUTPUT, NODE_NAME, OPERATOR, ATTRIBUTE] = [1, 2, 3, 4, 5];
const ATTRIBUTE_TENSOR = 5;
const [DIMENSIONS, DATA_TYPE, FLOATS, TENSOR_NAME, RAW, LOCATION] = [1, 2, 4, 8, 9, 14];
const FLOAT = 1;
const FLOAT16 = 10;
const QUANTISED = new Set([2, 3]);

export interface OnnxWeights {
  /** By the names that a BERT's safetensors file has. */
  readonly tensors: readonly NamedTensor[];
  /** The values of each attention head. Undefined when the file does not tell. */
  readonly headSize: number | undefined;
}

interface OnnxNode {
  readonly name: string;
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly value: NamedTensor | undefined;
}

/** Throws `model-invalid`. */
export function readOnnx(what: string, file: Uint8Array): OnnxWeights {
  const initializers = new Map<string, NamedTensor>();
  const nodes: OnnxNode[] = [];
  let isQuantised = false;
  for (const graph of messages(fieldsOf(what, file), GRAPH)) {
    for (const [number, value] of fieldsOf(what, graph)) {
      if (!(value instanceof Uint8Array)) continue;
      if (number === NODE) nodes.push(nodeOf(what, value));
      if (number !== INITIALIZER) continue;
      const raw = tensorOf(what, value);
      isQuantised ||= QUANTISED.has(raw.type) && raw.bytes.length > 1024;
      const tensor = floating(what, raw);
      if (tensor !== undefined) initializers.set(tensor.name, tensor);
    }
  }
  if (isQuantised) throw unusable(what, "its weights are quantised", "take the file with weights of 32 or 16 bits");
  const tensors = named(initializers, nodes);
  if (!tensors.some(({ name }) => name === WORDS)) {
    throw unusable(what, "it is not the ONNX file of a BERT", "ra runs encoders like BERT");
  }
  return { tensors, headSize: headSizeOf(nodes) };
}

export const WORDS = "embeddings.word_embeddings.weight";

function* messages(fields: Iterable<Field>, wanted: number): Generator<Uint8Array, void, void> {
  for (const [number, value] of fields) if (number === wanted && value instanceof Uint8Array) yield value;
}

function nodeOf(what: string, message: Uint8Array): OnnxNode {
  const fields = [...fieldsOf(what, message)];
  const texts = (wanted: number): readonly string[] =>
    fields.flatMap(([number, value]) => (number === wanted ? [textIn(value)] : []));
  let value: OnnxNode["value"];
  const operator = texts(OPERATOR)[0] ?? "";
  if (operator === "Constant") {
    for (const attribute of messages(fields, ATTRIBUTE)) {
      for (const tensor of messages(fieldsOf(what, attribute), ATTRIBUTE_TENSOR)) {
        value = floating(what, tensorOf(what, tensor)) ?? value;
      }
    }
  }
  return { name: texts(NODE_NAME)[0] ?? "", operator, inputs: texts(INPUT), outputs: texts(OUTPUT), value };
}

interface RawTensor {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

function tensorOf(what: string, message: Uint8Array): RawTensor {
  const shape: number[] = [];
  let [name, type] = ["", 0];
  let bytes: Uint8Array = new Uint8Array();
  for (const [number, value] of fieldsOf(what, message)) {
    if (number === DIMENSIONS) shape.push(...typeof value === "number" ? [value] : packedNumbers(what, value));
    else if (number === DATA_TYPE && typeof value === "number") type = value;
    else if (number === TENSOR_NAME) name = textIn(value);
    else if ((number === RAW || number === FLOATS) && value instanceof Uint8Array) bytes = value;
    else if (number === LOCATION && value === 1) {
      throw unusable(what, "its weights lie in another file", "take a file that holds them itself");
    }
  }
  return { name, type, shape, bytes };
}

/** Undefined where the numbers are not floating ones of 32 or 16 bits. Throws `model-invalid`. */
function floating(what: string, { name, type, shape, bytes }: RawTensor): NamedTensor | undefined {
  if (type !== FLOAT && type !== FLOAT16) return undefined;
  const size = shape.reduce((product, side) => product * side, type === FLOAT ? 4 : 2);
  if (size !== bytes.length) throw unusable(what, `${JSON.stringify(name)} has another shape than its bytes`);
  return { name, dtype: type === FLOAT ? "F32" : "F16", shape, bytes };
}

/** By the names of a BERT's safetensors file, where matrices of products stand the other way round. */
function named(initializers: ReadonlyMap<string, NamedTensor>, nodes: readonly OnnxNode[]): readonly NamedTensor[] {
  const tensors = new Map<string, NamedTensor>();
  const prefix = prefixIn([...initializers.keys()]);
  const known = new Map(
    [...initializers].flatMap(([name, tensor]) =>
      name.startsWith(prefix)
        ? [[name, name.slice(prefix.length)] as const, ...bareOf(name, tensor)]
        : bareOf(name, tensor)
    ),
  );
  for (const [name, bare] of known) tensors.set(bare, { ...initializers.get(name)!, name: bare });
  const biasOf = new Map<string, string>();
  for (const { operator, inputs } of nodes) {
    const bias = operator === "Add" ? inputs.find((input) => known.get(input)?.endsWith(".bias")) : undefined;
    const other = inputs.find((input) => input !== bias);
    if (bias !== undefined && other !== undefined) biasOf.set(other, known.get(bias)!);
  }
  for (const { name, operator, inputs: [, input = ""], outputs: [output = ""] } of nodes) {
    const matrix = operator === "MatMul" ? initializers.get(input) : undefined;
    if (matrix?.shape.length !== 2) continue;
    const path = /((?:encoder\/layer\.|pooler\/|classifier\/).*|classifier)\/MatMul$/.exec(name)?.[1];
    const bare = biasOf.get(output)?.replace(/\.bias$/, ".weight") ?? (path && `${path.replaceAll("/", ".")}.weight`);
    if (bare !== undefined) tensors.set(bare, { ...transposed(matrix), name: bare });
  }
  return [...tensors.values()];
}

/** A classifier stands beside the BERT, so it has no prefix. */
function bareOf(name: string, { shape }: NamedTensor): readonly (readonly [string, string])[] {
  return name.startsWith("classifier.") && shape.length > 0 ? [[name, name]] : [];
}

/** What exporters put before the names, such as `bert.` or `auto_model.`. */
function prefixIn(names: readonly string[]): string {
  return names.find((name) => name.endsWith(WORDS))?.slice(0, -WORDS.length) ?? "";
}

/** Attention divides the products of heads by the square root of their size. */
function headSizeOf(nodes: readonly OnnxNode[]): number | undefined {
  const products = new Set(nodes.flatMap(({ operator, outputs }) => (operator === "MatMul" ? outputs : [])));
  const scalars = new Map(
    nodes.flatMap(({ outputs: [output = ""], value }) =>
      value?.dtype === "F32" && value.bytes.length === 4
        ? [[output, new DataView(value.bytes.buffer, value.bytes.byteOffset).getFloat32(0, true)] as const]
        : []
    ),
  );
  for (const { operator, inputs: [first = "", second = ""] } of nodes) {
    const divisor = operator === "Div" && products.has(first) ? scalars.get(second) : undefined;
    const size = divisor === undefined ? 0 : Math.round(divisor ** 2);
    if (divisor !== undefined && size > 0 && Math.abs(divisor ** 2 - size) < 1e-3) return size;
  }
  return undefined;
}
