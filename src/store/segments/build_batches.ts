/**
 * Builds segments on all processors. The files are cut into batches by size, and each thread takes one batch after the
 * other. This thread works too. A small build has one batch: threads need time to start, and each one to compile the
 * core.
 */
import type { TreeConfig } from "../../config/config.ts";
import type { ConversionLimits, Conversions } from "../../document/formats/conversions.ts";
import { formatOf, type FormatRules } from "../../document/formats/registry.ts";
import type { SegmentData } from "../engine/engine.ts";
import { RaError, type RaErrorCode } from "../../errors.ts";
import { processorCount } from "../../host/process.ts";
import type { WorkerThread } from "../../host/workers.ts";
import { type BuildInput, type BuildSegments, buildSegments } from "./build_segments.ts";
import type { FileTask } from "../update/change_plan.ts";
import type { ContentRules } from "../update/tree_settings.ts";
import type { FileEntry } from "../published/manifest.ts";
import type { TextFile } from "../published/texts.ts";

/**
 * The source bytes of a batch that is worth a thread. The batches must not depend on the number of threads, so that the
 * segments do not either.
 */
const BATCH_BYTES = 8 * 1024 * 1024;
/** So many batches are built as one: about where a second thread begins to save time on Node. */
const SMALL_BUILD = 1.5;
/**
 * Batches grow before there are more of them: more segments of one size would be merged at once
 * (`DEFAULT_MERGE_POLICY`), which takes as long as building them.
 */
const MAX_UNMERGED = 6;
/**
 * Batches of text grow to so many times `BATCH_BYTES`. Memory grows with them. Files that take long to read, such as
 * PDF, hold less text, so their batches stay small, for the threads to share.
 */
const MAX_BATCH_SIZE = 6;
/** Further threads cost more memory than they save time. */
const MAX_THREADS = 8;
/** Fewer threads take large batches, so that they hold at most about so many times `BATCH_BYTES` of sources at once. */
const MAX_AT_ONCE = 16;

export interface SegmentBatchRequest {
  readonly tasks: readonly FileTask[];
  readonly content: ContentRules;
  /** What is left of the limits. */
  readonly conversions: ConversionLimits | undefined;
}

/** Entries in the order of the tasks; null for a file that is gone. */
export type SegmentBatchAnswer =
  | {
    readonly segments: readonly SegmentData[];
    readonly texts: readonly TextFile[];
    readonly entries: readonly (FileEntry | null)[];
  }
  | {
    readonly error: {
      readonly code: RaErrorCode;
      readonly message: string;
      readonly path: string | undefined;
      readonly hint: string | undefined;
    };
  };

/** Reports the number of chunks of each file, for one or more files at a time; or which file of the batch is next. */
type Told = readonly number[] | { readonly converting: number };
type Tell = (told: Told) => void;
type BuildOne = (tasks: readonly FileTask[], tell: Tell) => Promise<SegmentBatchAnswer>;

/**
 * Builds one batch in this thread. Calls `onFile` with the number of chunks of each file, `onConvert` with its place.
 */
export async function buildBatch(
  tasks: readonly FileTask[],
  input: Pick<BuildInput, "engine" | "source" | "content" | "conversions" | "yieldPoint">,
  onFile: (chunks: number) => void,
  onConvert: (at: number) => void,
): Promise<SegmentBatchAnswer> {
  const segments: SegmentData[] = [];
  const texts: TextFile[] = [];
  const entries = await buildSegments(tasks, {
    ...input,
    batchBytes: Infinity,
    sink: { segment: (segment) => segments.push(segment), text: (file) => texts.push(file) },
    watcher: {
      onFile: (_task, chunks) => onFile(chunks),
      onConvert: (task) => onConvert(tasks.indexOf(task)),
    },
  });
  return { segments, texts, entries: tasks.map((task) => entries.get(task) ?? null) };
}

/**
 * Like `buildSegments`, with one segment for each batch. It uses threads when there is more than one batch and the
 * threads can see the same file system.
 */
