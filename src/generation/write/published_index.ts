/** The files of the engine's index that a run must leave alone, and those that nobody needs afterwards. */
import type { FileSystem } from "../../host/file_system.ts";
import { referencedFiles } from "../../store/published/head.ts";
import { closePublished, openPublished } from "../../store/published/published.ts";
import { cleanUp } from "../../store/published/publish.ts";
import { collectTexts, textName, TEXTS } from "../../store/published/texts.ts";
import { joinPath } from "../../text/paths.ts";

/** The paths of the files that the published index consists of. Undefined where there is none that can be read. */
export function publishedFiles(
  fs: FileSystem,
  directory: string,
  schemaVersion: string,
): ReadonlySet<string> | undefined {
  const published = openPublished(fs, directory, schemaVersion);
  try {
    if (published.state !== "open") return undefined;
    const texts = [...published.manifest.values()].flatMap((files) =>
      [...files.values()].flatMap(({ format, hash, text }) =>
        text === null || hash === null ? [] : [`${TEXTS}/${textName(format, hash)}`]
      )
    );
    const names = [...referencedFiles(published.index.head).map(({ name }) => name), ...texts];
    return new Set(names.map((name) => joinPath(directory, name)));
  } finally {
    closePublished(published);
  }
}

/** Removes what the published index does not consist of. Does not throw. */
export function removeUnpublished(fs: FileSystem, directory: string, schemaVersion: string): void {
  cleanUp(fs, directory);
  try {
    const published = openPublished(fs, directory, schemaVersion);
    if (published.state !== "damaged") {
      collectTexts(fs, directory, published.state === "open" ? published.manifest : new Map());
    }
    closePublished(published);
  } catch {
    // The next run tries again.
  }
}
