/** The provider `onnxruntime`: a model that onnxruntime-node runs, on a graphics processor too. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import { hashBytes, sha256 } from "../../host/hash.ts";
import { userDataFolder } from "../../host/process.ts";
import { loadModelModule } from "../module/load.ts";
import type { Embedded, Embedder } from "../../search/ports/embedder.ts";
import { joinPath } from "../../text/paths.ts";
import { cutBatches } from "./batches.ts";
import type { EmbedderHost } from "./host.ts";
import { modelsFolder } from "../installed/list_models.ts";
import { readModel } from "../installed/read_model.ts";
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
  const prefixes = {
    query: settings.query_prefix ?? card.query_prefix,
    passage: settings.passage_prefix ?? card.passage_prefix,
  };
  const { pooling, max_length: maxLength } = card;
  const module = await loadModelModule();
  let tokenizer = module.openTokenizer(vocabulary, maxLength);
  const tokenize = (text: string): Uint32Array => {
    try {
      return tokenizer.tokenize(text);
    } catch {
      // Another model that stopped has taken the module's memory with it.
      tokenizer.free();
      tokenizer = module.openTokenizer(vocabulary, maxLength);
      return tokenizer.tokenize(text);
    }
  };
  const outputs = [
    { name: "last_hidden_state", ofPieces: true, width: widthOf(config) },
    { name: "sentence_embedding", ofPieces: false },
  ];
  const session = await openOnnxSession(
    { path, bytes },
    { device: settings.device, threads: host.threads, data, outputs },
    ["a", "a b"].map(tokenize),
  ).catch((error) => {
    tokenizer.free();
    throw error;
  });
  const vectorsOf = (texts: readonly Uint32Array[], output: OnnxOutput): readonly Embedded[] =>
    texts.map(({ length }, row) => vectorOf(output, row, session.output.ofPieces && pooling === "mean" ? length : 1));

  let isClosed = false;
  /** Where the texts fail together, each is tried by itself. */
  const embedBatch = async (texts: readonly Uint32Array[]): Promise<readonly Embedded[]> => {
    try {
      return vectorsOf(texts, await session.run(texts));
    } catch (error) {
      if (isClosed) throw new RaError("interrupted", "interrupted", { cause: error });
      if (error instanceof RaError) throw error;
      if (texts.length === 1) return [{ failure: reasonOf(error) }];
      const results: Embedded[] = [];
      for (const text of texts) results.push(...await embedBatch([text]));
      return results;
    }
  };
  return {
    // The device is not part of it: the vectors of two devices differ by about 1e-3 at most.
    key: hashBytes(new TextEncoder().encode(JSON.stringify([
      "onnxruntime",
      sha256(bytes),
      session.output.name,
      pooling,
      maxLength,
      card.files["vocab.txt"],
      prefixes,
    ]))),
    async embed(texts, as, signal) {
      const inputs = texts.map((text) => prefixes[as] + text);
      const results: Embedded[] = [];
      // Other processors are fast only with many texts at once.
      const most = session.isOnProcessor ? undefined : Infinity;
      for (const batch of cutBatches(inputs, settings.batch_size, most)) {
        await letOthersRun();
        if (isClosed || signal?.aborted === true) throw new RaError("interrupted", "interrupted");
        const vectors = await embedBatch(batch.map((place) => tokenize(inputs[place]!)));
        batch.forEach((place, at) => results[place] = vectors[at]!);
      }
      return results;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      session.close();
      tokenizer.free();
    },
  };
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
