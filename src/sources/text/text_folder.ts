/** Writes the text of a source: a folder of Markdown files, each with a record of where it comes from beside it. */
import type { RagProblem } from "../../shapes/rag.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { encodeRecord, readRecord, type SourceRecord } from "../../document/source_record.ts";
import { sha256 } from "../../host/hash.ts";
import { RECORD_ENDING, recordBeside } from "../../store/files/read_source.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { filesBelow } from "../places/files_below.ts";
import type { WrittenFiles } from "../places/written_files.ts";
import { joinParts, type Parted } from "./parted_text.ts";

export interface SourceText {
  /** Relative to the folder, with `/`, without `.md`. */
  readonly name: string;
  readonly source: Omit<SourceRecord, "sha256" | "unit" | "parts">;
  readonly parted: Parted;
}

/** The metadata that an entry of the configuration adds. */
export function asTexts(metadata: Readonly<Record<string, string | number | boolean>>): SourceRecord["metadata"] {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}

export interface WrittenTexts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** The texts of the source now, as paths in the folder. */
  readonly names: readonly string[];
  readonly problems: readonly RagProblem[];
}

const encoder = new TextEncoder();
/** A name of a file may have 255 bytes. */
const MAX_NAME_LENGTH = 200;
const MAX_PATH_LENGTH = 800;
/** A folder must not have the name of a text or of its record. */
const TEXT_NAME = /\.md(?:\.source\.json)?$/i;

/** Takes the texts one by one, writes what is new or different, and removes what ra wrote before. Throws `io`. */
export async function writeTexts(written: WrittenFiles, texts: Iterable<SourceText>): Promise<WrittenTexts> {
  const yieldPoint = createYieldPoint(undefined);
  let [count, unchanged] = [0, 0];
  const taken = new Set<string>();
  const problems: RagProblem[] = [];
  const names: string[] = [];
  for (const text of texts) {
    await yieldPoint();
    const made = writeText(written, text.name, taken, text);
    names.push(`${made.name}.md`);
    if (made.isNew) count++;
    else unchanged++;
    if (made.problem !== undefined) problems.push(made.problem);
  }
  const pruned = pruneTexts(written, new Set(names));
  return { written: count, unchanged, removed: pruned.removed, names, problems: [...problems, ...pruned.problems] };
}

export interface WrittenText {
  /** Without `.md`. */
  readonly name: string;
  /** False if it was there already. */
  readonly isNew: boolean;
  /** Says why the text has another name than it should. */
  readonly problem: RagProblem | undefined;
}

/**
 * Writes one text as `NAME.md`, and its record, or both under the next name that is free: what ra did not write stays.
 * `taken` holds the names of other texts, in small letters, and gets this one. Throws `io` and `place-refused`.
 */
export function writeText(
  written: WrittenFiles,
  wanted: string,
  taken: Set<string>,
  { source, parted }: Omit<SourceText, "name">,
): WrittenText {
  const { text, unit, parts } = joinParts(parted);
  const record = encodeRecord({ ...source, sha256: sha256(text), unit, parts });
  const foreign: string[] = [];
  for (;;) {
    const name = freeName(wanted, taken);
    const path = `${name}.md`;
    let isNew = false;
    // The record comes first: a text without one would be a document of the user's.
    const files = [[path + RECORD_ENDING, record], [path, text]] as const;
    const refused = files.find(([file, bytes]) => {
      const outcome = written.write(file, bytes);
      isNew ||= outcome === "written";
      return outcome === "foreign";
    });
    if (refused !== undefined) {
      foreign.push(refused[0]);
      continue;
    }
    const [first] = foreign;
    const reason = `ra did not write it, so it stays, and the text lies in ${path}; with --prune, ra replaces its own`;
    const problem = first === undefined ? undefined : { path: `${written.folder}/${first}`, reason };
    return { name, isNew, problem };
  }
}

