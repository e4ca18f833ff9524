/** The config.json of a BERT whose package has none, from the shapes of its weights. */
import { unusable } from "./damaged.ts";
import { type OnnxWeights, WORDS } from "./onnx.ts";

/** Throws `model-invalid`. */
export function bertConfig(what: string, { tensors, headSize }: OnnxWeights): string {
  const shapeOf = (name: string): readonly number[] => tensors.find((tensor) => tensor.name === name)?.shape ?? [];
  const [words = 0, width = 0] = shapeOf(WORDS);
  const [positions = 0] = shapeOf("embeddings.position_embeddings.weight");
  const [types = 0] = shapeOf("embeddings.token_type_embeddings.weight");
  const [inner = 0] = shapeOf("encoder.layer.0.intermediate.dense.weight");
  const layers = tensors.reduce(
    (most, { name }) => Math.max(most, Number(/^encoder\.layer\.(\d+)\./.exec(name)?.[1] ?? -1)),
    -1,
  );
  const heads = headSize === undefined ? 0 : width / headSize;
  if (!Number.isInteger(heads) || heads < 1) {
    throw unusable(what, "it does not tell how many attention heads the model has", "put its config.json beside it");
  }
  return JSON.stringify({
    model_type: "bert",
    vocab_size: words,
    hidden_size: width,
    num_hidden_layers: layers + 1,
    num_attention_heads: heads,
    intermediate_size: inner,
    max_position_embeddings: positions,
    type_vocab_size: types,
  });
}
