/** Installs models: fetches or copies their files, checks them, and stores them in the form that ra runs. */
import { RaError } from "../../errors.ts";
import { download, type DownloadProgress, forgetDownload } from "../../host/download.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes, sha256 } from "../../host/hash.ts";
import { environmentVariable } from "../../host/process.ts";
import { loadModelModule } from "../module/load.ts";
import { joinPath } from "../../text/paths.ts";
import { KNOWN_MODELS } from "./known_models.ts";
import { modelsFolder } from "./list_models.ts";
import { lockModel } from "./lock_model.ts";
import { cardOf, type Files, kindOf, type ModelSource, textOf } from "./model_card.ts";
import { isOurs, MODEL_FILES, type ModelCard, readModelCard, storedName } from "./read_model.ts";

const HUB = "https://huggingface.co";
const REQUIRED = ["config.json", "vocab.txt", "model.safetensors"] as const;
const OPTIONAL = ["sentence_bert_config.json", "1_Pooling/config.json"] as const;
const MAX_BYTES = 4 * 1024 * 1024 * 1024 - 1;
const NAME = /^[\w][\w.-]{0,99}$/;

export interface AddModel {
  /** The name of a known model, `ORG/NAME@REVISION`, or a folder. */
  readonly what: string;
  /** How the configuration will call it. */
  readonly name?: string | undefined;
  /** A folder that has the files of a known model. Nothing is fetched then. */
  readonly from?: string | undefined;
}

export interface AddingHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  /** Makes a path absolute. */
  resolve(path: string): string;
  /** Another process changes the model of this name. */
  onWait(owner: string): void;
  onFile(file: string): void;
  onProgress(file: string, progress: DownloadProgress): void;
}

interface LocatedModel extends ModelSource {
  /** The folder with the files, or where to fetch them. */
  readonly files: { readonly folder: string } | { readonly address: string };
}

/**
 * Adds a model, or replaces the one of the same name. Throws `usage`, `io` when a file cannot be had, and
 * `model-invalid` when it cannot be run or is not the pinned one. The new files lie beside the old ones until the new
 * `model.json` replaces the old one at once, so what fails or is killed leaves the old model as it was.
 */
export async function addModel(asked: AddModel, host: AddingHost): Promise<ModelCard> {
  const { fs, home } = host;
  const source = sourceOf(asked, host);
  const folder = joinPath(modelsFolder(home), source.name);
  let hasWaited = false;
  const onWait = (owner: string): void => {
    hasWaited = true;
    host.onWait(owner);
  };
  return await lockModel(fs, folder, onWait, async () => {
    const installed = hasWaited ? installedCard(fs, home, source) : undefined;
    return installed ?? await install(source, folder, host);
  });
}

/** The card of what another process has just added. */
function installedCard(
  fs: FileSystem,
  home: string | null,
  { name, source, revision }: LocatedModel,
): ModelCard | undefined {
  try {
    const card = readModelCard(fs, home, name);
    return card.source === source && card.revision === revision && revision !== "" ? card : undefined;
  } catch {
    return undefined;
  }
}

async function install(source: LocatedModel, folder: string, host: AddingHost): Promise<ModelCard> {
  const { fs } = host;
  const { files, parts } = await filesOf(source, folder, host);
  try {
    for (const [file, expected] of Object.entries(source.known?.sha256 ?? {})) {
      const found = sha256(files.get(file)!);
      if (found === expected) continue;
      throw new RaError("model-invalid", `${file} is not that of ${source.name}: its SHA-256 is ${found}`, {
        hint: `the known one has ${expected}`,
      });
    }
    const config = textOf(files.get("config.json")!);
    const kind = kindOf(source.name, config);
    const weights = (await loadModelModule()).stored(config, files.get("model.safetensors")!, "int8");
    const stored = new Map<string, Uint8Array>([
      ["config.json", files.get("config.json")!],
      ["vocab.txt", files.get("vocab.txt")!],
      ["weights.bin", weights],
    ]);
    const card = cardOf(source, kind, files, stored);
    await tryOut(card, stored);
    for (const [file, bytes] of stored) {
      fs.writeFile(joinPath(folder, storedName(file, card.files[file as keyof ModelCard["files"]])), bytes);
    }
    fs.writeFile(joinPath(folder, "model.json"), new TextEncoder().encode(`${JSON.stringify(card, null, 2)}\n`));
    removeOthers(fs, folder, card);
    return card;
  } finally {
    // What could not be fetched whole stays for the next call; `filesOf` throws then.
    parts.forEach((part) => forgetDownload(fs, part));
  }
}

