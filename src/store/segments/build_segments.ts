/** Turns a list of files into segments of bounded size, one file after the other. */
import { placedTitle } from "../../document/given_title.ts";
import { createDocumentPlaces } from "../../config/document_places.ts";
import { projectOf } from "../../config/project_folder.ts";
import { type Conversions, WAITS } from "../../document/formats/conversions.ts";
import { includeFinderOf } from "../../document/formats/include_finder.ts";
import { formatOf, formatTag } from "../../document/formats/registry.ts";
import type { Batch, Engine, SegmentData } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { FileTask } from "../update/change_plan.ts";
import { placeOf } from "../update/navigation_changes.ts";
import type { ContentRules } from "../update/tree_settings.ts";
import { type IndexedReading, indexFile } from "./index_file.ts";
import { indexLargeFile, isLarge } from "./index_large_file.ts";
import type { FileEntry, TextReference } from "../published/manifest.ts";
import { encodeText, type TextFile, textName } from "../published/texts.ts";
import type { Included } from "./read_includes.ts";
import type { YieldPoint } from "./yield_point.ts";
import { readSource } from "../files/read_source.ts";
import { refusedByContent } from "../files/told_by_content.ts";

/** Characters of the reason why a file is skipped. */
const MAX_REASON_LENGTH = 200;
/** The source bytes after which a batch becomes a segment. */
export const ONE_THREAD_BATCH_BYTES = 32 * 1024 * 1024;

/** Takes what is built. */
interface BuildSink {
  /** Called with each segment as soon as it is full, so that it need not stay in memory. */
  readonly segment: (segment: SegmentData) => void;
  /** Called with each text that is kept. */
  readonly text: (file: TextFile) => void;
}

/** Follows a build. */
interface BuildWatcher {
  /** Called before a document is converted, which may take long. */
  readonly onConvert?: ((task: FileTask) => void) | undefined;
  /** Called after each file. */
  readonly onFile: (task: FileTask, chunks: number) => void;
}

export interface BuildInput {
  readonly engine: Engine;
  readonly source: FileSystem;
  readonly content: ContentRules;
  readonly batchBytes: number;
  /** By default, documents are converted without a limit of time. */
  readonly conversions?: Conversions | undefined;
  readonly yieldPoint: YieldPoint;
  readonly sink: BuildSink;
  readonly watcher: BuildWatcher;
}

/** Builds segments from files in the given order. The same files give the same segments. */
export type BuildSegments = (
  tasks: readonly FileTask[],
  input: BuildInput,
) => Promise<ReadonlyMap<FileTask, FileEntry | undefined>>;

/**
 * Indexes the files one after the other. Returns the manifest entry of each file; `undefined` for a file that is gone.
 * A file on which the core stops is skipped. Throws `interrupted`, and whatever the sink throws.
 */
export const buildSegments: BuildSegments = async (tasks, input) => {
  const entries = new Map<FileTask, FileEntry | undefined>();
  await addAll(tasks, input, entries);
  return new Map(tasks.map((task) => [task, entries.get(task)]));
};

/** What is known of a file that was added, or why it was not. */
type BuiltFile =
  | Pick<FileEntry, "chunks" | "longest" | "warnings" | "date"> & Partial<FileEntry>
  | Pick<FileEntry, "skipped">;

/** A build in progress. */
interface Build {
  readonly input: BuildInput;
  readonly entries: Map<FileTask, FileEntry | undefined>;
  batch: Batch | undefined;
  /** The files in the batch. */
  held: FileTask[];
}

async function addAll(tasks: readonly FileTask[], input: BuildInput, entries: Build["entries"]): Promise<void> {
  const build: Build = { input, entries, batch: undefined, held: [] };
  try {
    for (const task of tasks) {
      await input.yieldPoint();
      const entry = await addFile(build, task);
      entries.set(task, entry);
      input.watcher.onFile(task, entry?.chunks ?? 0);
    }
    await flush(build);
  } catch (error) {
    freeQuietly(build.batch);
    throw error;
  }
}

/** The entry of a file; undefined for one that is gone. */
async function addFile(build: Build, task: FileTask): Promise<FileEntry | undefined> {
  const { conversions, content, watcher } = build.input;
  if (isOverdue(task, conversions)) return { ...blankEntry(task), skipped: WAITS };
  if (formatOf(task.path, task.tree).decoding === "none") watcher.onConvert?.(task);
  const entry = isLarge(task) && !content.keepsTexts ? await addLarge(build, task) : undefined;
  return entry ?? await addWhole(build, task);
}

/** Indexes files of a batch that was lost. */
async function again(files: readonly FileTask[], { input, entries }: Build): Promise<void> {
  await addAll(files, { ...input, watcher: { ...input.watcher, onFile: () => {} } }, entries);
}

/** Takes the batch and its files out of the build. */
function take(build: Build): Pick<Build, "batch" | "held"> {
  const { batch, held } = build;
  [build.batch, build.held] = [undefined, []];
  return { batch, held };
}

/** Makes a segment of the batch. */
async function flush(build: Build): Promise<void> {
  const { batch, held } = take(build);
  let segment: SegmentData | undefined;
  try {
    segment = batch?.finish();
  } catch (error) {
    freeQuietly(batch);
    const [only, ...others] = held;
    if (!isOfDocument(error) || only === undefined) throw error;
    // One of the files is at fault. Halves lead to it.
    const { entries } = build;
    if (others.length === 0) entries.set(only, skippedEntry(only, entries.get(only)?.hash ?? null, error));
    else for (const half of halves(held)) await again(half, build);
    return;
  }
  if (segment !== undefined) build.input.sink.segment(segment);
}

