/** Installs models: fetches or copies their files, checks them, and stores them in the form that ra runs. */
import { RaError } from "../../errors.ts";
import { download, type DownloadProgress } from "../../host/download.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { environmentVariable } from "../../host/process.ts";
import { loadModelModule } from "../../model/load.ts";
import { joinPath } from "../../text/paths.ts";
import { KNOWN_MODELS, type KnownModel } from "./known_models.ts";
import { modelsFolder } from "./list_models.ts";
import type { ModelCard } from "./read_model.ts";

const HUB = "https://huggingface.co";
const REQUIRED = ["config.json", "vocab.txt", "model.safetensors"] as const;
const OPTIONAL = ["sentence_bert_config.json", "1_Pooling/config.json"] as const;
const MOST_BYTES = 4 * 1024 * 1024 * 1024 - 1;
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
  onFile(file: string): void;
  onProgress(file: string, progress: DownloadProgress): void;
}

interface Source {
  readonly name: string;
  readonly source: string;
  readonly revision: string;
  readonly known: KnownModel | undefined;
  /** The folder with the files, or where to fetch them. */
  readonly files: { readonly folder: string } | { readonly address: string };
}

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Adds a model, or replaces the one of the same name. Throws `usage`, `io` when a file cannot be had, and
 * `model-invalid` when it cannot be run or is not the pinned one. A model counts as installed when its `model.json` is
 * there, which comes last.
 */
export async function addModel(asked: AddModel, host: AddingHost): Promise<ModelCard> {
  const { fs, home } = host;
  const source = sourceOf(asked, host);
  const folder = joinPath(modelsFolder(home), source.name);
  const { files, parts } = await filesOf(source, folder, host);
  for (const [file, expected] of Object.entries(source.known?.sha256 ?? {})) {
    const found = sha256(files.get(file)!);
    if (found === expected) continue;
    parts.forEach((part) => fs.removeFile(part));
    throw new RaError("model-invalid", `${file} is not that of ${source.name}: its SHA-256 is ${found}`, {
      hint: `the known one has ${expected}`,
    });
  }
  let stored: ReadonlyMap<string, Uint8Array>;
  let card: ModelCard;
  try {
    const config = textOf(files.get("config.json")!);
    const weights = (await loadModelModule()).stored(config, files.get("model.safetensors")!, "int8");
    stored = new Map([
      ["config.json", files.get("config.json")!],
      ["vocab.txt", files.get("vocab.txt")!],
      ["weights.bin", weights],
    ]);
    card = cardOf(source, files, stored);
    await tryOut(card, stored);
  } catch (error) {
    parts.forEach((part) => fs.removeFile(part));
    throw error;
  }
  fs.makeDirectory(folder, { isPrivate: true });
  fs.removeFile(joinPath(folder, "model.json"));
  for (const [file, bytes] of stored) fs.writeFile(joinPath(folder, file), bytes);
  fs.writeFile(joinPath(folder, "model.json"), new TextEncoder().encode(`${JSON.stringify(card, null, 2)}\n`));
  parts.forEach((part) => fs.removeFile(part));
  return card;
}

function sourceOf({ what, name, from }: AddModel, { fs, resolve }: AddingHost): Source {
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
    throw new RaError("usage", `model add: ${what} is no known model, no folder, and not ORG/NAME@REVISION`, {
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

/** The files of a model, and the paths of what was fetched. */
async function filesOf(
  { files, name }: Source,
  folder: string,
  { fs, onFile, onProgress }: AddingHost,
): Promise<{ readonly files: Files; readonly parts: readonly string[] }> {
  const found = new Map<string, Uint8Array>();
  const parts: string[] = [];
  for (const file of [...REQUIRED, ...OPTIONAL]) {
    const isRequired = (REQUIRED as readonly string[]).includes(file);
    let bytes: Uint8Array | undefined;
    if ("folder" in files) {
      bytes = fs.readFile(joinPath(files.folder, file), { most: MOST_BYTES });
    } else {
      onFile(file);
      const part = joinPath(folder, `${file.replaceAll("/", "_")}.part`);
      parts.push(part);
      const isThere = await download(`${files.address}/${file}`, part, (progress) => onProgress(file, progress));
      bytes = isThere ? fs.readFile(part, { most: MOST_BYTES }) : undefined;
    }
    if (bytes !== undefined) found.set(file, bytes);
    else if (isRequired) {
      const place = "folder" in files ? files.folder : files.address;
      throw new RaError("model-invalid", `${name} has no ${file} in ${place}`, {
        hint: "ra runs BERT-like encoders with a vocab.txt and a model.safetensors",
      });
    }
  }
  return { files: found, parts };
}

function cardOf({ name, source, revision, known }: Source, files: Files, stored: Files): ModelCard {
  const json = (file: string): Readonly<Record<string, unknown>> => {
    const bytes = files.get(file);
    if (bytes === undefined) return {};
    try {
      const value: unknown = JSON.parse(textOf(bytes));
      return typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {};
    } catch (cause) {
      throw new RaError("model-invalid", `${file} of ${name} is not JSON`, { cause });
    }
  };
  const config = json("config.json");
  const positions = numberOr(config["max_position_embeddings"], 512);
  const maxLength = known?.maxLength ?? numberOr(json("sentence_bert_config.json")["max_seq_length"], 512);
  const pooling = json("1_Pooling/config.json");
  const isCls = pooling["pooling_mode_cls_token"] === true;
  const isMean = pooling["pooling_mode_mean_tokens"] === true || Object.keys(pooling).length === 0;
  if (known === undefined && isCls === isMean) {
    throw new RaError("model-invalid", `${name} pools its word pieces in another way than ra does`, {
      hint: "ra takes their mean or the first one",
    });
  }
  const prefixes = prefixesOf(source);
  return {
    name,
    kind: "encoder",
    source,
    revision,
    dtype: "int8",
    pooling: known?.pooling ?? (isCls ? "cls" : "mean"),
    max_length: Math.min(maxLength, positions),
    ...prefixes,
    files: Object.fromEntries([...stored].map(([file, bytes]) => [file, sha256(bytes)])),
  };
}

/** What the makers of some models want before queries and passages. */
function prefixesOf(source: string): Pick<ModelCard, "query_prefix" | "passage_prefix"> {
  const name = source.split("/").at(-1)!.toLowerCase();
  if (name.startsWith("e5-")) return { query_prefix: "query: ", passage_prefix: "passage: " };
  if (/^bge-.*-en/.test(name)) {
    return { query_prefix: "Represent this sentence for searching relevant passages: ", passage_prefix: "" };
  }
  return { query_prefix: "", passage_prefix: "" };
}

/** Embeds one text, so that a model that cannot run is refused now. */
async function tryOut({ dtype, pooling, max_length }: ModelCard, stored: Files): Promise<void> {
  const encoder = (await loadModelModule()).openEncoder({
    config: textOf(stored.get("config.json")!),
    vocabulary: textOf(stored.get("vocab.txt")!),
    weights: stored.get("weights.bin")!,
  }, { dtype, pooling, maxLength: max_length });
  try {
    const vector = encoder.embed(["a short text"]);
    if (!vector.every(Number.isFinite) || vector.every((value) => value === 0)) {
      throw new RaError("model-invalid", "the model gives no vector for a short text");
    }
  } finally {
    encoder.free();
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : otherwise;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
