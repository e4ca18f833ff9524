/** The models of semantic search, each opened when it is first needed and kept open. */
import type { Config } from "../../config/config.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { AUTO } from "../../models/installed/fitting_model.ts";
import { openEmbedder } from "../../models/embed/open_embedder.ts";
import { openReranker } from "../../models/embed/open_reranker.ts";
import { openTokenCounter, type TokenCounter } from "../../models/embed/token_counter.ts";
import { openVectorCache, type VectorCache } from "../../models/embed/vector_cache.ts";
import type { Embedder, Reranker } from "../../search/ports/embedder.ts";
import type { Unusable } from "../../search/ports/meaning.ts";

export interface ModelHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  readonly warn: (warning: Warning) => void;
}

export class OpenModels {
  readonly #host: ModelHost;
  readonly #semantic: Config["semantic"];
  readonly #choose: () => Promise<string>;
  /** The name of the model where ra chooses it. */
  #chosen: Promise<string> | undefined;
  #embedder: Promise<Embedder> | undefined;
  /** Embeds in one thread of its own where there can be one. */
  #background: Promise<Embedder> | undefined;
  #reranker: Promise<Reranker> | undefined;
  #tokens: Promise<TokenCounter> | undefined;
  #cache: VectorCache | undefined;

  /** `choose` names the model where the configuration leaves it to ra. */
  constructor(host: ModelHost, semantic: Config["semantic"], choose: () => Promise<string>) {
    this.#host = host;
    this.#semantic = semantic;
    this.#choose = choose;
  }

  /** The name of the model. Throws what `choose` throws. */
  async name(): Promise<string> {
    if (!isChosen(this.#semantic)) return this.#semantic.model;
    try {
      return await (this.#chosen ??= this.#choose());
    } catch (error) {
      this.#chosen = undefined;
      throw error;
    }
  }

  async #settings(): Promise<Config["semantic"]> {
    return { ...this.#semantic, model: await this.name() };
  }

  /** The embedder. A failure is tried again the next time. */
  async embedder(): Promise<Embedder> {
    try {
      return await (this.#embedder ??= this.#settings().then((settings) => openEmbedder(settings, this.#host)));
    } catch (error) {
      this.#embedder = undefined;
      throw error;
    }
  }

  /** The embedder, or why there is none. */
  async usable(): Promise<Embedder | Unusable> {
    try {
      return await this.embedder();
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      return unusable(error);
    }
  }

  /** Throws `model-missing`, `model-invalid` and what else opening a model throws. */
  async background(): Promise<Embedder> {
    const host = { ...this.#host, threads: 1 };
    return await (this.#background ??= this.#settings().then((settings) => openEmbedder(settings, host)));
  }

  forgetBackground(): void {
    this.#background = undefined;
  }

  /** The reranker. A failure is tried again the next time. */
  async reranker(name: string): Promise<Reranker> {
    try {
      return await (this.#reranker ??= openReranker(name, this.#semantic, this.#host));
    } catch (error) {
      this.#reranker = undefined;
      throw error;
    }
  }

  forgetReranker(): void {
    this.#reranker = undefined;
  }

  tokens(): Promise<TokenCounter> {
    return this.#tokens ??= this.#settings().then((settings) => openTokenCounter(settings, this.#host));
  }

  cacheOf(embedder: Embedder): VectorCache {
    return this.#cache ??= openVectorCache(this.#host.fs, this.#host.home, embedder.key);
  }

  close(): void {
    for (const embedder of [this.#embedder, this.#background]) void embedder?.then((open) => open.close(), () => {});
    void this.#reranker?.then((open) => open.close(), () => {});
    [this.#embedder, this.#background, this.#reranker] = [undefined, undefined, undefined];
    this.#cache?.close();
    this.#cache = undefined;
  }
}

/** Whether ra chooses the model. A service knows its own names. */
export function isChosen({ model, provider }: Pick<Config["semantic"], "model" | "provider">): boolean {
  return model === AUTO && provider !== "openai";
}

/** What an answer says about a model that failed. */
export function unusable({ message, hint }: RaError): Unusable {
  return { missing: (hint === undefined ? message : `${message} (${hint})`).replace(/\s+/g, " ") };
}
