/** Tells encoders from cross-encoders, and refuses what ra cannot run, with what to do instead. */
import { RaError } from "../../errors.ts";
import { TRAINED } from "./bring_reranker.ts";
import { asObject, parsed } from "./json_text.ts";
import type { ModelKind } from "./read_model.ts";
import { type TensorShapes, tensorShapes } from "./tensor_shapes.ts";

/** BERT, and the Universal Sentence Encoder as ra writes it down. */
const FAMILIES: readonly unknown[] = [undefined, "bert", "use"];
/** They keep the order of the numbers, so that ra can leave them out. */
const ACTIVATIONS: readonly string[] = ["Identity", "Sigmoid", "Tanh"];
const SERVICE = 'or let a service run it: `provider = "openai"` (docs/semantic.md#reranking)';

/** Throws `model-invalid` for a config.json of another family of models. */
export function requireFamily(name: string, config: string): void {
  const { model_type: family, architectures } = asObject(parsed(config, `config.json of ${name}`));
  if (FAMILIES.includes(family)) return;
  throw refused(
    `${name} is not a BERT: its config.json has the model_type ${JSON.stringify(family)}`,
    isClassifier(architectures)
      ? `take a cross-encoder with the model_type "bert", such as ${TRAINED}, ${SERVICE}`
      : `take an encoder with the model_type "bert", or let a service run it (docs/semantic.md#services)`,
  );
}

/**
 * A cross-encoder is a classifier with one label. What the weights have counts more than what `config.json` says of
 * labels. Throws `model-invalid`.
 */
export function kindOf(name: string, config: string, weights: Uint8Array): ModelKind {
  requireFamily(name, config);
  const settings = asObject(parsed(config, `config.json of ${name}`));
  const shapes = tensorShapes(weights);
  const head = shapes.get("classifier.weight");
  if (head === undefined && !isClassifier(settings["architectures"])) return "encoder";
  const labels = head?.[0] ?? statedLabels(settings);
  if (labels !== 1) {
    throw refused(`${name} puts texts into ${labels} classes`, "ra runs encoders, and cross-encoders with one label");
  }
  if (shapes.size > 0) requireHead(name, shapes);
  requireActivation(name, settings);
  return "cross-encoder";
}

function isClassifier(architectures: unknown): boolean {
  return Array.isArray(architectures) &&
    architectures.some((architecture) => String(architecture).endsWith("ForSequenceClassification"));
}

/** A classifier that states no labels has two. */
function statedLabels(settings: Readonly<Record<string, unknown>>): number {
  const { num_labels: labels, id2label, label2id } = settings;
  if (typeof labels === "number") return labels;
  return Object.keys(asObject(id2label)).length || Object.keys(asObject(label2id)).length || 2;
}

/** The score of a BERT comes from its first piece through `pooler.dense`, a tanh and `classifier`. */
function requireHead(name: string, shapes: TensorShapes): void {
  const others = [...shapes.keys()].filter((tensor) => /^(?:classifier|score|head)\.\w+\.weight$/.test(tensor));
  if (!shapes.has("classifier.weight")) {
    const [other] = others;
    throw refused(
      other === undefined
        ? `the weights of ${name} have no classifier.weight, which gives the score`
        : `the weights of ${name} have another head than that of a BERT: ${other} in place of classifier.weight`,
      other === undefined
        ? "they are those of an encoder; take the files of the trained cross-encoder"
        : `take a cross-encoder of the class BertForSequenceClassification, such as ${TRAINED}, ${SERVICE}`,
    );
  }
  if (shapes.has("pooler.dense.weight") || shapes.has("bert.pooler.dense.weight")) return;
  throw refused(
    `the weights of ${name} have no pooler.dense.weight, which the score of a BERT goes through`,
    `take a cross-encoder of the class BertForSequenceClassification, such as ${TRAINED}, ${SERVICE}`,
  );
}

/** Before and since version 4 of sentence-transformers, the name of the function stands in another place. */
function requireActivation(name: string, settings: Readonly<Record<string, unknown>>): void {
  const key = "sbert_ce_default_activation_function";
  const stated = settings[key] ?? asObject(settings["sentence_transformers"])["activation_fn"] ?? "Identity";
  if (ACTIVATIONS.includes(String(stated).split(".").at(-1)!)) return;
  throw refused(
    `${name} puts its score through ${JSON.stringify(stated)} (${settings[key] == null ? "activation_fn" : key})`,
    `ra knows those that keep the order: ${ACTIVATIONS.join(", ")}`,
  );
}

function refused(message: string, hint: string): RaError {
  return new RaError("model-invalid", message, { hint });
}
