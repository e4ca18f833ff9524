/** The thread that builds the segments of one batch after the other. */
import { loadEngine } from "../engine/load.ts";
import { RaError } from "../errors.ts";
import { createNodeFileSystem } from "../host/node_file_system.ts";
import { answerMessages } from "../host/workers.ts";
import { buildBatch } from "./build_batches.ts";
import type { BatchRequest, BatchAnswer } from "./build_batches.ts";
import { createPace } from "./pace.ts";

const source = createNodeFileSystem();

answerMessages(async (message): Promise<BatchAnswer> => {
  const { tasks, sizes } = message as BatchRequest;
  try {
    return await buildBatch(tasks, { engine: await loadEngine(), source, sizes, pace: createPace(undefined) });
  } catch (error) {
    // Errors lose their class on the way; what tells them apart goes along as plain data.
    if (error instanceof RaError) return { error: { code: error.code, message: error.message, path: error.path, hint: error.hint } };
    throw error;
  }
});
