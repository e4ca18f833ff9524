/** `ra rag fetch`: brings the git sources into `data_root/raw`. */
import type { FileSystem } from "../../host/file_system.ts";
import { fetchRepository } from "../../host/git/fetch_repository.ts";
import { isAbsolutePath, joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { Source } from "../config/schema.ts";
import { readJournal, writeJournal } from "../journal.ts";

export type GitSource = Source & { readonly git: string };

/** What is remembered of a fetch. */
export interface FetchedSource {
  readonly address: string;
  readonly ref: string | null;
  readonly commit: string;
}

export function isGitSource(source: Source): source is GitSource {
  return source.git !== undefined;
}

/** The folder of a git source's files. */
export function rawFolder({ dataRoot }: RagConfig, id: string): string {
  return joinPath(dataRoot, `raw/${id}`);
}

/** Fetches one source, and tells whether its commit is another one than before. Throws `io`. */
export async function fetchSource(
  fs: FileSystem,
  config: RagConfig,
  source: GitSource,
  onLine: (line: string) => void,
): Promise<FetchedSource & { readonly changed: boolean }> {
  const before = readJournal<FetchedSource>(fs, config, "fetch", source.id);
  const address = addressOf(config, source);
  const commit = await fetchRepository(fs, rawFolder(config, source.id), {
    address,
    ref: source.ref,
    sparse: source.sparse === undefined ? sparsePatterns(source.include ?? []) : source.sparse.map(folderPattern),
    submodules: source.submodules,
  }, onLine);
  const fetched = { address: source.git, ref: source.ref ?? null, commit };
  writeJournal(fs, config, "fetch", source.id, fetched);
  return { ...fetched, changed: commit !== before?.commit || source.git !== before.address };
}

/** A path is relative to the configuration. */
function addressOf({ folder }: RagConfig, { git }: GitSource): string {
  return isLocalAddress(git) ? (isAbsolutePath(git) ? git : joinPath(folder, git)) : git;
}

/** Whether it is a path, and neither a URL nor `host:path`. */
export function isLocalAddress(git: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:\/\//i.test(git) && !/^[^/]+:/.test(git);
}

/** The folders that globs lie in. One glob for any folder needs all. */
export function sparsePatterns(include: readonly string[]): readonly string[] {
  const patterns = include.map((glob) => {
    const parts = glob.replace(/^\.?\//, "").split("/");
    const open = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part));
    return open < 0
      ? `/${parts.map(escaped).join("/")}`
      : open === 0
      ? undefined
      : folderPattern(parts.slice(0, open).join("/"));
  });
  return patterns.includes(undefined) ? [] : [...new Set(patterns as readonly string[])].sort();
}

function folderPattern(folder: string): string {
  return `/${folder.replace(/^\.?\/|\/$/g, "").split("/").map(escaped).join("/")}/`;
}

/** The patterns of git know the same signs as globs. */
function escaped(part: string): string {
  return part.replace(/[*?[\]\\!#]/g, "\\$&");
}
