/** The provider `openai`: any service with `/v1/embeddings`. */
import type { EmbeddingSettings } from "../../../config/config.ts";
import { MAX_DIMENSIONS } from "../../../config/keys/semantic.ts";
import { interrupted } from "../../../errors.ts";
import { monotonicMs } from "../../../host/clock.ts";
import { hashBytes } from "../../../host/hash.ts";
import type { Embedded, EmbeddedAs, Embedder, KeepMade } from "../../../search/ports/embedder.ts";
import type { StopSignal } from "../../../search/ports/work.ts";
import { isLoopbackHost } from "../../../text/loopback.ts";
import { DEFAULT_SCALE } from "../../installed/known_models.ts";
import { readVectors } from "./read_vectors.ts";
import { isOfTexts, isRefusedParameter, isTooLarge, mostTexts } from "./refused_input.ts";
import { type ModelService, openService, type ServiceAnswer } from "./service.ts";

/** A search goes on by words when the vector of its query takes longer. */
const QUERY_MS = 2_000;
const PASSAGES_MS = 300_000;
/** Half a surrogate pair cannot be encoded as UTF-8. */
const HALF_PAIR = /\p{Surrogate}/gu;
/** A text that is too long is cut in half, but not below so many characters. */
const MIN_CUT_LENGTH = 100;
/** Each service embeds it that embeds at all. */
const PROBE = "The quick brown fox jumps over the lazy dog.";
/** A service that has refused so many texts, and embedded none, refuses all. */
const MOST_REFUSED = 32;
/** How often a part is sent of what the service has failed at so often as ra asks. */
const TRIES_OF_PART = 3;

/** Throws `embedding-failed`. */
export function openServiceEmbedder(settings: EmbeddingSettings): Embedder {
  return new ServiceEmbedder(settings, openService(settings));
}

/** What came of asking for vectors once. */
type Asked =
  | { readonly vectors: readonly Embedded[] }
  | { readonly why: string; readonly answer: ServiceAnswer };

/** How long a call may take, and who stops it. */
interface CallLimits {
  /** By {@link monotonicMs}. Absent: each request has its own time. */
  readonly until?: number | undefined;
  readonly signal?: StopSignal | undefined;
  /** How often a request is sent while the service fails. Default: as often as ra asks. */
  readonly tries?: number | undefined;
}

class ServiceEmbedder implements Embedder {
  readonly key: string;
  readonly scale = DEFAULT_SCALE;
  readonly sendsTo: string | undefined;
  readonly #settings: EmbeddingSettings;
  readonly #service: ModelService;
  readonly #prefixes: Readonly<Record<EmbeddedAs, string>>;
  /** How many texts are sent at once. */
  #batchSize: number;
  #namesFormat = true;
  /** How many values a vector has, since the first one. */
  #width: number | undefined;
  /** Whether it has embedded anything. */
  #hasWorked = false;
  /** The texts that it embedded, those that it refused, and how often it refused a request. */
  readonly #counts = { embedded: 0, leftOut: 0, refusals: 0 };
  readonly #ofBeginnings = new WeakSet<Float32Array>();
  #isClosed = false;

  constructor(settings: EmbeddingSettings, service: ModelService) {
    const { model, dimensions, batch_size } = settings;
    const prefixes = { query: settings.query_prefix ?? "", passage: settings.passage_prefix ?? "" };
    const identity = JSON.stringify(["openai", service.address, model, dimensions ?? null, prefixes]);
    this.key = hashBytes(new TextEncoder().encode(identity));
    this.sendsTo = isLoopbackHost(new URL(service.address).hostname) ? undefined : service.address;
    this.#settings = settings;
    this.#service = service;
    this.#prefixes = prefixes;
    this.#width = dimensions;
    this.#batchSize = batch_size;
  }

