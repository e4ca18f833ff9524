/** The provider `local`: ra itself runs the model, in threads of its own where there is much to do. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { interrupted } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import { hashBytes } from "../../host/hash.ts";
import { shareOut } from "../../host/pool.ts";
import { createTurns } from "../../host/turns.ts";
import { processorCount } from "../../host/process.ts";
import { ARITHMETIC } from "../module/load.ts";
import type { Embedded, EmbeddedAs, Embedder, MeaningScale } from "../../search/ports/embedder.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { cutBatches } from "./batches.ts";
import { type LoadedModel, loadModel } from "./embed_batch.ts";
import { createEmbedThreads, type EmbedBatch, type EmbedThreads } from "./embed_threads.ts";
import type { EmbedderHost } from "./host.ts";
import { type ModelCard, readModelCard } from "../installed/read_model.ts";
import { scaleOfModel } from "../installed/scale_of_model.ts";

/** Further threads cost more memory than they save time. */
const MAX_THREADS = 8;

/** A thread takes about as long to start and to read the model as one thread does for so many batches. */
const WORTH_THREADS = 8;

/** Throws `model-missing` and `model-invalid`. */
export async function openLocalEmbedder(settings: EmbeddingSettings, host: EmbedderHost): Promise<Embedder> {
  const card = readModelCard(host.fs, host.home, settings.model, "encoder");
  return new LocalEmbedder(settings, host, card, await scaleOfModel(card, settings.model, host));
}

class LocalEmbedder implements Embedder {
  readonly key: string;
  readonly scale: MeaningScale;
  readonly #settings: EmbeddingSettings;
  readonly #host: EmbedderHost;
  readonly #prefixes: Readonly<Record<EmbeddedAs, string>>;
  readonly #threads: EmbedThreads;
  /** The model in this thread. */
  #model: Promise<LoadedModel> | undefined;
  /** A thread takes one batch at a time, so calls that may use threads wait for each other. */
  readonly #inTurn = createTurns();
  #isClosed = false;

  constructor(settings: EmbeddingSettings, host: EmbedderHost, card: ModelCard, scale: MeaningScale) {
    const prefixes = {
      query: settings.query_prefix ?? card.query_prefix,
      passage: settings.passage_prefix ?? card.passage_prefix,
    };
    const { dtype, pooling, max_length, weights, files } = card;
    const sources = [weights, files["config.json"], files["vocab.txt"]];
    const identity = JSON.stringify(["local", ARITHMETIC, dtype, pooling, max_length, sources, prefixes]);
    this.key = hashBytes(new TextEncoder().encode(identity));
    this.scale = scale;
    this.#settings = settings;
    this.#host = host;
    this.#prefixes = prefixes;
    this.#threads = createEmbedThreads(host.home, settings.model, this.#here);
  }

  embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> {
    const work = () => this.#embed(texts, as, signal);
    return as === "query" ? work() : this.#inTurn(work);
  }

  close(): void {
    this.#isClosed = true;
    this.#threads.close();
    void this.#model?.then((loaded) => loaded.free(), () => {});
    this.#model = undefined;
  }

  readonly #here: EmbedBatch = async (texts) => {
    if (this.#isClosed) throw interrupted("the model");
    this.#model ??= loadModel(this.#host.fs, this.#host.home, this.#settings.model);
    try {
      return (await this.#model).embed(texts);
    } catch (error) {
      this.#model = undefined; // it may be there, or whole, when the next texts come
      throw error;
    }
  };

  async #lanesFor(batches: number, as: EmbeddedAs): Promise<readonly EmbedBatch[]> {
    const alone = [this.#here];
    const wanted = this.#host.threads;
    if (as === "query" || this.#host.fs.isShared !== true) return alone;
    const most = Math.min(wanted ?? processorCount(), MAX_THREADS);
    const isWorth = wanted !== undefined || batches >= WORTH_THREADS || this.#threads.running > 0;
    // Without a wish, one more thread than this one gains nothing.
    if (!isWorth || most < (wanted === undefined ? 2 : 1)) return alone;
    const lanes = await this.#threads.lanes(Math.min(most, batches));
    return lanes.length === 0 ? alone : lanes;
  }

  async #embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> {
    const inputs = texts.map((text) => this.#prefixes[as] + text);
    const batches = cutBatches(inputs, this.#settings.batch_size);
    const results: Embedded[] = [];
    await shareOut(batches, await this.#lanesFor(batches.length, as), async (batch, _, lane) => {
      await letOthersRun();
      if (this.#isClosed || signal?.aborted === true) throw interrupted("the model");
      const { vectors, dimensions, failures } = await lane(batch.map((place) => inputs[place]!));
      batch.forEach((place, at) => results[place] = vectors.slice(at * dimensions, (at + 1) * dimensions));
      for (const [at, failure] of failures) results[batch[at]!] = { failure };
    });
    return results;
  }
}
