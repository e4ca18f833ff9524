/** Writes ONNX files as exporters do: matrices of products have numbers for names, and stand the other way round. */
import type { NamedTensor } from "../../src/models/files/tensors.ts";
import { transposed } from "../../src/models/files/tensors.ts";

const FLOAT = 1;
const FLOAT16 = 10;
const INT8 = 3;

function varint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

export function number(field: number, value: number): readonly number[] {
  return [...varint(field * 8), ...varint(value)];
}

export function bytes(field: number, value: Iterable<number> | string): readonly number[] {
  const all = typeof value === "string" ? [...new TextEncoder().encode(value)] : [...value];
  return [...varint(field * 8 + 2), ...varint(all.length), ...all];
}

/** The tensors of a safetensors file. */
export function tensorsOf(file: Uint8Array): readonly NamedTensor[] {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Readonly<
    Record<string, { readonly shape: readonly number[]; readonly data_offsets: readonly [number, number] }>
  >;
  return Object.entries(header).map(([name, { shape, data_offsets: [begin, end] }]) => ({
    name,
    dtype: "F32",
    shape,
    bytes: file.slice(8 + length + begin, 8 + length + end),
  }));
}

interface OnnxChanges {
  readonly prefix?: string;
  /** Changes the product of sides that a tensor states. */
  readonly shape?: (shape: readonly number[]) => readonly number[];
  readonly isQuantised?: boolean;
  readonly isExternal?: boolean;
  /** Whether a product is named by its node rather than by the bias that is added to it. */
  readonly byNode?: boolean;
  readonly headSize?: number;
}

export function onnxFile(
  tensors: readonly NamedTensor[],
  { prefix = "", shape = (own) => own, isQuantised, isExternal, byNode, headSize = 8 }: OnnxChanges = {},
): Uint8Array {
  const graph: number[] = [];
  const node = (
    operator: string,
    name: string,
    inputs: readonly string[],
    output: string,
    more: readonly number[] = [],
  ) =>
    void graph.push(...bytes(1, [
      ...inputs.flatMap((input) => bytes(1, input)),
      ...bytes(2, output),
      ...bytes(3, name),
      ...bytes(4, operator),
      ...more,
    ]));
  const add = ({ name, dtype, shape: own, bytes: raw }: NamedTensor): readonly number[] => [
    ...bytes(1, shape(own).flatMap(varint)),
    ...number(2, isQuantised ? INT8 : dtype === "F32" ? FLOAT : FLOAT16),
    ...bytes(8, name),
    ...isExternal ? number(14, 1) : bytes(9, raw),
  ];
  let count = 1200;
  for (const tensor of tensors) {
    const isProduct = tensor.shape.length === 2 && !tensor.name.startsWith("embeddings.");
    const given = isProduct ? `onnx::MatMul_${++count}` : prefix + tensor.name;
    graph.push(...bytes(5, add({ ...(isProduct ? transposed(tensor) : tensor), name: given })));
    if (!isProduct) continue;
    const path = tensor.name.replace(/\.weight$/, "").replaceAll(".", "/").replace("layer/", "layer.");
    node("MatMul", byNode ? `/${path}/MatMul` : `MatMul_${count}`, ["rows", given], `product_${count}`);
    if (!byNode) node("Add", "", [prefix + tensor.name.replace(/weight$/, "bias"), `product_${count}`], `sum_${count}`);
  }
  const root = new Uint8Array(Float32Array.of(Math.sqrt(headSize)).buffer);
  const scalar = [...number(2, FLOAT), ...bytes(9, root)];
  node("Constant", "", [], "root", bytes(5, [...bytes(1, "value"), ...bytes(5, scalar)]));
  node("MatMul", "", ["queries", "keys"], "scores");
  node("Div", "", ["scores", "root"], "scaled");
  return Uint8Array.from([...number(1, 8), ...bytes(7, graph)]);
}

/** The same tensor with numbers of 16 bits; only powers of two and their like stay what they are. */
export function halved(tensor: NamedTensor): NamedTensor {
  const values = new Float32Array(tensor.bytes.slice().buffer);
  const halves = Uint16Array.from(values, (value) => {
    const [bits = 0] = new Uint32Array(Float32Array.of(value).buffer);
    const exponent = ((bits >>> 23) & 0xff) - 112;
    const sign = (bits >>> 16) & 0x8000;
    return exponent <= 0 ? sign : exponent >= 31 ? sign | 0x7bff : sign | (exponent << 10) | ((bits >>> 13) & 0x3ff);
  });
  return { ...tensor, dtype: "F16", bytes: new Uint8Array(halves.buffer) };
}
