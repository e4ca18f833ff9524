/** Reads what a document takes in from other files of the project. */
import type { DocumentPlaces } from "../../config/document_places.ts";
import type { ByteRange, DocumentWarning } from "../../document/document.ts";
import { type Include, type IncludeFinder, signsOf } from "../../document/includes/find_includes.ts";
import { omittedPieces } from "../../document/omitted.ts";
import { includedLines, type TakenLines } from "../../document/includes/included_lines.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { isBinary } from "../../text/encoding.ts";
import { isAbsolutePath, isInside, joinPath, parentPath } from "../../text/paths.ts";
import { fingerprintOf } from "../files/fingerprint.ts";
import { ATTRIBUTE_FILES, attributesIn, namesAttributes, withAttributes } from "./component_attributes.ts";
import type { IncludedFile, IncludedPart, StoredIncludes } from "../published/stored_includes.ts";
import { storedPath } from "../published/stored_path.ts";

/** Where a document lies, and what it may take in. */
export interface IncludeReader {
  readonly fs: FileSystem;
  readonly places: DocumentPlaces;
  /** The folder of the configuration. Paths count from it. */
  readonly root: string;
  /** The folder that holds all files that may be taken in. */
  readonly project: string;
}

/** What a document takes in. */
export interface Included {
  /** The signs that stand for it. They are no text. */
  readonly ranges: readonly ByteRange[];
  readonly texts: readonly string[];
  readonly stored: StoredIncludes;
  readonly warnings: readonly DocumentWarning[];
}

/** Places in one document, the files that they lead to, and files within files. */
const MAX_PLACES = 500;
const MAX_FILES = 200;
const MAX_LOOKS = 2000;
const MAX_DEPTH = 8;
/** In all, a document may take in so many characters, and so many times its own. */
const MAX_TEXT = 256 * 1024;
const TEXT_TIMES = 8;
/** Folders above a file that its path may count from. */
const MAX_FOLDERS = 16;

/** Undefined for a document that takes in nothing. `path` is absolute. */
export function readIncludes(
  bytes: Uint8Array,
  path: string,
  finder: IncludeFinder,
  reader: IncludeReader,
  checkedAt: number,
): Included | undefined {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const places = finder.find(text, MAX_PLACES);
  if (places.length === 0) return undefined;
  const reading = new IncludeReading(reader, finder, MAX_TEXT + TEXT_TIMES * text.length);
  const failed: { readonly include: Include; readonly start: number }[] = [];
  const ranges = places.flatMap((place) => {
    const { include, start, isPlain } = place;
    const isRead = include !== null && reading.add({ include, isPlain }, path, start, []);
    if (include !== null && !isRead && !include.isGuess) failed.push({ include, start });
    return finder.hidesSigns === true ? [] : signsOf(place, bytes, isRead);
  });
  if (ranges.length === 0 && finder.hidesSigns !== true) return undefined;
  return {
    ranges,
    texts: reading.texts,
    stored: { checkedAt, files: reading.files, parts: reading.parts },
    warnings: warningsOf(failed, reading.cut, bytes),
  };
}

/** One at most of what is missing, and one of what ra cannot name. */
function warningsOf(
  failed: readonly { readonly include: Include; readonly start: number }[],
  cut: CutFile | undefined,
  bytes: Uint8Array,
): readonly DocumentWarning[] {
  const unknown = failed.filter(({ include: { path } }) => namesAttributes(path));
  const [first, ...more] = failed.filter((one) => !unknown.includes(one));
  const missing = first === undefined
    ? cut === undefined ? [] : [shortened(cut, lineAt(bytes, cut.start))]
    : [unresolved(1 + more.length + (cut === undefined ? 0 : 1), first.include, lineAt(bytes, first.start))];
  return [...missing, ...unknownWarnings(unknown.length)];
}

/** What an attribute names that a build sets. */
function unknownWarnings(count: number): readonly DocumentWarning[] {
  const kind = "unknown-include";
  return count === 0 ? [] : [{
    code: "text-omitted",
    message: `ra leaves out ${omittedPieces(kind, count)}`,
    line: 1,
    omitted: { [kind]: count },
  }];
}

/** A file of which a document takes in the first lines alone. */
interface CutFile {
  readonly path: string;
  readonly last: number;
  readonly start: number;
}

function shortened({ path, last }: CutFile, line: number): DocumentWarning {
  const message = `the included file ${path} is text up to its line ${last}; the rest is over the limits`;
  return { code: "include-unresolved", message, line };
}

function unresolved(count: number, { path }: Include, line: number): DocumentWarning {
  const what = count === 1 ? `the included file ${path} is` : `${count} included files, ${path} first, are`;
  return { code: "include-unresolved", message: `${what} not in the project, not text, or over the limits`, line };
}

/** The lines for which there is room. */
function withinRoom(part: TakenLines, room: number): TakenLines | undefined {
  if (part.text.length <= room) return part;
  const text = part.text.slice(0, Math.max(0, part.text.lastIndexOf("\n", room)));
  if (text === "") return undefined;
  return { first: part.first, last: Math.min(part.last, part.first + text.split("\n").length - 1), text };
}

function lineAt(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}

/** A file that is there. */
interface LookedAt {
  readonly number: number;
  /** Null for one that cannot be read. */
  readonly text: string | null;
}

