/** The provider `onnxruntime`: a model that onnxruntime-node runs, on a graphics processor too. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { interrupted, RaError } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import { hashBytes, sha256 } from "../../host/hash.ts";
import { userDataFolder } from "../../host/process.ts";
import { loadModelModule, type ModelModule } from "../module/load.ts";
import type { Embedded, EmbeddedAs, Embedder, MeaningScale } from "../../search/ports/embedder.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { joinPath } from "../../text/paths.ts";
import { cutBatches } from "./batches.ts";
import type { EmbedderHost } from "./host.ts";
import { modelsFolder } from "../installed/list_models.ts";
import { readModel } from "../installed/read_model.ts";
import { scaleOfModel } from "../installed/scale_of_model.ts";
import { invalid, type OnnxOutput, openOnnxSession, reasonOf } from "./onnx_session.ts";

/** No ONNX file is larger, as its format counts in 31 bits. */
const MAX_BYTES = 2 ** 31 - 1;

/** Throws `model-missing` and `model-invalid`. */
export async function openOnnxEmbedder(settings: EmbeddingSettings, host: EmbedderHost): Promise<Embedder> {
  const { fs, home } = host;
  const { card, config, vocabulary } = readModel(fs, home, settings.model, "encoder");
  const data = userDataFolder(home);
  const path = joinPath(modelsFolder(home), `${settings.model}/model.onnx`);
  const bytes = fs.readFile(path, { most: MAX_BYTES });
  if (bytes === undefined) throw invalid(path, "it is missing");
  const scale = await scaleOfModel(card, settings.model, host);
  const prefixes = {
    query: settings.query_prefix ?? card.query_prefix,
    passage: settings.passage_prefix ?? card.passage_prefix,
  };
  const tokenizer = new PairTokenizer(await loadModelModule(), vocabulary, card.max_length);
  const outputs = [
    { name: "last_hidden_state", ofPieces: true, width: widthOf(config) },
    { name: "sentence_embedding", ofPieces: false },
  ];
  const session = await openOnnxSession(
    { path, bytes },
    { device: settings.device, threads: host.threads, data, outputs },
    ["a", "a b"].map((text) => tokenizer.tokenize(text)),
  ).catch((error) => {
    tokenizer.free();
    throw error;
  });
  // The device is not part of it: the vectors of two devices differ by about 1e-3 at most.
  const key = hashBytes(new TextEncoder().encode(JSON.stringify([
    "onnxruntime",
    sha256(bytes),
    session.output.name,
    card.pooling,
    card.max_length,
    card.files["vocab.txt"],
    prefixes,
  ])));
  return new OnnxEmbedder({
    key,
    scale,
    session,
    tokenizer,
    prefixes,
    batchSize: settings.batch_size,
    takesMean: session.output.ofPieces && card.pooling === "mean",
  });
}

class PairTokenizer {
  readonly #module: ModelModule;
  readonly #vocabulary: Parameters<ModelModule["openTokenizer"]>[0];
  readonly #maxLength: number;
  #open: ReturnType<ModelModule["openTokenizer"]>;

  constructor(module: ModelModule, vocabulary: Parameters<ModelModule["openTokenizer"]>[0], maxLength: number) {
    this.#module = module;
    this.#vocabulary = vocabulary;
    this.#maxLength = maxLength;
    this.#open = module.openTokenizer(vocabulary, maxLength);
  }

  tokenize(text: string): Uint32Array {
    try {
      return this.#open.tokenize(text);
    } catch {
      // Another model that stopped has taken the module's memory with it.
      this.free();
      this.#open = this.#module.openTokenizer(this.#vocabulary, this.#maxLength);
      return this.#open.tokenize(text);
    }
  }

  free(): void {
    this.#open.free();
  }
}

interface OnnxParts {
  readonly key: string;
  readonly scale: MeaningScale;
  readonly session: Awaited<ReturnType<typeof openOnnxSession>>;
  readonly tokenizer: PairTokenizer;
  readonly prefixes: Readonly<Record<EmbeddedAs, string>>;
  readonly batchSize: number;
  /** Whether the vector of a text is the mean of those of its pieces. */
  readonly takesMean: boolean;
}

class OnnxEmbedder implements Embedder {
  readonly key: string;
  readonly scale: MeaningScale;
  readonly #parts: OnnxParts;
  #isClosed = false;

  constructor(parts: OnnxParts) {
    this.key = parts.key;
    this.scale = parts.scale;
    this.#parts = parts;
  }

  async embed(texts: readonly string[], as: EmbeddedAs, signal?: StopSignal): Promise<readonly Embedded[]> {
    const { session, tokenizer, prefixes, batchSize } = this.#parts;
    const inputs = texts.map((text) => prefixes[as] + text);
    const results: Embedded[] = [];
    // Other processors are fast only with many texts at once.
    const most = session.isOnProcessor ? undefined : Infinity;
    for (const batch of cutBatches(inputs, batchSize, most)) {
      await letOthersRun();
      if (this.#isClosed || signal?.aborted === true) throw interrupted("the model");
      const vectors = await this.#embedBatch(batch.map((place) => tokenizer.tokenize(inputs[place]!)));
      batch.forEach((place, at) => results[place] = vectors[at]!);
    }
    return results;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#parts.session.close();
    this.#parts.tokenizer.free();
  }

  /** Where the texts fail together, each is tried by itself. */
  async #embedBatch(texts: readonly Uint32Array[]): Promise<readonly Embedded[]> {
    const { session, takesMean } = this.#parts;
    try {
      const output = await session.run(texts);
      return texts.map(({ length }, row) => vectorOf(output, row, takesMean ? length : 1));
    } catch (error) {
      if (this.#isClosed) throw interrupted("the model", error);
      if (error instanceof RaError) throw error;
      if (texts.length === 1) return [{ failure: reasonOf(error) }];
      const results: Embedded[] = [];
      for (const text of texts) results.push(...await this.#embedBatch([text]));
      return results;
    }
  }
}

/** How many values a word piece has. Undefined where the file does not tell. */
function widthOf(config: string): number | undefined {
  try {
    return (JSON.parse(config) as { readonly hidden_size?: number } | null)?.hidden_size;
  } catch {
    return undefined;
  }
}

/** The mean of a text's first word pieces, of length 1. Its padding does not count. */
function vectorOf({ values, pieces, width }: OnnxOutput, row: number, counted: number): Embedded {
  const sums = new Float64Array(width);
  for (let piece = 0; piece < counted; piece++) {
    const from = (row * pieces + piece) * width;
    for (let at = 0; at < width; at++) sums[at]! += values[from + at]!;
  }
  const length = Math.hypot(...sums);
  if (!Number.isFinite(length) || length === 0) return { failure: "the model gives no vector for this text" };
  return Float32Array.from(sums, (sum) => sum / length);
}
