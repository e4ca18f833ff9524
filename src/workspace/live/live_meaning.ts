/** Semantic search as a workspace uses it: the model, the vectors of queries, and sections that wait for theirs. */
import type { Config } from "../../config/config.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type RaErrorCode, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { Meaning, QueryVectors, Unusable } from "../../search/ports/meaning.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import {
  countIn,
  countVectors,
  embedPending,
  type EmbedTarget,
  failedSections,
  type VectorCounts,
} from "../../models/embed/embed_pending.ts";
import { KnownQueries } from "./known_queries.ts";
import { createFailedSections, MOST_REPORTED, placeOf } from "./failed_sections.ts";
import { lackingVectors, numbered } from "./lacking_vectors.ts";
import { missingModels } from "./missing_models.ts";
import { isChosen, OpenModels, unusable } from "./open_models.ts";
import { changeNote, chosenModel, misfitOf } from "../../models/embed/chosen_model.ts";
import { cappedPassageText, passageText } from "../../models/embed/passage_text.ts";
import { missingTrees } from "../../store/files/left_out.ts";
import { indexDirectory, type OpenIndex } from "../../store/published/open_index.ts";
import type { EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages, type FilePassages } from "../../store/snapshot/file_passages.ts";
import { servedIndex } from "../../store/snapshot/served_index.ts";
import type { SemanticReport } from "../../shapes/reports.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { embedProgress, type Progress } from "../../store/update/progress.ts";

export interface LiveMeaning extends Meaning {
  /**
   * Before a search: gives the sections that wait for a vector theirs, if that is quick and `mayEmbed`, and counts
   * those that are left. Returns true if it has published vectors.
   */
  catchUp(opened: EmbeddedIndex, fs: FileSystem, mayEmbed: boolean): Promise<boolean>;
  /**
   * Embeds all sections that wait, and those that failed before. Throws what {@link embedPending} throws, and
   * `model-missing` and `model-invalid`.
   */
  update(options: { readonly signal?: StopSignal; readonly onProgress?: (progress: Progress) => void }): Promise<void>;
  /** Embeds the sections that wait, in one thread of its own where there can be one. Does nothing while it runs. */
  inIdleTime(): void;
  report(): Promise<SemanticReport>;
  /** What suits the documents better than the model of the configuration, which does not know their languages. */
  misfit(): Promise<string | undefined>;
  missingModels(): Promise<readonly Warning[]>;
  close(): void;
}

export interface MeaningHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  readonly config: Config;
  readonly engine: () => Promise<ReadingEngine>;
  readonly warn: (warning: Warning) => void;
}

/** A search computes so many vectors itself: about half a second's work of a small model on one thread. */
const MAX_AT_ONCE = 16;
/** A service may be slow or away. */
const CATCH_UP_MS = 2_000;
const OF_MODEL: readonly RaErrorCode[] = ["model-missing", "model-invalid", "embedding-failed"];
const USUAL: readonly RaErrorCode[] = ["index-locked", "io", ...OF_MODEL];
/** With more sections than this, a search does not even look for them in the cache. */
const MAX_LOOKED_UP = 512;

/** Only for `[semantic] enabled = true`. */
export function createLiveMeaning(host: MeaningHost): LiveMeaning {
  return new SearchByMeaning(host);
}

class SearchByMeaning implements LiveMeaning {
  readonly #host: MeaningHost;
  readonly #semantic: Config["semantic"];
  readonly #models: OpenModels;
  readonly #passages: FilePassages;
  readonly #textOf: EmbedTarget["textOf"];
  readonly #queries = new KnownQueries();
  /** The index and its trees that {@link catchUp} looked at last. */
  #seen: string | undefined;
  /** What the model and the index lacked then. */
  #problem: Unusable | undefined;
  #lacking: Unusable | undefined;
  #isIdle = true;
  /** Ends the calls in progress when the workspace is closed. */
  #closing = new AbortController();

