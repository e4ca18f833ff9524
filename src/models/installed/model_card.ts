/** Says what a model is and how it wants to be used: the card that is kept with it. */
import { RaError } from "../../errors.ts";
import { sha256 } from "../../host/hash.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import type { GatheredModel } from "./gather_model.ts";
import { asObject, parsed } from "./json_text.ts";
import { type KnownModel, knownModelOf } from "./known_models.ts";
import { familyPrefixes, type Prefixes } from "./model_families.ts";
import type { ModelCard, ModelKind, ModelOrigin } from "./read_model.ts";

export interface ModelSource {
  readonly name: string;
  /** The repository, package or folder that it came from, and the revision there. */
  readonly source: string;
  readonly revision: string;
  readonly origin: ModelOrigin;
  readonly known: KnownModel | undefined;
  /** What the user says about the words before queries and passages. */
  readonly asked: Partial<Prefixes>;
}

/** What ra keeps of a model, by the names of files. */
export type StoredModel = Readonly<Record<keyof ModelCard["files"], Uint8Array>>;

/** What ra has to know of a model, from its own files and from what is known of it. Throws `model-invalid`. */
export function cardOf(of: ModelSource, kind: ModelKind, gathered: GatheredModel, stored: StoredModel): ModelCard {
  const { name, source, revision, origin } = of;
  const known = of.known ?? knownModelOf(source, gathered.hashes.weights);
  const json = (file: string): Readonly<Record<string, unknown>> => {
    const text = gathered.settings.get(file);
    return text === undefined ? {} : asObject(parsed(text, `${file} of ${name}`));
  };
  const config = asObject(parsed(gathered.config, `config.json of ${name}`));
  const positions = numberOr(config["max_position_embeddings"], 512);
  const maxLength = known?.maxLength ?? numberOr(json("sentence_bert_config.json")["max_seq_length"], 512);
  const isEncoder = kind === "encoder";
  return withoutUndefined<ModelCard>({
    name,
    kind,
    source,
    revision,
    dtype: "int8",
    pooling: known?.pooling ?? poolingOf(name, kind, json("1_Pooling/config.json")),
    max_length: Math.min(maxLength, positions),
    ...prefixesOf(of, known, json("config_sentence_transformers.json")),
    floor: isEncoder ? known?.floor : undefined,
    weight: isEncoder ? known?.weight : undefined,
    languages: known?.languages,
    licence: known?.licence,
    origin,
    weights: gathered.hashes.weights,
    files: {
      "config.json": sha256(stored["config.json"]),
      "vocab.txt": sha256(stored["vocab.txt"]),
      "weights.bin": sha256(stored["weights.bin"]),
    },
  });
}

function poolingOf(name: string, kind: ModelKind, pooling: Readonly<Record<string, unknown>>): ModelCard["pooling"] {
  const isCls = pooling["pooling_mode_cls_token"] === true;
  const isMean = pooling["pooling_mode_mean_tokens"] === true || Object.keys(pooling).length === 0;
  if (kind === "encoder" && isCls === isMean) {
    throw new RaError("model-invalid", `${name} pools its word pieces in another way than ra does`, {
      hint: "ra takes their mean or the first one",
    });
  }
  return isCls ? "cls" : "mean";
}

/** What the user says, else what is known of the model, of its files or of its family. */
function prefixesOf(
  { source, name, asked }: ModelSource,
  known: KnownModel | undefined,
  settings: Readonly<Record<string, unknown>>,
): Prefixes {
  const prompts = asObject(settings["prompts"]);
  const prompt = (...keys: readonly string[]): string | undefined =>
    keys.map((key) => prompts[key]).find((text) => typeof text === "string");
  const family = known ?? familyPrefixes(source) ?? familyPrefixes(name);
  const own = known ?? {
    query_prefix: prompt("query", "search_query") ?? family?.query_prefix ?? "",
    passage_prefix: prompt("passage", "document", "search_document") ?? family?.passage_prefix ?? "",
  };
  return {
    query_prefix: asked.query_prefix ?? own.query_prefix,
    passage_prefix: asked.passage_prefix ?? own.passage_prefix,
  };
}

/** Whether anybody has said what stands before the model's queries and passages. */
export function knowsPrefixes(
  { source, name, known, asked }: ModelSource,
  { settings, hashes }: GatheredModel,
): boolean {
  return known !== undefined || Object.keys(asked).length > 0 || knownModelOf(source, hashes.weights) !== undefined ||
    familyPrefixes(source) !== undefined || familyPrefixes(name) !== undefined ||
    /"prompts"\s*:\s*\{\s*"/.test(settings.get("config_sentence_transformers.json") ?? "");
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : otherwise;
}