/** What a place takes in. */
interface Taking {
  readonly include: Include;
  readonly isPlain?: boolean | undefined;
}

/** What has been read of a document. */
class IncludeReading {
  readonly files: IncludedFile[] = [];
  readonly parts: IncludedPart[] = [];
  readonly texts: string[] = [];
  /** The file that had no room in full. */
  cut: CutFile | undefined;
  readonly #reader: IncludeReader;
  readonly #finder: IncludeFinder;
  readonly #known = new Map<string, LookedAt | "absent">();
  readonly #attributes = new Map<string, ReadonlyMap<string, string>>();
  #left: number;

  constructor(reader: IncludeReader, finder: IncludeFinder, most: number) {
    this.#reader = reader;
    this.#finder = finder;
    this.#left = most;
  }

  /** Whether the file was found. `within`: what is being read, from the outermost file on. */
  add({ include, isPlain = false }: Taking, path: string, start: number, within: readonly string[]): boolean {
    const found = this.#find(include, path);
    if (found === undefined) return false;
    const lines = includedLines(found.text, include.part);
    if (lines === undefined) return false;
    const key = `${found.path}\0${JSON.stringify(include.part)}`;
    // A circle ends where it began.
    if (within.includes(key)) return true;
    for (const part of lines) {
      const kept = withinRoom(part, this.#left);
      if (kept === undefined || !this.#take(kept, found.number, start, isPlain)) return false;
      if (kept !== part) {
        this.cut ??= { path: include.path, last: kept.last, start };
        return true;
      }
      if (isPlain || within.length + 1 >= MAX_DEPTH) continue;
      for (const inner of this.#finder.find(part.text, MAX_PLACES)) {
        const { include: innermost } = inner;
        if (innermost !== null) this.add({ ...inner, include: innermost }, found.path, start, [...within, key]);
      }
    }
    return true;
  }

  #take({ first, last, text }: TakenLines, file: number, at: number, isPlain: boolean): boolean {
    if (this.parts.length >= MAX_PLACES) return false;
    this.#left -= text.length;
    this.texts.push(isPlain ? text : this.#finder.visible?.(text) ?? text);
    this.parts.push({ file, first, last, at });
    return true;
  }

  /** What a file around a document sets, the nearest first. A file that is read so is one of those taken in. */
  #attribute(name: string, path: string): string | undefined {
    const { project } = this.#reader;
    let folder = parentPath(path);
    for (let tried = 0; tried < MAX_FOLDERS && isInside(folder, project); tried++) {
      for (const file of ATTRIBUTE_FILES) {
        const target = joinPath(folder, file);
        const found = this.#look(target);
        const text = found === null || found === "absent" ? null : found.text;
        if (text === null) continue;
        const values = this.#attributes.get(target) ?? attributesIn(file, text);
        this.#attributes.set(target, values);
        const value = values.get(name);
        if (value !== undefined) return value;
      }
      if (folder === project) break;
      folder = parentPath(folder);
    }
    return undefined;
  }

  #find({ path: named, from }: Include, path: string) {
    const written = namesAttributes(named) ? withAttributes(named, (name) => this.#attribute(name, path)) : named;
    if (written === "" || isAbsolutePath(written) || /[\0\\]/.test(written)) return undefined;
    const { project } = this.#reader;
    const absent: string[] = [];
    let folder = parentPath(path);
    for (let tried = 0; tried < MAX_FOLDERS; tried++) {
      const target = joinPath(folder, written);
      const found = isInside(target, project) && target !== project ? this.#look(target) : null;
      if (found === "absent") absent.push(target);
      else if (found !== null && found.text !== null) return { ...found, path: target, text: found.text };
      if (from === "file" || folder === project || !isInside(folder, project)) break;
      folder = parentPath(folder);
    }
    // If one of them comes, the document is read again.
    for (const target of absent) if (this.files.length < MAX_FILES) this.#note(target, null, null);
    return undefined;
  }

  /** Null above the limit. */
  #look(path: string): LookedAt | "absent" | null {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_LOOKS || this.files.length >= MAX_FILES) return null;
    const stat = orAbsent(() => this.#reader.fs.stat(path));
    if (stat === undefined) {
      this.#known.set(path, "absent");
      return "absent";
    }
    const bytes = stat.kind === "file" && stat.size <= MAX_BYTES.included ? this.#bytesOf(path) : undefined;
    const isText = bytes !== undefined && !isBinary(bytes);
    const number = this.#note(path, fingerprintOf(stat), bytes === undefined ? null : contentHash(bytes));
    const found = { number, text: isText ? new TextDecoder().decode(bytes) : null };
    this.#known.set(path, found);
    return found;
  }

  #note(path: string, fingerprint: IncludedFile["fingerprint"], hash: string | null): number {
    return this.files.push({ path: storedPath(this.#reader.root, path), fingerprint, hash }) - 1;
  }

  #bytesOf(path: string): Uint8Array | undefined {
    return orAbsent(() => {
      const real = this.#reader.places.reach(path);
      return real === null || real === undefined || !isInside(real, this.#realProject())
        ? undefined
        : this.#reader.fs.readFile(real, { noLink: true, most: MAX_BYTES.included });
    });
  }

  #realProject(): string {
    const { fs, project } = this.#reader;
    return orAbsent(() => fs.realPath(project)) ?? project;
  }
}
