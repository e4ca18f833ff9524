/** `ra rag fetch`: brings the git sources into `data_root/raw`. */
import type { RagProblem } from "../../shapes/rag.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { SourceConfig } from "../config/schema.ts";
import { readJournal, writeJournal } from "../journal.ts";
import type { RagPlaces } from "../places/rag_places.ts";
import { allotRawFolder, noteFiles } from "../places/source_files.ts";
import { openCommit } from "./open_commit.ts";
import { type FetchRoom, repositoryFiles } from "./repository_files.ts";
import { holdsOnly, writeFiles } from "./write_files.ts";
import type { WrittenFiles } from "../places/written_files.ts";

export type GitSource = SourceConfig & { readonly git: string };

/** What is remembered of a fetch. */
export interface FetchedSource {
  readonly address: string;
  readonly ref: string | null;
  readonly commit: string;
}

interface FetchRun extends FetchedSource {
  readonly changed: boolean;
  /** How many were taken. */
  readonly files: number;
  readonly problems: readonly RagProblem[];
}

export function isGitSource(source: SourceConfig): source is GitSource {
  return source.git !== undefined;
}

/** The last fetch. What a stranger may have written into the journal is not taken for one. */
export function fetchedSource(fs: RagPlaces["fs"], config: RagConfig, id: string): FetchedSource | undefined {
  const found = readJournal<Partial<Record<keyof FetchedSource, unknown>> | null>(fs, config, "fetch", id);
  const isFetched = typeof found?.address === "string" && /^[0-9a-f]{40,64}$/.test(String(found.commit)) &&
    (found.ref === null || typeof found.ref === "string");
  return isFetched ? found as FetchedSource : undefined;
}

/**
 * Fetches one source, and tells whether its commit is another one than before. Throws `io`, `work-limit` and
 * `place-refused`.
 */
export async function fetchSource(
  places: RagPlaces,
  config: RagConfig,
  source: GitSource,
  { prune, room }: { readonly prune: boolean; readonly room: FetchRoom },
): Promise<FetchRun> {
  const { fs } = places;
  const before = fetchedSource(fs, config, source.id);
  const commit = await openCommit(
    { fs, project: places.project, mayRead: places.mayRead, folder: joinPath(places.memory, `${source.id}.git`) },
    { folder: config.folder, address: source.git, ref: source.ref, allowed: source.allow_private ?? [] },
  );
  let written: WrittenFiles | undefined;
  try {
    const found = await repositoryFiles(commit, source, room);
    const isSame = (folder: string): Promise<boolean> => holdsOnly(fs, folder, found.files);
    const allotted = await allotRawFolder(places, config, source.id, prune, isSame);
    const { problem } = allotted;
    written = allotted.written;
    written.removeDrafts();
    const { names, problems } = await writeFiles(written, found.files);
    noteFiles(fs, config, source.id, { folder: written.folder, names });
    const fetched = { address: source.git, ref: source.ref ?? null, commit: commit.objects.name };
    writeJournal(fs, config, "fetch", source.id, fetched);
    return {
      ...fetched,
      files: names.length,
      changed: fetched.commit !== before?.commit || source.git !== before.address,
      problems: [...(problem === undefined ? [] : [problem]), ...found.problems, ...problems],
    };
  } finally {
    written?.save();
    commit.close();
  }
}
