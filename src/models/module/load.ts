/** Loads the WebAssembly module that runs models, at its first use. Nothing else of ra imports it. */
import * as linked from "../../../wasm/model/pkg/ra_model.js";
import { RaError } from "../../errors.ts";
import { checksumOf } from "../../host/hash.ts";
import { readResource } from "../../host/resource.ts";
import { modelLocation } from "./model_location.ts";

interface ModelFiles {
  /** The text of config.json. */
  readonly config: string;
  /** The text of vocab.txt. */
  readonly vocabulary: string;
  /** A safetensors file, or what `stored` made. */
  readonly weights: Uint8Array;
}

export type Dtype = "f32" | "int8";

interface ModelOptions {
  readonly dtype: Dtype;
  readonly pooling: "mean" | "cls";
  /** The most word pieces of a text. */
  readonly maxLength: number;
}

/** Every call throws `model-invalid` when the module cannot do it. */
export interface Encoder {
  readonly dimensions: number;
  /** The ids of a text's word pieces, cut to the longest input. */
  tokenize(text: string): Uint32Array;
  /** The texts' vectors, one after the other, each of length 1. */
  embed(texts: readonly string[]): Float32Array;
  free(): void;
}

/** Every call throws `model-invalid` when the module cannot do it. */
interface CrossEncoder {
  /** How well each passage answers the query, on any scale. */
  score(query: string, passages: readonly string[]): Float32Array;
  free(): void;
}

interface Tokenizer {
  /** The ids of a text's word pieces between those that begin and end it, cut to the longest input. */
  tokenize(text: string): Uint32Array;
  free(): void;
}

export interface ModelModule {
  /** Throws `model-invalid`. */
  openEncoder(files: ModelFiles, options: ModelOptions): Encoder;
  /** Throws `model-invalid`, also for a model without one number as its answer. */
  openCrossEncoder(files: ModelFiles, options: Omit<ModelOptions, "pooling">): CrossEncoder;
  /** `maxLength` is in word pieces. Throws `model-invalid`. */
  openTokenizer(vocabulary: string, maxLength: number): Tokenizer;
  /** The form of weights that ra keeps on disk. Throws `model-invalid`. */
  stored(config: string, weights: Uint8Array, dtype: Dtype): Uint8Array;
}

/** Another number where the same weights give other vectors. It changes only when vectors move by more than 1e-3. */
export const ARITHMETIC = 1;

let loaded: Promise<ModelModule> | undefined;

/** The module of this thread. Rejects with `engine`; the next call tries again. */
export function loadModelModule(): Promise<ModelModule> {
  if (loaded === undefined) {
    loaded = load();
    // The caller gets the error.
    loaded.catch(() => {
      loaded = undefined;
    });
  }
  return loaded;
}

async function load(): Promise<ModelModule> {
  const bytes = readResource(modelLocation);
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new RaError("engine", `cannot compile ${modelLocation.pathname}`, {
      hint: "the installation is damaged; install ra again",
      cause,
    });
  }
  linked.initSync({ module });
  return {
    openEncoder,
    openCrossEncoder,
    openTokenizer,
    stored(config, weights, dtype) {
      requireWhole(weights);
      return guard(() => linked.stored(config, weights, dtype));
    },
  };
}

/** What `stored` makes begins with it, and ends with a CRC-32 of all before. */
const STORED = new TextEncoder().encode("ra-model");
const CHECKSUM = 4;

/** Compares the checksum, which the module leaves to its host. */
function requireWhole(weights: Uint8Array): void {
  if (STORED.some((byte, at) => weights[at] !== byte)) return;
  const end = weights.length - CHECKSUM;
  const stated = end < 0 ? undefined : new DataView(weights.buffer, weights.byteOffset).getUint32(end, true);
  if (stated !== checksumOf(weights.subarray(0, Math.max(0, end)))) {
    throw new RaError("model-invalid", "the stored model is damaged: its checksum differs. Add it again");
  }
}

function openEncoder({ config, vocabulary, weights }: ModelFiles, options: ModelOptions): Encoder {
  requireWhole(weights);
  const model = guard(() => new linked.Model(config, vocabulary, weights, JSON.stringify(options)));
  return {
    dimensions: model.dimensions(),
    tokenize: (text) => guard(() => model.tokenise(text)),
    embed: (texts) => guard(() => model.embed([...texts])),
    free: () => free(model),
  };
}

function openCrossEncoder(
  { config, vocabulary, weights }: ModelFiles,
  options: Omit<ModelOptions, "pooling">,
): CrossEncoder {
  requireWhole(weights);
  const model = guard(() => new linked.Judge(config, vocabulary, weights, JSON.stringify(options)));
  return { score: (query, passages) => guard(() => model.score(query, [...passages])), free: () => free(model) };
}

function openTokenizer(vocabulary: string, maxLength: number): Tokenizer {
  const tokenizer = guard(() => new linked.Tokeniser(vocabulary, maxLength));
  return { tokenize: (text) => guard(() => tokenizer.tokenise(text)), free: () => free(tokenizer) };
}

function free(held: { free(): void }): void {
  try {
    held.free();
  } catch {
    // The memory of an instance that was replaced is gone with it.
  }
}

function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // After a trap the memory may be in disorder, so a new instance takes its place. Encoders of the old one fail.
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (trapped) linked.__wbg_reset_state();
    throw new RaError("model-invalid", trapped ? `the model stopped: ${message}` : message, { cause: error });
  }
}
