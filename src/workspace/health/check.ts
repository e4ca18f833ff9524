/** Looks for everything that is wrong with configuration, documents and index. Writes nothing. */
import type { CheckReport } from "../../shapes/reports.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import type { IndexState } from "../../store/update/index_state.ts";
import type { OpenIndex } from "../../store/published/open_index.ts";
import type { Environment } from "../environment.ts";
import { withCheckedSnapshot } from "./checked_snapshot.ts";
import { globIssues } from "./glob_issues.ts";
import { indexOfNow } from "./index_of_now.ts";
import { linkNotes } from "./link_notes.ts";
import { linkedFolders } from "./linked_folders.ts";
import { modelNotes } from "./model_notes.ts";
import { missingFolders } from "./missing_folders.ts";
import { ruleIssues } from "./rule_issues.ts";
import { findingsOf } from "./findings.ts";
import { stateOf } from "./status.ts";
import { omittedNotes, unreadNotes } from "./unread_notes.ts";

/** Missing trees, a configuration without trees, and a damaged index are errors. All else is a warning or a note. */
export async function checkWorkspace(
  environment: Environment,
  { drift = false }: { readonly drift?: boolean | undefined } = {},
): Promise<CheckReport> {
  const state = await stateOf(environment, true);
  // The links of the documents are followed through the index.
  const index = await indexOfNow(environment, state);
  try {
    const manifest = state.state === "current" ? state.manifest : index?.manifest() ?? new Map();
    return await reportOf(environment, { ...state, manifest }, index, drift);
  } finally {
    index?.close();
  }
}

async function reportOf(
  environment: Environment,
  state: IndexState,
  index: OpenIndex | undefined,
  drift: boolean,
): Promise<CheckReport> {
  const { config } = environment;
  const { manifest } = state;
  const leftOut = [
    ...state.scans.filter(({ missing }) => missing).map(({ tree }) => tree.name),
    ...[...config.untrusted, ...state.kept].map(({ name }) => name),
  ];
  const issues = [
    ...findingsOf(config, state),
    ...await ruleIssues(environment, manifest, leftOut),
    ...globIssues(environment.fs, config, state.scans, manifest),
    ...(await environment.meaning?.missingModels() ?? []).map((warning) => ({ level: "warning", ...warning } as const)),
  ];
  const notes = [
    ...missingFolders(environment.fs, state.scans),
    ...linkedFolders(environment.fs, state.scans),
    ...unreadNotes(config, state.unread),
    ...omittedNotes(config, manifest),
  ];
  const linked = index === undefined
    ? []
    : await withCheckedSnapshot(environment, state.scans, index, async (snapshot) => [
      ...await linkNotes(environment, snapshot, manifest),
      ...await modelNotes(environment),
      ...drift ? await (await import("./drift.ts")).driftIssues(environment, state.scans, snapshot) : [],
    ]);
  // A call with thousands of arguments would overflow the stack.
  const found = [...issues, ...notes, ...linked];
  return withoutUndefined<CheckReport>({
    issues: found,
    index: state.state,
    reason: state.reason,
    unread: state.unread.length === 0 ? undefined : state.unread,
  });
}
