/** A folder with a `rag.yaml`, its sources and a home with small models. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import type { RagIndexReport } from "../../src/shapes/rag.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import type { Warning } from "../../src/errors.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import type { ChunkRow } from "../../src/generation/artefacts/chunk_table.ts";
import type { ArtefactManifest } from "../../src/generation/artefacts/manifest.ts";
import { type RagConfig, readRagConfig } from "../../src/sources/config/rag_config.ts";
import type { IndexOptions } from "../../src/generation/write/index_run.ts";
import { indexSources } from "../../src/generation/write/index_sources.ts";
import { type RetrieveOptions, retrieveOptions } from "../../src/generation/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/generation/retrieve/retriever.ts";
import { installSmallModel } from "../models/installed_model.ts";

export const ARTEFACTS = ["embeddings.npy", "index.faiss", "meta.parquet", "manifest.json"] as const;

export interface RagProject {
  readonly folder: string;
  readonly home: string;
  readonly index: string;
  /** The warnings of the last call. */
  readonly warnings: Warning[];
  /** What the last call said it was doing. */
  readonly progress: string[];
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(path: string): void;
  config(): RagConfig;
  build(options?: Partial<IndexOptions>, fs?: FileSystem, free?: () => number): Promise<RagIndexReport>;
  retrieve(question: string, options?: Partial<RetrieveOptions>): Promise<RagRetrieveAnswer>;
  manifest(): ArtefactManifest;
  rows(): Promise<readonly ChunkRow[]>;
  /** The vectors of `embeddings.npy`. */
  vectors(): readonly Float32Array[];
  /** The bytes of every file below a folder, by path. */
  contents(folder: string): ReadonlyMap<string, string>;
}

/** A `rag.yaml` with these sources and other sections, as lines of YAML. */
export function yaml(sources: readonly string[], more: readonly string[] = []): string {
  return [
    "version: 1",
    "paths: {data_root: data, index_root: index}",
    "sources:",
    ...sources.map((source) => `- ${source}`),
    "embedding: {model: small}",
    ...(more.some((line) => line.startsWith("indexing:")) ? [] : ["indexing: {max_tokens_per_chunk: 200}"]),
    ...(more.some((line) => line.startsWith("retrieval:")) ? [] : ["retrieval: {initial_k: 50, final_k: 8}"]),
    ...more,
    "",
  ].join("\n");
}

export async function withRagProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (project: RagProject) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ra-rag-"));
  const home = join(folder, "home");
  const index = join(folder, "index");
  const fs = createDiskFileSystem();
  const warnings: Warning[] = [];
  const progress: string[] = [];
  const host = {
    fs,
    home,
    memory: join(home, ".cache/ra/rag/project"),
    warn: (warning: Warning) => void warnings.push(warning),
    onWait() {},
    onProgress: (what: string) => void progress.push(what),
    releaseMemory() {},
    threads: 0,
  };
  const config = (): RagConfig => readRagConfig(fs, join(folder, "rag.yaml"), home);
  const write: RagProject["write"] = (files) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  };
  try {
    for (const made of ["home", "data", "index"]) mkdirSync(join(folder, made));
    await installSmallModel(fs, home, "small", { max_length: 64 });
    write(files);
    await use({
      folder,
      home,
      index,
      warnings,
      progress,
      write,
      remove: (path) => rmSync(join(folder, path), { recursive: true }),
      config,
      build(options = {}, disk = fs, freeSpace) {
        warnings.length = 0;
        progress.length = 0;
        return indexSources(config(), { incremental: false, only: [], device: "cpu", ...options }, {
          ...host,
          fs: disk,
          freeSpace,
        });
      },
      async retrieve(question, options = {}) {
        warnings.length = 0;
        const settled = retrieveOptions(config(), options);
        const retriever = await openRetriever(config(), settled, host);
        return await retriever.retrieve(question, settled).finally(retriever.close);
      },
      manifest: () => JSON.parse(readFileSync(join(index, "manifest.json"), "utf8")) as ArtefactManifest,
      async rows() {
        const { buffer, byteOffset, length } = readFileSync(join(index, "meta.parquet"));
        const file = buffer.slice(byteOffset, byteOffset + length);
        return await parquetReadObjects({ file }) as ChunkRow[];
      },
      vectors() {
        const bytes = new Uint8Array(readFileSync(join(index, "embeddings.npy")));
        const start = 10 + new DataView(bytes.buffer).getUint16(8, true);
        const [, rows, dimensions] = /\((\d+), (\d+)\)/.exec(new TextDecoder("latin1").decode(bytes.slice(0, start)))!;
        const values = new Float32Array(bytes.slice(start).buffer);
        return Array.from(
          { length: Number(rows) },
          (_, row) => values.slice(row * Number(dimensions), (row + 1) * Number(dimensions)),
        );
      },
      contents(of) {
        const paths = existsSync(of) ? readdirSync(of, { recursive: true, encoding: "utf8" }).sort() : [];
        const files = paths.filter((path) => statSync(join(of, path)).isFile());
        return new Map(files.map((path) => [path, readFileSync(join(of, path)).toString("base64")]));
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