/** Removes the files of models that were here before, and parts of downloads. */
function removeOthers(fs: FileSystem, folder: string, { files }: ModelCard): void {
  const kept = new Set(MODEL_FILES.map((file) => storedName(file, files[file])));
  for (const { name } of fs.readDirectory(folder)) {
    if (isOurs(name) && !kept.has(name)) fs.removeFile(joinPath(folder, name));
  }
}

function sourceOf({ what, name, from }: AddModel, { fs, resolve }: AddingHost): LocatedModel {
  const known = Object.hasOwn(KNOWN_MODELS, what) ? KNOWN_MODELS[what] : undefined;
  const hub = (environmentVariable("HF_ENDPOINT") || HUB).replace(/\/+$/, "");
  if (known !== undefined) {
    const files = from === undefined
      ? { address: `${hub}/${known.source}/resolve/${known.revision}` }
      : { folder: resolve(from) };
    return { name: named(name ?? what), source: known.source, revision: known.revision, known, files };
  }
  if (fs.stat(resolve(what))?.kind === "directory") {
    const folder = resolve(what);
    return { name: named(name ?? folder.split("/").at(-1)!), source: folder, revision: "", known, files: { folder } };
  }
  const [, source, revision] = /^(\w[\w.-]*\/\w[\w.-]*)@(\w[\w.-]*)$/.exec(what) ?? [];
  if (source === undefined || revision === undefined) {
    throw new RaError("usage", `model add: ${what} is neither a known model nor a folder nor ORG/NAME@REVISION`, {
      hint: `known models: ${Object.keys(KNOWN_MODELS).join(", ")}`,
    });
  }
  const files = from === undefined ? { address: `${hub}/${source}/resolve/${revision}` } : { folder: resolve(from) };
  return { name: named(name ?? source.split("/")[1]!), source, revision, known, files };
}

function named(name: string): string {
  if (NAME.test(name)) return name;
  throw new RaError("usage", `model add: ${JSON.stringify(name)} is not a name`, {
    hint: "a name has letters, digits, `-`, `_` and `.`; choose one with --name",
  });
}

/**
 * The files of a model, and the paths of what was fetched. Throws `io`; what has arrived then stays. Throws
 * `model-invalid` for a file that is not there; nothing stays then.
 */
async function filesOf(
  { files, name }: LocatedModel,
  folder: string,
  { fs, onFile, onProgress }: AddingHost,
): Promise<{ readonly files: Files; readonly parts: readonly string[] }> {
  const found = new Map<string, Uint8Array>();
  const parts: string[] = [];
  for (const file of [...REQUIRED, ...OPTIONAL]) {
    const isRequired = (REQUIRED as readonly string[]).includes(file);
    let bytes: Uint8Array | undefined;
    if ("folder" in files) {
      bytes = fs.readFile(joinPath(files.folder, file), { most: MAX_BYTES });
    } else {
      onFile(file);
      const address = `${files.address}/${file}`;
      // Parts of two revisions never mix.
      const hash = hashBytes(new TextEncoder().encode(address)).slice(0, 16);
      const part = joinPath(folder, `${hash}-${file.replaceAll("/", "_")}.part`);
      parts.push(part);
      const isThere = await download(fs, address, part, (progress) => onProgress(file, progress));
      bytes = isThere ? fs.readFile(part, { most: MAX_BYTES }) : undefined;
    }
    if (bytes !== undefined) found.set(file, bytes);
    else if (isRequired) {
      parts.forEach((part) => forgetDownload(fs, part));
      const place = "folder" in files ? files.folder : files.address;
      throw new RaError("model-invalid", `${name} has no ${file} in ${place}`, {
        hint: "ra runs BERT-like encoders with a vocab.txt and a model.safetensors",
      });
    }
  }
  return { files: found, parts };
}

/** Runs the model once, so that one that cannot run is refused now. */
async function tryOut({ kind, dtype, pooling, max_length: maxLength }: ModelCard, stored: Files): Promise<void> {
  const module = await loadModelModule();
  const files = {
    config: textOf(stored.get("config.json")!),
    vocabulary: textOf(stored.get("vocab.txt")!),
    weights: stored.get("weights.bin")!,
  };
  if (kind === "cross-encoder") {
    const encoder = module.openCrossEncoder(files, { dtype, maxLength });
    try {
      if (encoder.score("a question", ["a short text"]).every(Number.isFinite)) return;
      throw new RaError("model-invalid", "the model gives no score for a short text");
    } finally {
      encoder.free();
    }
  }
  const encoder = module.openEncoder(files, { dtype, pooling, maxLength });
  try {
    const vector = encoder.embed(["a short text"]);
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0)) {
      throw new RaError("model-invalid", "the model gives no vector for a short text");
    }
  } finally {
    encoder.free();
  }
}