  async embed(
    texts: readonly string[],
    as: EmbeddedAs,
    signal?: StopSignal,
    keep?: KeepMade,
  ): Promise<readonly Embedded[]> {
    const inputs = texts.map((text) => (this.#prefixes[as] + text).replace(HALF_PAIR, "\uFFFD"));
    const limits: CallLimits = { until: as === "query" ? monotonicMs() + QUERY_MS : undefined, signal };
    const embedded: Embedded[] = [];
    while (embedded.length < inputs.length) {
      const from = embedded.length;
      const made = await this.#vectorsOf(inputs.slice(from, from + this.#batchSize), limits);
      keep?.(from, made);
      embedded.push(...made);
    }
    return embedded;
  }

  isOfBeginning(vector: Float32Array): boolean {
    return this.#ofBeginnings.has(vector);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** What the service refuses is tried in smaller parts, and what it refuses alone is left out. */
  async #vectorsOf(inputs: readonly string[], limits: CallLimits): Promise<readonly Embedded[]> {
    const asked = await this.#ask(inputs, limits);
    if ("vectors" in asked) return await this.#tryAlone(inputs, asked.vectors, limits);
    const { why, answer } = asked;
    this.#counts.refusals++;
    if (inputs.length > 1) {
      await this.#requireWorking(why, answer, limits);
      return await this.#inParts(inputs, answer, limits);
    }
    const [text] = inputs;
    if (isTooLarge(answer) && text!.length >= 2 * MIN_CUT_LENGTH) {
      const half = text!.slice(0, Math.floor(text!.length / 2)).replace(HALF_PAIR, "\uFFFD");
      const embedded = await this.#vectorsOf([half], limits);
      for (const vector of embedded) if (vector instanceof Float32Array) this.#ofBeginnings.add(vector);
      return embedded;
    }
    return [await this.#leaveOut(why, answer, limits)];
  }

  /** A service that names the most texts gets no more from then on, nor does one that takes the halves as they are. */
  async #inParts(inputs: readonly string[], answer: ServiceAnswer, limits: CallLimits): Promise<readonly Embedded[]> {
    const most = isTooLarge(answer) ? mostTexts(answer, inputs.length) : undefined;
    const size = most ?? Math.ceil(inputs.length / 2);
    if (most !== undefined) this.#batchSize = Math.min(this.#batchSize, most);
    const { refusals } = this.#counts;
    const embedded: Embedded[] = [];
    for (let from = 0; from < inputs.length; from += size) {
      embedded.push(...await this.#vectorsOf(inputs.slice(from, from + size), { ...limits, tries: TRIES_OF_PART }));
    }
    const isOfNumber = refusals === this.#counts.refusals && isTooLarge(answer);
    if (isOfNumber) this.#batchSize = Math.min(this.#batchSize, size);
    return embedded;
  }

  /** A text may fail only because another one stands beside it. */
  async #tryAlone(
    inputs: readonly string[],
    vectors: readonly Embedded[],
    limits: CallLimits,
  ): Promise<readonly Embedded[]> {
    const embedded: Embedded[] = [];
    for (const [at, vector] of vectors.entries()) {
      if (vector instanceof Float32Array) {
        this.#counts.embedded++;
        embedded.push(vector);
      } else if (inputs.length > 1) {
        embedded.push(...await this.#vectorsOf([inputs[at]!], limits));
      } else {
        embedded.push(await this.#leaveOut(vector.failure, undefined, limits));
      }
    }
    return embedded;
  }

  /** Throws where the service refuses every text, which is one error rather than one for each text. */
  async #leaveOut(why: string, answer: ServiceAnswer | undefined, limits: CallLimits): Promise<Embedded> {
    this.#hasWorked = false;
    await this.#requireWorking(why, answer, limits);
    const { counts, service } = { counts: this.#counts, service: this.#service };
    if (++counts.leftOut >= MOST_REFUSED && counts.embedded === 0) {
      throw service.failure(`it refuses each of ${counts.leftOut} texts; the last one: ${why}`, answer);
    }
    return { failure: answer === undefined ? why : service.failure(why, answer).message };
  }

  /** Throws where the service embeds nothing at all. */
  async #requireWorking(why: string, answer: ServiceAnswer | undefined, limits: CallLimits): Promise<void> {
    if (this.#hasWorked) return;
    const probed = await this.#ask([PROBE], { ...limits, tries: 1 }, false);
    const vector = "vectors" in probed ? probed.vectors[0] : undefined;
    if (vector instanceof Float32Array) return;
    const width = this.#settings.dimensions;
    const isOtherWidth = width !== undefined && vector?.isOtherWidth === true;
    throw this.#service.failure(isOtherWidth ? `${vector.failure} (\`dimensions\` says ${width})` : why, answer);
  }

  /** `mayBeInput`: whether the texts may be what the service fails at. */
  async #ask(inputs: readonly string[], limits: CallLimits, mayBeInput = true): Promise<Asked> {
    const { until, signal, tries } = limits;
    if (this.#isClosed || signal?.aborted === true) throw interrupted("the model");
    const { model, dimensions } = this.#settings;
    const format = this.#namesFormat ? { encoding_format: "float" } : {};
    const body = { model, input: inputs, ...format, ...(dimensions === undefined ? {} : { dimensions }) };
    const within = until === undefined ? PASSAGES_MS : Math.max(1, Math.ceil(until - monotonicMs()));
    const answer = await this.#service.post("embeddings", body, { within, signal, tries, mayBeInput });
    if (answer.status === 200) return this.#read(answer, inputs.length);
    if (this.#namesFormat && isRefusedParameter(answer, "encoding_format")) {
      this.#namesFormat = false;
      return await this.#ask(inputs, limits, mayBeInput);
    }
    const why = answer.status === 0 ? "the connection was lost" : `the service answers ${answer.status}`;
    if (!isOfTexts(answer)) throw this.#service.failure(why, answer);
    return { why, answer };
  }

  #read(answer: ServiceAnswer, count: number): Asked {
    const vectors = readVectors(answer.json, count, this.#width);
    if (typeof vectors === "string") return { why: vectors, answer: { status: answer.status, json: undefined } };
    const first = vectors.find((vector) => vector instanceof Float32Array);
    if (first !== undefined && first.length > MAX_DIMENSIONS) throw this.#service.failure(tooMany(first.length));
    this.#width ??= first?.length;
    this.#hasWorked ||= first !== undefined;
    return { vectors };
  }
}

function tooMany(values: number): string {
  return `it gives vectors of ${values} values, and ra takes up to ${MAX_DIMENSIONS}; set \`dimensions\` if it can ` +
    "shorten them, or use another model";
}
