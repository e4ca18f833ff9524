/** Reads the models that are installed in the user's data folder. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { userDataFolder } from "../../host/process.ts";
import { KNOWN_MODELS } from "./known_models.ts";
import { joinPath } from "../../text/paths.ts";
import type { Dtype } from "../module/load.ts";
import { bringReranker } from "./bring_reranker.ts";

/** An encoder makes vectors, a cross-encoder reads a query and a passage together. */
export type ModelKind = "encoder" | "cross-encoder";

export interface ModelOrigin {
  readonly kind: "hub" | "maven" | "pypi" | "folder" | "file";
  /** As `ra model add` takes it. */
  readonly what: string;
  /** The SHA-256 of the package. */
  readonly sha256?: string;
}

/** `model.json` */
export interface ModelCard {
  readonly name: string;
  readonly kind: ModelKind;
  /** The repository or folder that it came from, and the revision there. */
  readonly source: string;
  readonly revision: string;
  readonly dtype: Dtype;
  readonly pooling: "mean" | "cls";
  readonly max_length: number;
  readonly query_prefix: string;
  readonly passage_prefix: string;
  /** The cosine below which nothing is near. Cards of earlier versions lack it and what follows. */
  readonly floor?: number;
  /** The share of the meaning in scores that suits the model. */
  readonly weight?: number;
  /** Codes of languages: those that its maker names, else those that it told apart when it was added. */
  readonly languages?: readonly string[];
  /** As its maker names it. Absent where nobody said it. */
  readonly licence?: string;
  /** Where the files came from. */
  readonly origin?: ModelOrigin;
  /** The SHA-256 of the weights as they came, whatever form ra keeps them in. */
  readonly weights: string;
  /** The SHA-256 of each file. It is also part of the file's name on the disk ({@link storedName}). */
  readonly files: Readonly<Record<ModelFile, string>>;
}

export interface InstalledModel {
  readonly card: ModelCard;
  readonly config: string;
  readonly vocabulary: string;
  readonly weights: Uint8Array;
}

export const MODEL_FILES = ["config.json", "vocab.txt", "weights.bin"] as const;
type ModelFile = typeof MODEL_FILES[number];

const MAX_WEIGHTS = 4 * 1024 * 1024 * 1024 - 1;
const MAX_TEXT = 64 * 1024 * 1024;
const NAME = /^[\w][\w.-]{0,99}$/;

/** A file's name has its hash, so that the files of two installations never mix. */
export function storedName(file: string, hash: string): string {
  return `${hash.slice(0, 16)}-${file}`;
}

/** Whether a file beside `model.json` is one that ra wrote, also where it was killed. Others belong to the user. */
export function isOurs(file: string): boolean {
  return /^[0-9a-f]{16}-|^model\.json\.[0-9a-f-]{36}\.tmp$/.test(file);
}

/** The card of a model of this kind. Throws `model-missing` and `model-invalid`. */
export function readModelCard(fs: FileSystem, home: string | null, name: string, kind?: ModelKind): ModelCard {
  const path = joinPath(folderOf(fs, home, name, kind), "model.json");
  let card: Partial<ModelCard> | null;
  try {
    card = JSON.parse(textOf(fs, path)) as Partial<ModelCard> | null;
  } catch (cause) {
    if (cause instanceof RaError) throw cause;
    throw invalid(path, "it is not JSON", cause);
  }
  const { dtype, pooling, max_length, query_prefix, passage_prefix, floor, weight, weights, files } = card ?? {};
  const isWhole = (card?.kind === "encoder" || card?.kind === "cross-encoder") &&
    (dtype === "f32" || dtype === "int8") && (pooling === "mean" || pooling === "cls") &&
    [floor ?? 0, weight ?? 0].every((share) => typeof share === "number" && share >= 0 && share <= 1) &&
    Number.isInteger(max_length) && typeof query_prefix === "string" && typeof passage_prefix === "string" &&
    [weights, ...MODEL_FILES.map((file) => files?.[file])].every((hash) => /^[0-9a-f]{64}$/.test(String(hash)));
  if (!isWhole) throw invalid(path, "it does not describe a model");
  if (kind !== undefined && card?.kind !== kind) {
    const isFor = kind === "encoder" ? "`semantic.model` needs an encoder" : "`semantic.rerank` needs a cross-encoder";
    throw new RaError("model-invalid", `the model ${name} is ${withArticle(String(card?.kind))}, and ${isFor}`, {
      path,
      hint: "ra model list shows what each model is",
    });
  }
  return card as ModelCard;
}

