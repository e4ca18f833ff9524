/** `ra rag init`, `doctor`, `fetch`, `crawl`, `convert`, `normalize`, `ingest`, `status`, `schema` */
import { runtimeName } from "../../host/process.ts";
import { formatJson } from "../../output/json.ts";
import { countFindings } from "../../output/text/findings_text.ts";
import { formatRagInit } from "../../output/text/rag_init_text.ts";
import { formatDoctor, formatRun, formatSources } from "../../output/text/rag_text.ts";
import { hasGeneration } from "../../generation/artefacts/manifest.ts";
import { type RagConfig, ragConfigPath, readRagConfig } from "../../sources/config/rag_config.ts";
import { openPlaces } from "../../sources/places/rag_places.ts";
import { ragSchema } from "../../sources/config/schema.ts";
import { examine } from "../../generation/doctor.ts";
import { initRag } from "../../sources/init.ts";
import type { Stage } from "../../sources/journal.ts";
import { requireFolders } from "../../sources/requirements.ts";
import { requireOwnTrees, writeTrees } from "../../generation/trees.ts";
import { runStages } from "../../sources/stages.ts";
import { readSources } from "../../generation/read_sources.ts";
import { ragStatus } from "../../generation/status.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { Workspace } from "../../workspace.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { RagFlags, RagInitFlags, RagRunFlags } from "../commands/rag.ts";
import type { Invocation } from "../invocation.ts";
import { createProgressLine } from "./progress_line.ts";
import { inFormat } from "./in_format.ts";

/** Throws `file-exists`. */
export function initRagProject(invocation: Invocation, _: [], flags: RagInitFlags): void {
  const { fs, directory, home = null, print, showPath } = invocation;
  const report = initRag(fs, directory, ragConfigPath(directory, flags.config), { force: flags.force === true, home });
  print(inFormat(flags.format, {
    json: () => formatJson(report),
    text: () => formatRagInit(report, showPath),
  }));
}

/** Ends with exit code 1 when something is missing. */
export async function examineRag(invocation: Invocation, _: [], flags: RagFlags): Promise<number> {
  const { fs, home, trust, palette, print } = invocation;
  const report = await examine(read(invocation, flags), { fs, home: home ?? null, trust, runtime: runtimeName });
  print(inFormat(flags.format, { json: () => formatJson(report), text: () => formatDoctor(report, palette) }));
  return countFindings(report.checks, "error") > 0 ? 1 : 0;
}

export const fetchRag = (invocation: Invocation, _: [], flags: RagRunFlags): Promise<number> =>
  run(invocation, flags, ["fetch"]);

export const crawlRag = (invocation: Invocation, _: [], flags: RagRunFlags): Promise<number> =>
  run(invocation, flags, ["crawl"]);

export const convertRag = (invocation: Invocation, _: [], flags: RagRunFlags): Promise<number> =>
  run(invocation, flags, ["convert"]);

export const normalizeRag = (invocation: Invocation, _: [], flags: RagRunFlags): Promise<number> =>
  run(invocation, flags, ["normalize"]);

export const ingestRag = (invocation: Invocation, _: [], flags: RagRunFlags): Promise<number> =>
  run(invocation, flags, ["fetch", "crawl", "convert", "normalize"]);

/** Ends with exit code 1 when a source could not be had, and with `--strict` also when a file was left out. */
async function run(invocation: Invocation, flags: RagRunFlags, stages: readonly Stage[]): Promise<number> {
  const { fs, home, quiet, verbose, trust, palette, print, showPath } = invocation;
  const config = read(invocation, flags);
  const places = openPlaces(fs, config, home ?? null, trust);
  requireFolders(places.fs, config);
  const doesAll = stages.length > 1;
  if (doesAll) requireOwnTrees(places.fs, config);
  const { only = [], dryRun = false, prune = false } = flags;
  const line = createProgressLine(quiet);
  const report = await runStages(config, { stages, only, dryRun, prune }, {
    places,
    onWait: (owner) => line.say(`waiting for ${sanitizeLine(owner)}`),
    onSource: (stage, id) => line.say(`${stage} ${id}`),
    onProgress: (id, what) => line.show(`${id}: ${what}`),
    writeTrees: doesAll ? () => writeTrees(places, config) : undefined,
    readSources: doesAll
      ? (isMeant, runs) => readSources(places.fs, config, openTrusted(invocation, line.clear), isMeant, runs)
      : undefined,
  }).finally(line.clear);
  const isFrozen = hasGeneration(places.fs, config.indexRoot);
  print(
    inFormat(flags.format, {
      json: () => formatJson(report),
      text: () => formatRun(report, palette, { isFrozen, verbose, showPath }),
    }),
  );
  return report.failed > 0 || (flags.strict === true && report.problems > 0) ? 1 : 0;
}

export async function printRagStatus(invocation: Invocation, _: [], flags: RagFlags): Promise<void> {
  const { fs, home = null, palette, print, verbose, trust } = invocation;
  const config = read(invocation, flags);
  const places = openPlaces(fs, config, home, trust);
  const report = await ragStatus(places.fs, config, openTrusted(invocation));
  const text = (): string => formatSources(report, palette, { verbose });
  print(inFormat(flags.format, { json: () => formatJson(report), text }));
}

/** Opens the workspace of `index_root`. What rag.yaml names was trusted with it. */
function openTrusted(
  { home, warn }: Pick<Invocation, "home" | "warn">,
  onWarning: () => void = () => {},
): (folder: string, files: FileSystem) => Promise<Workspace> {
  return async (folder: string, files: FileSystem): Promise<Workspace> => {
    const { open } = await import("../../workspace.ts");
    return await open(folder, {
      fs: files,
      home: home ?? null,
      trust: true,
      onWarning(warning) {
        onWarning();
        warn(warning);
      },
    });
  };
}

export function printRagSchema({ print }: Invocation): void {
  print(formatJson(ragSchema()));
}

/** Throws what reading the configuration throws. */
function read({ fs, directory, home }: Invocation, { config }: { readonly config?: string | undefined }): RagConfig {
  return readRagConfig(fs, ragConfigPath(directory, config), home ?? null);
}
