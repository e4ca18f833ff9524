/** Lists and removes installed models. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { userDataFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";
import { type ModelCard, readModelCard } from "./read_model.ts";

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
      return [{ name, card: readModelCard(fs, home, name), problem: undefined, bytes }];
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      return [{ name, card: undefined, problem: error.message, bytes }];
    }
  });
}

/** Removes a model and what else lies in its folder. Throws `model-missing`, `io`. */
export function removeModel(fs: FileSystem, home: string | null, name: string): void {
  const entry = listModels(fs, home).find((entry) => entry.name === name);
  if (entry === undefined) {
    throw new RaError("model-missing", `there is no model ${JSON.stringify(name)}`, {
      hint: "ra model list shows all",
    });
  }
  const folder = joinPath(modelsFolder(home), name);
  // Without its card, nothing takes the rest for a model.
  fs.removeFile(joinPath(folder, "model.json"));
  for (const { name: file, kind } of fs.readDirectory(folder)) {
    if (kind === "file" && file !== "lock") fs.removeFile(joinPath(folder, file));
  }
}
