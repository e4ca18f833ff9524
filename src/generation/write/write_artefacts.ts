/** Writes the table and both files of vectors. */
import type { Config } from "../../config/config.ts";
import type { Engine } from "../../store/engine/engine.ts";
import { RaError } from "../../errors.ts";
import { monotonicMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { formatDuration } from "../../output/quantity.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { TokenCounter } from "../../models/embed/token_counter.ts";
import { openVectorCache } from "../../models/embed/vector_cache.ts";
import { indexDirectory, openIndex } from "../../store/published/open_index.ts";
import { createEmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { shownPassages } from "../../store/snapshot/shown_passages.ts";
import { createWork } from "../../workspace/live/work.ts";
import { createChunkTable } from "../artefacts/chunk_table.ts";
import type { EarlierGeneration } from "./earlier_generation.ts";
import { requireRoomForVectors } from "../room.ts";
import { createFileHashes } from "./file_hashes.ts";
import { createDigest, settingsHash } from "./generation_hash.ts";
import type { IndexRun } from "./index_run.ts";
import { orderedChunks } from "./ordered_chunks.ts";
import type { VectorDraft } from "./vector_draft.ts";
import { writeRows, type WrittenRows } from "./write_rows.ts";

/** After so many chunks, memory is released. */
const CHUNKS_OF_RELEASE = 8192;

export interface ArtefactsInput {
  readonly settings: Config;
  readonly engine: Engine;
  readonly draft: FileSystem;
  readonly embedder: Embedder;
  readonly tokens: TokenCounter;
  readonly earlier: EarlierGeneration | undefined;
  readonly vectors: VectorDraft;
  /** Where the table is written. */
  readonly table: string;
}

export interface WrittenArtefacts {
  readonly rows: WrittenRows;
  readonly generation: string;
  readonly dimensions: number;
  readonly vectorsHash: string;
}

/** Throws what reading the index, embedding and writing throw. */
export async function writeArtefacts(run: IndexRun, input: ArtefactsInput): Promise<WrittenArtefacts> {
  const { config, options: { incremental }, host, trees } = run;
  const { settings, engine, draft, embedder, tokens, earlier, vectors } = input;
  const opened = openIndex(draft, indexDirectory(config.indexRoot), engine.schemaVersion);
  if (opened.state !== "open") throw new RaError("index-damaged", "the index that was just written cannot be read");
  const index = createEmbeddedIndex(engine, opened.index);
  const files = createFilePassages(draft, settings);
  const snapshot = index.snapshot(files.of(opened.index), createWork({ signal: undefined, timeLimit: undefined }));
  const cache = openVectorCache(host.fs, host.home, embedder.key);
  const table = host.fs.createWriter(input.table);
  try {
    const chunks = createChunkTable(table);
    const digest = createDigest();
    let released = 0;
    const began = monotonicMs();
    const ordered = await orderedChunks(index, snapshot);
    requireRoomForVectors(host, config, run.textBytes, ordered.total);
    const byName = new Map(trees.map((tree) => [tree.name, tree]));
    const rows = await writeRows(ordered, {
      trees: byName,
      repoOf: (id) => config.sources.find((source) => source.id === id)?.git ?? null,
      manifest: opened.index.manifest(),
      hashOf: createFileHashes(host.fs, byName, earlier?.manifest),
      passages: () => shownPassages(files.of(opened.index), index),
      tokens,
      vectors: {
        embedder,
        cache,
        reuse: incremental
          ? { earlier: earlier?.manifest.model_key === embedder.key ? earlier : undefined }
          : undefined,
      },
      onRow(row, vector) {
        digest.add([row.id, row.hash, row.start_line, row.end_line]);
        vectors.add(vector);
        earlier?.keep(row.source_id, row.hash);
        chunks.add(row);
      },
      onProgress(done, total) {
        run.keepLock();
        host.onProgress(howFar(done, total, began));
        if (done - released < CHUNKS_OF_RELEASE) return;
        released = done;
        host.releaseMemory();
      },
    });
    const { dimensions, hash } = vectors.finish(vectors.rows > 0 ? 0 : await dimensionsOf(embedder));
    digest.add([embedder.key, hash, dimensions, settingsHash(config, trees)]);
    const generation = digest.value();
    chunks.finish(generation);
    table.finish();
    return { rows, generation, dimensions, vectorsHash: hash };
  } finally {
    table.discard();
    cache.close();
    snapshot.release();
    index.close();
  }
}

/** Before the first chunk, nobody knows how much time is left. */
function howFar(done: number, total: number, began: number): string {
  const left = ((monotonicMs() - began) / 1000 / done) * (total - done);
  const isUnderWay = done > 0 && done < total;
  return `embedding: ${done} of ${total} chunks${isUnderWay ? `, ${formatDuration(left)} left` : ""}`;
}

async function dimensionsOf(embedder: Embedder): Promise<number> {
  const [vector] = await embedder.embed(["a"], "query");
  if (vector instanceof Float32Array) return vector.length;
  throw new RaError("model-invalid", `the model embeds no text: ${vector?.failure ?? "it gives nothing"}`);
}
