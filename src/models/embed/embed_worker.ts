/** The thread that turns one batch of texts after the other into vectors. */
import { RaError } from "../../errors.ts";
import { createDiskFileSystem } from "../../host/disk_file_system.ts";
import { answerMessages } from "../../host/workers.ts";
import { type LoadedModel, loadModel } from "./embed_batch.ts";
import type { EmbedBatchAnswer, EmbedBatchRequest } from "./embed_threads.ts";

let loaded: Promise<LoadedModel> | undefined;

async function embed(message: unknown): Promise<EmbedBatchAnswer> {
  const { home, model, texts } = message as EmbedBatchRequest;
  try {
    loaded ??= loadModel(createDiskFileSystem(), home, model);
    return (await loaded).embed(texts);
  } catch (error) {
    loaded = undefined; // the model may be there, or whole, when the next texts come
    // Errors lose their class on the way to the other thread. The code and the details are sent as plain data.
    if (error instanceof RaError) {
      return { error: { code: error.code, message: error.message, path: error.path, hint: error.hint } };
    }
    throw error;
  }
}

answerMessages(embed, (answer) => {
  if ("error" in answer) return [];
  const { buffer } = answer.vectors;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
});
