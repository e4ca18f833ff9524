/** Writes the `.ra.toml` of `index_root`, with a tree for each source. */
import { trustedConfigs } from "../../config/trusted.ts";
import { tomlKey, tomlStrings, tomlValue } from "../../config/toml_text.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { type SourceTree, sourceTrees } from "./source_trees.ts";

/**
 * Writes the file unless it is there already, and trusts it: its trees lie where `rag.yaml` says, and that file was
 * trusted for them. Gives its path. Throws `io`.
 */
export async function writeTrees(fs: FileSystem, config: RagConfig, home: string | null): Promise<string> {
  const path = joinPath(config.indexRoot, ".ra.toml");
  const bytes = new TextEncoder().encode(treesText(sourceTrees(fs, config)));
  const before = fs.readFile(path);
  if (before === undefined || !isSame(before, bytes)) fs.writeFile(path, bytes);
  if (home !== null) await trustedConfigs(fs, home).trust(path);
  return path;
}

function treesText(trees: readonly SourceTree[]): string {
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
  return `# Made from rag.yaml by \`ra rag ingest\`. What you change here is lost.\nroot = true\n\n${
    blocks.join("\n\n")
  }\n`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
