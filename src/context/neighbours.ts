/**
 * Counts how many neighbours of a file hold a word. Neighbours are files of the same kind in the same folder. A word
 * that all of them hold does not set a file apart.
 */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { fileExtension, fileName, joinPath, parentPath } from "../text/paths.ts";
import { identifierParts } from "./identifiers.ts";
import { trim } from "../text/trim.ts";

/** With fewer neighbours, the share says nothing. */
const MIN_NEIGHBOURS = 3;
const MAX_NEIGHBOURS = 24;
/** How many bytes of each neighbour ra reads. */
const MAX_BYTES = 16_000;
/** The most files whose words ra remembers. */
const REMEMBERED = 2000;

interface Known {
  readonly fingerprint: string;
  readonly words: ReadonlySet<string>;
}

const remembered = new WeakMap<FileSystem, Map<string, Known>>();

/**
 * Gives the share (0 to 1) of the neighbours of `path` that hold a word. Returns undefined if there are too few
 * neighbours.
 */
export function createNeighbourShare(fs: FileSystem, path: string): ((word: string) => number) | undefined {
  const neighbours =
    orAbsent(() => nearestNames(fs, path))?.flatMap((name) =>
      orAbsent(() => wordsOf(fs, joinPath(parentPath(path), name))) ?? []
    ) ?? [];
  if (neighbours.length < MIN_NEIGHBOURS) return undefined;
  return (word) => {
    const key = word.toLowerCase();
    return neighbours.filter((words) => words.has(key)).length / neighbours.length;
  };
}

/** Picks the files whose names stand nearest in alphabetical order. */
function nearestNames(fs: FileSystem, path: string): readonly string[] {
  const extension = fileExtension(path);
  const names = fs.readDirectory(parentPath(path)).filter(({ kind, name }) =>
    kind === "file" && fileExtension(name) === extension
  ).map(({ name }) => name).sort();
  const own = names.indexOf(fileName(path));
  const start = Math.max(0, Math.min(own - MAX_NEIGHBOURS / 2, names.length - MAX_NEIGHBOURS - 1));
  return names.slice(start, start + MAX_NEIGHBOURS + 1).filter((_, at) => start + at !== own);
}

function wordsOf(fs: FileSystem, path: string): ReadonlySet<string> | undefined {
  const stat = fs.stat(path);
  if (stat === undefined) return undefined;
  let known = remembered.get(fs);
  if (known === undefined) remembered.set(fs, known = new Map());
  const fingerprint = `${stat.size} ${stat.mtimeNs}`;
  const before = known.get(path);
  if (before?.fingerprint === fingerprint) return before.words;
  const bytes = fs.readFile(path, { most: MAX_BYTES, cut: true });
  if (bytes === undefined) return undefined;
  const words = wordSet(new TextDecoder().decode(bytes, { stream: true }));
  if (known.size >= REMEMBERED) known.clear();
  known.set(path, { fingerprint, words });
  return words;
}

/** Collects names in lower case, whole and in parts, and words joined with hyphens. */
function wordSet(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [name] of text.matchAll(/[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*/gu)) {
    if (words.has(name)) continue;
    words.add(name).add(trim(name.toLowerCase(), "_$-"));
    const parts = identifierParts(name);
    if (parts.length > 1) { for (const part of parts) words.add(part.toLowerCase()); }
  }
  return words;
}
