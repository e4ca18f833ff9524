/** The provider `local`: ra itself runs the model, in threads of its own where there is much to do. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import { hashBytes } from "../../host/hash.ts";
import { processorCount } from "../../host/process.ts";
import { ARITHMETIC } from "../module/load.ts";
import type { Embedded, EmbeddedAs, Embedder } from "../../search/ports/embedder.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { cutBatches } from "./batches.ts";
import { type LoadedModel, loadModel } from "./embed_batch.ts";
import { createEmbedThreads, type EmbedBatch } from "./embed_threads.ts";
import type { EmbedderHost } from "./host.ts";
import { readModelCard } from "../installed/read_model.ts";

/** Further threads cost more memory than they save time. */
const MAX_THREADS = 8;

/** A thread takes about as long to start and to read the model as one thread does for so many batches. */
const WORTH_THREADS = 8;

/** Throws `model-missing` and `model-invalid`. */
export function openLocalEmbedder(settings: EmbeddingSettings, host: EmbedderHost): Embedder {
  const { fs, home } = host;
  const card = readModelCard(fs, home, settings.model, "encoder");
  const prefixes = {
    query: settings.query_prefix ?? card.query_prefix,
    passage: settings.passage_prefix ?? card.passage_prefix,
  };
  const { dtype, pooling, max_length, weights, files } = card;
  const sources = [weights, files["config.json"], files["vocab.txt"]];
  const identity = JSON.stringify(["local", ARITHMETIC, dtype, pooling, max_length, sources, prefixes]);
  let isClosed = false;
  let model: Promise<LoadedModel> | undefined;
  const here: EmbedBatch = async (texts) => {
    if (isClosed) throw new RaError("interrupted", "interrupted");
    model ??= loadModel(fs, home, settings.model);
    try {
      return (await model).embed(texts);
    } catch (error) {
      model = undefined; // it may be there, or whole, when the next texts come
      throw error;
    }
  };
  const threads = createEmbedThreads(home, settings.model, here);

  const lanesFor = async (batches: number, as: EmbeddedAs): Promise<readonly EmbedBatch[]> => {
    const alone = [here];
    if (as === "query" || fs.isShared !== true) return alone;
    const most = Math.min(host.threads ?? processorCount(), MAX_THREADS);
    const isWorth = host.threads !== undefined || batches >= WORTH_THREADS || threads.running > 0;
    // Without a wish, one more thread than this one gains nothing.
    if (!isWorth || most < (host.threads === undefined ? 2 : 1)) return alone;
    const lanes = await threads.lanes(Math.min(most, batches));
    return lanes.length === 0 ? alone : lanes;
  };

  const embed = async (texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> => {
    const inputs = texts.map((text) => prefixes[as] + text);
    const batches = cutBatches(inputs, settings.batch_size);
    const results: Embedded[] = [];
    let next = 0;
    const work = async (lane: EmbedBatch): Promise<void> => {
      for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
        await letOthersRun();
        if (isClosed || signal?.aborted === true) throw new RaError("interrupted", "interrupted");
        const { vectors, dimensions, failures } = await lane(batch.map((place) => inputs[place]!));
        batch.forEach((place, at) => results[place] = vectors.slice(at * dimensions, (at + 1) * dimensions));
        for (const [at, failure] of failures) results[batch[at]!] = { failure };
      }
    };
    // The other threads finish their batches and take no more.
    const stopOnFailure = (failure: unknown): never => {
      next = batches.length;
      throw failure;
    };
    const ends = await Promise.allSettled(
      (await lanesFor(batches.length, as)).map((lane) => work(lane).catch(stopOnFailure)),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return results;
  };

  let turn: Promise<unknown> = Promise.resolve();
  return {
    key: hashBytes(new TextEncoder().encode(identity)),
    embed(texts, as, signal) {
      if (as === "query") return embed(texts, as, signal);
      // A thread takes one batch at a time, so calls that may use threads wait for each other.
      const result = turn.then(() => embed(texts, as, signal));
      turn = result.catch(() => {});
      return result;
    },
    close() {
      isClosed = true;
      threads.close();
      void model?.then((loaded) => loaded.free(), () => {});
      model = undefined;
    },
  };
}
