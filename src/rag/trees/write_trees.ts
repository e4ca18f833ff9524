/** Writes the `.ra.toml` of `index_root`, with a tree for each source. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { trustedConfigs } from "../../config/trusted.ts";
import { tomlKey, tomlStrings, tomlValue } from "../../config/toml_text.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import { MANIFEST } from "../artefacts/manifest.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { type SourceTree, sourceTrees } from "./source_trees.ts";

/** The name of the file. */
export const TREES = ".ra.toml";

/**
 * Writes the file for an index that follows the files, unless it is there already or belongs to a generation of
 * `ra rag index`. Gives its path. Throws `io`.
 */
export async function writeTrees(fs: FileSystem, config: RagConfig, home: string | null): Promise<string> {
  const path = joinPath(config.indexRoot, TREES);
  if (fs.kindOf(joinPath(config.indexRoot, MANIFEST)) === undefined) {
    const bytes = new TextEncoder().encode(treesText("ra rag ingest", [], sourceTrees(fs, config)));
    const before = fs.readFile(path);
    if (before === undefined || !isSame(before, bytes)) fs.writeFile(path, bytes);
  }
  await trustTrees(fs, config, home);
  return path;
}

/** Trusts the file: its trees lie where `rag.yaml` says, and that file was trusted for them. */
export async function trustTrees(fs: FileSystem, { indexRoot }: RagConfig, home: string | null): Promise<void> {
  if (home !== null) await trustedConfigs(fs, home).trust(joinPath(indexRoot, TREES));
}

/** The file of a generation, which only `ra rag index` changes. */
export function frozenText(trees: readonly SourceTree[], embedding: EmbeddingSettings): Uint8Array {
  const model = Object.entries(embedding).map(([key, value]) =>
    `${key} = ${typeof value === "string" ? tomlValue(value, "string") : String(value)}`
  );
  const tables = [`[settings]\nfrozen = true`, ["[semantic]", "enabled = true", ...model].join("\n")];
  return new TextEncoder().encode(treesText("ra rag index", tables, trees));
}

function treesText(command: string, tables: readonly string[], trees: readonly SourceTree[]): string {
  const blocks = trees.map(({ name, type, path, include, exclude, chunking, sizes, metadata }) =>
    [
      `[tree.${tomlKey(name)}]`,
      `path = ${tomlValue(path, "string")}`,
      `include = ${tomlValue(include, "strings")}`,
      ...(exclude.length === 0 ? [] : [`exclude = ${tomlValue(exclude, "strings")}`]),
      ...(type === "local" || type === "git" ? [] : ["gitignore = false"]),
      `chunking = ${tomlValue(chunking, "string")}`,
      `sizes = { ${Object.entries(sizes).map(([key, value]) => `${key} = ${value}`).join(", ")} }`,
      ...(Object.keys(metadata).length === 0 ? [] : [`metadata = ${tomlStrings(metadata)}`]),
    ].join("\n")
  );
  const head = `# Made from rag.yaml by \`${command}\`. What you change here is lost.\nroot = true`;
  return `${[head, ...tables, ...blocks].join("\n\n")}\n`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
