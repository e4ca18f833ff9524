/** Carries out a change plan and publishes the result. Only the lock's holder may call this. */
import { type Conversions, WAITS } from "../../document/formats/conversions.ts";
import type { Engine } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { nowMs } from "../../host/clock.ts";
import { buildInBatches } from "../segments/build_batches.ts";
import { type BuildSegments, ONE_THREAD_BATCH_BYTES } from "../segments/build_segments.ts";
import { documentId } from "../../document/ids.ts";
import type { ChangePlan } from "./change_plan.ts";
import { FORMAT_VERSION, type SegmentEntry } from "../published/head.ts";
import { encodeManifest, type FileEntry, type Manifest } from "../published/manifest.ts";
import { isMostlyNews } from "../published/tree_summary.ts";
import { DEFAULT_MERGE_POLICY, type MergePolicy } from "../segments/merge_policy.ts";
import { mergeSegments } from "../segments/merge_segments.ts";
import type { IndexFolder, OpenIndex } from "../published/open_index.ts";
import type { YieldPoint } from "../segments/yield_point.ts";
import type { Progress } from "./progress.ts";
import { collectGarbage, publishHead, storeSegment, writeChecked } from "../published/publish.ts";
import { collectTexts, storeText } from "../published/texts.ts";
import type { TreeScan } from "../files/scan.ts";
import type { ContentRules } from "./tree_settings.ts";
import type { Outcomes } from "./update_report.ts";

/** How the index is cut into segments. */
export interface SegmentRules {
  /** The source bytes of one segment where a single thread builds them all (default 32 MiB). */
  readonly batchBytes: number;
  readonly mergePolicy: MergePolicy;
  /** By default, the build uses all processors. */
  readonly build: BuildSegments;
}

/** What an update works with, whether or not it comes to write. */
export interface WriteInput {
  readonly source: FileSystem;
  readonly index: IndexFolder;
  readonly content: ContentRules;
  readonly segments: Partial<SegmentRules>;
  readonly conversions: Conversions;
  readonly yieldPoint: YieldPoint;
  readonly onProgress: (progress: Progress) => void;
}

/** What the holder of the lock has. */
export interface IndexWriter {
  readonly engine: Engine;
  /** The currently published index. */
  readonly published: OpenIndex | undefined;
  /** Called before a long step and before publishing. Throws when the lock was lost. */
  readonly keepLock: () => void;
}

/**
 * Indexes, deletes, merges and publishes. Throws `io`, `interrupted`, `engine`, `index-damaged`; the old index then
 * stays published.
 */
export async function writeIndex(
  input: WriteInput,
  writer: IndexWriter,
  plan: ChangePlan,
  scans: readonly TreeScan[],
): Promise<Outcomes> {
  const { source, index, content, conversions, yieldPoint, onProgress } = input;
  const { build = buildInBatches, batchBytes = ONE_THREAD_BATCH_BYTES, mergePolicy: policy = DEFAULT_MERGE_POLICY } =
    input.segments;
  const { engine, keepLock } = writer;
  const progress = startProgress(plan, onProgress);
  const fresh: SegmentEntry[] = [];
  const outcomes = await build(plan.tasks, {
    engine,
    source,
    content,
    batchBytes,
    conversions,
    yieldPoint,
    sink: {
      segment: (segment) => fresh.push(storeSegment(index.fs, index.directory, segment)),
      text: (file) => storeText(index.fs, index.directory, file),
    },
    watcher: {
      onFile: (task, chunks) => progress.file(task.fingerprint.size, chunks),
      onConvert: ({ tree, path }) => progress.converting(documentId(tree.name, path)),
    },
  });
  if (isAsBefore(plan, outcomes)) return outcomes;
  progress.stage("merge");
  const segments = await mergeSegments(
    { engine, index, policy, yieldPoint, keepLock },
    [...deleteDocuments(index, writer, plan), ...fresh],
  );
  progress.stage("publish");
  storeAndPublish(
    { index, schemaVersion: engine.schemaVersion, keepLock },
    nextManifest(plan, scans, outcomes),
    plan,
    segments,
  );
  return outcomes;
}

/** Whether all that was to do waits, as it did before. */
function isAsBefore({ removed, removedTrees, newlyTrusted }: ChangePlan, outcomes: Outcomes): boolean {
  return removed.length === 0 && removedTrees.length === 0 && newlyTrusted === 0 && outcomes.size > 0 &&
    [...outcomes].every(([{ previous }, entry]) => previous?.skipped === WAITS && entry?.skipped === WAITS);
}

