/** Runs the stages that bring the sources in. */
import type { RagRunReport, RagSourceRun } from "../shapes/rag.ts";
import { RaError } from "../errors.ts";
import { nowMs } from "../host/clock.ts";
import type { RagConfig } from "./config/rag_config.ts";
import { convertSource } from "./convert/convert_source.ts";
import { crawlSource } from "./crawl/crawl_source.ts";
import type { Stage } from "./journal.ts";
import { noteRun } from "./run_journal.ts";
import type { RagPlaces } from "./places/rag_places.ts";
import { openWritten } from "./places/written_files.ts";
import { lockRun, requireIds } from "./requirements.ts";
import { fetchSource, isGitSource } from "./git/git_source.ts";
import { normalizeFolder } from "./text/normalize_folder.ts";
import { notedFiles } from "./places/source_files.ts";
import { foreignProblem } from "./text/text_folder.ts";
import { outputFolder, textFolder } from "./source_trees.ts";

export interface RunOptions {
  readonly stages: readonly Stage[];
  /** Ids of sources. Empty: all. */
  readonly only: readonly string[];
  readonly dryRun: boolean;
  /** Whether what lies in the folders of a source counts as ra's own, to replace and to remove. */
  readonly prune: boolean;
}

export interface RunHost {
  readonly places: RagPlaces;
  /** Another process works on the same folders. */
  onWait(owner: string): void;
  onSource(stage: Stage, id: string): void;
  /** `what` says in a few words what is being done for a source. */
  onProgress(id: string, what: string): void;
  /** Writes what the index is made from once the stages have run, and gives its path. Absent: nothing is written. */
  writeTrees?: (() => Promise<string>) | undefined;
  /** Looks at what there is of the sources afterwards, `runs` being what the stages did. Absent: nothing looks. */
  readSources?:
    | ((isMeant: (source: { readonly id: string }) => boolean, runs: readonly RagSourceRun[]) => Promise<
      readonly RagSourceRun[]
    >)
    | undefined;
}

/**
 * Runs the stages one after the other, each over its sources in the order of the configuration. A source that fails
 * does not stop the others. Throws `usage` for an id that no source has, and `io` when the folders cannot be written.
 */
export async function runStages(config: RagConfig, options: RunOptions, host: RunHost): Promise<RagRunReport> {
  requireIds(config, options.only);
  const isMeant = ({ id }: { readonly id: string }): boolean => options.only.length === 0 || options.only.includes(id);
  const { places } = host;
  if (options.dryRun) {
    const planned = tasksOf(config, host, options, isMeant);
    return report(planned.map(({ begun }) => ({ ...begun, state: "planned", counts: {}, problems: [] })), null);
  }
  const lock = await lockRun(places.fs, config, host.onWait);
  try {
    const runs: RagSourceRun[] = [];
    for (const { begun, work } of tasksOf(config, host, options, isMeant)) {
      host.onSource(begun.stage, begun.id);
      const run = await attempt(begun, work);
      runs.push(run);
      noteRun(places.fs, config, run, new Date(nowMs()).toISOString());
      lock.keep();
    }
    const path = await host.writeTrees?.() ?? null;
    const read = await host.readSources?.(isMeant, runs) ?? [];
    return report([...runs, ...read], path);
  } finally {
    await lock.release();
  }
}

interface Begun {
  readonly id: string;
  readonly stage: Stage;
  readonly from?: string;
}

interface Task {
  readonly begun: Begun;
  work(): Promise<Omit<RagSourceRun, keyof Begun>>;
}

/** The git sources of a run may have so many bytes together. */
const MAX_FETCHED = 20_000_000_000;

/** In the order of the stages, and then of the configuration. */
function tasksOf(
  config: RagConfig,
  { places, onProgress }: Pick<RunHost, "places" | "onProgress">,
  { stages, prune }: Pick<RunOptions, "stages" | "prune">,
  isMeant: (source: { readonly id: string }) => boolean,
): readonly Task[] {
  const room = { bytes: MAX_FETCHED };
  const tasks: Readonly<Record<Stage, () => readonly Task[]>> = {
    fetch: () =>
      config.sources.filter(isGitSource).map((source) => ({
        begun: { id: source.id, stage: "fetch", from: source.git },
        async work() {
          const { commit, changed, files, problems } = await fetchSource(places, config, source, { prune, room });
          return { commit, state: changed ? "changed" : "unchanged", counts: { files }, problems };
        },
      })),
    crawl: () =>
      config.crawl.map((entry) => ({
        begun: { id: entry.id, stage: "crawl", from: entry.seeds.join(", ") },
        work: () =>
          crawlSource(places, config, entry, {
            prune,
            onProgress: (done, url) => onProgress(entry.id, `${done} ${url}`),
          }),
      })),
    convert: () =>
      config.convert_docs.map((entry) => ({
        begun: { id: entry.id, stage: "convert", from: [entry.input].flat().join(", ") },
        work: () => convertSource(places, config, entry, { prune, onProgress: (what) => onProgress(entry.id, what) }),
      })),
    normalize: () =>
      [
        ...config.crawl.map(({ id }) => ({ id, folder: textFolder(config, id), isChosen: false })),
        ...config.convert_docs.map((entry) => {
          const { id, output } = entry;
          return { id, folder: outputFolder(config, entry), isChosen: output !== undefined };
        }),
      ].map(({ id, folder, isChosen }) => ({
        begun: { id, stage: "normalize" },
        async work() {
          const place = { written: openWritten(places, id, "text", folder), id, isChosen };
          const run = await normalizeFolder(places.fs, place);
          // The stage before has said it.
          const isSaid = stages.includes("crawl") || stages.includes("convert");
          const foreign = isSaid ? [] : foreignProblem(places.fs, place, notedFiles(places.fs, config, id));
          return { ...run, problems: [...run.problems, ...foreign] };
        },
      })),
  };
  return stages.flatMap((stage) => tasks[stage]()).filter(({ begun }) => isMeant(begun));
}

/** A failure that was expected is what the source's run reports. */
async function attempt(begun: Begun, work: () => Promise<Omit<RagSourceRun, keyof Begun>>): Promise<RagSourceRun> {
  try {
    return { ...begun, ...await work() };
  } catch (error) {
    if (!(error instanceof RaError) || error.code === "interrupted" || error.code === "index-locked") throw error;
    return {
      ...begun,
      state: "failed",
      counts: {},
      problems: [{ reason: error.hint === undefined ? error.message : `${error.message}: ${error.hint}` }],
    };
  }
}

function report(sources: readonly RagSourceRun[], path: string | null): RagRunReport {
  return {
    sources,
    index_config: path,
    failed: sources.filter(({ state }) => state === "failed").length,
    problems: sources.reduce(
      (sum, { state, problems }) =>
        sum + (state === "failed" ? 0 : problems.filter(({ read }) => read !== true).length),
      0,
    ),
  };
}
