/** Reads the vectors in an answer of `/v1/embeddings`. */
import type { Embedded } from "../../../search/ports/embedder.ts";

interface EmbeddingRow {
  readonly index?: unknown;
  readonly embedding?: unknown;
}

/**
 * The vectors of so many texts, in their order, or why the answer has none. Rows without an index are in the order of
 * the texts. `width` is how many values a vector has, where that is known.
 */
export function readVectors(json: unknown, count: number, width: number | undefined): readonly Embedded[] | string {
  const { data } = (json ?? {}) as { readonly data?: unknown };
  if (!Array.isArray(data)) return "its answer has no `data`";
  const rows = (data as readonly unknown[]).map((row) => (row ?? {}) as EmbeddingRow);
  const isInOrder = rows.length === count && rows.every(({ index }) => index === undefined || index === null);
  const vectors: (Embedded | undefined)[] = Array.from({ length: count });
  let known = width;
  for (const [at, { index, embedding }] of rows.entries()) {
    const place = isInOrder ? at : index;
    if (typeof place !== "number" || !Object.hasOwn(vectors, place) || vectors[place] !== undefined) {
      return "its answer has a vector for no text, or two for one";
    }
    const vector = unitVector(valuesOf(embedding), known);
    vectors[place] = vector;
    if (vector instanceof Float32Array) known ??= vector.length;
  }
  const whole = vectors.flatMap((vector) => vector ?? []);
  return whole.length === count ? whole : `its answer has ${data.length} vectors for ${count} texts`;
}

/** Some services write the values as numbers of 32 bits in base64, whatever they were asked for. */
function valuesOf(embedding: unknown): unknown {
  if (typeof embedding !== "string") return embedding;
  try {
    const bytes = Uint8Array.from(atob(embedding), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(4 * at, true));
  } catch {
    return undefined;
  }
}

/** The vector with length 1. */
function unitVector(values: unknown, width: number | undefined): Embedded {
  const isVector = Array.isArray(values) && values.length > 0 &&
    values.every((value) => typeof value === "number" && Number.isFinite(value));
  if (!isVector) return { failure: "the service gives no vector for this text" };
  if (width !== undefined && values.length !== width) {
    return {
      failure: `the service gives ${values.length} values where it gave ${width} before`,
      isOtherWidth: true,
    };
  }
  // A call with a hundred thousand arguments overflows the stack.
  const length = Math.sqrt((values as number[]).reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0)) return { failure: "the service gives a vector without direction for this text" };
  return Float32Array.from(values as number[], (value) => value / length);
}
