/** Requires that a generation replaces only files that ra wrote. */
import type { Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { placeRefused } from "../../host/io_error.ts";
import { foreignArtefact, hasForeignTrees, manifestKind } from "../../store/published/foreign_artefacts.ts";
import { GENERATION, MANIFEST } from "../../store/published/generation_files.ts";
import { CONFIG_NAME } from "../../config/find.ts";
import { joinPath } from "../../text/paths.ts";

interface ArtefactsHost {
  readonly fs: FileSystem;
  /** The folder in the user's cache, if there is one. */
  readonly memory: string | null;
  warn(warning: Warning): void;
}

const VERSION = 1;
const MAX_BYTES = 64 * 1024;

/**
 * Takes over a generation that ra does not remember, with a warning: it may have come from another machine, or the
 * user's cache was emptied. Throws `place-refused` where a file of another program has the name of an artefact.
 */
export function requireOwnArtefacts({ fs, memory, warn }: ArtefactsHost, folder: string): void {
  if (remembers(fs, memory, folder)) {
    // What is damaged is written anew. Another manifest was put there since.
    const foreign = hasForeignTrees(fs, folder)
      ? CONFIG_NAME
      : manifestKind(fs, folder) === "foreign"
      ? MANIFEST
      : undefined;
    if (foreign !== undefined) throw placeRefused("replace", joinPath(folder, foreign), "NOT_OWN");
    return;
  }
  const foreign = foreignArtefact(fs, folder, GENERATION);
  if (foreign !== undefined) throw placeRefused("replace", foreign, "NOT_OWN");
  if (memory === null || manifestKind(fs, folder) === "absent") return;
  warn({ code: "index-adopted", message: `ra does not remember writing the index in ${folder}, and takes it over` });
}

/** From now on, the artefacts in the folder are ra's. Throws `io`. */
export function rememberArtefacts({ fs, memory }: Omit<ArtefactsHost, "warn">, folder: string): void {
  if (memory === null || remembers(fs, memory, folder)) return;
  fs.makeDirectory(memory, { isPrivate: true });
  fs.writeFile(fileIn(memory), new TextEncoder().encode(`${JSON.stringify({ version: VERSION, folder })}\n`));
}

const fileIn = (memory: string): string => joinPath(memory, "generation.json");

function remembers(fs: FileSystem, memory: string | null, folder: string): boolean {
  const bytes = memory === null ? undefined : fs.readFile(fileIn(memory), { most: MAX_BYTES });
  if (bytes === undefined) return false;
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { version?: unknown; folder?: unknown } | null;
    return value?.version === VERSION && value.folder === folder;
  } catch {
    // Nothing is remembered.
    return false;
  }
}
