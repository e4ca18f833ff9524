/** The thread that builds the segments of one batch after the other. */
import { startConversions } from "../../document/formats/conversions.ts";
import { loadEngine } from "../engine/load.ts";
import { RaError } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import { createDiskFileSystem } from "../../host/disk_file_system.ts";
import { answerMessages } from "../../host/workers.ts";
import { buildBatch } from "./build_batches.ts";
import type { SegmentBatchAnswer, SegmentBatchRequest } from "./build_batches.ts";
import { createYieldPoint } from "./yield_point.ts";

const source = createDiskFileSystem();

/** Reports the number of chunks each time after this many files. */
const NOTED_AT_ONCE = 16;

async function build(message: unknown, note: (note: unknown) => void): Promise<SegmentBatchAnswer> {
  const { tasks, content, conversions } = message as SegmentBatchRequest;
  let chunks: number[] = [];
  const onFile = (count: number): void => {
    if (chunks.push(count) < NOTED_AT_ONCE) return;
    note(chunks);
    chunks = [];
  };
  try {
    return await buildBatch(
      tasks,
      {
        engine: await loadEngine(),
        source,
        content,
        conversions: conversions && startConversions(conversions, monotonicMs),
        yieldPoint: createYieldPoint(undefined),
      },
      onFile,
      (converting) => note({ converting }),
    );
  } catch (error) {
    // Errors lose their class on the way to the other thread. The code and the details are sent as plain data.
    if (error instanceof RaError) {
      return { error: { code: error.code, message: error.message, path: error.path, hint: error.hint } };
    }
    throw error;
  }
}

function segmentBuffers(answer: SegmentBatchAnswer): readonly ArrayBuffer[] {
  if ("error" in answer) return [];
  return answer.segments.map(({ bytes }) => bytes.buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

answerMessages(build, segmentBuffers);
