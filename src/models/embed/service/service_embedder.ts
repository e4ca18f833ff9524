/** The provider `openai`: any service with `/v1/embeddings`. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import { MAX_DIMENSIONS } from "../../../config/keys/semantic.ts";
import { interrupted } from "../../../errors.ts";
import { hashBytes } from "../../../host/hash.ts";
import type { Embedded, EmbeddedAs, Embedder } from "../../../search/ports/embedder.ts";
import type { StopSignal } from "../../../search/ports/work.ts";
import { isLoopbackHost } from "../../../text/loopback.ts";
import { DEFAULT_SCALE } from "../../installed/known_models.ts";
import { isTooLarge, type ModelService, openService, type PostLimits, type ServiceAnswer } from "./service.ts";

/** A search goes on by words when the vector of its query takes longer. */
const QUERY_MS = 2_000;
const PASSAGES_MS = 300_000;
/** Half a surrogate pair cannot be encoded as UTF-8. */
const HALF_PAIR = /\p{Surrogate}/gu;
/** A text that is too long is cut in half, but not below so many characters. */
const MIN_CUT_LENGTH = 500;

/** Throws `embedding-failed`. */
export function openServiceEmbedder(settings: EmbeddingSettings): Embedder {
  return new ServiceEmbedder(settings, openService(settings));
}

class ServiceEmbedder implements Embedder {
  readonly key: string;
  readonly scale = DEFAULT_SCALE;
  readonly sendsTo: string | undefined;
  readonly #settings: EmbeddingSettings;
  readonly #service: ModelService;
  readonly #prefixes: Readonly<Record<EmbeddedAs, string>>;
  /** How many values a vector has, since the first one. */
  #width: number | undefined;
  #hasWorked = false;
  readonly #ofBeginnings = new WeakSet<Float32Array>();
  #isClosed = false;

  constructor(settings: EmbeddingSettings, service: ModelService) {
    const { model, dimensions } = settings;
    const prefixes = { query: settings.query_prefix ?? "", passage: settings.passage_prefix ?? "" };
    const identity = JSON.stringify(["openai", service.address, model, dimensions ?? null, prefixes]);
    this.key = hashBytes(new TextEncoder().encode(identity));
    this.sendsTo = isLoopbackHost(new URL(service.address).hostname) ? undefined : service.address;
    this.#settings = settings;
    this.#service = service;
    this.#prefixes = prefixes;
    this.#width = dimensions;
  }

  async embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> {
    const { batch_size } = this.#settings;
    const inputs = texts.map((text) => (this.#prefixes[as] + text).replace(HALF_PAIR, "\uFFFD"));
    const embedded: Embedded[] = [];
    for (let from = 0; from < inputs.length; from += batch_size) {
      if (this.#isClosed || signal?.aborted === true) throw interrupted("the model");
      const within = as === "query" ? QUERY_MS : PASSAGES_MS;
      embedded.push(...await this.#ask(inputs.slice(from, from + batch_size), { within, signal }));
    }
    return embedded;
  }

  isOfBeginning(vector: Float32Array): boolean {
    return this.#ofBeginnings.has(vector);
  }

  close(): void {
    this.#isClosed = true;
  }

  #read(answer: ServiceAnswer, count: number): readonly Embedded[] {
    const { data } = (answer.json ?? {}) as { readonly data?: unknown };
    if (!Array.isArray(data)) throw this.#service.failure("its answer has no `data`");
    const vectors: (Embedded | undefined)[] = Array.from({ length: count });
    for (const row of data as readonly unknown[]) {
      const { index, embedding } = (row ?? {}) as { readonly index?: unknown; readonly embedding?: unknown };
      const isNew = Number.isInteger(index) && Number(index) >= 0 && Number(index) < count &&
        vectors[Number(index)] === undefined;
      if (!isNew) throw this.#service.failure("its answer has a vector for no text, or two for one");
      if (Array.isArray(embedding) && embedding.length > MAX_DIMENSIONS) {
        throw this.#service.failure(tooMany(embedding.length));
      }
      vectors[Number(index)] = unitVector(embedding, this.#width);
      const vector = vectors[Number(index)];
      if (vector instanceof Float32Array) this.#width ??= vector.length;
    }
    const whole = vectors.flatMap((vector) => vector ?? []);
    if (whole.length !== count) throw this.#service.failure(`its answer has ${data.length} vectors for ${count} texts`);
    this.#hasWorked = true;
    return whole;
  }

  async #ask(inputs: readonly string[], limits: PostLimits): Promise<readonly Embedded[]> {
    const { model, dimensions } = this.#settings;
    const shortened = dimensions === undefined ? {} : { dimensions };
    const body = { model, input: inputs, encoding_format: "float", ...shortened };
    const answer = await this.#service.post("embeddings", body, limits);
    if (answer.status === 200) return this.#read(answer, inputs.length);
    const isOfInput = isTooLarge(answer) || ((answer.status === 400 || answer.status === 422) && this.#hasWorked);
    if (!isOfInput) throw this.#service.failure(`the service answers ${answer.status}`, answer);
    if (inputs.length > 1) {
      const half = Math.ceil(inputs.length / 2);
      return [...await this.#ask(inputs.slice(0, half), limits), ...await this.#ask(inputs.slice(half), limits)];
    }
    const [text] = inputs;
    if (isTooLarge(answer) && text!.length >= 2 * MIN_CUT_LENGTH) {
      const half = text!.slice(0, Math.floor(text!.length / 2)).replace(HALF_PAIR, "\uFFFD");
      const embedded = await this.#ask([half], limits);
      for (const vector of embedded) if (vector instanceof Float32Array) this.#ofBeginnings.add(vector);
      return embedded;
    }
    return [{ failure: this.#service.failure(`the service answers ${answer.status}`, answer).message }];
  }
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
