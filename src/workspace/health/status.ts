/** Reports the state of the workspace. Writes nothing. */
import { WAITS } from "../../document/formats/conversions.ts";
import { documentId } from "../../document/ids.ts";
import type { StatusReport } from "../../shapes/reports.ts";
import { type IndexState, indexState } from "../../store/update/index_state.ts";
import { summarizeTree } from "../../store/published/manifest.ts";
import { manifestWarnings } from "../../store/update/update_report.ts";
import { hintsOf } from "./hints.ts";
import { emptyIncludeWarnings } from "./include_warnings.ts";
import type { Environment } from "../environment.ts";

/** Collects configuration files, trees, index and warnings. */
export async function statusOf(environment: Environment): Promise<StatusReport> {
  const { config } = environment;
  const state = await stateOf(environment);
  const missing = state.scans.filter((scan) => scan.missing);
  const warnings = [
    ...config.warnings.map(({ path, line, message }) =>
      path === undefined ? message : `${path}:${line === undefined ? "" : `${line}:`} ${message}`
    ),
    ...missing.map(({ tree, problem }) => `tree ${tree.name} (${tree.writtenPath}): ${problem ?? "it is missing"}`),
    ...emptyIncludeWarnings(state.scans).map(({ message }) => message),
    ...manifestWarnings(state.manifest, state.scans, config.settings.max_chunk_size).map(({ path, line, message }) =>
      `${path}:${line ?? 1}: ${message}`
    ),
    ...skippedFiles(state).filter(({ reason }) => reason !== WAITS).map(({ path, reason }) =>
      `${path} is not indexed: ${reason}`
    ),
  ];
  return {
    config: config.files.map(({ path, global }) => ({ path, global })),
    trees: config.trees.map(({ name, path, global }) => ({
      name,
      path,
      global,
      missing: missing.some(({ tree }) => tree.name === name),
      ...summarizeTree(state.manifest.get(name)),
    })),
    ...(state.kept.length === 0 ? {} : { kept: state.kept }),
    index: {
      path: state.directory,
      state: state.state,
      reason: state.reason,
      bytes: state.bytes,
      segments: state.segments,
      updated: state.updated,
    },
    ...(environment.meaning === undefined ? {} : { semantic: await environment.meaning.report() }),
    warnings,
    hints: hintsOf(environment.fs, config, state),
  };
}

/** Compares the index with the trees. */
export async function stateOf(environment: Environment, verify = false): Promise<IndexState> {
  const engine = await environment.engine();
  return await indexState({
    config: environment.config,
    schemaVersion: engine.schemaVersion,
    source: environment.fs,
    verifyWith: verify ? await engine.whole() : undefined,
  });
}

/** Lists the files that the walk could not read and those that the index left out. `path` is `{tree}:{path}`. */
export function skippedFiles(
  { scans, manifest }: IndexState,
): readonly { readonly path: string; readonly reason: string }[] {
  const walked = scans.flatMap((scan) => scan.skipped);
  const read = [...manifest].flatMap(([tree, files]) =>
    [...files].flatMap((
      [path, { skipped }],
    ) => (skipped === null ? [] : [{ path: documentId(tree, path), reason: skipped }]))
  );
  return [...walked, ...read].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