/** What publishing needs. */
interface PublishInput {
  readonly index: IndexFolder;
  readonly schemaVersion: string;
  readonly keepLock: IndexWriter["keepLock"];
}

/** Publishes renewed fingerprints over unchanged segments. */
export function writeManifest(input: PublishInput, plan: ChangePlan, published: OpenIndex): void {
  storeAndPublish(input, plan.kept, plan, published.head.segments);
}

function storeAndPublish(
  { index: { fs, directory, manifests }, schemaVersion, keepLock }: PublishInput,
  manifest: Manifest,
  { trees, unread }: ChangePlan,
  segments: readonly SegmentEntry[],
): void {
  const file = writeChecked(fs, directory, "files", encodeManifest(manifest));
  const updated = new Date(nowMs()).toISOString();
  const head = {
    format: FORMAT_VERSION,
    schemaVersion,
    updated,
    manifest: file,
    trees: trees.map((tree) => isMostlyNews(manifest.get(tree.name)) ? { ...tree, news: true } as const : tree),
    segments,
    ...(unread.length === 0 ? {} : { unread }),
  } as const;
  keepLock();
  const written = publishHead(fs, directory, head);
  manifests.keep(file.name, manifest);
  collectGarbage(fs, directory, written);
  collectTexts(fs, directory, manifest);
}

/** The published segments without the documents that are gone or were indexed again. */
function deleteDocuments(
  { fs, directory }: IndexFolder,
  { engine, published }: IndexWriter,
  plan: ChangePlan,
): readonly SegmentEntry[] {
  if (published === undefined || !hasChunks(plan.kept)) return [];
  const outdated = [
    ...plan.removed.filter(({ entry }) => entry.chunks > 0).map(({ docId }) => docId),
    ...plan.tasks.filter(({ previous }) => (previous?.chunks ?? 0) > 0).map(({ tree, path }) =>
      documentId(tree.name, path)
    ),
  ];
  const segments: (SegmentEntry | undefined)[] = [...published.head.segments];
  if (outdated.length > 0) {
    const editor = engine.openEditor(published.segments);
    try {
      for (const { segment, deletes, stats } of editor.delete(outdated)) {
        const entry = segments[segment]!;
        segments[segment] = stats.chunks === 0
          ? undefined
          : { ...entry, stats, deletes: writeChecked(fs, directory, "del", deletes) };
      }
    } finally {
      editor.free();
    }
    const damage = published.damage();
    if (damage !== undefined) throw new RaError("index-damaged", damage, { path: directory });
  }
  return segments.filter((entry) => entry !== undefined);
}

function hasChunks(manifest: Manifest): boolean {
  for (const entries of manifest.values()) {
    for (const entry of entries.values()) if (entry.chunks > 0) return true;
  }
  return false;
}

function nextManifest(plan: ChangePlan, scans: readonly TreeScan[], outcomes: Outcomes): Manifest {
  const fresh = new Map<string, Map<string, FileEntry>>();
  for (const [{ tree, path }, entry] of outcomes) {
    if (entry === undefined) continue;
    const entries = fresh.get(tree.name) ?? new Map<string, FileEntry>();
    fresh.set(tree.name, entries.set(path, entry));
  }
  const filesOf = new Map(scans.map(({ tree, files }) => [tree.name, files]));
  return new Map(plan.trees.map(({ name }) => {
    const kept = plan.kept.get(name) ?? new Map<string, FileEntry>();
    if (plan.leftOut.has(name)) return [name, kept];
    const read = fresh.get(name);
    const entries = new Map<string, FileEntry>();
    for (const { path } of filesOf.get(name) ?? []) {
      const entry = read?.get(path) ?? kept.get(path);
      if (entry !== undefined) entries.set(path, entry);
    }
    return [name, entries];
  }));
}

function startProgress(plan: ChangePlan, report: (progress: Progress) => void) {
  const filesTotal = plan.tasks.length;
  const bytesTotal = plan.tasks.reduce((sum, { fingerprint }) => sum + fingerprint.size, 0);
  let [filesDone, chunks, bytesDone] = [0, 0, 0];
  const now = (name: Progress["stage"]) => ({ stage: name, filesDone, filesTotal, chunks, bytesDone, bytesTotal });
  const stage = (name: Progress["stage"]): void => report(now(name));
  stage("index");
  return {
    stage,
    converting: (id: string): void => report({ ...now("index"), converting: id }),
    file(bytes: number, added: number): void {
      filesDone += 1;
      bytesDone += bytes;
      chunks += added;
      stage("index");
    },
  };
}
