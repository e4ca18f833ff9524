/** `ra rag doctor`: whether everything is there that a configuration needs. */
import { checked, missingVariable } from "./checked.ts";
import { RaError } from "../errors.ts";
import { NO_DIRECTORY } from "../config/tree_root.ts";
import type { RagCheck, RagDoctorReport } from "../shapes/rag.ts";
import type { FileSystem } from "../host/file_system.ts";
import { environmentVariable } from "../host/process.ts";
import { findProgram } from "../host/run_program.ts";
import { requireLanguages } from "../document/ocr/installed_languages.ts";
import { readModelCard } from "../models/installed/read_model.ts";
import { formatBytes } from "../output/quantity.ts";
import { joinPath } from "../text/paths.ts";
import { MAKE_ROOM, neededRoom, roomOf, tooLittle } from "./room.ts";
import { checkGeneration } from "./answer/check_generation.ts";
import { requireConverter } from "../sources/convert/convert_source.ts";
import type { RagConfig } from "../sources/config/rag_config.ts";
import { folderProblem } from "../sources/requirements.ts";
import { openPlaces, type RagPlaces } from "../sources/places/rag_places.ts";
import { isGitSource } from "../sources/git/git_source.ts";

/** Less free space than this is a warning. */
const HEADROOM = 1024 * 1024 * 1024;

export interface DoctorHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  /** `--trust` */
  readonly trust: boolean;
  /** The free bytes of the disk that a path lies on. Absent: as the system says. */
  readonly freeSpace?: ((path: string) => number | undefined) | undefined;
  /** Such as `Node 20.19.0`. */
  readonly runtime: string;
}

export async function examine(config: RagConfig, host: DoctorHost): Promise<RagDoctorReport> {
  const { fs } = host;
  const { embedding, retrieval } = config;
  let places: RagPlaces | undefined;
  const trust = checked("trust", "the configuration may do what it asks for", () => {
    places = openPlaces(fs, config, host.home, host.trust);
  });
  const checks: RagCheck[] = [
    { name: "runtime", level: "ok", message: host.runtime },
    trust,
    ...(config.convert_docs.length === 0
      ? []
      : [checked("ra-documents", "documents can be converted", () => void requireConverter(host.home))]),
    ...config.convert_docs.flatMap(({ id, ocr, languages }) =>
      ocr === "never"
        ? []
        : [checked(`ocr ${id}`, languages.join(", "), () => requireLanguages(fs, host.home, languages))]
    ),
    // Nothing is written where the configuration may not write.
    ...(places === undefined ? [] : folderChecks(places.fs, config)),
    await spaceCheck(host, config, places),
    ...config.sources.flatMap((source) => sourceCheck(fs, config, source)),
    ...(config.sources.some(isGitSource) ? [gitCheck(config)] : []),
    ...(embedding.provider === "openai"
      ? [keyCheck("embedding", embedding.api_key_env)]
      : [modelCheck(host, "embedding", embedding.model, "encoder")]),
    ...(retrieval.reranker === undefined || embedding.provider === "openai"
      ? []
      : [modelCheck(host, "reranker", retrieval.reranker, "cross-encoder")]),
    // A key is not sent where the configuration may not send it.
    ...(trust.level === "ok" ? await checkGeneration(config, host) : []),
  ];
  return { config: config.file, checks };
}

function folderChecks(fs: FileSystem, { dataRoot, indexRoot, cacheRoot }: RagConfig): readonly RagCheck[] {
  const folders = [["data_root", dataRoot], ["index_root", indexRoot], ["cache_root", cacheRoot]] as const;
  return folders.map(([name, path]) => folderCheck(fs, name, path, name === "cache_root"));
}

/** `ra rag init` makes the folders. Only that of the cache may be missing. */
function folderCheck(fs: FileSystem, name: string, path: string, mayBeMissing: boolean): RagCheck {
  const kind = fs.kindOf(path) === undefined ? undefined : fs.stat(path)?.kind;
  if (kind === undefined && mayBeMissing) return { name, level: "ok", message: `${path} is made when it is needed` };
  const problem = folderProblem(path, kind);
  if (problem !== undefined) return { name, level: "error", ...problem };
  return checked(name, `${path} can be written`, () => {
    const probe = joinPath(path, `.ra-${crypto.randomUUID()}`);
    fs.createExclusive(probe, new Uint8Array());
    fs.removeFile(probe);
  });
}

/** What the index needs is known of the sources that are there, where the configuration may read them. */
async function spaceCheck(host: DoctorHost, config: RagConfig, places: RagPlaces | undefined): Promise<RagCheck> {
  const free = roomOf(host, config);
  const name = "disk";
  if (free === undefined) return { name, level: "ok", message: "the free space is not known" };
  const needed = places === undefined ? 0 : await leastRoom({ ...host, fs: places.fs }, config);
  if (free < needed) return { name, level: "error", message: tooLittle(needed, free), hint: MAKE_ROOM };
  const message = `${formatBytes(free)} free`;
  return free >= HEADROOM ? { name, level: "ok", message } : { name, level: "warning", message, hint: "make room" };
}

/** 0 where the sources cannot be looked at, which other checks say. */
async function leastRoom(host: DoctorHost, config: RagConfig): Promise<number> {
  try {
    return (await neededRoom(host, config, false)).bytes;
  } catch (error) {
    if (error instanceof RaError) return 0;
    throw error;
  }
}

function sourceCheck(fs: FileSystem, config: RagConfig, source: RagConfig["sources"][number]): readonly RagCheck[] {
  if (source.path === undefined) return [];
  const path = joinPath(config.folder, source.path);
  const name = `source ${source.id}`;
  return [
    fs.stat(path) === undefined
      ? { name, level: "error", message: `${path}: ${NO_DIRECTORY}`, hint: "correct `path`, or remove the source" }
      : { name, level: "ok", message: path },
  ];
}

function gitCheck({ folder }: RagConfig): RagCheck {
  const path = findProgram("git", folder);
  return path === undefined
    ? { name: "git", level: "error", message: "git is missing, or may not be run", hint: "install git" }
    : { name: "git", level: "ok", message: path };
}

function keyCheck(name: string, variable: string | undefined): RagCheck {
  if (variable === undefined) return { name, level: "ok", message: "needs no key" };
  return environmentVariable(variable) === undefined
    ? missingVariable(name, variable)
    : { name, level: "ok", message: `${variable} is set` };
}

function modelCheck(
  { fs, home }: DoctorHost,
  name: string,
  model: string,
  kind: "encoder" | "cross-encoder",
): RagCheck {
  return checked(name, `the model ${model} is installed`, () => void readModelCard(fs, home, model, kind));
}
