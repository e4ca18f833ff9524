/** An installed model in one thread. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { type Encoder, loadModelModule } from "../module/load.ts";
import { readModel } from "../installed/read_model.ts";

export interface EmbeddedBatch {
  /** One vector after the other. The values of a failed text mean nothing. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** The places of the texts that failed, and why. */
  readonly failures: readonly (readonly [place: number, reason: string])[];
}

export interface LoadedModel {
  embed(texts: readonly string[]): EmbeddedBatch;
  free(): void;
}

/** Throws `model-missing` and `model-invalid`. */
export async function loadModel(fs: FileSystem, home: string | null, name: string): Promise<LoadedModel> {
  const module = await loadModelModule();
  const open = (): Encoder => {
    const { card: { dtype, pooling, max_length: maxLength }, ...files } = readModel(fs, home, name, "encoder");
    return module.openEncoder(files, { dtype, pooling, maxLength });
  };
  let encoder = open();
  const embedAlone = (text: string): Float32Array | string => {
    try {
      return encoder.embed([text]);
    } catch (error) {
      // What stopped the model may have left its memory in disorder.
      encoder.free();
      encoder = open();
      return error instanceof RaError ? error.message : String(error);
    }
  };
  return {
    embed(texts) {
      const { dimensions } = encoder;
      let vectors: Float32Array;
      const failures = new Map<number, string>();
      try {
        vectors = encoder.embed([...texts]);
      } catch {
        encoder.free();
        encoder = open();
        vectors = new Float32Array(texts.length * dimensions);
        texts.forEach((text, place) => {
          const vector = embedAlone(text);
          if (typeof vector === "string") failures.set(place, vector);
          else vectors.set(vector, place * dimensions);
        });
      }
      texts.forEach((_, place) => {
        const vector = vectors.subarray(place * dimensions, (place + 1) * dimensions);
        // A vector of length 0 has no direction, and so no meaning.
        const isUsable = vector.every(Number.isFinite) && vector.some((value) => value !== 0);
        if (!isUsable && !failures.has(place)) failures.set(place, "the model gives no vector for this text");
      });
      return { vectors, dimensions, failures: [...failures] };
    },
    free: () => encoder.free(),
  };
}
