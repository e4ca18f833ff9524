/** Reports the state of the workspace. Writes nothing. */
import type { CheckIssue, StatusReport } from "../../shapes/reports.ts";
import { type IndexState, indexState } from "../../store/update/index_state.ts";
import { describeTree } from "../../store/published/tree_summary.ts";
import { hintsOf } from "./hints.ts";
import { findingsOf } from "./findings.ts";
import type { Environment } from "../environment.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Collects configuration files, trees, index and warnings. */
export async function statusOf(environment: Environment): Promise<StatusReport> {
  const { config } = environment;
  const state = await stateOf(environment);
  const missing = state.scans.filter((scan) => scan.missing);
  const findings = findingsOf(config, state).filter(({ code }) => !SAID_ELSEWHERE.has(code));
  return withoutUndefined<StatusReport>({
    config: config.files.map(({ path, global }) => ({ path, global })),
    trees: config.trees.map(({ name, path, global }) => ({
      name,
      path,
      global,
      missing: missing.some(({ tree }) => tree.name === name),
      ...describeTree(state.manifest.get(name)),
    })),
    kept: state.kept.length === 0 ? undefined : state.kept,
    index: {
      path: state.directory,
      state: state.state,
      reason: state.reason,
      bytes: state.bytes,
      segments: state.segments,
      updated: state.updated,
    },
    semantic: await environment.meaning?.report(),
    unread: state.unread.length === 0 ? undefined : state.unread,
    warnings: [
      ...findings.map(lineOf),
      ...(await environment.meaning?.missingModels() ?? []).map(({ message }) => message),
    ],
    hints: hintsOf(environment.fs, config, state),
  });
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

/** What the state of the index, its vectors and the hints say. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(["no-trees", "index-damaged", "documents-pending"]);
/** Their messages say where. */
const NAMED: ReadonlySet<string> = new Set(["tree-missing", "include-matches-nothing"]);

function lineOf({ code, message, path, line }: CheckIssue): string {
  if (path === undefined || NAMED.has(code)) return message;
  if (code === "file-skipped") return `${path} is ${message}`;
  return `${path}:${line === undefined ? "" : `${line}:`} ${message}`;
}
