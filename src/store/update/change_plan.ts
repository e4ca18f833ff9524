/** Compares the trees with the published manifest, to decide what to index, delete and keep. */
import type { TreeConfig } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";
import { isNoLongerMissing } from "../../document/formats/converted/missing_parts.ts";
import { WAITS, WAITS_LONG } from "../../document/formats/conversions.ts";
import { FORMAT_TAGS, formatOf, formatTag } from "../../document/formats/registry.ts";
import { documentId } from "../../document/ids.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Head, IndexedTree } from "../published/head.ts";
import type { FileEntry, Manifest } from "../published/manifest.ts";
import { storedPath } from "../published/stored_path.ts";
import type { YieldPoint } from "../segments/yield_point.ts";
import type { LeftOut } from "../files/left_out.ts";
import { readSource } from "../files/read_source.ts";
import type { ScannedFile, TreeScan } from "../files/scan.ts";
import { treeSettings } from "./tree_settings.ts";
import { type Fingerprint, isRacy, sameFingerprint } from "../files/fingerprint.ts";

export interface PlanInput {
  readonly source: FileSystem;
  /** The folder that holds `.ra`. */
  readonly root: string;
  readonly schemaVersion: string;
  readonly sizes: ChunkSizes;
  /** Whether the index holds the texts of all documents. */
  readonly keepsTexts?: boolean;
  readonly scans: readonly TreeScan[];
  /** The published index; undefined when there is none. */
  readonly published: { readonly head: Pick<Head, "trees">; readonly manifest: Manifest } | undefined;
  /** Index every file again. */
  readonly full: boolean;
  /** Whether the time to convert documents is limited, so that those that take long go on waiting. */
  readonly isBound?: boolean;
  /** Whether a document that waits goes on waiting. */
  readonly isPostponed?: ((docId: string) => boolean) | undefined;
  /** The trees of the index that the configuration does not name, and whose documents stay (`unreadTrees`). */
  readonly unread: LeftOut;
  /** Drop the documents of trees that are left out. */
  readonly prune: boolean;
  readonly yieldPoint: YieldPoint;
}

/** One file to read and index. */
export interface FileTask {
  readonly tree: TreeConfig;
  /** Relative to the tree. */
  readonly path: string;
  readonly absolutePath: string;
  readonly fingerprint: Fingerprint;
  readonly checkedAt: number;
  readonly previous: FileEntry | undefined;
}

/** A file of the manifest that is in no tree any more. */
interface RemovedFile {
  readonly docId: string;
  readonly entry: FileEntry;
}

export interface ChangePlan {
  /** In tree, path order. */
  readonly tasks: readonly FileTask[];
  readonly removed: readonly RemovedFile[];
  /** Entries that stay, with renewed fingerprints. */
  readonly kept: Manifest;
  /** The trees of the next head. */
  readonly trees: readonly IndexedTree[];
  /** Names of the trees whose documents stay, although nothing is known of their files. */
  readonly leftOut: ReadonlySet<string>;
  /** Names of the trees that the next head no longer has. */
  readonly removedTrees: readonly string[];
  /**
   * How many kept entries had to be read this time. Once the manifest is published, the next update need not read them.
   */
  readonly newlyTrusted: number;
}

/** Whether the index holds exactly the documents of the trees. */
export function isCurrent(plan: ChangePlan): boolean {
  return plan.tasks.length === 0 && plan.removed.length === 0;
}

/** Why earlier versions did not read files in other encodings. */
const ONCE_REFUSED = "not UTF-8";

