/** Threads that each hold the model and turn texts into vectors. */
import { RaError, type RaErrorCode } from "../../errors.ts";
import type { WorkerThread } from "../../host/workers.ts";
import type { EmbeddedBatch } from "./embed_batch.ts";

export interface EmbedBatchRequest {
  readonly home: string | null;
  readonly model: string;
  readonly texts: readonly string[];
}

export type EmbedBatchAnswer =
  | EmbeddedBatch
  | {
    readonly error: {
      readonly code: RaErrorCode;
      readonly message: string;
      readonly path: string | undefined;
      readonly hint: string | undefined;
    };
  };

export type EmbedBatch = (texts: readonly string[]) => Promise<EmbeddedBatch>;

export interface EmbedThreads {
  /** One function for each thread, `count` at most. Each takes one batch at a time. Fewer where no more can start. */
  lanes(count: number): Promise<readonly EmbedBatch[]>;
  /** How many run. */
  readonly running: number;
  close(): void;
}

/** `here` does what a failed thread did not. */
export function createEmbedThreads(home: string | null, model: string, here: EmbedBatch): EmbedThreads {
  const threads: WorkerThread[] = [];
  let isClosed = false;
  const drop = (thread: WorkerThread): void => {
    thread.close();
    threads.splice(threads.indexOf(thread), 1);
  };
  const laneOf = (thread: WorkerThread): EmbedBatch => {
    let isUsable = true;
    return async (texts) => {
      if (!isUsable) return await here(texts);
      let answer: EmbedBatchAnswer;
      try {
        answer = (await thread.ask({ home, model, texts } satisfies EmbedBatchRequest)) as EmbedBatchAnswer;
      } catch {
        isUsable = false;
        drop(thread);
        return await here(texts);
      }
      if (!("error" in answer)) return answer;
      const { code, message, path, hint } = answer.error;
      throw new RaError(code, message, { path, hint });
    };
  };
  return {
    async lanes(count) {
      while (!isClosed && threads.length < count) {
        const thread = await startThread();
        // It may have been closed meanwhile.
        if (isClosed) thread?.close();
        if (isClosed || thread === undefined) break;
        threads.push(thread);
      }
      return threads.slice(0, count).map(laneOf);
    },
    get running() {
      return threads.length;
    },
    close() {
      isClosed = true;
      threads.splice(0).forEach((thread) => thread.close());
    },
  };
}

async function startThread(): Promise<WorkerThread | undefined> {
  const module = new URL("./embed_worker.ts", import.meta.url);
  // In a build, the module beside this one has the same extension as this one.
  if (!import.meta.url.endsWith(".ts")) module.pathname = module.pathname.replace(/\.ts$/, ".js");
  try {
    // Only large amounts of text need node:worker_threads.
    const { startWorker } = await import("../../host/workers.ts");
    return startWorker(module);
  } catch {
    return undefined;
  }
}
