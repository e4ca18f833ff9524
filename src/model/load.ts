/** Loads the WebAssembly module that runs models, at its first use. Nothing else of ra imports it. */
import * as linked from "../../wasm/model/pkg/ra_model.js";
import { RaError } from "../errors.ts";
import { readResource } from "../host/resource.ts";
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
  tokenise(text: string): Uint32Array;
  /** The texts' vectors, one after the other, each of length 1. */
  embed(texts: readonly string[]): Float32Array;
  free(): void;
}

export interface ModelModule {
  /** Throws `model-invalid`. */
  openEncoder(files: ModelFiles, options: ModelOptions): Encoder;
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
    stored: (config, weights, dtype) => guard(() => linked.stored(config, weights, dtype)),
  };
}

function openEncoder({ config, vocabulary, weights }: ModelFiles, options: ModelOptions): Encoder {
  const model = guard(() => new linked.Model(config, vocabulary, weights, JSON.stringify(options)));
  return {
    dimensions: model.dimensions(),
    tokenise: (text) => guard(() => model.tokenise(text)),
    embed: (texts) => guard(() => model.embed([...texts])),
    free() {
      try {
        model.free();
      } catch {
        // The memory of an instance that was replaced is gone with it.
      }
    },
  };
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
