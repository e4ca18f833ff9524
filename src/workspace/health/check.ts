/** Looks for everything that is wrong with configuration, documents and index. Writes nothing. */
import { createMemoryFileSystem } from "../../host/memory_file_system.ts";
import type { CheckIssue, CheckReport } from "../../answers/reports.ts";
import { openIndex } from "../../store/published/open_index.ts";
import { updateIndex } from "../../store/update/update.ts";
import { manifestWarnings } from "../../store/update/update_report.ts";
import { emptyIncludeWarnings } from "./include_warnings.ts";
import type { Environment } from "../environment.ts";
import { skippedFiles, stateOf } from "./status.ts";

/** Missing trees and a damaged index are errors; the rest are warnings. */
export async function checkWorkspace(
  environment: Environment,
  { drift = false }: { readonly drift?: boolean } = {},
): Promise<CheckReport> {
  const { config } = environment;
  const state = await stateOf(environment, true);
  const manifest = state.state === "current" ? state.manifest : await manifestOfNow(environment, state.directory);
  const issues: CheckIssue[] = [];
  for (const { tree, missing, problem } of state.scans) {
    if (!missing) continue;
    issues.push({
      level: "error",
      code: "tree-missing",
      message: `tree ${tree.name} (${tree.writtenPath}): ${problem ?? "it is missing"}`,
      path: tree.definedIn,
    });
  }
  if (state.damage !== null) {
    issues.push({
      level: "error",
      code: "index-damaged",
      message: `the index is damaged: ${state.damage}`,
      path: state.directory,
    });
  }
  const warnings = [
    ...emptyIncludeWarnings(state.scans),
    ...manifestWarnings(manifest, state.scans, config.settings.max_chunk_size),
  ];
  issues.push(...warnings.map((warning): CheckIssue => ({ level: "warning", ...warning })));
  for (const { path, reason } of skippedFiles({ ...state, manifest })) {
    issues.push({ level: "warning", code: "file-skipped", message: `not indexed: ${reason}`, path });
  }
  if (drift) issues.push(...await (await import("./drift.ts")).driftIssues(environment, state.scans));
  return { issues, index: state.state };
}

/** Where the index is behind, the documents of now are read into one in memory. */
async function manifestOfNow(
  { config, engine, fs, options }: Environment,
  directory: string,
): Promise<ReturnType<typeof readManifest>> {
  const index = createMemoryFileSystem();
  const core = await engine();
  await updateIndex({ config, engine: core, source: fs, index, directory, onProgress: options.onProgress });
  return readManifest(index, directory, core.schemaVersion);
}

function readManifest(
  index: Environment["fs"],
  directory: string,
  schemaVersion: string,
): Awaited<ReturnType<typeof stateOf>>["manifest"] {
  const opened = openIndex(index, directory, schemaVersion);
  if (opened.state !== "open") return new Map();
  const manifest = opened.index.manifest();
  opened.index.close();
  return manifest;
}
