/** Brings the index of a workspace up to date, and opens it. */
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { createManifestMemory } from "../../store/published/manifest_memory.ts";
import { indexDirectory, requireOwnIndex } from "../../store/published/open_index.ts";
import { GENERATION } from "../../store/published/generation_files.ts";
import { closePublished, type Damage, openPublished } from "../../store/published/published.ts";
import type { LeftOutTrees } from "../../store/files/left_out.ts";
import { type PlanScope, updateIndex, type UpdateResult, type UpdateScope } from "../../store/update/update.ts";
import { requireWritten, stillBuilding, unusableIndex, unwritableBecause } from "./failures.ts";
import { createIdleConversions, type IdleConversions, limitsOf } from "./conversions.ts";
import { sayWhatChanged } from "./frozen_index.ts";
import type { Environment } from "../environment.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import { createOpener, type Opener } from "./open_index.ts";

/** A refresh as far as it came. */
interface Attempt extends Pick<UpdateResult, "outcome"> {
  /** Unknown when the trees were not walked. */
  readonly missingTrees?: LeftOutTrees;
  /** Why the index could not be written. */
  readonly unwritable?: Warning;
}

/** Brings the index up to date, in memory where the folder cannot be written, and opens it. */
export class IndexRefresh {
  readonly opener: Opener;
  readonly #environment: Environment;
  readonly #config: Environment["config"];
  readonly #options: Environment["options"];
  readonly #fs: FileSystem;
  readonly #isFrozen: boolean;
  readonly #directory: string;
  readonly #manifests = createManifestMemory();
  readonly #idle: IdleConversions;
  /** Holds the index if the folder cannot be written and holds no index. */
  #memory: FileSystem | undefined;
  #unread: readonly UnreadFiles[] | undefined;
  /** Counts the refreshes that began. */
  #begun = 0;
  /** The last refresh, if it is still valid. */
  #last: number | undefined;
  /** How many refreshes had begun when the current caller made its request. */
  #asked = Infinity;

