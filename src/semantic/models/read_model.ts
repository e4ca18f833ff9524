/** Reads the models that are installed in the user's data folder. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { userDataFolder } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";
import type { Dtype } from "../../model/load.ts";

/** `model.json` */
export interface ModelCard {
  readonly name: string;
  readonly kind: "encoder";
  /** The repository or folder that it came from, and the revision there. */
  readonly source: string;
  readonly revision: string;
  readonly dtype: Dtype;
  readonly pooling: "mean" | "cls";
  readonly max_length: number;
  readonly query_prefix: string;
  readonly passage_prefix: string;
  /** The SHA-256 of each file. */
  readonly files: Readonly<Record<string, string>>;
}

export interface InstalledModel {
  readonly card: ModelCard;
  readonly config: string;
  readonly vocabulary: string;
  readonly weights: Uint8Array;
}

const MOST_WEIGHTS = 4 * 1024 * 1024 * 1024 - 1;
const MOST_TEXT = 64 * 1024 * 1024;
const NAME = /^[\w][\w.-]{0,99}$/;

/** Throws `model-missing` and `model-invalid`. */
export function readModelCard(fs: FileSystem, home: string | null, name: string): ModelCard {
  const path = joinPath(folderOf(fs, home, name), "model.json");
  let card: Partial<ModelCard> | null;
  try {
    card = JSON.parse(textOf(fs, path)) as Partial<ModelCard> | null;
  } catch (cause) {
    if (cause instanceof RaError) throw cause;
    throw invalid(path, "it is not JSON", cause);
  }
  const { kind, dtype, pooling, max_length, query_prefix, passage_prefix, files } = card ?? {};
  const isWhole = kind === "encoder" && (dtype === "f32" || dtype === "int8") &&
    (pooling === "mean" || pooling === "cls") && Number.isInteger(max_length) && typeof query_prefix === "string" &&
    typeof passage_prefix === "string" && typeof files === "object" && files !== null;
  if (!isWhole) throw invalid(path, "it does not describe a model");
  return card as ModelCard;
}

/** Throws `model-missing` and `model-invalid`. */
export function readModel(fs: FileSystem, home: string | null, name: string): InstalledModel {
  const card = readModelCard(fs, home, name);
  const folder = folderOf(fs, home, name);
  const path = joinPath(folder, "weights.bin");
  const weights = fs.readFile(path, { most: MOST_WEIGHTS });
  if (weights === undefined) throw invalid(path, "it is missing");
  return {
    card,
    config: textOf(fs, joinPath(folder, "config.json")),
    vocabulary: textOf(fs, joinPath(folder, "vocab.txt")),
    weights,
  };
}

function folderOf(fs: FileSystem, home: string | null, name: string): string {
  const data = userDataFolder(home);
  const folder = data !== undefined && NAME.test(name) ? joinPath(data, `models/${name}`) : undefined;
  if (folder !== undefined && fs.stat(joinPath(folder, "model.json")) !== undefined) return folder;
  throw new RaError("model-missing", `there is no model ${JSON.stringify(name)}`, { hint: "run ra model add minilm" });
}

function textOf(fs: FileSystem, path: string): string {
  const bytes = fs.readFile(path, { most: MOST_TEXT });
  if (bytes === undefined) throw invalid(path, "it is missing");
  return new TextDecoder().decode(bytes);
}

function invalid(path: string, why: string, cause?: unknown): RaError {
  return new RaError("model-invalid", `cannot use ${path}: ${why}`, {
    path,
    hint: "remove the model and add it again",
    cause,
  });
}
