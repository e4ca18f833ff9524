/** Lists and removes installed models. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { userDataFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";
import { lockModel } from "./lock_model.ts";
import { isOurs, type ModelCard, readModelCard, requireFiles } from "./read_model.ts";

export interface InstalledEntry {
  readonly name: string;
  /** Undefined when the model cannot be used; `problem` then says why. */
  readonly card: ModelCard | undefined;
  readonly problem: string | undefined;
  /** On disk. */
  readonly bytes: number;
}

/** Throws `io` where there is no home directory. */
export function modelsFolder(home: string | null): string {
  const data = userDataFolder(home);
  if (data !== undefined) return joinPath(data, "models");
  throw new RaError("io", "there is no home directory to keep models in", { hint: "set HOME" });
}

/** The installed models by name. */
export function listModels(fs: FileSystem, home: string | null): readonly InstalledEntry[] {
  const folder = modelsFolder(home);
  if (fs.kindOf(folder) !== "directory") return [];
  return fs.readDirectory(folder).flatMap(({ name, kind }): readonly InstalledEntry[] => {
    const path = joinPath(folder, name);
    if (kind !== "directory" || fs.stat(joinPath(path, "model.json")) === undefined) return [];
    const bytes = fs.readDirectory(path).reduce(
      (sum, file) => sum + (fs.stat(joinPath(path, file.name))?.size ?? 0),
      0,
    );
    try {
      const card = readModelCard(fs, home, name);
      requireFiles(fs, path, card);
      return [{ name, card, problem: undefined, bytes }];
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      return [{ name, card: undefined, problem: error.message, bytes }];
    }
  });
}

/**
 * Removes a model, and gives the paths of what else lies in its folder: the user put it there. Throws `model-missing`,
 * `io`.
 */
export async function removeModel(
  fs: FileSystem,
  home: string | null,
  name: string,
  onWait: (owner: string) => void = () => {},
): Promise<readonly string[]> {
  const isThere = (): boolean => listModels(fs, home).some((entry) => entry.name === name);
  const missing = new RaError("model-missing", `there is no model ${JSON.stringify(name)}`, {
    hint: "ra model list shows all",
  });
  if (!isThere()) throw missing;
  const folder = joinPath(modelsFolder(home), name);
  return await lockModel(fs, folder, onWait, () => {
    if (!isThere()) throw missing;
    // Without its card, nothing takes the rest for a model.
    fs.removeFile(joinPath(folder, "model.json"));
    const files = fs.readDirectory(folder).filter(({ name }) => !/^lock(?:\.|$)/.test(name));
    for (const { name: file } of files) if (isOurs(file)) fs.removeFile(joinPath(folder, file));
    return files.flatMap(({ name: file }) => (isOurs(file) ? [] : [joinPath(folder, file)]));
  });
}
