/** The provider `openai`: any service with `/v1/embeddings`. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import { MAX_DIMENSIONS } from "../../../config/keys/semantic.ts";
import { RaError } from "../../../errors.ts";
import { hashBytes } from "../../../host/hash.ts";
import type { Embedded, EmbeddedAs, Embedder } from "../../../search/ports/embedder.ts";
import type { StopSignal } from "../../../search/ports/work.ts";
import { isLoopbackHost } from "../../../text/loopback.ts";
import { type Answer, isTooLarge, openService, type PostLimits } from "./service.ts";

/** A search goes on by words when the vector of its query takes longer. */
const QUERY_MS = 2_000;
const PASSAGES_MS = 300_000;
/** Half a surrogate pair cannot be encoded as UTF-8. */
const HALF_PAIR = /\p{Surrogate}/gu;
/** A text that is too long is cut in half, but not below so many characters. */
const MIN_CUT_LENGTH = 500;

/** Throws `embedding-failed`. */
export function openServiceEmbedder(settings: EmbeddingSettings): Embedder {
  const { model, dimensions, batch_size } = settings;
  const service = openService(settings);
  const prefixes = { query: settings.query_prefix ?? "", passage: settings.passage_prefix ?? "" };
  const identity = JSON.stringify(["openai", service.address, model, dimensions ?? null, prefixes]);
  let isClosed = false;
  /** How many values a vector has, since the first one. */
  let width = dimensions;
  let hasWorked = false;

  const read = (answer: Answer, count: number): readonly Embedded[] => {
    const { data } = (answer.json ?? {}) as { readonly data?: unknown };
    if (!Array.isArray(data)) throw service.failure("its answer has no `data`");
    const vectors: (Embedded | undefined)[] = Array.from({ length: count });
    for (const row of data as readonly unknown[]) {
      const { index, embedding } = (row ?? {}) as { readonly index?: unknown; readonly embedding?: unknown };
      const isNew = Number.isInteger(index) && Number(index) >= 0 && Number(index) < count &&
        vectors[Number(index)] === undefined;
      if (!isNew) throw service.failure("its answer has a vector for no text, or two for one");
      if (Array.isArray(embedding) && embedding.length > MAX_DIMENSIONS) {
        throw service.failure(tooMany(embedding.length));
      }
      vectors[Number(index)] = unitVector(embedding, width);
      const vector = vectors[Number(index)];
      if (vector instanceof Float32Array) width ??= vector.length;
    }
    const whole = vectors.flatMap((vector) => vector ?? []);
    if (whole.length !== count) throw service.failure(`its answer has ${data.length} vectors for ${count} texts`);
    hasWorked = true;
    return whole;
  };

  const ask = async (inputs: readonly string[], limits: PostLimits): Promise<readonly Embedded[]> => {
    const shortened = dimensions === undefined ? {} : { dimensions };
    const body = { model, input: inputs, encoding_format: "float", ...shortened };
    const answer = await service.post("embeddings", body, limits);
    if (answer.status === 200) return read(answer, inputs.length);
    const isOfInput = isTooLarge(answer) || ((answer.status === 400 || answer.status === 422) && hasWorked);
    if (!isOfInput) throw service.failure(`the service answers ${answer.status}`, answer);
    if (inputs.length > 1) {
      const half = Math.ceil(inputs.length / 2);
      return [...await ask(inputs.slice(0, half), limits), ...await ask(inputs.slice(half), limits)];
    }
    const [text] = inputs;
    if (isTooLarge(answer) && text!.length >= 2 * MIN_CUT_LENGTH) {
      return await ask([text!.slice(0, Math.floor(text!.length / 2)).replace(HALF_PAIR, "\uFFFD")], limits);
    }
    return [{ failure: service.failure(`the service answers ${answer.status}`, answer).message }];
  };

  return {
    key: hashBytes(new TextEncoder().encode(identity)),
    sendsTo: isLoopbackHost(new URL(service.address).hostname) ? undefined : service.address,
    async embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> {
      const inputs = texts.map((text) => (prefixes[as] + text).replace(HALF_PAIR, "\uFFFD"));
      const embedded: Embedded[] = [];
      for (let from = 0; from < inputs.length; from += batch_size) {
        if (isClosed || signal?.aborted === true) throw new RaError("interrupted", "interrupted");
        const within = as === "query" ? QUERY_MS : PASSAGES_MS;
        embedded.push(...await ask(inputs.slice(from, from + batch_size), { within, signal }));
      }
      return embedded;
    },
    close() {
      isClosed = true;
    },
  };
}

function tooMany(values: number): string {
  return `it gives vectors of ${values} values, and ra takes up to ${MAX_DIMENSIONS}; set \`dimensions\` if it can ` +
    "shorten them, or use another model";
}

/** The vector with length 1. */
function unitVector(values: unknown, width: number | undefined): Embedded {
  const isVector = Array.isArray(values) && values.length > 0 &&
    values.every((value) => typeof value === "number" && Number.isFinite(value));
  if (!isVector) return { failure: "the service gives no vector for this text" };
  if (width !== undefined && values.length !== width) {
    return { failure: `the service gives ${values.length} values where it gave ${width} before` };
  }
  const length = Math.hypot(...(values as number[]));
  if (!(length > 0)) return { failure: "the service gives a vector without direction for this text" };
  return Float32Array.from(values as number[], (value) => value / length);
}