  constructor(environment: Environment) {
    const { config, options, fs } = environment;
    this.#environment = environment;
    this.#config = config;
    this.#options = options;
    this.#fs = fs;
    this.#isFrozen = config.settings.frozen;
    this.#directory = indexDirectory(config.root);
    this.#idle = createIdleConversions(environment);
    this.opener = createOpener(environment, this.#manifests, (warning) => this.#warn(warning));
  }

  /** What the last refresh counted; undefined before the first one. */
  get unread(): readonly UnreadFiles[] | undefined {
    return this.#unread;
  }

  /** See `LiveIndex`. */
  ask(): () => void {
    const now = this.#begun;
    return () => void (this.#asked = now);
  }

  /** Where the index lies. */
  get indexFs(): FileSystem {
    return this.#memory ?? this.#fs;
  }

  reopen(engine: ReadingEngine, missing?: LeftOutTrees): Promise<"open" | "missing" | "damaged"> {
    return this.opener.reopen(this.indexFs, engine, missing);
  }

  close(): void {
    this.#idle.close();
    this.opener.release();
  }

  #warn(warning: Warning): void {
    this.#options.onWarning?.(warning);
  }

  async #refresh(
    scope: UpdateScope,
    purpose: "answer" | "update",
    signal: AbortSignal,
  ): Promise<UpdateResult> {
    this.#begun++;
    this.#last = undefined;
    const { lockTimeout, onWait, onProgress } = this.#options;
    const result = await updateIndex({
      config: this.#config,
      engine: await this.#environment.engine(),
      source: this.#fs,
      index: { fs: this.indexFs, directory: this.#directory, manifests: this.#manifests },
      scope,
      conversions: {
        limits: limitsOf(this.#environment, purpose),
        isPostponed: purpose === "answer" ? this.#idle.isPending : undefined,
      },
      caller: { lockTimeout, onWait, onProgress, signal },
    });
    result.warnings.forEach((warning) => this.#warn(warning));
    this.#unread = result.report.unread ?? [];
    if (this.#options.reload === true) this.#idle.begin(result.waiting);
    return result;
  }

  /** Like `refresh`, also where the index cannot be written. `unwritable` then says why. */
  async #refreshIfWritable(
    scope: Pick<UpdateScope, "damage">,
    signal: AbortSignal,
  ): Promise<Attempt> {
    try {
      const result = await this.#refresh(scope, "answer", signal);
      if (result.outcome !== "read-only") return result;
      const unwritable = {
        code: "index-read-only",
        message: "the index folder cannot be written",
        path: this.#directory,
      };
      return { ...result, unwritable };
    } catch (error) {
      const unwritable = unwritableBecause(error, this.#directory);
      if (unwritable === undefined) throw error;
      return { outcome: "read-only", unwritable };
    }
  }

  /** Throws what `update` throws. */
  async refreshOrThrow(scope: PlanScope, signal: AbortSignal): Promise<UpdateResult> {
    const result = await this.#refresh(scope, "update", signal);
    requireWritten(result.outcome, this.#directory);
    return result;
  }

  /** The published manifest; undefined where there is no usable index. */
  published(schemaVersion: string): Manifest | undefined {
    requireOwnIndex(this.#fs, this.#config.root, this.#directory);
    const published = openPublished(this.#fs, this.#directory, schemaVersion, undefined, this.#manifests);
    closePublished(published);
    return published.state === "open" ? published.manifest : undefined;
  }

  /** Like `reopen`, where this user may also lack the permission to read the index. */
  async #reopenIfReadable(engine: ReadingEngine, missing?: LeftOutTrees): Promise<"open" | "missing" | "damaged"> {
    try {
      return await this.reopen(engine, missing);
    } catch (error) {
      if (unwritableBecause(error, this.#directory) === undefined) throw error;
      return "damaged";
    }
  }

  unusable(code: "index-missing" | "index-damaged", reason?: string): RaError {
    return unusableIndex(code, this.#directory, this.#isFrozen, reason);
  }

  /** Refreshes if `update` is set, unless the last refresh will do. Opens the index. */
  async refreshed(update: boolean, damage: Damage | undefined, signal: AbortSignal): Promise<void> {
    if (!update || this.#isFrozen) return await this.#openUnchanged(update);
    if (
      damage === undefined && this.opener.opened !== undefined && this.#last !== undefined && this.#last > this.#asked
    ) return;
    const number = this.#begun + 1;
    let result: Attempt = await this.#refreshIfWritable({ damage }, signal);
    const engine = await this.#environment.engine(); // the whole one after a refresh that wrote
    if (result.outcome === "locked") {
      this.#warn({ code: "index-locked", message: "another update is still running; answering from the last index" });
    }
    const { unwritable, missingTrees } = result;
    // An index that was found damaged and cannot be replaced is not opened again.
    let state = unwritable === undefined
      ? await this.reopen(engine, missingTrees)
      : damage === undefined
      ? await this.#reopenIfReadable(engine, missingTrees)
      : "damaged";
    if (unwritable !== undefined) {
      const instead = state === "open" ? "answering from the last index" : "the index is built in memory";
      this.#warn({ ...unwritable, message: `${unwritable.message}; ${instead}` });
    }
    if (state !== "open" && unwritable !== undefined) {
      const { createMemoryFileSystem } = await import("../../host/memory_file_system.ts");
      this.#memory = createMemoryFileSystem();
      result = await this.#refresh({}, "answer", signal);
      state = await this.reopen(engine, result.missingTrees);
    }
    if (state !== "open") throw stillBuilding(this.#directory);
    if (result.outcome !== "locked") this.#last = number;
  }

  /** Opens the published index without a look at the files. */
  async #openUnchanged(update: boolean): Promise<void> {
    const engine = await this.#environment.engine();
    if (this.opener.opened === undefined) requireOwnIndex(this.indexFs, this.#config.root, this.#directory);
    if (this.#isFrozen) {
      const { finishSwitch } = await import("../../store/published/switch_files.ts");
      finishSwitch(this.#fs, this.#config.root, GENERATION);
    }
    const state = await this.reopen(engine);
    if (state === "open" && this.#isFrozen && update) {
      await sayWhatChanged(this.#environment, engine, (warning) => this.#warn(warning));
    }
    if (state === "open") return;
    throw this.unusable(state === "missing" ? "index-missing" : "index-damaged");
  }
}
