// A project in memory, and a view of its index.
import assert from "node:assert/strict";
import type { TreeConfig } from "../../src/config/config.ts";
import type { Engine } from "../../src/store/engine/engine.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import {
  type IndexUpdateOptions,
  type StoreConfig,
  updateIndex,
  type UpdateResult,
} from "../../src/store/update/update.ts";
import { createFakeEngine, liveDocuments } from "./fake_engine.ts";

export const DIRECTORY = "/project/.ra/index";
const DAY_NS = 86_400e9;
/** The time between changes, longer than the coarsest time stamps that ra trusts. */
const TICK_NS = 3_001_234_567;

/** Files under `/project` that are a day old, so that ra trusts their fingerprints. */
export function createProject(files: Readonly<Record<string, string | Uint8Array>>): MemoryFileSystem {
  let ticks = 0;
  const start = Date.now() * 1e6 - DAY_NS;
  const clock = (): number => start + ++ticks * TICK_NS;
  const rooted = Object.entries(files).map(([path, content]) => [`/project/${path}`, content] as const);
  return createMemoryFileSystem(Object.fromEntries(rooted), { nowNs: clock });
}

export function tree(name: string, overrides: Partial<TreeConfig> = {}): TreeConfig {
  return {
    name,
    path: `/project/${name}`,
    writtenPath: name,
    boundary: null,
    include: ["**/*.md", "**/*.markdown", "**/*.txt"],
    exclude: [],
    versions: [],
    gitignore: true,
    notebook_outputs: false,
    source_records: false,
    chunking: "headings",
    sizes: {},
    stemmer: "english",
    metadata: {},
    locales: {},
    format: {},
    ocr: "never",
    languages: ["eng"],
    global: false,
    definedIn: "/project/.ra.toml",
    ...overrides,
  };
}

export function config(...trees: readonly TreeConfig[]): StoreConfig {
  return {
    root: "/project",
    files: [{ path: "/project/.ra.toml", global: false }],
    trees,
    untrusted: [],
    settings: { default_limit: 5, local_boost: 1.5, max_chunk_size: 50000, min_chunk_size: 2000, frozen: false },
    chunking: {
      max_leaf_chars: 1000,
      min_leaf_chars: 250,
      min_document_chars: 1200,
      code_max_lines: 60,
      overlap_lines: 5,
      prose_max_chars: 1000,
      min_chunk_chars: 50,
    },
  };
}

export async function update(
  source: FileSystem,
  settings: StoreConfig,
  options: Partial<IndexUpdateOptions> = {},
): Promise<UpdateResult> {
  return await updateIndex({ config: settings, engine: createFakeEngine(), source, ...options });
}

/** Returns the content of the published index, chunk id → text, sorted by id. Fails when a document appears twice. */
export function indexed(fs: FileSystem, engine: Engine = createFakeEngine()): Readonly<Record<string, string>> {
  const opened = openIndex(fs, DIRECTORY, engine.schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return {};
  try {
    assert.equal(opened.index.verify(), undefined);
    const chunks = opened.index.segments.flatMap(liveDocuments).flatMap((document) => document.chunks);
    const byId = new Map(chunks.map(({ id, text }) => [id, text]));
    assert.equal(byId.size, chunks.length, "a chunk is there twice");
    const counts = opened.index.segments.map(({ stats }) => stats.chunks).reduce((a, b) => a + b, 0);
    assert.equal(counts, chunks.length, "the statistics do not count the live chunks");
    const listed = [...opened.index.manifest().values()].flatMap((entries) => [...entries.values()]);
    assert.equal(listed.reduce((sum, entry) => sum + entry.chunks, 0), chunks.length, "manifest and segments disagree");
    return Object.fromEntries([...byId].sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    opened.index.close();
  }
}

/** Returns the stemmer of every document in the published index. */
export function stemmers(fs: FileSystem): Readonly<Record<string, string>> {
  const opened = openIndex(fs, DIRECTORY, createFakeEngine().schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return {};
  const documents = opened.index.segments.flatMap(liveDocuments);
  opened.index.close();
  return Object.fromEntries(
    documents.map(({ id, stemmer }) => [id, stemmer] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Builds a new index over the same trees. */
export async function rebuild(source: FileSystem, settings: StoreConfig): Promise<FileSystem> {
  const index = createMemoryFileSystem();
  await update(source, settings, { index: { fs: index } });
  return index;
}

export function names(fs: FileSystem, directory = DIRECTORY): readonly string[] {
  return fs.readDirectory(directory).map(({ name }) => name);
}

export function write(fs: FileSystem, path: string, text: string): void {
  const absolute = `/project/${path}`;
  fs.makeDirectory(absolute.slice(0, absolute.lastIndexOf("/")));
  fs.writeFile(absolute, new TextEncoder().encode(text));
}
