/** Says what a model is and how it wants to be used: the card that is kept with it. */
import { RaError } from "../../errors.ts";
import { sha256 } from "../../host/hash.ts";
import type { KnownModel } from "./known_models.ts";
import type { ModelCard, ModelKind } from "./read_model.ts";

export interface ModelSource {
  readonly name: string;
  readonly source: string;
  readonly revision: string;
  readonly known: KnownModel | undefined;
}

export type Files = ReadonlyMap<string, Uint8Array>;

/** A cross-encoder is a classifier with one label. */
export function kindOf(name: string, config: string): ModelKind {
  const { architectures, num_labels, id2label } = asObject(parsed(config, `config.json of ${name}`));
  const isClassifier = Array.isArray(architectures) &&
    architectures.some((architecture) => String(architecture).endsWith("ForSequenceClassification"));
  if (!isClassifier) return "encoder";
  const labels = typeof num_labels === "number" ? num_labels : Object.keys(asObject(id2label)).length || 2;
  if (labels === 1) return "cross-encoder";
  throw new RaError("model-invalid", `${name} puts texts into ${labels} classes`, {
    hint: "ra runs encoders, and cross-encoders with one label",
  });
}

/** What ra has to know of a model, from its own files. Throws `model-invalid`. */
export function cardOf(
  { name, source, revision, known }: ModelSource,
  kind: ModelKind,
  files: Files,
  stored: Files,
): ModelCard {
  const json = (file: string): Readonly<Record<string, unknown>> => {
    const bytes = files.get(file);
    return bytes === undefined ? {} : asObject(parsed(textOf(bytes), `${file} of ${name}`));
  };
  const hashOf = (file: string): string => sha256(stored.get(file)!);
  const config = json("config.json");
  const positions = numberOr(config["max_position_embeddings"], 512);
  const maxLength = known?.maxLength ?? numberOr(json("sentence_bert_config.json")["max_seq_length"], 512);
  const pooling = json("1_Pooling/config.json");
  const isCls = pooling["pooling_mode_cls_token"] === true;
  const isMean = pooling["pooling_mode_mean_tokens"] === true || Object.keys(pooling).length === 0;
  if (kind === "encoder" && known === undefined && isCls === isMean) {
    throw new RaError("model-invalid", `${name} pools its word pieces in another way than ra does`, {
      hint: "ra takes their mean or the first one",
    });
  }
  const prefixes = prefixesOf(source);
  return {
    name,
    kind,
    source,
    revision,
    dtype: "int8",
    pooling: known?.pooling ?? (isCls ? "cls" : "mean"),
    max_length: Math.min(maxLength, positions),
    ...prefixes,
    weights: sha256(files.get("model.safetensors")!),
    files: {
      "config.json": hashOf("config.json"),
      "vocab.txt": hashOf("vocab.txt"),
      "weights.bin": hashOf("weights.bin"),
    },
  };
}

/** What the makers of some models want before queries and passages. */
function prefixesOf(source: string): Pick<ModelCard, "query_prefix" | "passage_prefix"> {
  const name = source.split("/").at(-1)!.toLowerCase();
  if (name.startsWith("e5-")) return { query_prefix: "query: ", passage_prefix: "passage: " };
  if (/^bge-.*-en/.test(name)) {
    return { query_prefix: "Represent this sentence for searching relevant passages: ", passage_prefix: "" };
  }
  return { query_prefix: "", passage_prefix: "" };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RaError("model-invalid", `${name} is not JSON`, { cause });
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {};
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : otherwise;
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
