/** What is remembered of the last run of a source: how it ended, and what it found, read and left out. */
import type { RagProblem, RagSourceRun } from "../shapes/rag.ts";
import type { OmittedText } from "../shapes/reports.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";
import { isOmittedText } from "../document/omitted.ts";
import type { FileSystem } from "../host/file_system.ts";
import type { RagConfig } from "./config/rag_config.ts";
import { type LastRun, readJournal, type Stage, writeJournal } from "./journal.ts";

/** What a source holds before its texts are divided. */
export interface FoundByRun {
  readonly found: number;
  readonly read: number;
  readonly left_out: readonly RagProblem[];
}

/** The last one that had an outcome says what was found. */
interface RunRecord extends LastRun {
  readonly omitted?: readonly OmittedText[] | undefined;
  readonly inventory?: FoundByRun | undefined;
}

/** So many are named. A hostile site may have any number. */
const MAX_NAMED = 10_000;
const STAGES: readonly unknown[] = ["fetch", "crawl", "convert", "normalize"] satisfies readonly Stage[];
const STATES: readonly unknown[] = ["planned", "changed", "unchanged", "failed"] satisfies readonly LastRun["state"][];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Unknown = Readonly<Record<string, unknown>>;

/** The last run of a source. What a stranger may have written into the journal is not taken for one. */
export function lastRun(fs: FileSystem, config: RagConfig, id: string): LastRun | undefined {
  const { stage, at, state, reason } = recordOf(fs, config, id);
  const isRun = STAGES.includes(stage) && STATES.includes(state) && typeof at === "string" && MOMENT.test(at);
  if (!isRun) return undefined;
  return withoutUndefined({ stage, at, state, reason: typeof reason === "string" ? reason : undefined } as LastRun);
}

/** What the documents of a source leave out, as its last run counted it. */
export function lastOmitted(fs: FileSystem, config: RagConfig, id: string): readonly OmittedText[] | undefined {
  const { omitted } = recordOf(fs, config, id);
  return Array.isArray(omitted) && omitted.length > 0 && omitted.every(isOmittedText) ? omitted : undefined;
}

/** What the last run that brought the source in has found. */
export function lastFound(fs: FileSystem, config: RagConfig, id: string): FoundByRun | undefined {
  const { found, read, left_out } = (recordOf(fs, config, id)["inventory"] ?? {}) as Unknown;
  const isFound = [found, read].every((number) => Number.isSafeInteger(number) && Number(number) >= 0) &&
    Array.isArray(left_out) && left_out.every(isProblem);
  return isFound ? { found, read, left_out } as FoundByRun : undefined;
}

/**
 * Notes a run. `normalize` says nothing of what was found, and a failure before it stands. Throws what writing the
 * journal throws.
 */
export function noteRun(fs: FileSystem, config: RagConfig, run: RagSourceRun, at: string): void {
  const { id, stage, state, problems, omitted } = run;
  if (stage === "read") return;
  const before = lastRun(fs, config, id);
  const reason = state === "failed" ? reasonOf(problems) : undefined;
  const now: LastRun = { stage, at, state, reason };
  const isCovered = stage === "normalize" && state !== "failed" && before?.state === "failed";
  const [found, earlier] = [foundBy(run), lastFound(fs, config, id)];
  const record: RunRecord = {
    ...(isCovered ? before : now),
    omitted: omitted ?? (stage === "normalize" ? lastOmitted(fs, config, id) : undefined),
    // The texts of earlier runs stay where a run fails and brings none.
    inventory: state === "failed" && found?.read === 0 ? earlier ?? found : found ?? earlier,
  };
  writeJournal(fs, config, "run", id, record);
}

function reasonOf([first]: readonly RagProblem[]): string | undefined {
  return first?.path === undefined ? first?.reason : `${first.path}: ${first.reason}`;
}

/** Undefined for a run that found nothing, or that did not look. */
function foundBy({ stage, counts, problems, left_out = [] }: RagSourceRun): FoundByRun | undefined {
  const missed = [...problems.filter(({ path, read }) => path !== undefined && read !== true), ...left_out];
  const found = (read: number): FoundByRun => ({
    found: read + missed.length,
    read,
    left_out: missed.slice(0, MAX_NAMED),
  });
  const { files, pages, converted = 0, unchanged = 0 } = counts;
  if (stage === "fetch" && files !== undefined) return found(files);
  if (stage === "crawl" && pages !== undefined) return found(pages);
  return stage === "convert" && files !== undefined ? found(converted + unchanged) : undefined;
}

function recordOf(fs: FileSystem, config: RagConfig, id: string): Unknown {
  return readJournal<Unknown | null>(fs, config, "run", id) ?? {};
}

function isProblem(value: unknown): value is RagProblem {
  const { path = "", reason } = (value ?? {}) as Unknown;
  return typeof path === "string" && typeof reason === "string";
}
