/** Semantic search as a workspace uses it: the model, the vectors of queries, and sections that wait for theirs. */
import type { Config } from "../../config/config.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type RaErrorCode, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Embedder, Reranker } from "../../search/ports/embedder.ts";
import type { Meaning, QueryVectors } from "../../search/ports/meaning.ts";
import type { StopSignal } from "../../search/ports/work.ts";
import {
  countIn,
  countVectors,
  embedPending,
  type EmbedTarget,
  type VectorCounts,
} from "../../models/embed/embed_pending.ts";
import { openEmbedder } from "../../models/embed/open_embedder.ts";
import { openReranker } from "../../models/embed/open_reranker.ts";
import { cappedPassageText, passageText } from "../../models/embed/passage_text.ts";
import { openTokenCounter, type TokenCounter } from "../../models/embed/token_counter.ts";
import { openVectorCache, type VectorCache } from "../../models/embed/vector_cache.ts";
import { missingTrees } from "../../store/files/left_out.ts";
import { indexDirectory, type OpenIndex } from "../../store/published/open_index.ts";
import type { EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { servedIndex } from "../../store/snapshot/served_index.ts";
import type { SemanticReport } from "../../shapes/reports.ts";
import type { Progress } from "../../store/update/progress.ts";

export interface LiveMeaning extends Meaning {
  /**
   * Before a search: gives the sections that wait for a vector theirs, if that is quick and `mayEmbed`. Warns once
   * about those that are left. Returns true if it has published vectors.
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
const USUAL: readonly RaErrorCode[] = ["index-locked", "io", "model-missing", "model-invalid", "embedding-failed"];
/** With more sections than this, a search does not even look for them in the cache. */
const MAX_LOOKED_UP = 512;
/** How many texts of queries are kept with their vectors. */
const MAX_QUERIES = 100;

/** Only for `[semantic] enabled = true`. */
export function createLiveMeaning(host: MeaningHost): LiveMeaning {
  const { fs, home, config, engine, warn } = host;
  const { semantic } = config;
  let opened: Promise<Embedder> | undefined;
  let background: Promise<Embedder> | undefined;
  let reranker: Promise<Reranker> | undefined;
  let cache: VectorCache | undefined;
  let tokens: Promise<TokenCounter> | undefined;
  let seen: string | undefined;
  let isIdle = true;
  let closing = new AbortController();
  const said = new Set<string>();
  const queries = new Map<string, readonly number[]>();
  const passages = createFilePassages(fs, config);

  const mostTokens = new Map(
    config.trees.map(({ name, sizes }) => [name, sizes.max_tokens_per_chunk ?? config.chunking.max_tokens_per_chunk]),
  );
  const textOf = cappedPassageText(
    (tree) => mostTokens.get(tree),
    () => tokens ??= openTokenCounter(semantic, { fs, home }),
  );

  /** A server keeps running without its model; each answer would say the same. */
  const warnOnce = (error: RaError, instead = "searching by words alone"): void => {
    if (!said.has(error.message)) warn(goingOnWithout(error, instead));
    said.add(error.message);
  };
  const open = (): Promise<Embedder> => opened ??= openEmbedder(semantic, { fs, home, warn });
  const forget = (): void => void (opened = undefined);

  /** The embedder; undefined after a warning where there is none. */
  const usable = async (): Promise<Embedder | undefined> => {
    try {
      return await open();
    } catch (error) {
      forget();
      if (!(error instanceof RaError)) throw error;
      warnOnce(error);
      return undefined;
    }
  };

  const isServedIn = ({ head }: OpenIndex): (tree: string) => boolean => {
    const missing = missingTrees(fs, config, head.trees);
    return (tree) => config.trees.some(({ name }) => name === tree) && !missing.has(tree);
  };
  const targetIn = async (fs: FileSystem): Promise<EmbedTarget> => {
    const core = await engine();
    return {
      fs,
      root: config.root,
      directory: indexDirectory(config.root),
      engine: core,
      served: (index) => servedIndex(index, isServedIn(index), core),
      passagesOf: (index) => passages.of(index, core.hiddenRanges),
      textOf,
    };
  };
  const cacheOf = (embedder: Embedder): VectorCache => cache ??= openVectorCache(fs, home, embedder.key);

  const embedInBackground = async (): Promise<void> => {
    const { signal } = closing;
    background ??= openEmbedder(semantic, { fs, home, warn, threads: 1 });
    try {
      const embedder = await background;
      await embedPending(await targetIn(fs), embedder, cacheOf(embedder), { retryFailed: false, signal });
    } catch {
      // The next search says what is wrong.
      background = undefined;
    }
  };

  return {
    async queryVectors(texts): Promise<QueryVectors | undefined> {
      const embedder = await usable();
      if (embedder === undefined) return undefined;
      const unknown = [...new Set(texts)].filter((text) => !queries.has(text));
      try {
        const found = unknown.length === 0 ? [] : await embedder.embed(unknown, "query", closing.signal);
        found.forEach((vector, at) => {
          if (vector instanceof Float32Array) queries.set(unknown[at]!, Array.from(vector));
        });
      } catch (error) {
        if (!(error instanceof RaError) || error.code === "interrupted") throw error;
        warnOnce(error);
        return undefined;
      }
      const vectors = texts.flatMap((text) => {
        const vector = queries.get(text);
        return vector === undefined ? [] : [vector];
      });
      if (queries.size > MAX_QUERIES) queries.clear();
      return vectors.length === 0 ? undefined : { model: embedder.key, vectors };
    },
    model: async () => (await usable())?.key,
    async rerank(query, chunks, sources) {
      const { rerank } = semantic;
      if (rerank === undefined) return undefined;
      const texts = await Promise.all(chunks.map((chunk) => passageText(chunk, sources)));
      // A section without text of its own still has its titles.
      const passages = texts.map((text, at) => (text === "" ? chunks[at]!.breadcrumb : text));
      const known = passages.flatMap((text) => (text === undefined ? [] : [text]));
      try {
        reranker ??= openReranker(rerank, semantic, { fs, home, warn });
        const scores = [...await (await reranker).score(query, known, closing.signal)];
        return passages.map((text) => (text === undefined ? undefined : scores.shift()));
      } catch (error) {
        reranker = undefined;
        if (!(error instanceof RaError) || error.code === "interrupted") throw error;
        warnOnce(error, "the results are not reranked");
        return undefined;
      }
    },
    async catchUp(opened, indexFs, mayEmbed) {
      const { index } = opened;
      // A tree that was left out may come back in the same index.
      const looked = [index.identity, ...index.head.trees.map(({ name }) => name)].join(" ");
      if (seen === looked) return false;
      const embedder = await usable();
      if (embedder === undefined) return false;
      const before = countIn(index, opened, embedder.key);
      seen = looked;
      if (before.pending === 0) return false;
      const target = await targetIn(indexFs);
      let after: VectorCounts = before;
      if (mayEmbed && before.pending <= MAX_LOOKED_UP) {
        const late = semantic.provider === "openai" ? AbortSignal.timeout(CATCH_UP_MS) : undefined;
        try {
          await embedPending(target, embedder, cacheOf(embedder), {
            retryFailed: false,
            most: MAX_AT_ONCE,
            signal: late === undefined ? closing.signal : AbortSignal.any([closing.signal, late]),
          });
          after = await countVectors(target, embedder.key);
        } catch (error) {
          // The answer does without: another writer is at work, the folder cannot be written, or no model runs.
          const isUsual = error instanceof RaError &&
            (USUAL.includes(error.code) ||
              (error.code === "interrupted" && late?.aborted === true && !closing.signal.aborted));
          if (!isUsual) throw error;
        }
      }
      if (after.pending > 0) {
        const all = after.embedded + after.pending + after.failed;
        warn({
          code: "vectors-pending",
          message: `${numbered(after.pending)} of ${numbered(all)} sections have no vector: run ra update --semantic`,
        });
      }
      return after.pending < before.pending;
    },
    async update({ signal, onProgress }) {
      const embedder = await open().catch((error) => {
        forget();
        throw error;
      });
      const target = await targetIn(fs);
      await embedPending(target, embedder, cacheOf(embedder), {
        retryFailed: true,
        signal: signal ?? closing.signal,
        onSending: (address, texts, tokens) => {
          const about = `${numbered(texts)} texts with about ${numbered(tokens)} tokens`;
          warn({ code: "texts-leave", message: `sending ${about} to ${address}` });
        },
        onProgress: (done, total) => onProgress?.(progressOf(done, total)),
      });
      const { failed } = await countVectors(target, embedder.key);
      if (failed > 0) {
        warn({
          code: "vectors-failed",
          message: `the model could not embed ${numbered(failed)} sections; searches find them by their words`,
        });
      }
    },
    inIdleTime() {
      if (!isIdle || config.settings.frozen) return;
      isIdle = false;
      void embedInBackground().finally(() => isIdle = true);
    },
    async report() {
      let key: string | undefined;
      try {
        key = (await open()).key;
      } catch (error) {
        forget();
        if (!(error instanceof RaError)) throw error;
      }
      // No vectors are of this model.
      return { model: semantic.model, ...await countVectors(await targetIn(fs), key ?? "0".repeat(32)) };
    },
    close() {
      closing.abort();
      closing = new AbortController();
      for (const embedder of [opened, background]) void embedder?.then((open) => open.close(), () => {});
      void reranker?.then((open) => open.close(), () => {});
      [opened, background, reranker, seen] = [undefined, undefined, undefined, undefined];
      cache?.close();
      cache = undefined;
    },
  };
}

function progressOf(done: number, total: number): Progress {
  return {
    stage: "embed",
    filesDone: 0,
    filesTotal: 0,
    chunks: 0,
    bytesDone: 0,
    bytesTotal: 0,
    sections: { done, total },
  };
}

function goingOnWithout({ code, message, hint, path }: RaError, instead: string): Warning {
  return {
    code,
    message: `${message}; ${instead}${hint === undefined ? "" : ` (${hint})`}`,
    ...(path === undefined ? {} : { path }),
  };
}

function numbered(count: number): string {
  return count.toLocaleString("en-US");
}