  constructor(host: MeaningHost) {
    const { fs, home, config, warn } = host;
    this.#host = host;
    this.#semantic = config.semantic;
    this.#models = new OpenModels(
      { fs, home, warn },
      config.semantic,
      async () => chosenModel(await this.#targetIn(fs), config.semantic, host),
    );
    this.#passages = createFilePassages(fs, config);
    const mostTokens = new Map(
      config.trees.map(({ name, sizes }) => [name, sizes.max_tokens_per_chunk ?? config.chunking.max_tokens_per_chunk]),
    );
    this.#textOf = cappedPassageText((tree) => mostTokens.get(tree), () => this.#models.tokens());
  }

  async queryVectors(texts: readonly string[]): Promise<QueryVectors | Unusable> {
    const embedder = await this.#usable();
    if ("missing" in embedder) return embedder;
    try {
      const found = await this.#queries.of(texts, embedder, this.#closing.signal);
      this.#problem = undefined;
      return found;
    } catch (error) {
      if (!(error instanceof RaError) || error.code === "interrupted") throw error;
      return this.#problem = unusable(error);
    }
  }

  async model(): ReturnType<Meaning["model"]> {
    return await this.#usable();
  }

  problem(): Unusable | undefined {
    return this.#problem;
  }

  lacking(): Unusable | undefined {
    return this.#lacking;
  }

