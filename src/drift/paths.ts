/** Finds paths in code spans that no longer exist. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { indexLines } from "../text/lines.ts";
import { fileExtension, joinPath, normalizePath, parentPath, withAncestors } from "../text/paths.ts";
import type { Drift, DriftDocument } from "./document.ts";
import type { PathDeletion } from "./history.ts";
import type { Repository } from "./repository.ts";

/** Matches a path with a folder and an extension, but not placeholders, globs, variables, addresses or versions. */
const PATH =
  /^(?:\.{1,2}\/)*((?:[\w@.+-]+\/)+[\w@+-][\w@.+-]*\.[a-z][a-z0-9]{0,5})(?::\d+(?:[:-]\d+)?|#L\d+(?:-L\d+)?)?$/i;
const PLACEHOLDER = /(?:^|[/_.-])(?:foo|bar|baz|qux|example|xxx|your|my|path|to|some)(?=$|[/_.-])|\.\.\./i;

/** Where the reader's own project or home has settings of tools. A repository shows its own for code hosts. */
const OF_READER = /^\.(?!github\/|gitlab\/|gitea\/|circleci\/)[a-z]/i;

export interface WrittenPath {
  readonly written: string;
  readonly line: number;
  /** Where it might lie, relative to the repository: at the top, beside the document, or in a folder around it. */
  readonly places: readonly string[];
}

/**
 * Finds the paths in code spans that lead to no file. A path counts as found from any folder around the document, and
 * as the end of another path.
 */
export function missingPaths(
  { spans, inRepository, format }: DriftDocument,
  repository: Repository,
): readonly WrittenPath[] {
  const folders = withAncestors(parentPath(inRepository));
  return spans.flatMap(({ text, line }) => {
    const path = text.length > 300 ? undefined : PATH.exec(text.trim())?.[1];
    if (path === undefined || OF_READER.test(path) || PLACEHOLDER.test(path) || !/[a-z]/i.test(fileExtension(path))) {
      return [];
    }
    const written = /^[^:#]*/.exec(text.trim())?.[0] ?? path;
    const places = [...new Set([".", ...folders].map((folder) => normalizePath(`${folder}/${written}`)))].filter((
      place,
    ) => !place.startsWith(".."));
    if (repository.hasEnding(path) || places.some((place) => repository.has(place))) return [];
    if (format === "mdx" && !isAmongSiblings(path, repository)) return [];
    return [{ written, line, places }];
  });
}

/** Sites in MDX mostly name files of the reader's project, so a path has to be one among others deep in this one. */
function isAmongSiblings(path: string, repository: Repository): boolean {
  return path.split("/").length > MIN_SIBLINGS &&
    repository.siblings(parentPath(path), fileExtension(path)) >= MIN_SIBLINGS;
}

/** Finds places in files, such as a path with `:120` behind it, whose file is there and ends before that line. */
export function linesBeyondEnd(
  fs: FileSystem,
  { spans, inRepository }: DriftDocument,
  repository: Repository,
): readonly Drift[] {
  const folder = parentPath(inRepository);
  return spans.flatMap(({ text, line }) => {
    const [, written, number] = text.length > 300 ? [] : PLACE.exec(text.trim()) ?? [];
    if (written === undefined || number === undefined) return [];
    const file = [written, normalizePath(`${folder}/${written}`)].find(repository.has);
    const lines = file === undefined ? undefined : countLines(fs, joinPath(repository.top, file));
    return lines === undefined || Number(number) <= lines
      ? []
      : [{ code: "drift-path" as const, line, message: `${written} has ${lines} lines, and not line ${number}` }];
  });
}

const PLACE = /^((?:[\w@.+-]+\/)*[\w@.+-]+\.[a-z][a-z0-9]{0,5})(?::|#L)(\d{1,9})(?:[:-]L?\d+)?$/i;
const MAX_BYTES = 4 * 1024 * 1024;

/** Undefined for a file that is too large or cannot be read. */
function countLines(fs: FileSystem, path: string): number | undefined {
  const bytes = orAbsent(() => fs.readFile(path, { most: MAX_BYTES, noLink: true }));
  return bytes === undefined ? undefined : indexLines(bytes).count;
}

/** Keeps the paths that the history shows as deleted and that documents named before. Others are only examples. */
export function deletedPaths(
  paths: readonly WrittenPath[],
  deletionOf: (path: string) => PathDeletion | undefined,
): readonly Drift[] {
  return paths.flatMap(({ written, line, places }) => {
    const deletion = places.map(deletionOf).find((one) => one !== undefined);
    if (deletion === undefined || !deletion.isDescribed(written.replace(/^(?:\.\.?\/)+/, ""))) return [];
    return [{
      code: "drift-path" as const,
      line,
      message: `${written} no longer exists; it was removed on ${deletion.date}`,
    }];
  });
}

/** Without a history, keeps the paths from the top whose folder holds several files of this kind. */
export function orphanedPaths(paths: readonly WrittenPath[], repository: Repository): readonly Drift[] {
  return paths.flatMap(({ written, line }) => {
    const folder = parentPath(written);
    const isMeant = !written.startsWith(".") && repository.siblings(folder, fileExtension(written)) >= MIN_SIBLINGS;
    return isMeant
      ? [{ code: "drift-path" as const, line, message: `${written} does not exist, although its folder does` }]
      : [];
  });
}

const MIN_SIBLINGS = 3;
