/** Writes the `.ra.toml` of `index_root`, with a tree for each source. */
import type { Config, EmbeddingSettings } from "../config/config.ts";
import { loadConfig } from "../config/find.ts";
import { trustedConfigs } from "../config/trusted.ts";
import { tomlKey, tomlStrings, tomlValue } from "../config/toml_text.ts";
import type { FileSystem } from "../host/file_system.ts";
import { joinPath } from "../text/paths.ts";
import { placeRefused } from "../host/io_error.ts";
import { overlaidFile } from "../host/overlaid_file.ts";
import { realPlace } from "../host/places.ts";
import { hasGeneration } from "./artefacts/manifest.ts";
import { embeddingSettings } from "../sources/config/embedding_settings.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { hasForeignTrees, TREES_HEAD } from "../store/published/foreign_artefacts.ts";
import type { RagPlaces } from "../sources/places/rag_places.ts";
import { type SourceTree, sourceTrees, withoutStrays } from "../sources/source_trees.ts";

/** The file system is that of the places. */
type TreesHost = Pick<RagPlaces, "fs" | "home">;

/** The name of the file. */
export const TREES = ".ra.toml";

/**
 * Writes the file for an index that follows the files, unless a generation of `ra rag index` is there. Gives its path.
 * Throws `io` and `place-refused`.
 */
export async function writeTrees(host: TreesHost, config: RagConfig): Promise<string> {
  const { fs } = host;
  const path = joinPath(config.indexRoot, TREES);
  requireOwnTrees(fs, config);
  const bytes = textOf(fs, config);
  const before = fs.readFile(path);
  if (before === undefined || !isSame(before, bytes)) fs.writeFile(path, bytes);
  await trustTrees(host, config, bytes);
  return path;
}

/** Throws `place-refused` for a file that somebody else wrote. */
export function requireOwnTrees(fs: FileSystem, { indexRoot }: Pick<RagConfig, "indexRoot">): void {
  if (hasForeignTrees(fs, indexRoot)) throw placeRefused("replace", joinPath(indexRoot, TREES), "NOT_OWN");
}

/**
 * Remembers that ra wrote the file: its trees lie where `rag.yaml` says, and that file was trusted for them. Any other
 * content is not trusted by this.
 */
export async function trustTrees({ fs, home }: TreesHost, { indexRoot }: RagConfig, bytes: Uint8Array): Promise<void> {
  if (home !== null) await trustedConfigs(fs, home).trustOwn(joinPath(realPlace(fs, indexRoot), TREES), bytes);
}

/** The configuration of the index, made from `rag.yaml` alone, whatever lies in `index_root`. */
export async function treesConfig({ fs, home }: TreesHost, config: RagConfig): Promise<Config> {
  return await loadConfig(treesFiles(fs, config), config.indexRoot, home, { trust: true });
}

/** A view of the disk in which `index_root` holds the `.ra.toml` that ra would write now. */
export function treesFiles(fs: FileSystem, config: RagConfig): FileSystem {
  return treesOverlay(fs, config, textOf(fs, config));
}

/** A view of the disk in which the `.ra.toml` of `index_root` has this content. */
export function treesOverlay(fs: FileSystem, { indexRoot }: RagConfig, bytes: Uint8Array): FileSystem {
  return overlaidFile(fs, joinPath(realPlace(fs, indexRoot), TREES), bytes);
}

function textOf(fs: FileSystem, config: RagConfig): Uint8Array {
  const trees = withoutStrays(fs, config, sourceTrees(fs, config));
  return hasGeneration(fs, config.indexRoot)
    ? frozenText(trees, embeddingSettings(config, config.embedding.device))
    : new TextEncoder().encode(treesText("ingest", [], trees));
}

/** The file of a generation, which only `ra rag index` changes. */
export function frozenText(trees: readonly SourceTree[], embedding: EmbeddingSettings): Uint8Array {
  const model = Object.entries(embedding).map(([key, value]) =>
    `${key} = ${typeof value === "string" ? tomlValue(value, "string") : String(value)}`
  );
  const tables = [`[settings]\nfrozen = true`, ["[semantic]", "enabled = true", ...model].join("\n")];
  return new TextEncoder().encode(treesText("index", tables, trees));
}

function treesText(command: string, tables: readonly string[], trees: readonly SourceTree[]): string {
  const blocks = trees.map(({ name, type, path, include, exclude, chunking, sizes, metadata }) =>
    [
      `[tree.${tomlKey(name)}]`,
      `path = ${tomlValue(path, "string")}`,
      `include = ${tomlValue(include, "strings")}`,
      ...(exclude.length === 0 ? [] : [`exclude = ${tomlValue(exclude, "strings")}`]),
      // What ra wrote there counts, whatever a file of ignore rules around it says.
      ...(type === "local" ? [] : ["gitignore = false"]),
      ...(type === "web" || type === "document" ? ["source_records = true"] : []),
      `chunking = ${tomlValue(chunking, "string")}`,
      `sizes = { ${Object.entries(sizes).map(([key, value]) => `${key} = ${value}`).join(", ")} }`,
      ...(Object.keys(metadata).length === 0 ? [] : [`metadata = ${tomlStrings(metadata)}`]),
    ].join("\n")
  );
  const head = `${TREES_HEAD}${command}\`. What you change here is lost.\nroot = true`;
  return `${[head, ...tables, ...blocks].join("\n\n")}\n`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