/** Removes the texts that ra wrote under other names than these, and says how many. Throws `io`. */
export function pruneTexts(
  written: WrittenFiles,
  names: ReadonlySet<string>,
): { readonly removed: number; readonly problems: readonly RagProblem[] } {
  let removed = 0;
  const problems: RagProblem[] = [];
  for (const path of written.paths) {
    const isText = !path.endsWith(RECORD_ENDING);
    if (names.has(isText ? path : path.slice(0, -RECORD_ENDING.length))) continue;
    if (!written.isThere(path)) written.remove(path);
    else if (written.remove(path)) removed += isText ? 1 : 0;
    else problems.push({ path: `${written.folder}/${path}`, reason: "it was changed since ra wrote it, so it stays" });
  }
  written.removeDrafts();
  written.save();
  return { removed, problems };
}

/** The folder of a source's texts. */
export interface TextPlace {
  readonly written: WrittenFiles;
  /** The id of the source. */
  readonly id: string;
  /** Whether the user chose the folder, and may have files there. */
  readonly isChosen: boolean;
}

/** The texts that ra does not remember count as its own, and so do their records. */
export function adoptTexts(fs: FileSystem, { written, ...place }: TextPlace): void {
  for (const path of foreignTexts(fs, { written, ...place })) {
    for (const file of [path, path + RECORD_ENDING]) if (written.isThere(file)) written.adopt(file);
  }
}

/**
 * The texts that ra does not remember writing. In a folder that the user chose, those with a record of this source.
 */
function foreignTexts(fs: FileSystem, { written, id, isChosen }: TextPlace): readonly string[] {
  return filesBelow(fs, written.folder).filter((path) => {
    if (!path.endsWith(".md") || written.knows(path)) return false;
    const full = `${written.folder}/${path}`;
    if (fs.kindOf(full) !== "file") return false;
    return !isChosen || recordAt(fs, full)?.source_id === id;
  });
}

/** The record of a text, if it has one. */
function recordAt(fs: FileSystem, path: string): SourceRecord | undefined {
  const record = recordBeside(fs, path);
  const text = record === undefined ? undefined : fs.readFile(path);
  return text === undefined ? undefined : readRecord(record!, text);
}

/** Says once that texts lie about which ra does not remove. `counted` are those that the source has nevertheless. */
export function foreignProblem(
  fs: FileSystem,
  place: TextPlace,
  counted: ReadonlySet<string> = new Set(),
): readonly RagProblem[] {
  const [first, ...others] = foreignTexts(fs, place).filter((path) => !counted.has(path));
  if (first === undefined) return [];
  const [what, them] = others.length === 0 ? ["this text", "it"] : [`this text and ${others.length} more`, "them"];
  const reason = `ra does not remember writing ${what} of ${place.id}; with --prune, ra takes ${them} for its own`;
  return [{ path: `${place.written.folder}/${first}`, reason }];
}

/** Two names that differ in capital letters only are one file on some disks. `taken` has small letters. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}

/** A relative name that every disk takes, for a path or an address that a stranger chose. */
export function safeName(path: string): string {
  const parts = path.normalize("NFC").split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const name = parts.map((part, at) => {
    // deno-lint-ignore no-control-regex
    const safe = part.replace(/[\u0000-\u001f\u007f<>:"|?*\\]/g, "_");
    const ended = withoutEnd(safe) + (at < parts.length - 1 && TEXT_NAME.test(safe) ? "_" : "");
    const bytes = encoder.encode(ended);
    if (bytes.length <= MAX_NAME_LENGTH) return ended.startsWith(".") ? `_${ended.slice(1)}` : ended;
    return `${new TextDecoder().decode(bytes.subarray(0, MAX_NAME_LENGTH - 20)).replace(/\ufffd+$/, "")}-${
      sha256(bytes).slice(0, 16)
    }`;
  }).join("/") || "index";
  // Disks take paths of 1,024 to 4,096 bytes.
  return name.length <= MAX_PATH_LENGTH ? name : `long/${sha256(encoder.encode(name)).slice(0, 32)}`;
}

/** Windows takes no dots and spaces at the end. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === "." || part[end - 1] === " ")) end--;
  return end === part.length ? part : `${part.slice(0, end)}_`;
}