/** The text of a model's `vocab.txt`. Throws `model-missing` and `model-invalid`. */
export function readVocabulary(fs: FileSystem, home: string | null, name: string): string {
  const card = readModelCard(fs, home, name);
  return readText(
    fs,
    joinPath(folderOf(fs, home, name), storedName("vocab.txt", card.files["vocab.txt"])),
    card,
    "vocab.txt",
  );
}

/** Throws `model-missing` and `model-invalid`. */
export function readModel(fs: FileSystem, home: string | null, name: string, kind?: ModelKind): InstalledModel {
  const card = readModelCard(fs, home, name, kind);
  try {
    return readFiles(fs, home, card, name);
  } catch (error) {
    // Another process may have put another model in its place meanwhile.
    const now = readModelCard(fs, home, name, kind);
    if (JSON.stringify(now.files) === JSON.stringify(card.files)) throw error;
    return readFiles(fs, home, now, name);
  }
}

function readFiles(fs: FileSystem, home: string | null, card: ModelCard, name: string): InstalledModel {
  const folder = folderOf(fs, home, name);
  const pathOf = (file: ModelFile): string => joinPath(folder, storedName(file, card.files[file]));
  const checked = (file: ModelFile): string => readText(fs, pathOf(file), card, file);
  // The weights have a checksum of their own, which is read where they are.
  return {
    card,
    config: checked("config.json"),
    vocabulary: checked("vocab.txt"),
    weights: bytesOf(fs, pathOf("weights.bin"), MAX_WEIGHTS),
  };
}

function readText(fs: FileSystem, path: string, { files }: ModelCard, file: ModelFile): string {
  const bytes = bytesOf(fs, path, MAX_TEXT);
  if (sha256(bytes) !== files[file]) throw invalid(path, "its SHA-256 is not that of model.json");
  return new TextDecoder().decode(bytes);
}

/** Throws `model-invalid` when a file of the card is not there. What the files hold is not read. */
export function requireFiles(fs: FileSystem, folder: string, { files }: ModelCard): void {
  for (const file of MODEL_FILES) {
    const path = joinPath(folder, storedName(file, files[file]));
    if (fs.kindOf(path) !== "file") throw invalid(path, "it is missing");
  }
}

function folderOf(fs: FileSystem, home: string | null, name: string, kind?: ModelKind): string {
  const data = userDataFolder(home);
  const folder = data !== undefined && NAME.test(name) ? joinPath(data, `models/${name}`) : undefined;
  if (folder !== undefined && fs.stat(joinPath(folder, "model.json")) !== undefined) return folder;
  throw new RaError("model-missing", `there is no model ${JSON.stringify(name)}`, {
    hint: kind === "cross-encoder"
      ? bringReranker(name)
      : Object.hasOwn(KNOWN_MODELS, name)
      ? `run ra model add ${name}`
      : "ra model list shows all; ra model add adds one",
  });
}

function bytesOf(fs: FileSystem, path: string, most: number): Uint8Array {
  const bytes = fs.readFile(path, { most });
  if (bytes === undefined) throw invalid(path, "it is missing");
  return bytes;
}

function textOf(fs: FileSystem, path: string): string {
  return new TextDecoder().decode(bytesOf(fs, path, MAX_TEXT));
}

function withArticle(kind: string): string {
  return `${kind.startsWith("e") ? "an" : "a"} ${kind}`;
}

function invalid(path: string, why: string, cause?: unknown): RaError {
  return new RaError("model-invalid", `cannot use ${path}: ${why}`, { path, hint: "add the model again", cause });
}
