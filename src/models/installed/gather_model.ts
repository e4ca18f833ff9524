/** Finds the files of a model among those of a folder or package, and puts them in the form that ra reads. */
import { RaError } from "../../errors.ts";
import { sha256 } from "../../host/hash.ts";
import { bertConfig } from "../files/bert_config.ts";
import { readOnnx } from "../files/onnx.ts";
import { readSentencePiece } from "../files/sentence_piece.ts";
import { safetensors } from "../files/tensors.ts";
import { vocabularyOf } from "../files/tokenizer_json.ts";
import { readUniversalEncoder } from "../files/universal_encoder.ts";
import { unigramText } from "../files/unigram.ts";
import { requireFamily } from "./model_kind.ts";
import type { ModelFolder } from "./model_files.ts";

export interface GatheredModel {
  /** The text of config.json. */
  readonly config: string;
  /** The text of vocab.txt, or of the pieces of a Unigram. */
  readonly vocabulary: string;
  /** The bytes of a safetensors file. */
  readonly weights: Uint8Array;
  /** The SHA-256 of what the weights and the vocabulary came from. */
  readonly hashes: { readonly weights: string; readonly vocabulary: string };
  /** What `sentence_bert_config.json` and its like say, by name. */
  readonly settings: ReadonlyMap<string, string>;
}

const SETTINGS = ["sentence_bert_config.json", "1_Pooling/config.json", "config_sentence_transformers.json"] as const;
/** The maker's own names, and those of exporters. */
const WEIGHTS = ["model.safetensors", "onnx/model.onnx", "model.onnx"] as const;
const VOCABULARIES = ["vocab.txt", "tokenizer.json"] as const;

/** Throws `io`, and `model-invalid` when a file is not there or cannot be read. */
export async function gatherModel(name: string, folder: ModelFolder): Promise<GatheredModel> {
  const table = folder.names?.some((file) => /(?:^|\/)weights\.npz$/.test(file))
    ? await folder.read("weights.npz")
    : undefined;
  if (table !== undefined) return await universalEncoder(name, folder, table);
  const config = await folder.read("config.json");
  if (config === undefined && folder.names === undefined) throw lacks(name, folder, "config.json");
  // What ra cannot run is not fetched.
  if (config !== undefined) requireFamily(name, textOf(config));
  const vocabulary = await first(folder, VOCABULARIES, /tokenizer\.json$/, "tokenisers") ??
    await first(folder, [], /\.model$/, "tokenisers");
  if (vocabulary === undefined) throw lacks(name, folder, "vocab.txt, tokenizer.json or sentencepiece.model");
  const weights = await first(folder, WEIGHTS, /\.onnx$/i, "ONNX files");
  if (weights === undefined) throw lacks(name, folder, "model.safetensors or model.onnx");
  if (config === undefined && !isOnnx(weights)) throw lacks(name, folder, "config.json");
  const settings = new Map<string, string>();
  for (const file of SETTINGS) {
    const bytes = await folder.read(file);
    if (bytes !== undefined) settings.set(file, textOf(bytes));
  }
  return {
    ...withWeights(`${weights.file} of ${name}`, config, weights),
    vocabulary: textForm(`${vocabulary.file} of ${name}`, vocabulary),
    hashes: { weights: sha256(weights.bytes), vocabulary: sha256(vocabulary.bytes) },
    settings,
  };
}

interface ModelFileFound {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The first of these files, else the only one of a folder that has such a name. */
async function first(
  folder: ModelFolder,
  names: readonly string[],
  alike: RegExp,
  what: string,
): Promise<ModelFileFound | undefined> {
  for (const file of names) {
    const bytes = await folder.read(file);
    if (bytes !== undefined) return { file, bytes };
  }
  const others = (folder.names ?? []).filter((name) => alike.test(name));
  const [only] = others;
  if (only === undefined) return undefined;
  if (others.length > 1) {
    throw new RaError(
      "model-invalid",
      `${folder.place} has ${others.length} ${what}: ${others.slice(0, 5).join(", ")}`,
      {
        hint: "put the files of one model into a folder of its own",
      },
    );
  }
  const bytes = await folder.read(only);
  return bytes === undefined ? undefined : { file: only, bytes };
}

function isOnnx({ file }: ModelFileFound): boolean {
  return /\.onnx$/i.test(file);
}

function withWeights(
  what: string,
  config: Uint8Array | undefined,
  found: ModelFileFound,
): Pick<GatheredModel, "config" | "weights"> {
  if (!isOnnx(found)) return { config: textOf(config!), weights: found.bytes };
  const onnx = readOnnx(what, found.bytes);
  return { config: config === undefined ? bertConfig(what, onnx) : textOf(config), weights: safetensors(onnx.tensors) };
}

function textForm(what: string, { file, bytes }: ModelFileFound): string {
  if (file.endsWith(".json")) return vocabularyOf(what, textOf(bytes));
  return file.endsWith(".model") ? unigramText(readSentencePiece(what, bytes)) : textOf(bytes);
}

async function universalEncoder(name: string, folder: ModelFolder, table: Uint8Array): Promise<GatheredModel> {
  const pieces = await folder.read("sp.model");
  if (pieces === undefined) throw lacks(name, folder, "sp.model");
  const { config, weights } = readUniversalEncoder(`weights.npz of ${name}`, table);
  return {
    config,
    weights,
    vocabulary: unigramText(readSentencePiece(`sp.model of ${name}`, pieces)),
    hashes: { weights: sha256(table), vocabulary: sha256(pieces) },
    settings: new Map(),
  };
}

function lacks(name: string, { place }: ModelFolder, file: string): RaError {
  return new RaError("model-invalid", `${name} has no ${file} in ${place}`, {
    hint: "ra runs encoders like BERT, from safetensors or ONNX, with a vocab.txt or a tokenizer.json",
  });
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