  async #usable(): Promise<Embedder | Unusable> {
    const embedder = await this.#models.usable();
    if ("missing" in embedder) this.#problem = embedder;
    return embedder;
  }

  async rerank(...[query, chunks, sources]: Parameters<Meaning["rerank"]>): ReturnType<Meaning["rerank"]> {
    const { rerank } = this.#semantic;
    if (rerank === undefined) return { missing: "the configuration names no reranker" };
    const texts = await Promise.all(chunks.map((chunk) => passageText(chunk, sources)));
    // A section without text of its own still has its titles.
    const passages = texts.map((text, at) => (text === "" ? chunks[at]!.breadcrumb : text));
    const known = passages.flatMap((text) => (text === undefined ? [] : [text]));
    try {
      const reranker = await this.#models.reranker(rerank);
      const scores = [...await reranker.score(query, known, this.#closing.signal)];
      return passages.map((text) => (text === undefined ? undefined : scores.shift()));
    } catch (error) {
      if (!(error instanceof RaError) || error.code === "interrupted") throw error;
      // A service remembers that it is away; a model that stopped has to be opened anew.
      if (error.code !== "embedding-failed") this.#models.forgetReranker();
      return unusable(error);
    }
  }

  async catchUp(opened: EmbeddedIndex, indexFs: FileSystem, mayEmbed: boolean): Promise<boolean> {
    const { index } = opened;
    // A tree that was left out may come back in the same index.
    const looked = [index.identity, ...index.head.trees.map(({ name }) => name)].join(" ");
    if (this.#seen === looked) return false;
    const embedder = await this.#models.usable();
    if ("missing" in embedder) {
      this.#problem = embedder;
      this.#lacking = undefined;
      return false;
    }
    // A service may be away still. The next query tells.
    if (this.#semantic.provider !== "openai") this.#problem = undefined;
    const before = countIn(index, opened, embedder.key);
    this.#seen = looked;
    this.#lacking = lackingVectors(before);
    if (before.pending === 0) return false;
    const target = await this.#targetIn(indexFs);
    const after = mayEmbed && before.pending <= MAX_LOOKED_UP
      ? (await this.#embedSome(target, embedder)) ?? before
      : before;
    this.#lacking = lackingVectors(after);
    return after.pending < before.pending;
  }

  async update(
    { signal, onProgress }: {
      readonly signal?: StopSignal;
      readonly onProgress?: (progress: Progress) => void;
    },
  ): Promise<void> {
    const embedder = await this.#models.embedder();
    const target = await this.#targetIn(this.#host.fs);
    const failed = createFailedSections();
    await embedPending(target, embedder, this.#models.cacheOf(embedder), {
      retryFailed: true,
      onFailed: failed.add,
      signal: signal ?? this.#closing.signal,
      onSending: (address, texts, tokens) => {
        const about = `${numbered(texts)} texts with about ${numbered(tokens)} tokens`;
        this.#host.warn({ code: "texts-leave", message: `sending ${about} to ${address}` });
      },
      onProgress: (done, total) => onProgress?.(embedProgress(done, total)),
    });
    const change = isChosen(this.#semantic) ? await changeNote(target, await this.#models.name()) : undefined;
    if (change !== undefined) this.#host.warn({ code: "model-fits-less", message: change });
    const counts = await countVectors(target, embedder.key);
    failed.warnings(counts.failed).forEach(this.#host.warn);
  }

  inIdleTime(): void {
    if (!this.#isIdle || this.#host.config.settings.frozen) return;
    this.#isIdle = false;
    void this.#embedInBackground().finally(() => this.#isIdle = true);
  }

  async report(): Promise<SemanticReport> {
    let key: string | undefined;
    try {
      key = (await this.#models.embedder()).key;
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
    }
    const target = await this.#targetIn(this.#host.fs);
    // No vectors are of this model.
    const counts = await countVectors(target, key ?? "0".repeat(32));
    const failed = counts.failed === 0 ? [] : await failedSections(target, key ?? "", MOST_REPORTED);
    const failed_sections = failed.length === 0 ? undefined : failed.map(placeOf);
    const [model, { rerank }] = [await this.#models.name(), this.#semantic];
    return withoutUndefined<SemanticReport>({ model, rerank, ...counts, failed_sections });
  }

  async misfit(): Promise<string | undefined> {
    // A service knows what its model reads, and ra does not.
    if (this.#semantic.provider === "openai" || isChosen(this.#semantic)) return undefined;
    return await misfitOf(await this.#targetIn(this.#host.fs), this.#semantic.model, this.#host);
  }

  missingModels(): Promise<readonly Warning[]> {
    return missingModels(this.#semantic, this.#models, this.#host);
  }

  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    this.#seen = undefined;
    this.#models.close();
  }

  /** Returns the counts after it; undefined where something usual came between. */
  async #embedSome(target: EmbedTarget, embedder: Embedder): Promise<VectorCounts | undefined> {
    const late = this.#semantic.provider === "openai" ? AbortSignal.timeout(CATCH_UP_MS) : undefined;
    try {
      await embedPending(target, embedder, this.#models.cacheOf(embedder), {
        retryFailed: false,
        most: MAX_AT_ONCE,
        signal: late === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, late]),
      });
      return await countVectors(target, embedder.key);
    } catch (error) {
      // The answer does without: another writer is at work, the folder cannot be written, or no model runs.
      const isUsual = error instanceof RaError &&
        (USUAL.includes(error.code) ||
          (error.code === "interrupted" && late?.aborted === true && !this.#closing.signal.aborted));
      if (!isUsual) throw error;
      if (OF_MODEL.includes(error.code)) this.#problem = unusable(error);
      return undefined;
    }
  }

  async #embedInBackground(): Promise<void> {
    const { signal } = this.#closing;
    try {
      const embedder = await this.#models.background();
      const target = await this.#targetIn(this.#host.fs);
      await embedPending(target, embedder, this.#models.cacheOf(embedder), { retryFailed: false, signal });
    } catch {
      // The next search says what is wrong.
      this.#models.forgetBackground();
    }
  }

  async #targetIn(fs: FileSystem): Promise<EmbedTarget> {
    const { config, engine } = this.#host;
    const core = await engine();
    return {
      fs,
      root: config.root,
      directory: indexDirectory(config.root),
      engine: core,
      served: (index) => servedIndex(index, this.#isServedIn(index), core),
      passagesOf: (index) => this.#passages.of(index),
      textOf: this.#textOf,
    };
  }

  #isServedIn({ head }: OpenIndex): (tree: string) => boolean {
    const { fs, config } = this.#host;
    const missing = missingTrees(fs, config, head.trees);
    return (tree) => config.trees.some(({ name }) => name === tree) && !missing.has(tree);
  }
}
