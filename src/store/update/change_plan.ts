/** Compares the trees with the published manifest, to decide what to index, delete and keep. */
import type { TreeConfig } from "../../config/config.ts";
import type { DocumentPlaces } from "../../config/document_places.ts";
import type { PagePlace } from "../../document/navigation/place_pages.ts";
import { isNoLongerMissing } from "../../document/formats/converted/missing_parts.ts";
import { WAITS, WAITS_LONG } from "../../document/formats/conversions.ts";
import { formatOf, formatTag } from "../../document/formats/registry.ts";
import { documentId } from "../../document/ids.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Head, IndexedTree } from "../published/head.ts";
import type { FileEntry, Manifest } from "../published/manifest.ts";
import { isSameNavigation } from "../published/stored_navigation.ts";
import type { YieldPoint } from "../segments/yield_point.ts";
import type { LeftOutTrees } from "../files/left_out.ts";
import type { ScannedFile, TreeScan } from "../files/scan.ts";
import { isNoLongerRefused } from "../files/told_by_content.ts";
import { countedBefore, unreadIn } from "../files/unread.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import { indexedTree, type TreeTerms } from "./indexed_tree.ts";
import type { Fingerprint } from "../files/fingerprint.ts";
import { IncludedFiles } from "./included_files.ts";
import { isRenamed, NavigationChanges, type NavigationProblem } from "./navigation_changes.ts";
import { areUntouched, confirm, isSame, isUntouched } from "./same_file.ts";

/** The trees and the index, as they are now. */
interface PlanSubject {
  readonly scans: readonly TreeScan[];
  /** The published index; undefined when there is none. */
  readonly published: { readonly head: Pick<Head, "trees" | "unread">; readonly manifest: Manifest } | undefined;
  /** The trees of the index that the configuration does not name, and whose documents stay (`unreadTrees`). */
  readonly unread: LeftOutTrees;
  /** Counts the documents around the trees. */
  readonly around: () => readonly UnreadFiles[];
}

/** What a plan does beyond what has changed. */
export interface PlanScope {
  /** Index every file again. */
  readonly full?: boolean | undefined;
  /** Drop the documents of trees that are left out. */
  readonly prune?: boolean | undefined;
}

/** Which of the documents that wait to be converted go on waiting. */
export interface WaitingRules {
  /** Those that take long do, because the time to convert documents is limited. */
  readonly isBound: boolean;
  /** Those of which this is true do, because something else converts them. */
  readonly isPostponed?: ((docId: string) => boolean) | undefined;
}

export interface PlanInput {
  readonly source: FileSystem;
  readonly terms: TreeTerms;
  readonly subject: PlanSubject;
  readonly scope: PlanScope;
  readonly waiting: WaitingRules;
  /** Where files lie that may be read. */
  readonly places: DocumentPlaces;
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
  /** What the navigation of the tree says of it. */
  readonly place?: PagePlace | undefined;
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
  /** How many kept entries had to be read this time. With the next manifest, they need not be read again. */
  readonly newlyTrusted: number;
  /** The documents that are not read. What lies around the trees was counted by the last update of all files. */
  readonly unread: readonly UnreadFiles[];
  /** How many kept entries have another place in the navigation of their tree. */
  readonly moved: number;
  /** What cannot be read of the navigation of trees, where it is not what was read before. */
  readonly navigationProblems: readonly NavigationProblem[];
}

/** Whether the index holds exactly the documents of the trees. */
export function isCurrent(plan: ChangePlan): boolean {
  return plan.tasks.length === 0 && plan.removed.length === 0 && plan.moved === 0;
}

/** Why earlier versions did not read files in other encodings. */
const ONCE_REFUSED = "not UTF-8";

/** Plans an update. Reads only the files whose fingerprint leaves room for doubt. Throws `interrupted`. */
export async function planChanges(input: PlanInput): Promise<ChangePlan> {
  const planner = new Planner(input);
  for (const scan of input.subject.scans) await planner.compare(scan);
  return planner.plan();
}

