/** Installs the data of OCR languages. */
import { RaError } from "../../errors.ts";
import { download, type DownloadProgress, forgetDownload } from "../../host/download.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { packGzip, unpackGzip } from "../../host/gzip.ts";
import { sha256 } from "../../host/hash.ts";
import { environmentVariable } from "../../host/process.ts";
import { nearest } from "../../text/nearest.ts";
import { joinPath } from "../../text/paths.ts";
import { languageFile, languageFolder } from "./installed_languages.ts";
import { KNOWN_LANGUAGES } from "./known_languages.ts";

/** Where tesseract.js fetches its data, too. */
const ADDRESS = "https://cdn.jsdelivr.net/npm/@tesseract.js-data";
const MAX_BYTES = 64 * 1024 * 1024;

export interface AddLanguage {
  /** Tesseract's name, such as `deu`. */
  readonly language: string;
  /** The file, or the folder with it. Nothing is fetched then. */
  readonly from?: string | undefined;
}

export interface LanguageHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  onProgress(file: string, progress: DownloadProgress): void;
}

/**
 * Adds a language, or replaces it, and gives the bytes of its file. Throws `usage` for a language that is not known,
 * `io` when the file cannot be had, and `model-invalid` when it is not the pinned one or no data of Tesseract.
 */
export async function addLanguage({ language, from }: AddLanguage, host: LanguageHost): Promise<number> {
  const { fs, home } = host;
  const path = languageFile(requireName(language), home);
  const bytes = from === undefined ? await fetched(language, `${path}.part`, host) : given(fs, language, from);
  fs.makeDirectory(languageFolder(home));
  fs.writeFile(path, bytes);
  return bytes.length;
}

/** A name must not lead out of the folder. */
function requireName(language: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{1,30}$/.test(language)) return language;
  throw new RaError("usage", `model add: ${JSON.stringify(language)} is not the name of a language`, {
    hint: "for example: ra model add tesseract:eng",
  });
}

/** What has arrived of a file stays for the next call. */
async function fetched(language: string, part: string, { fs, onProgress }: LanguageHost): Promise<Uint8Array> {
  const known = Object.hasOwn(KNOWN_LANGUAGES, language) ? KNOWN_LANGUAGES[language] : undefined;
  if (known === undefined) {
    const near = nearest(language, Object.keys(KNOWN_LANGUAGES));
    throw new RaError("usage", `model add: no OCR language ${language} is known`, {
      hint: `${near.length === 0 ? "" : `nearest: ${near.join(" ")}; `}your own file: --from FILE`,
    });
  }
  const file = `${language}.traineddata.gz`;
  const base = (environmentVariable("RA_OCR_LANGUAGES") || ADDRESS).replace(/\/+$/, "");
  const address = `${base}/${language}@1.0.0/4.0.0_best_int/${file}`;
  if (!await download(fs, address, part, (progress) => onProgress(file, progress))) {
    throw new RaError("io", `there is no ${address}`, { hint: "--from names a file of your own" });
  }
  const bytes = fs.readFile(part, { most: MAX_BYTES }) ?? new Uint8Array();
  forgetDownload(fs, part);
  const found = sha256(bytes);
  if (found === known[1]) return bytes;
  throw new RaError("model-invalid", `${file} is not the known one: its SHA-256 is ${found}`, {
    hint: `the known one has ${known[1]}`,
  });
}

/** `LANG.traineddata`, packed or not: Linux distributions have the plain file. */
function given(fs: FileSystem, language: string, from: string): Uint8Array {
  const places = fs.stat(from)?.kind === "directory"
    ? [joinPath(from, `${language}.traineddata.gz`), joinPath(from, `${language}.traineddata`)]
    : [from];
  const bytes = places.map((place) => fs.readFile(place, { most: MAX_BYTES })).find((one) => one !== undefined);
  if (bytes === undefined) throw new RaError("io", `there is no ${places.join(" and no ")}`, { path: from });
  const plain = unpackGzip(bytes, 4 * MAX_BYTES);
  if (plain !== undefined && isData(plain)) return plain === bytes ? packGzip(bytes) : bytes;
  throw new RaError("model-invalid", `${from} holds no data of Tesseract 4 or 5, or is cut off`, { path: from });
}

/** The component with the network that reads lines. */
const LSTM = 17;

/**
 * A count, and for each component where it begins, or -1. Without the network, the file is of Tesseract 3. Source:
 * https://github.com/tesseract-ocr/tesseract/blob/main/src/ccutil/tessdatamanager.cpp
 */
function isData(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length < 4 ? 0 : view.getUint32(0, true);
  if (count <= LSTM || count > 100 || bytes.length < 4 + 8 * count) return false;
  const starts = Array.from({ length: count }, (_, at) => Number(view.getBigInt64(4 + 8 * at, true)));
  return starts[LSTM]! > 0 && starts.every((start) => start === -1 || (start >= 0 && start < bytes.length));
}
