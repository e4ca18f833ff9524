/**
 * The index as a workspace uses it. It is refreshed, opened, kept open between answers, and replaced when it is
 * damaged.
 */
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import { RaError } from "../../errors.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { indexDirectory, type OpenIndex } from "../../store/published/open_index.ts";
import { type Damage, damageFound } from "../../store/published/published.ts";
import type { LeftOutTrees } from "../../store/files/left_out.ts";
import type { TreeScan } from "../../store/files/scan.ts";

import type { UpdateOptions } from "../contract.ts";
import type { UpdateReport } from "../../shapes/reports.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import type { HeldSnapshot } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages, type FilePassages } from "../../store/snapshot/file_passages.ts";
import { emptyIncludeWarnings } from "../health/include_warnings.ts";

import { requireUnfrozen } from "./frozen_index.ts";
import type { Environment } from "../environment.ts";
import { IndexRefresh } from "./index_refresh.ts";
import { whyLeftOut } from "./open_index.ts";
import { createWork } from "./work.ts";

/** A consistent view of the index to answer from. */
export interface IndexView {
  /** Without trees that are left out, like `index`. */
  readonly snapshot: Snapshot;
  readonly index: OpenIndex;
  /** The trees of the configuration whose folder is missing. */
  readonly missingTrees: LeftOutTrees;
  /** The documents that are not read, as the last look at the files counted them. */
  readonly unread: readonly UnreadFiles[];
  /** Why a tree is left out; undefined for one that is not, or that nobody knows. */
  whyLeftOut(tree: string): string | undefined;
}

/** The result of a refresh. */
export interface Refreshed {
  /** The published manifest. */
  readonly manifest: Manifest;
  /** In configuration order. */
  readonly scans: readonly TreeScan[];
}

export interface LiveIndex {
  /**
   * A caller calls this when it makes a request, and calls the returned function when its turn comes. {@link answer}
   * then reuses a refresh that began after the request. So calls that overlap share one refresh.
   */
  ask(): () => void;
  /**
   * Refreshes if `update` is set, and gives the index to `work`, whose cost is limited (`work.ts`). If the index turns
   * out to be damaged, rebuilds it and runs `work` once more. With `byMeaning`, sections may get their vectors before.
   */
  answer<T>(
    asked: AnswerRequest,
    work: (view: IndexView) => Promise<T>,
  ): Promise<T>;
  update(options: UpdateExtent): Promise<UpdateReport>;
  /** The manifest that is published now. Empty if it cannot be read. */
  published(): Promise<Manifest>;
  /** Indexes what has changed. Throws what `update` throws. */
  refresh(): Promise<Refreshed>;
  close(): void;
}

/** `full`: every file is indexed again. `prune`: what the index keeps of trees that are left out goes. */
type UpdateExtent = Pick<UpdateOptions, "full" | "prune">;

/** How an answer is asked for. */
interface AnswerRequest {
  readonly update: boolean;
  readonly signal?: StopSignal | undefined;
  readonly byMeaning?: boolean | undefined;
}

export function createLiveIndex(environment: Environment): LiveIndex {
  return new Live(environment);
}

class Live implements LiveIndex {
  readonly #environment: Environment;
  readonly #directory: string;
  readonly #documents: FilePassages;
  readonly #refresh: IndexRefresh;
  /** Ends the calls in progress when the index is closed. A later call opens it again. */
  #interrupt = new AbortController();

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#directory = indexDirectory(environment.config.root);
    this.#documents = createFilePassages(environment.fs, environment.config);
    this.#refresh = new IndexRefresh(environment);
  }

  get #isFrozen(): boolean {
    return this.#environment.config.settings.frozen;
  }

  ask(): () => void {
    return this.#refresh.ask();
  }

  async answer<T>(
    { update, signal: stop, byMeaning = false }: AnswerRequest,
    work: (view: IndexView) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.#interrupt;
    const { opener } = this.#refresh;
    let engine = await this.#environment.engine();
    let damage: Damage | undefined;
    for (;;) {
      let index: OpenIndex | undefined;
      let snapshot: HeldSnapshot | undefined;
      try {
        await this.#refresh.refreshed(update, damage, signal);
        engine = await this.#environment.engine();
        const mayEmbed = update && !this.#isFrozen;
        const before = byMeaning ? opener.opened : undefined;
        if (
          before !== undefined &&
          (await this.#environment.meaning?.catchUp(before.embedded, this.#refresh.indexFs, mayEmbed)) === true
        ) {
          await this.#refresh.reopen(engine, before.missingTrees);
        }
        // No `await` may follow before the snapshot is taken: the index could be closed meanwhile.
        if (signal.aborted) opener.release();
        const { opened } = opener;
        if (opened === undefined) {
          throw new RaError("interrupted", "the workspace was closed before it could answer");
        }
        const { embedded, missingTrees } = opened;
        index = embedded.index;
        snapshot = embedded.snapshot(
          this.#documents.of(index),
          createWork({ signal: stop, timeLimit: this.#environment.options.timeLimit }),
        );
        const unread = this.#refresh.unread ?? index.head.unread ?? [];
        const why = (tree: string): string | undefined => whyLeftOut(this.#environment, opened, tree);
        const answer = await work({ snapshot, index, missingTrees, unread, whyLeftOut: why });
        const found = index.damage();
        if (found !== undefined) throw new RaError("index-damaged", found);
        return answer;
      } catch (error) {
        // A damaged index has to be examined while it is open, before the snapshot is released.
        const read = index ?? opener.opened?.published;
        const reason = damage === undefined ? await damageFound(error, read, engine) : undefined;
        if (reason === undefined) throw error;
        if (!update || this.#isFrozen) throw this.#refresh.unusable("index-damaged", reason);
        damage = { identity: index?.identity ?? opener.unopened ?? read?.identity ?? "", reason };
        opener.release();
      } finally {
        snapshot?.release();
      }
    }
  }

  async update(changes: UpdateExtent): Promise<UpdateReport> {
    requireUnfrozen(this.#environment.config.settings, this.#directory);
    const result = await this.#refresh.refreshOrThrow(changes, this.#interrupt.signal);
    emptyIncludeWarnings(result.scans).forEach((warning) => this.#environment.options.onWarning?.(warning));
    return result.report;
  }

  async published(): Promise<Manifest> {
    return this.#refresh.published((await this.#environment.engine()).schemaVersion) ?? new Map();
  }

  async refresh(): Promise<Refreshed> {
    requireUnfrozen(this.#environment.config.settings, this.#directory);
    const { scans } = await this.#refresh.refreshOrThrow({}, this.#interrupt.signal);
    const manifest = this.#refresh.published((await this.#environment.engine()).schemaVersion);
    if (manifest === undefined) {
      throw new RaError("index-damaged", "the index is not usable", { path: this.#directory });
    }
    return { manifest, scans };
  }

  close(): void {
    this.#interrupt.abort();
    this.#interrupt = new AbortController();
    this.#refresh.close();
  }
}