/** A tree of this update beside the same tree of the published index. */
interface ComparedTree {
  readonly scan: TreeScan;
  readonly entries: ReadonlyMap<string, FileEntry>;
  readonly samePlace: boolean;
  readonly sameFormats: boolean;
  /** Every file is indexed again. */
  readonly reindex: boolean;
  readonly places: ReadonlyMap<string, PagePlace>;
}

class Planner {
  readonly #input: PlanInput;
  readonly #indexed: readonly IndexedTree[];
  readonly #tasks: FileTask[] = [];
  readonly #removed: RemovedFile[] = [];
  readonly #kept = new Map<string, ReadonlyMap<string, FileEntry>>();
  readonly #trees: IndexedTree[] = [];
  readonly #leftOut = new Set<string>();
  /** The published trees that no scan has been compared with. */
  readonly #gone: Map<string, ReadonlyMap<string, FileEntry>>;
  #newlyTrusted = 0;
  readonly #navigation: NavigationChanges;
  readonly #included: IncludedFiles;
  /** By the reason why files were skipped: whether it has gone. */
  readonly #isMet = new Map<string, boolean>();

  constructor(input: PlanInput) {
    this.#input = input;
    this.#navigation = new NavigationChanges(input);
    this.#included = new IncludedFiles(input.source, input.terms.root);
    const { published } = input.subject;
    this.#indexed = published?.head.trees ?? [];
    this.#gone = new Map(published?.manifest);
  }