export const buildInBatches: BuildSegments = async (tasks, input) => await buildInBatchesOf(BATCH_BYTES, tasks, input);

/** Like `buildInBatches`, with another size in place of `BATCH_BYTES`. */
export async function buildInBatchesOf(
  batchBytes: number,
  tasks: readonly FileTask[],
  input: BuildInput,
): ReturnType<BuildSegments> {
  const { sink, watcher } = input;
  const batches = cutBatches(tasks, batchBytes);
  if (batches.length < 2) return await buildSegments(tasks, input);
  const entries = new Map<FileTask, FileEntry | undefined>();
  const answers: (SegmentBatchAnswer | undefined)[] = [];
  const told = batches.map(() => 0);
  const tell = (at: number, words: Told): void => {
    if ("converting" in words) {
      watcher.onConvert?.(batches[at]![words.converting]!);
      return;
    }
    for (const count of words) {
      const task = batches[at]![told[at]!++];
      if (task !== undefined) watcher.onFile(task, count);
    }
  };
  let stored = 0;
  const take = (at: number, answer: SegmentBatchAnswer): void => {
    if ("error" in answer) {
      throw new RaError(answer.error.code, answer.error.message, { path: answer.error.path, hint: answer.error.hint });
    }
    answer.texts.forEach(sink.text);
    answers[at] = answer;
    batches[at]!.forEach((task, index) => entries.set(task, answer.entries[index] ?? undefined));
    tell(at, answer.entries.slice(told[at]).map((entry) => entry?.chunks ?? 0));
    // Store the segments in the order of the batches, no matter which thread finishes first.
    for (let next = answers[stored]; next !== undefined; next = answers[stored]) {
      if ("segments" in next) next.segments.forEach(sink.segment);
      answers[stored++] = undefined;
    }
  };
  await eachBatch(batches, MAX_AT_ONCE * batchBytes, input, tell, take);
  return new Map(tasks.map((task) => [task, entries.get(task)]));
}

/** The cost of a file besides its bytes, expressed in bytes: opening and parsing it, and recording its documents. */
const FILE_COST = 800;

interface Sized {
  readonly path: string;
  readonly tree: Pick<TreeConfig, "ocr"> & FormatRules;
  readonly fingerprint: { readonly size: number };
}

