/** What documents take in from other files, as an answer shows it. */
import type { DocumentPlaces } from "../../config/document_places.ts";
import { projectOf } from "../../config/project_folder.ts";
import type { ByteRange } from "../../document/document.ts";
import { includedLines } from "../../document/includes/included_lines.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { contentHash } from "../../host/hash.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import type { PassageInclude } from "../../search/ports/passage_source.ts";
import { isInside, joinPath, relativePath } from "../../text/paths.ts";
import type { StoredIncludes } from "../published/stored_includes.ts";

/** More of one passage are not named. */
const MAX_NAMED = 50;

/** Where the files of one tree lie. */
export interface IncludePlaces {
  readonly fs: FileSystem;
  readonly places: DocumentPlaces;
  /** The folder of the configuration. */
  readonly root: string;
  readonly tree: Parameters<typeof projectOf>[0];
}

/**
 * What a span takes in. A text is there while its file is as it was read. An index may come from anybody, so only files
 * of the project are read, and only those whose hash it knows.
 */
export function includesIn(
  { files, parts }: StoredIncludes,
  span: ByteRange,
  { fs, places, root, tree }: IncludePlaces,
): readonly PassageInclude[] {
  const project = projectOf(tree, root);
  const read = new Map<number, string | undefined>();
  const textOf = (number: number): string | undefined => {
    if (!read.has(number)) read.set(number, orAbsent(() => readKnown(files[number]!, fs, places, root, project)));
    return read.get(number);
  };
  return parts.filter(({ at }) => at >= span.start && at < span.end).slice(0, MAX_NAMED)
    .map(({ file, first, last }) => ({
      path: relativePath(root, joinPath(root, files[file]!.path)),
      first,
      last,
      text: () => {
        const text = textOf(file);
        const lines = text === undefined ? undefined : includedLines(text, { lines: [{ first, last }] });
        return lines === undefined ? undefined : new TextEncoder().encode(lines.map((part) => part.text).join("\n"));
      },
    }));
}

function readKnown(
  { path, hash }: StoredIncludes["files"][number],
  fs: FileSystem,
  places: DocumentPlaces,
  root: string,
  project: string,
): string | undefined {
  const file = joinPath(root, path);
  const real = isInside(file, project) ? places.reach(file) : undefined;
  if (real === undefined || real === null) return undefined;
  const bytes = fs.readFile(real, { noLink: true, most: MAX_BYTES.included });
  return bytes !== undefined && contentHash(bytes) === hash ? new TextDecoder().decode(bytes) : undefined;
}
