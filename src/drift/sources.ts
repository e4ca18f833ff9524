/** Looks words up in the sources of a repository. */
import { FORMATS } from "../document/formats/registry.ts";
import type { FileSystem } from "../host/file_system.ts";
import { fileExtension, fileStem, isInside, joinPath } from "../text/paths.ts";
import type { Repository } from "./repository.ts";

/** Extensions of documents. HTML is missing here because a page may hold code with names that are nowhere else. */
const DOCUMENTS: ReadonlySet<string> = new Set(
  FORMATS.flatMap(({ extensions, view }) => (view === "html" ? [] : extensions)),
);
/** Extensions of other text, and of files that tools write. */
const NOT_SOURCE: ReadonlySet<string> = new Set([
  "adoc",
  "lock",
  "svg",
  "map",
  "snap",
  "po",
  "csv",
  "tsv",
  "min.js",
]);
const LOCK = /(?:^|\/)(?:package-lock|npm-shrinkwrap|pnpm-lock|composer-lock)\.(?:json|yaml)$/;
const MAX_BYTES = 2_000_000;

export function isDocument(path: string): boolean {
  return DOCUMENTS.has(fileExtension(path));
}

/** Tells whether identifiers are defined or used in a file. */
export function isSource(path: string): boolean {
  return !isDocument(path) && !LOCK.test(path) && !NOT_SOURCE.has(fileExtension(path)) &&
    !/(?:^|\/)(?:changelog|history|news|authors|contributors)$/i.test(fileStem(path));
}

/** Finds the words that no source of the repository holds, in its text or in its name. */
export function absentWords(fs: FileSystem, repository: Repository, words: Iterable<string>): ReadonlySet<string> {
  const absent = new Set(words);
  const decoder = new TextDecoder("latin1");
  const present = (text: string): void => {
    for (const [word] of text.matchAll(ASCII_WORD)) if (absent.has(word)) absent.delete(word);
  };
  for (const path of repository.files) {
    if (absent.size === 0) break;
    present(path);
    if (!isSource(path)) continue;
    const bytes = readSmall(fs, repository.top, path);
    if (bytes !== undefined) present(decoder.decode(bytes));
  }
  return absent;
}

const ASCII_WORD = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]{4,}/g;

/** Reads a source that really lies in the repository: a link may lead out of it. */
function readSmall(fs: FileSystem, top: string, name: string): Uint8Array | undefined {
  try {
    const path = fs.realPath(joinPath(top, name));
    if (path === undefined || !isInside(path, top)) return undefined;
    const stat = fs.stat(path);
    return stat?.kind === "file" && stat.size <= MAX_BYTES ? fs.readFile(path, { most: MAX_BYTES }) : undefined;
  } catch {
    return undefined;
  }
}
