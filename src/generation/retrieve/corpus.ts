/** What a question is asked of: the generation, attached files, or both. All of it shares its statistics. */
import type { RagLeftOut } from "../../shapes/passages.ts";
import type { Config } from "../../config/config.ts";
import { givenConfig } from "../../config/find.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import { openTokenCounter } from "../../models/embed/token_counter.ts";
import { createEmbeddedIndex, type HeldSnapshot } from "../../store/snapshot/embedded_snapshot.ts";
import { createWork } from "../../workspace/live/work.ts";
import { attachedFiles } from "../attachments/attached_files.ts";
import { indexAttached } from "../attachments/attached_index.ts";
import { embeddingSettings } from "../../sources/config/embedding_settings.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { OpenGeneration } from "./open_generation.ts";

export interface Corpus {
  readonly snapshot: HeldSnapshot;
  /** The files as they are now. */
  readonly files: WrittenPassages;
  readonly settings: Config;
  /** The ids of attached chunks beyond the limit. */
  readonly beyond: ReadonlySet<string>;
  /** The names of attached trees. */
  readonly attachedTrees: ReadonlySet<string>;
  /** How many files and chunks are attached. */
  readonly attached: { readonly files: number; readonly chunks: number } | null;
  readonly leftOut: readonly RagLeftOut[];
  close(): void;
}

export interface CorpusInput {
  readonly fs: FileSystem;
  readonly home: string | null;
  readonly engine: ReadingEngine;
  readonly config: RagConfig;
  /** Undefined where only attached files count. */
  readonly generation: OpenGeneration | undefined;
  readonly attach: readonly string[];
  readonly embedder: Embedder | undefined;
}

/** Throws what reading attached files throws. The generation stays open. */
export async function openCorpus(input: CorpusInput): Promise<Corpus> {
  const { config, engine, fs, home, generation, attach } = input;
  const settings = generation?.config ?? await givenConfig(fs, config.folder, home, {});
  const limits = config.attachments;
  const files = limits === undefined || attach.length === 0 ? undefined : await attachedFiles(fs, config, attach, {
    limit: limits.attach_limit_files,
    stemmer: settings.search.stemmer,
  });
  const attached = files === undefined ? undefined : await indexAttached(
    { fs, engine, config: settings, trees: files.trees },
    limits!.attach_limit_chunks,
    input.embedder === undefined ? undefined : {
      embedder: input.embedder,
      tokens: await openTokenCounter(embeddingSettings(config, config.embedding.device), { fs, home }),
    },
  );
  const attachedTrees = new Set(attached?.trees.map(({ name }) => name));
  const readFrom = (base: WrittenPassages | undefined): WrittenPassages => ({
    read: (document, span) =>
      attachedTrees.has(document.tree)
        ? attached!.passages.read(document, span)
        : base?.read(document, span) ?? Promise.resolve("gone"),
  });
  const work = createWork({ signal: undefined, timeLimit: undefined });
  const snapshot = attached === undefined && generation !== undefined
    ? generation.embedded.snapshot(generation.passages, work)
    : joinedSnapshot();
  function joinedSnapshot(): HeldSnapshot {
    const index = createEmbeddedIndex(engine, {
      segments: [...generation?.index.segments ?? [], ...attached?.segments ?? []],
      manifest: () => new Map([...generation?.index.manifest() ?? [], ...attached?.manifest ?? []]),
      head: { trees: [...generation?.index.head.trees ?? [], ...attached?.trees ?? []] },
      close() {},
    });
    const joined = index.snapshot(readFrom(generation?.passages), work);
    index.close();
    return joined;
  }
  return {
    snapshot,
    files: readFrom(generation?.files()),
    settings,
    beyond: attached?.beyond ?? new Set(),
    attachedTrees,
    attached: attached === undefined ? null : { files: files!.files, chunks: attached.chunks },
    leftOut: [...files?.leftOut ?? [], ...attached?.leftOut ?? []],
    close() {
      snapshot.release();
      attached?.close();
    },
  };
}
