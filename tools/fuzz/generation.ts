/** A small project in memory with a generation of `ra rag index`, whose files an input takes the place of. */
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { type RagConfig, readRagConfig } from "../../src/sources/config/rag_config.ts";
import { indexSources } from "../../src/generation/write/index_sources.ts";
import { openPlaces } from "../../src/sources/places/rag_places.ts";
import { retrieveOptions } from "../../src/generation/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/generation/retrieve/retriever.ts";
import { ragStatus } from "../../src/generation/status.ts";
import { open } from "../../src/workspace.ts";
import { installSmallModel } from "../../tests/models/installed_model.ts";

const HOME = "/home/me";
export const INDEX = "/project/rag/index";
const YAML = `version: 1
paths: {data_root: rag/data, index_root: rag/index}
sources: [{id: docs, path: docs}]
indexing: {max_tokens_per_chunk: 64}
embedding: {model: small}
retrieval: {initial_k: 20, final_k: 4}
`;

export interface Generation {
  /** The files of the project and of the home, by absolute path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

let built: Promise<Generation> | undefined;

/** Built once. */
export const generation = (): Promise<Generation> => built ??= build();

async function build(): Promise<Generation> {
  const fs = createMemoryFileSystem({
    "/project/rag.yaml": YAML,
    "/project/docs/a.md": "# Lever\n\nThe lever is purple.\n",
    "/project/docs/b.md": "# Wheel\n\nThe wheel is round.\n",
    "/project/rag/data/.gitignore": "*\n",
    "/project/rag/index/.gitignore": "*\n",
  });
  fs.makeDirectory(HOME);
  await installSmallModel(fs, HOME, "small");
  const config = configOf(fs);
  await indexSources(config, { incremental: false, only: [], device: "cpu" }, {
    ...hostOf(fs, config),
    memory: null,
    onWait() {},
    onProgress() {},
    releaseMemory() {},
  });
  return { files: new Map(filesBelow(fs, "/").map((path) => [path, fs.readFile(path)!])) };
}

/** A copy. Beside the project lies `/outside`. */
export function copyOf({ files }: Generation): MemoryFileSystem {
  return createMemoryFileSystem({ ...Object.fromEntries(files), "/outside/secret.md": "SENTINEL outside\n" });
}

function configOf(fs: FileSystem): RagConfig {
  return readRagConfig(fs, "/project/rag.yaml", HOME);
}

const hostOf = (fs: FileSystem, config: RagConfig) => ({
  fs: openPlaces(fs, config, HOME, false).fs,
  home: HOME,
  warn() {},
});

/** What reads a generation. */
export const READERS: readonly ((fs: FileSystem) => Promise<unknown>)[] = [
  (fs) => {
    const config = configOf(fs);
    const { fs: own } = hostOf(fs, config);
    return ragStatus(own, config, (folder, files) => open(folder, { fs: files, home: HOME, onWarning() {} }));
  },
  async (fs) => {
    const config = configOf(fs);
    const options = retrieveOptions(config, {});
    const retriever = await openRetriever(config, options, hostOf(fs, config));
    return await retriever.retrieve("lever", options).finally(retriever.close);
  },
];

export function filesBelow(fs: FileSystem, folder: string): readonly string[] {
  return fs.readDirectory(folder).flatMap(({ name, kind }) => {
    const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
    return kind === "directory" ? filesBelow(fs, path) : kind === "file" ? [path] : [];
  });
}
