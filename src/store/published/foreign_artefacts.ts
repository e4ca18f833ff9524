/**
 * Tells files of a generation from files that only have their names. People have a `manifest.json` of their own, so a
 * name alone does not make a file ra's.
 */
import { CONFIG_NAME } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";
import { joinPath } from "../../text/paths.ts";
import { FLAT_INDEX, MANIFEST, TABLE, VECTORS } from "./generation_files.ts";

/** How a `.ra.toml` begins that `ra rag` made. */
export const TREES_HEAD = "# Made from rag.yaml by `ra rag ";
const MAX_BYTES = 64 * 1024 * 1024;

/** What a `manifest.json` is: another JSON text is somebody's own, and what is no JSON may be a damaged one. */
export type ManifestKind = "absent" | "generation" | "foreign" | "unreadable";

/** Throws `io` for what is not a regular file, and for one that is larger than ra writes it. */
export function manifestKind(fs: FileSystem, folder: string): ManifestKind {
  const bytes = fs.readFile(joinPath(folder, MANIFEST), { most: MAX_BYTES, noLink: true });
  if (bytes === undefined) return "absent";
  try {
    const value = parseBoundedJson(bytes) as Readonly<Record<string, unknown>> | null;
    const texts = [value?.["generation"], value?.["model_key"], value?.["vectors_hash"]];
    return texts.every((text) => typeof text === "string") && Array.isArray(value?.["sources"])
      ? "generation"
      : "foreign";
  } catch {
    return "unreadable";
  }
}

/** Whether a `.ra.toml` is there that `ra rag` did not make. Throws `io`. */
export function hasForeignTrees(fs: FileSystem, folder: string): boolean {
  const bytes = fs.readFile(joinPath(folder, CONFIG_NAME), { most: TREES_HEAD.length, cut: true, noLink: true });
  return bytes !== undefined && new TextDecoder().decode(bytes) !== TREES_HEAD;
}

/**
 * The path of one of these files that is there and not ra's by what it holds. The vectors and the table say nothing of
 * who wrote them, so they are ra's beside a manifest of one of these kinds. Throws `io`.
 */
export function foreignArtefact(
  fs: FileSystem,
  folder: string,
  names: readonly string[],
  kinds: readonly ManifestKind[] = ["generation"],
): string | undefined {
  const isHere = (name: string): boolean => fs.kindOf(joinPath(folder, name)) !== undefined;
  const found = [FLAT_INDEX, VECTORS, TABLE, MANIFEST].filter((name) => names.includes(name) && isHere(name));
  const foreign = names.includes(CONFIG_NAME) && hasForeignTrees(fs, folder)
    ? CONFIG_NAME
    : found.length > 0 && !kinds.includes(manifestKind(fs, folder))
    ? found.at(-1)
    : undefined;
  return foreign === undefined ? undefined : joinPath(folder, foreign);
}
