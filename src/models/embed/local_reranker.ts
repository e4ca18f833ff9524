/** The reranker of the provider `local`: ra itself runs a cross-encoder. */
import { interrupted, RaError } from "../../errors.ts";
import { letOthersRun } from "../../host/clock.ts";
import { loadModelModule } from "../module/load.ts";
import type { Reranker } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "./host.ts";
import { readModel } from "../installed/read_model.ts";

/** The most word pieces of a query and a passage: more take longer than a user waits. Encoders read as many. */
const MAX_PIECES = 256;

/** Between so many passages, a server answers others. */
const AT_ONCE = 2;

/** Throws `model-missing` and `model-invalid`. */
export async function openLocalReranker(
  model: string,
  { fs, home }: EmbedderHost,
  mostPieces = MAX_PIECES,
): Promise<Reranker> {
  const { card: { dtype, max_length }, ...files } = readModel(fs, home, model, "cross-encoder");
  const encoder = (await loadModelModule()).openCrossEncoder(files, {
    dtype,
    maxLength: Math.min(max_length, mostPieces),
  });
  let isClosed = false;
  return {
    async score(query, passages, signal) {
      const scores: number[] = [];
      for (let from = 0; from < passages.length; from += AT_ONCE) {
        await letOthersRun();
        if (isClosed || signal?.aborted === true) throw interrupted("the model");
        scores.push(...encoder.score(query, passages.slice(from, from + AT_ONCE)));
      }
      // Nothing stands before or after what is not a number.
      const lacking = scores.filter((score) => !Number.isFinite(score)).length;
      if (lacking === 0) return scores;
      throw new RaError("model-invalid", `the model gives no score for ${lacking} of ${passages.length} passages`);
    },
    close() {
      isClosed = true;
      encoder.free();
    },
  };
}