  async compare(scan: TreeScan): Promise<void> {
    const { name } = scan.tree;
    const before = this.#indexed.find((tree) => tree.name === name);
    if (scan.missing) return this.#leaveOut(before);
    const entries = this.#gone.get(name) ?? new Map<string, FileEntry>();
    const now = indexedTree(this.#input.terms, scan);
    const sameNavigation = isSameNavigation(before?.navigation, scan.navigation);
    const reindex = this.#input.scope.full === true || before?.settings !== now.settings;
    const samePlace = before?.path === now.path;
    const sameFormats = before?.formats === now.formats;
    const isUnchanged = !reindex && samePlace && sameFormats && sameNavigation &&
      !this.#hasReadable(scan.tree, entries) &&
      areUntouched(entries, scan.files) && this.#included.areUntouched(scan.tree, entries.values());
    const read = isUnchanged ? undefined : await this.#navigation.read(scan, before?.navigation);
    const staying = isUnchanged
      ? entries
      : await this.#compareFiles({ scan, entries, samePlace, sameFormats, reindex, places: read?.places ?? NO_PLACES });
    this.#gone.delete(name);
    const { files = [], folders = [] } = (isUnchanged ? before?.navigation : read) ?? {};
    this.#trees.push(files.length === 0 ? now : { ...now, navigation: { files, folders } });
    this.#kept.set(name, staying);
  }

  plan(): ChangePlan {
    for (const tree of this.#indexed) if (this.#input.subject.unread.has(tree.name)) this.#leaveOut(tree);
    for (const [name, entries] of this.#gone) this.#remove(name, entries, NO_FILES);
    const trees = this.#trees;
    const { subject: { scans, published, around }, scope } = this.#input;
    const counted = published === undefined || scope.full === true ? around() : countedBefore(published.head, scans);
    return {
      tasks: this.#tasks,
      removed: this.#removed,
      kept: this.#kept,
      trees,
      leftOut: this.#leftOut,
      removedTrees: this.#indexed.map(({ name }) => name).filter((name) => !trees.some((tree) => tree.name === name)),
      newlyTrusted: this.#newlyTrusted + this.#navigation.newlyTrusted + this.#included.newlyTrusted,
      unread: [...unreadIn(scans), ...counted],
      moved: this.#navigation.moved,
      navigationProblems: this.#navigation.problems,
    };
  }

  /** Returns the entries that stay. */
  async #compareFiles(tree: ComparedTree): Promise<ReadonlyMap<string, FileEntry>> {
    const { scan, entries } = tree;
    const { name } = scan.tree;
    const staying = new Map<string, FileEntry>();
    let known = 0;
    await this.#input.yieldPoint();
    for (const file of scan.files) {
      const previous = entries.get(file.path);
      const place = tree.places.get(file.path);
      if (previous !== undefined) known += 1;
      const outdated = previous !== undefined && this.#isOutdated(tree, file, previous);
      const whole = previous === undefined || outdated ? undefined : this.#included.confirm(scan.tree, previous);
      if (whole !== undefined && tree.samePlace && this.#isKnown(name, file, whole)) {
        staying.set(file.path, this.#navigation.placed(whole, place));
        continue;
      }
      // Only the entries that are checked closely take time worth a pause. This loop runs for every file of every
      // refresh.
      await this.#input.yieldPoint();
      const task = { ...taskFor(scan, file, previous), place };
      const found = whole === undefined ? undefined : confirm(this.#input.source, task, whole);
      if (found === undefined) {
        this.#tasks.push(task);
        continue;
      }
      staying.set(file.path, this.#navigation.placed(found.entry, place));
      if (found.newlyTrusted) this.#newlyTrusted += 1;
    }
    if (known < entries.size) this.#remove(name, entries, new Set(scan.files.map((file) => file.path)));
    return staying;
  }

  /** Keeps the documents of a tree of whose files nothing is known. */
  #leaveOut(before: IndexedTree | undefined): void {
    if (before === undefined || this.#input.scope.prune === true) return;
    this.#trees.push(before);
    this.#kept.set(before.name, this.#gone.get(before.name) ?? new Map());
    this.#leftOut.add(before.name);
    this.#gone.delete(before.name);
  }

  #remove(tree: string, entries: ReadonlyMap<string, FileEntry>, present: ReadonlySet<string>): void {
    for (const [path, entry] of entries) {
      if (!present.has(path)) this.#removed.push({ docId: documentId(tree, path), entry });
    }
  }

  #isOutdated({ scan, sameFormats, reindex, places }: ComparedTree, { path }: ScannedFile, entry: FileEntry): boolean {
    return reindex || (!sameFormats && entry.format !== formatTag(formatOf(path, scan.tree))) ||
      isRenamed(entry, places.get(path)) ||
      this.#isReadable(scan.tree, path, entry);
  }

  /** Whether the file needs no closer look. */
  #isKnown(tree: string, { path, fingerprint }: ScannedFile, previous: FileEntry): boolean {
    return isUntouched(previous, fingerprint) ||
      (this.#isPostponed(tree, path, previous) && isSame(previous, fingerprint));
  }

  #isPostponed(tree: string, path: string, { skipped }: FileEntry): boolean {
    return skipped === WAITS && this.#input.waiting.isPostponed?.(documentId(tree, path)) === true;
  }

  /** Whether the file was skipped for want of time, or because of something that has been installed since. */
  #isReadable({ name, include }: TreeConfig, path: string, entry: FileEntry): boolean {
    const { skipped } = entry;
    if (skipped === null || this.#isPostponed(name, path, entry)) return false;
    if (isNoLongerRefused(skipped, include, path)) return true;
    const known = this.#isMet.get(skipped);
    if (known !== undefined) return known;
    const isMet = isConvertedNow(skipped, this.#input.waiting.isBound) || isNoLongerMissing(skipped) ||
      skipped === ONCE_REFUSED;
    this.#isMet.set(skipped, isMet);
    return isMet;
  }

  #hasReadable(tree: TreeConfig, entries: ReadonlyMap<string, FileEntry>): boolean {
    // Nearly all files were read, and their paths would cost each search memory.
    let someSkipped = false;
    for (const { skipped } of entries.values()) someSkipped ||= skipped !== null;
    return someSkipped && [...entries].some(([path, entry]) => this.#isReadable(tree, path, entry));
  }
}

const NO_FILES: ReadonlySet<string> = new Set();
const NO_PLACES: ReadonlyMap<string, PagePlace> = new Map();

/** Whether a document waits for this update. */
function isConvertedNow(skipped: string, isBound: boolean): boolean {
  return skipped === WAITS || (skipped === WAITS_LONG && !isBound);
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