/** The batch for a file with so many bytes. */
async function batchFor(bytes: number, build: Build): Promise<Batch> {
  const { batch, input } = build;
  if (batch !== undefined && batch.sourceBytes > 0 && batch.sourceBytes + bytes > input.batchBytes) await flush(build);
  return (build.batch ??= input.engine.createBatch());
}

/** The entry of a large file. Undefined for one that has to be read as others are. */
async function addLarge(build: Build, task: FileTask): Promise<FileEntry | undefined> {
  const { input } = build;
  const batch = await batchFor(task.fingerprint.size, build);
  return await add(build, task, async (onHash) => indexLargeFile(batch, input.source, task, onHash));
}

/** The entry of a file; undefined for one that is gone. */
async function addWhole(build: Build, task: FileTask): Promise<FileEntry | undefined> {
  const { input } = build;
  const content = readSource(input.source, task.absolutePath, task.fingerprint.size, task.tree.source_records);
  if (content.kind === "absent") return undefined;
  if (content.kind === "refused") {
    return { ...blankEntry(task), fingerprint: content.retry ? null : task.fingerprint, skipped: content.reason };
  }
  const { bytes, record, hash } = content;
  const batch = await batchFor(bytes.length, build);
  return await add(build, task, async (onHash) => {
    onHash(hash);
    const refused = refusedByContent(bytes, task.tree, task.path);
    if (refused !== undefined) return { skipped: refused };
    const included = record === undefined ? await includedIn(bytes, task, input) : undefined;
    const indexed = await indexFile(
      batch,
      { bytes, record, title: placedTitle(task.place, bytes), included },
      task.tree,
      task.path,
      input.content.sizes,
      input.conversions,
    );
    if (indexed.kind === "skipped") return { skipped: indexed.reason };
    const { chunks, longest, warnings, date, untitled } = indexed;
    const given = untitled && task.place !== undefined ? task.place.title ?? "" : undefined;
    return {
      text: keepText(indexed.reading, hash, input),
      chunks,
      longest,
      warnings,
      date,
      given,
      includes: included?.stored,
    };
  });
}

/** What a file takes in from others. Few do, so the code is loaded for these only. */
async function includedIn(bytes: Uint8Array, task: FileTask, input: BuildInput): Promise<Included | undefined> {
  const finder = await includeFinderOf(bytes, formatOf(task.path, task.tree));
  if (finder === undefined) return undefined;
  const { readIncludes } = await import("./read_includes.ts");
  const { source: fs, content: { root } } = input;
  const places = createDocumentPlaces(fs, { root, trees: [task.tree] });
  const reader = { fs, places, root, project: projectOf(task.tree, root) };
  return readIncludes(bytes, task.absolutePath, finder, reader, task.checkedAt);
}

/** The entry of a file that `index` adds to the batch, or on which it stops. `index` tells the hash first. */
async function add(
  build: Build,
  task: FileTask,
  index: (onHash: (hash: string) => void) => Promise<BuiltFile | undefined>,
): Promise<FileEntry | undefined> {
  let hash: string | null = null;
  try {
    const found = await index((known) => hash = known);
    if (found !== undefined && "chunks" in found) build.held.push(task);
    return found && { ...blankEntry(task), hash, ...found };
  } catch (error) {
    if (!isOfDocument(error)) throw error;
    // The batch may hold a part of the file, so the files before it start again without it.
    const { batch, held } = take(build);
    freeQuietly(batch);
    await again(held, build);
    return skippedEntry(task, hash, error);
  }
}

/** Whether a document needs a converter and no time is left, so that it need not be read. */
function isOverdue({ path, tree }: FileTask, conversions: Conversions | undefined): boolean {
  return conversions !== undefined && conversions.totalMs < Infinity && formatOf(path, tree).decoding === "none" &&
    conversions.left() <= 0;
}

/** Passes on the text of a file, if the text is not the file itself or all texts are kept. */
function keepText(reading: IndexedReading, hash: string, { sink, content }: BuildInput): TextReference | null {
  if (!reading.isExtracted && !content.keepsTexts) return null;
  const { text, map, origin } = reading;
  const file = encodeText(textName(formatTag(reading.format), hash), { text, map, origin });
  sink.text(file);
  return { size: file.size, checksum: file.checksum };
}

/** Whether a document is at fault: the core or a parser has stopped on it. The disk and the user stop the update. */
function isOfDocument(error: unknown): boolean {
  return !(error instanceof RaError) || error.code === "engine" || error.code === "index-damaged";
}

function skippedEntry(task: FileTask, hash: string | null, error: unknown): FileEntry {
  const message = error instanceof Error ? error.message : String(error);
  return { ...blankEntry(task), hash, skipped: `cannot be indexed: ${message.slice(0, MAX_REASON_LENGTH)}` };
}

function halves(files: readonly FileTask[]): readonly (readonly FileTask[])[] {
  const middle = files.length >> 1;
  return [files.slice(0, middle), files.slice(middle)];
}

function freeQuietly(batch: Batch | undefined): void {
  try {
    batch?.free();
  } catch {
    // The core has stopped, and its memory is lost.
  }
}

function blankEntry({ path, tree, fingerprint, checkedAt, place }: FileTask): FileEntry {
  const format = formatTag(formatOf(path, tree));
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
    date: null,
    place: placeOf(place),
  };
}
