/** Which entries of a manifest are documents, and how many there are. */
import { NEWS_GLOBS } from "../../config/weights.ts";
import { compileGlob } from "../../text/globs.ts";
import { type OmittedCounts, sumOmitted } from "../../document/omitted.ts";
import type { OmittedText } from "../../shapes/reports.ts";
import type { FileEntry } from "./manifest.ts";

/** Whether a file is a document of the index. Skipped files and files of white space alone are not. */
export function isDocument(entry: FileEntry | undefined): entry is FileEntry {
  return entry !== undefined && entry.skipped === null && entry.chunks > 0;
}

/** Counts of one tree's documents. */
export interface TreeSummary {
  readonly documents: number;
  readonly chunks: number;
  /** The bytes of the source files. */
  readonly bytes: number;
}

/** Whether half of the documents of a tree or more lie in folders of blogs and news. */
export function isMostlyNews(files: ReadonlyMap<string, FileEntry> = new Map()): boolean {
  const isNews = NEWS_GLOBS.map((glob) => compileGlob(glob));
  let [documents, news] = [0, 0];
  for (const [path, entry] of files) {
    if (!isDocument(entry)) continue;
    documents += 1;
    if (isNews.some((matches) => matches(path))) news += 1;
  }
  return news > 0 && news * 2 >= documents;
}

/** What a document leaves out, if anything. */
function omittedBy({ warnings }: FileEntry): readonly OmittedCounts[] {
  return warnings.flatMap(({ omitted }) => omitted === undefined ? [] : [omitted]);
}

/** Counts the documents, chunks and source bytes of one tree as indexed. */
export function summarizeTree(files: ReadonlyMap<string, FileEntry> | undefined): TreeSummary {
  let documents = 0;
  let chunks = 0;
  let bytes = 0;
  for (const entry of files?.values() ?? []) {
    if (!isDocument(entry)) continue;
    documents += 1;
    chunks += entry.chunks;
    bytes += entry.fingerprint?.size ?? 0;
  }
  return { documents, chunks, bytes };
}

/** The counts of a tree, with what its documents leave out. */
export function describeTree(
  files: ReadonlyMap<string, FileEntry> | undefined,
): TreeSummary & { readonly omitted?: readonly OmittedText[] } {
  const omitted = omittedIn(files?.values() ?? []);
  return { ...summarizeTree(files), ...(omitted === undefined ? {} : { omitted }) };
}

/** What the documents leave out; undefined where all is there. Searches summarise trees, and need none of it. */
export function omittedIn(files: Iterable<FileEntry | undefined>): readonly OmittedText[] | undefined {
  return sumOmitted([...files].filter(isDocument).flatMap(omittedBy));
}
