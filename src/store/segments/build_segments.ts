/** Turns a list of files into segments of bounded size, one file after the other. */
import type { ChunkSizes } from "../../document/chunking/section.ts";
import type { FileReading } from "../../document/formats/read_file.ts";
import { formatOf, formatTag } from "../../document/formats/registry.ts";
import type { Batch, Engine, SegmentData } from "../../engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { FileTask } from "../update/change_plan.ts";
import { type IndexedFile, indexFile } from "./index_file.ts";
import type { FileEntry, TextReference } from "../published/manifest.ts";
import { encodeText, type TextFile, textName } from "../published/texts.ts";
import type { YieldPoint } from "./yield_point.ts";
import { readSource } from "../files/read_source.ts";

/** The source bytes after which a batch becomes a segment. */
export const ONE_THREAD_BATCH_BYTES = 32 * 1024 * 1024;

export interface BuildInput {
  readonly engine: Engine;
  readonly source: FileSystem;
  readonly sizes: ChunkSizes;
  readonly batchBytes: number;
  readonly yieldPoint: YieldPoint;
  /** Called with each segment as soon as it is full, so that it need not stay in memory. */
  readonly onSegment: (segment: SegmentData) => void;
  /** Called with each text that was extracted from a file. */
  readonly onText: (file: TextFile) => void;
  /** Called after each file. */
  readonly onFile: (task: FileTask, chunks: number) => void;
}

/** Builds segments from files in the given order. The same files give the same segments. */
export type BuildSegments = (
  tasks: readonly FileTask[],
  input: BuildInput,
) => Promise<ReadonlyMap<FileTask, FileEntry | undefined>>;

/**
 * Indexes the files one after the other. Returns the manifest entry of each file; `undefined` for a file that is gone.
 * Throws `interrupted`, `engine` (the message names the file), and whatever `onSegment` throws.
 */
export const buildSegments: BuildSegments = async (tasks, input) => {
  const entries = new Map<FileTask, FileEntry | undefined>();
  let batch: Batch | undefined;
  const flush = (): void => {
    const segment = batch?.finish();
    batch = undefined;
    if (segment !== undefined) input.onSegment(segment);
  };
  try {
    for (const task of tasks) {
      await input.yieldPoint();
      const content = readSource(input.source, task.absolutePath, task.fingerprint.size);
      let entry: FileEntry | undefined;
      if (content.kind === "refused") {
        entry = { ...blankEntry(task), fingerprint: content.retry ? null : task.fingerprint, skipped: content.reason };
      } else if (content.kind === "content") {
        if (
          batch !== undefined && batch.sourceBytes > 0 && batch.sourceBytes + content.bytes.length > input.batchBytes
        ) flush();
        batch ??= input.engine.createBatch();
        const indexed = await addFile(batch, content.bytes, task, input.sizes);
        entry = indexed.kind === "skipped" ? { ...blankEntry(task), hash: content.hash, skipped: indexed.reason } : {
          ...blankEntry(task),
          hash: content.hash,
          text: keepText(indexed.reading, content.hash, input),
          chunks: indexed.chunks,
          longest: indexed.longest,
          warnings: indexed.warnings,
        };
      }
      entries.set(task, entry);
      input.onFile(task, entry?.chunks ?? 0);
    }
    flush();
    return entries;
  } catch (error) {
    freeQuietly(batch);
    throw error;
  }
};

/** Passes on the text of a file, if the text is not the file itself. */
function keepText(reading: FileReading, hash: string, { onText }: BuildInput): TextReference | null {
  if (!reading.isExtracted) return null;
  const { text, map, outline } = reading;
  const hidden = outline.by === "format" ? outline.hidden : new Uint32Array();
  const file = encodeText(textName(formatTag(reading.format), hash), { text, map, hidden });
  onText(file);
  return { size: file.size, checksum: file.checksum };
}

/** Adds a file. When the core stops on it, the error names the file, because the index is not at fault. */
async function addFile(
  batch: Batch,
  bytes: Uint8Array,
  { tree, path, absolutePath }: FileTask,
  sizes: ChunkSizes,
): Promise<IndexedFile> {
  try {
    return await indexFile(batch, bytes, tree, path, sizes);
  } catch (error) {
    if (!(error instanceof RaError) || (error.code !== "engine" && error.code !== "index-damaged")) throw error;
    const hint = "Exclude the file from its tree, and please report it.";
    throw new RaError("engine", `cannot index ${absolutePath}: ${error.message}`, {
      path: absolutePath,
      hint,
      cause: error,
    });
  }
}

function freeQuietly(batch: Batch | undefined): void {
  try {
    batch?.free();
  } catch {
    // The core has stopped, and its memory is lost.
  }
}

function blankEntry({ path, fingerprint, checkedAt }: FileTask): FileEntry {
  const format = formatTag(formatOf(path));
  return {
    fingerprint,
    checkedAt,
    hash: null,
    format,
    text: null,
    chunks: 0,
    longest: null,
    skipped: null,
    warnings: [],
  };
}
