/** Keeps the published index open between answers, without the trees that are left out. */
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { type LeftOutTrees, missingTrees, needsTrust, unreadTrees } from "../../store/files/left_out.ts";
import type { ManifestMemory } from "../../store/published/manifest_memory.ts";
import { indexDirectory, type OpenIndex, openIndex } from "../../store/published/open_index.ts";
import { damageBehind } from "../../store/published/published.ts";
import { createEmbeddedIndex, type EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { servedIndex } from "../../store/snapshot/served_index.ts";
import type { Environment } from "../environment.ts";
import { warnOfMissing } from "./failures.ts";

/** The published index, and the view of it that answers. */
export interface AnsweringIndex {
  readonly published: OpenIndex;
  /** The trees of the configuration whose folder is missing. */
  readonly missingTrees: LeftOutTrees;
  readonly embedded: EmbeddedIndex;
}

export interface Opener {
  readonly opened: AnsweringIndex | undefined;
  /** `OpenIndex.identity` of a published index that the core could not open. */
  readonly unopened: string | undefined;
  /**
   * Opens the published index, or keeps the open one if it is the same. Looks for missing trees, and warns of them,
   * unless the caller knows them.
   */
  reopen(from: FileSystem, engine: ReadingEngine, missing?: LeftOutTrees): Promise<"open" | "missing" | "damaged">;
  release(): void;
}

export function createOpener(
  environment: Environment,
  manifests: ManifestMemory,
  warn: (warning: Warning) => void,
): Opener {
  return new KeptOpen(environment, manifests, warn);
}

class KeptOpen implements Opener {
  readonly #environment: Environment;
  readonly #manifests: ManifestMemory;
  readonly #warn: (warning: Warning) => void;
  readonly #directory: string;
  readonly #configured: ReadonlySet<string>;
  #opened: AnsweringIndex | undefined;
  #unopened: string | undefined;

  constructor(environment: Environment, manifests: ManifestMemory, warn: (warning: Warning) => void) {
    const { config } = environment;
    this.#environment = environment;
    this.#manifests = manifests;
    this.#warn = warn;
    this.#directory = indexDirectory(config.root);
    this.#configured = new Set(config.trees.map(({ name }) => name));
  }

  get opened(): AnsweringIndex | undefined {
    return this.#opened;
  }

  get unopened(): string | undefined {
    return this.#unopened;
  }

  async reopen(
    from: FileSystem,
    engine: ReadingEngine,
    missing?: LeftOutTrees,
  ): Promise<"open" | "missing" | "damaged"> {
    const look = (known?: OpenIndex) => openIndex(from, this.#directory, engine.schemaVersion, this.#manifests, known);
    const before = this.#opened;
    let found = look(before?.published);
    if (found.state !== "open") return found.state;
    const missingTrees = missing ?? this.#missingNow(found.index);
    if (found.index === before?.published) {
      if (haveSameNames(missingTrees, before.missingTrees)) return "open";
      // The view that is open may still be in use, and holds the files.
      found = look();
      if (found.state !== "open") return found.state;
    }
    await this.#open(found.index, engine, missingTrees);
    return "open";
  }

  release(): void {
    this.#opened?.embedded.close();
    this.#opened = undefined;
  }

  #missingNow({ head }: OpenIndex): LeftOutTrees {
    const { config, fs } = this.#environment;
    const missing = missingTrees(fs, config, head.trees);
    warnOfMissing(this.#environment, missing, this.#warn);
    return missing;
  }

  async #open(published: OpenIndex, engine: ReadingEngine, missingTrees: LeftOutTrees): Promise<void> {
    try {
      const isServed = (tree: string): boolean => this.#configured.has(tree) && !missingTrees.has(tree);
      const embedded = createEmbeddedIndex(engine, await servedIndex(published, isServed, engine));
      this.release();
      this.#opened = { published, missingTrees, embedded };
      this.#unopened = undefined;
    } catch (error) {
      const reason = damageBehind(error, published);
      this.#unopened = published.identity;
      published.close();
      if (reason === undefined) throw error;
      throw new RaError("index-damaged", reason, { path: this.#directory, cause: error });
    }
  }
}

function haveSameNames(one: LeftOutTrees, other: LeftOutTrees): boolean {
  return one.size === other.size && [...one.keys()].every((name) => other.has(name));
}

/** Why a tree is in no answer; undefined for one that is, and for one that nobody knows. */
export function whyLeftOut({ config, fs }: Environment, view: AnsweringIndex, tree: string): string | undefined {
  const asking = config.untrusted.find(({ name }) => name === tree);
  return view.missingTrees.get(tree) ?? (asking === undefined ? undefined : needsTrust(asking.definedIn)) ??
    unreadTrees(fs, config, view.published.head.trees).get(tree);
}