function sizeOf({ fingerprint }: Pick<Sized, "fingerprint">): number {
  return fingerprint.size;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/**
 * Cuts the files into batches: first those of text in their order, then those that take long to read. There is one
 * batch if everything fits into one and a half.
 */
export function cutBatches<T extends Sized>(tasks: readonly T[], batchBytes: number): readonly (readonly T[])[] {
  const byteCost = ({ path, tree }: T): number => formatOf(path, tree).byteCost?.(tree.ocr) ?? 1;
  const text = tasks.filter((task) => byteCost(task) === 1);
  const slow = tasks.filter((task) => byteCost(task) > 1);
  const textBytes = sum(text, sizeOf);
  const slowCost = sum(slow, (task) => sizeOf(task) * byteCost(task));
  const isSmall = (bytes: number): boolean => bytes <= SMALL_BUILD * batchBytes;
  if (isSmall(textBytes + slowCost)) return tasks.length === 0 ? [] : [tasks];
  const few = (bytes: number): number => Math.min(evenCount(bytes / batchBytes), MAX_UNMERGED);
  const textCount = Math.max(few(textBytes), evenCount(textBytes / (MAX_BATCH_SIZE * batchBytes)));
  const slowCount = Math.max(few(slowCost), evenCount(sum(slow, sizeOf) / batchBytes));
  return [...cutEvenly(text, isSmall(textBytes) ? 1 : textCount), ...cutEvenly(slow, slowCount)];
}

/** With three batches and two threads, one thread would idle. */
function evenCount(batches: number): number {
  return 2 * Math.ceil(batches / 2);
}

/** Cuts the files, in their order, into batches of about the same work. None is empty. */
function cutEvenly<T extends Sized>(tasks: readonly T[], count: number): readonly (readonly T[])[] {
  const work = (task: T): number => sizeOf(task) + FILE_COST;
  const share = sum(tasks, work) / count;
  const batches: T[][] = Array.from({ length: count }, () => []);
  let done = 0;
  for (const task of tasks) {
    // A file belongs to the batch that holds its middle.
    const at = Math.floor((done + work(task) / 2) / share);
    batches[Math.min(at, count - 1)]!.push(task);
    done += work(task);
  }
  return batches.filter((batch) => batch.length > 0);
}

/** Builds the batches. The threads hold about `mostBytes` of sources at once. */
async function eachBatch(
  batches: readonly (readonly FileTask[])[],
  mostBytes: number,
  input: BuildInput,
  tell: (at: number, told: Told) => void,
  take: (at: number, answer: SegmentBatchAnswer) => void,
): Promise<void> {
  const here: BuildOne = async (tasks, say) =>
    await buildBatch(tasks, input, (chunks) => say([chunks]), (converting) => say({ converting }));
  const threads: WorkerThread[] = [];
  /** By batch, how many threads may each hold one like it. */
  const waiting = new Map(batches.map((batch, at) => [at, Math.max(1, Math.floor(mostBytes / sum(batch, sizeOf)))]));
  const most = Math.max(...waiting.values());
  const next = (thread: number): number | undefined => {
    const found = [...waiting].find(([, threads]) => thread <= threads)?.[0];
    if (found !== undefined) waiting.delete(found);
    return found;
  };
  /** Threads count from 1. */
  const work = async (build: BuildOne, thread: number): Promise<void> => {
    for (let at = next(thread); at !== undefined; at = next(thread)) {
      await input.yieldPoint();
      take(at, await build(batches[at]!, (told) => tell(at, told)));
    }
  };
  const onThread = async (thread: WorkerThread, index: number): Promise<void> => {
    let usable = true;
    await work(async (tasks, say) => {
      if (!usable) return await here(tasks, say);
      try {
        return (await thread.ask(
          {
            tasks,
            content: input.content,
            conversions: limitsFor(tasks, input.conversions),
          } satisfies SegmentBatchRequest,
          (note) => say(note as Told),
        )) as SegmentBatchAnswer;
      } catch {
        usable = false;
        return await here(tasks, () => {}); // the failed thread may have reported some files already
      }
    }, index + 2);
  };
  const count = input.source.isShared === true ? Math.min(processorCount(), MAX_THREADS, most, batches.length) : 1;
  try {
    // The threads start before this thread is busy. Where the runtime cannot start any (a one-file binary, a denied
    // permission), this thread does all the work.
    for (let started = 1; started < count; started++) {
      const thread = await startThread();
      if (thread === undefined) break;
      threads.push(thread);
    }
    await Promise.all([...threads.map(onThread), work(here, 1)]);
  } finally {
    threads.forEach((thread) => thread.close());
  }
}

/** The clock of all threads runs as soon as one of them may convert something. */
function limitsFor(tasks: readonly FileTask[], conversions: Conversions | undefined): ConversionLimits | undefined {
  if (conversions === undefined) return undefined;
  const { totalMs, longestMs, keptIn } = conversions;
  const mayConvert = totalMs < Infinity &&
    tasks.some(({ path, tree }) => formatOf(path, tree).placement === "extracted");
  return { totalMs: mayConvert ? conversions.left() : totalMs, longestMs, keptIn };
}

async function startThread(): Promise<WorkerThread | undefined> {
  const module = new URL("./segment_worker.ts", import.meta.url);
  // In a build, the module beside this one has the same extension as this one.
  if (!import.meta.url.endsWith(".ts")) module.pathname = module.pathname.replace(/\.ts$/, ".js");
  try {
    // Only large builds need node:worker_threads.
    const { startWorker } = await import("../../host/workers.ts");
    return startWorker(module);
  } catch {
    return undefined;
  }
}
