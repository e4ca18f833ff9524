/** Runs the stages that bring the sources in. */
import type { RagRunReport, RagSourceRun } from "../answers/rag.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { takeWriterLock } from "../store/lock/writer_lock.ts";
import { nearest } from "../text/nearest.ts";
import { joinPath } from "../text/paths.ts";
import type { RagConfig } from "./config/rag_config.ts";
import type { Stage } from "./journal.ts";
import { fetchSource, isGitSource } from "./sources/git_source.ts";
import { writeTrees } from "./trees/write_trees.ts";

export interface RunOptions {
  readonly stages: readonly Stage[];
  /** Ids of sources. Empty: all. */
  readonly only: readonly string[];
  readonly dryRun: boolean;
}

export interface RunHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  /** Another process works on the same folders. */
  onWait(owner: string): void;
  onSource(stage: Stage, id: string): void;
}

/** How long one run waits for another. */
const LOCK_TIMEOUT_MS = 600_000;

/**
 * Runs the stages one after the other, each over its sources in the order of the configuration. A source that fails
 * does not stop the others. Throws `usage` for an id that no source has, and `io` when the folders cannot be written.
 */
export async function runStages(config: RagConfig, options: RunOptions, host: RunHost): Promise<RagRunReport> {
  requireIds(config, options.only);
  const isMeant = ({ id }: { readonly id: string }): boolean => options.only.length === 0 || options.only.includes(id);
  const { fs } = host;
  if (options.dryRun) return report(plannedRuns(config, options, isMeant), null);
  const directory = joinPath(config.dataRoot, "journal");
  const lock = await takeWriterLock(fs, undefined, directory, LOCK_TIMEOUT_MS, host.onWait);
  if (typeof lock === "string") {
    const why = lock === "locked" ? "another run has not ended" : "it cannot be written";
    throw new RaError("io", `cannot work in ${config.dataRoot}: ${why}`, { path: config.dataRoot });
  }
  try {
    const runs: RagSourceRun[] = [];
    for (const stage of options.stages) {
      if (stage !== "fetch") continue;
      for (const source of config.sources.filter(isMeant).filter(isGitSource)) {
        host.onSource(stage, source.id);
        runs.push(
          await attempt({ id: source.id, stage, from: source.git }, async () => {
            const { commit, changed } = await fetchSource(fs, config, source, () => {});
            return { commit, state: changed ? "changed" : "unchanged", counts: {}, problems: [] };
          }),
        );
        lock.keep();
      }
    }
    return report(runs, await writeTrees(fs, config, host.home));
  } finally {
    await lock.release();
  }
}

type Begun = Pick<RagSourceRun, "id" | "stage" | "from">;

/** A failure that was expected is what the source's run reports. */
async function attempt(begun: Begun, work: () => Promise<Omit<RagSourceRun, keyof Begun>>): Promise<RagSourceRun> {
  try {
    return { ...begun, ...await work() };
  } catch (error) {
    if (!(error instanceof RaError) || error.code === "interrupted" || error.code === "index-locked") throw error;
    return { ...begun, state: "failed", counts: {}, problems: [{ reason: error.message }] };
  }
}

function plannedRuns(
  config: RagConfig,
  { stages }: RunOptions,
  isMeant: (source: { readonly id: string }) => boolean,
): readonly RagSourceRun[] {
  const sources = stages.includes("fetch") ? config.sources.filter(isMeant).filter(isGitSource) : [];
  return sources.map(({ id, git }) => ({ id, stage: "fetch", state: "planned", from: git, counts: {}, problems: [] }));
}

function report(sources: readonly RagSourceRun[], path: string | null): RagRunReport {
  return {
    sources,
    index_config: path,
    failed: sources.filter(({ state }) => state === "failed").length,
    problems: sources.reduce((sum, { state, problems }) => sum + (state === "failed" ? 0 : problems.length), 0),
  };
}

/** Throws `usage`. */
function requireIds(config: RagConfig, only: readonly string[]): void {
  const known = [...config.sources, ...config.convert_docs, ...config.crawl].map(({ id }) => id);
  for (const id of only) {
    if (known.includes(id)) continue;
    const near = nearest(id, known);
    throw new RaError("usage", `--only: no source has the id ${JSON.stringify(id)}`, {
      hint: near.length === 0 ? `known: ${known.join(", ")}` : `nearest: ${near.join("  ")}`,
    });
  }
}