/** Plans an update. Reads only the files whose fingerprint leaves room for doubt. Throws `interrupted`. */
export async function planChanges(input: PlanInput): Promise<ChangePlan> {
  const tasks: FileTask[] = [];
  const removed: RemovedFile[] = [];
  const kept = new Map<string, ReadonlyMap<string, FileEntry>>();
  const trees: IndexedTree[] = [];
  const leftOut = new Set<string>();
  const gone = new Map(input.published?.manifest);
  let newlyTrusted = 0;
  const isMet = new Map<string, boolean>();
  /** Whether the file was skipped for want of time, or because of something that has been installed since. */
  const isPostponed = (tree: string, path: string, { skipped }: FileEntry): boolean =>
    skipped === WAITS && input.isPostponed?.(documentId(tree, path)) === true;
  const isReadable = (tree: string, path: string, entry: FileEntry): boolean => {
    const { skipped } = entry;
    if (skipped === null || isPostponed(tree, path, entry)) return false;
    if (!isMet.has(skipped)) {
      isMet.set(
        skipped,
        isConvertedNow(skipped, input.isBound === true) || isNoLongerMissing(skipped) || skipped === ONCE_REFUSED,
      );
    }
    return isMet.get(skipped)!;
  };
  const hasReadable = (tree: string, entries: ReadonlyMap<string, FileEntry>): boolean => {
    for (const [path, entry] of entries) if (isReadable(tree, path, entry)) return true;
    return false;
  };
  const indexed = input.published?.head.trees ?? [];
  const leaveOut = (before: IndexedTree | undefined): void => {
    if (before === undefined || input.prune) return;
    trees.push(before);
    kept.set(before.name, gone.get(before.name) ?? new Map());
    leftOut.add(before.name);
    gone.delete(before.name);
  };
  for (const scan of input.scans) {
    const { name } = scan.tree;
    const before = indexed.find((tree) => tree.name === name);
    const entries = gone.get(name) ?? new Map<string, FileEntry>();
    if (scan.missing) {
      leaveOut(before);
      continue;
    }
    const now = indexedTree(input, scan);
    const reindex = input.full || before?.settings !== now.settings;
    const samePlace = before?.path === now.path;
    const sameFormats = before?.formats === now.formats;
    const isOutdated = ({ path }: ScannedFile, entry: FileEntry): boolean =>
      reindex || (!sameFormats && entry.format !== formatTag(formatOf(path))) || isReadable(name, path, entry);
    if (!reindex && samePlace && sameFormats && !hasReadable(name, entries) && areUntouched(entries, scan.files)) {
      gone.delete(name);
      trees.push(now);
      kept.set(name, entries);
      continue;
    }
    const staying = new Map<string, FileEntry>();
    let known = 0;
    await input.yieldPoint();
    for (const file of scan.files) {
      const previous = entries.get(file.path);
      if (previous !== undefined) known += 1;
      const outdated = previous !== undefined && isOutdated(file, previous);
      const isKnown = previous !== undefined && !outdated && samePlace &&
        (isUntouched(previous, file.fingerprint) ||
          (isPostponed(name, file.path, previous) && isSame(previous, file.fingerprint)));
      if (isKnown) {
        staying.set(file.path, previous);
        continue;
      }
      // Only the entries that are checked closely take time worth a pause. This loop runs for every file of every
      // refresh.
      await input.yieldPoint();
      const task = taskFor(scan, file, previous);
      const found = previous === undefined || outdated ? undefined : confirm(input.source, task, previous);
      if (found === undefined) {
        tasks.push(task);
        continue;
      }
      staying.set(file.path, found.entry);
      if (found.newlyTrusted) newlyTrusted += 1;
    }
    if (known < entries.size) {
      const present = new Set(scan.files.map((file) => file.path));
      for (const [path, entry] of entries) {
        if (!present.has(path)) removed.push({ docId: documentId(name, path), entry });
      }
    }
    gone.delete(name);
    trees.push(now);
    kept.set(name, staying);
  }
  for (const tree of indexed) if (input.unread.has(tree.name)) leaveOut(tree);
  for (const [name, entries] of gone) {
    for (const [path, entry] of entries) removed.push({ docId: documentId(name, path), entry });
  }
  const removedTrees = indexed.map(({ name }) => name).filter((name) => !trees.some((tree) => tree.name === name));
  return { tasks, removed, kept, trees, leftOut, removedTrees, newlyTrusted };
}

/** Whether a document waits for this update. */
function isConvertedNow(skipped: string, isBound: boolean): boolean {
  return skipped === WAITS || (skipped === WAITS_LONG && !isBound);
}

function indexedTree(
  { root, schemaVersion, sizes, keepsTexts }: PlanInput,
  { tree, files, device }: TreeScan,
): IndexedTree {
  return {
    name: tree.name,
    path: storedPath(root, tree.path),
    settings: treeSettings(schemaVersion, tree, sizes, keepsTexts),
    formats: FORMAT_TAGS,
    definedIn: storedPath(root, tree.definedIn),
    ...(device === 0 || files.length === 0 ? {} : { device }),
  };
}

function taskFor(
  scan: TreeScan,
  { path, fingerprint, target }: ScannedFile,
  previous: FileEntry | undefined,
): FileTask {
  const { tree, checkedAt } = scan;
  // Both parts are normalized already. A link is read where it led when it was checked.
  const absolutePath = target ?? (tree.path.endsWith("/") ? tree.path + path : `${tree.path}/${path}`);
  return { tree, path, absolutePath, fingerprint, checkedAt, previous };
}

/**
 * Whether nothing at all has happened to a tree, which is by far the most frequent case. Both lists are in the order of
 * paths.
 */
function areUntouched(entries: ReadonlyMap<string, FileEntry>, files: readonly ScannedFile[]): boolean {
  if (entries.size !== files.length) return false;
  let at = 0;
  for (const [path, entry] of entries) {
    const file = files[at++]!;
    if (file.path !== path || !isUntouched(entry, file.fingerprint)) return false;
  }
  return true;
}

function isSame({ fingerprint }: FileEntry, now: Fingerprint): boolean {
  return fingerprint !== null && sameFingerprint(fingerprint, now);
}

/** Whether the fingerprint alone proves that the file is the one that was indexed. */
function isUntouched(entry: FileEntry, now: Fingerprint): boolean {
  return isSame(entry, now) && isTrusted(entry.fingerprint!, entry.checkedAt);
}

/** The entry to keep when the file still has the content that was indexed; undefined when it does not. */
function confirm(
  source: FileSystem,
  task: FileTask,
  previous: FileEntry,
): { readonly entry: FileEntry; readonly newlyTrusted: boolean } | undefined {
  const { fingerprint, checkedAt } = task;
  if (previous.hash !== null && previous.fingerprint?.size !== fingerprint.size) return undefined;
  const content = readSource(source, task.absolutePath, fingerprint.size);
  const same = content.kind === "content"
    ? content.hash === previous.hash
    : content.kind === "refused" && previous.hash === null && content.retry === (previous.fingerprint === null);
  if (!same) return undefined;
  if (previous.fingerprint === null) return { entry: previous, newlyTrusted: false };
  return { entry: { ...previous, fingerprint, checkedAt }, newlyTrusted: isTrusted(fingerprint, checkedAt) };
}

function isTrusted(fingerprint: Fingerprint, checkedAtMs: number): boolean {
  return !isRacy(fingerprint, checkedAtMs * 1e6);
}
