/** Looks for everything that is wrong with configuration, documents and index. Writes nothing. */
import { createMemoryFileSystem } from "../../host/memory_file_system.ts";
import type { CheckReport } from "../../shapes/reports.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { openIndex } from "../../store/published/open_index.ts";
import { updateIndex } from "../../store/update/update.ts";
import type { Environment } from "../environment.ts";
import { limitsOf } from "../live/conversions.ts";
import { globIssues } from "./glob_issues.ts";
import { linkedFolders } from "./linked_folders.ts";
import { missingFolders } from "./missing_folders.ts";
import { ruleIssues } from "./rule_issues.ts";
import { findingsOf } from "./findings.ts";
import { stateOf } from "./status.ts";
import { unreadNotes } from "./unread_notes.ts";

/** Missing trees, a configuration without trees, and a damaged index are errors. All else is a warning or a note. */
export async function checkWorkspace(
  environment: Environment,
  { drift = false }: { readonly drift?: boolean | undefined } = {},
): Promise<CheckReport> {
  const { config } = environment;
  const state = await stateOf(environment, true);
  const manifest = state.state === "current" ? state.manifest : await manifestOfNow(environment, state.directory);
  const leftOut = [
    ...state.scans.filter(({ missing }) => missing).map(({ tree }) => tree.name),
    ...[...config.untrusted, ...state.kept].map(({ name }) => name),
  ];
  const issues = [
    ...findingsOf(config, { ...state, manifest }),
    ...await ruleIssues(environment, manifest, leftOut),
    ...globIssues(environment.fs, config, state.scans, manifest),
  ];
  const notes = [
    ...missingFolders(environment.fs, state.scans),
    ...linkedFolders(environment.fs, state.scans),
    ...unreadNotes(config, state.unread),
  ];
  const drifted = drift ? await (await import("./drift.ts")).driftIssues(environment, state.scans) : [];
  // A call with thousands of arguments would overflow the stack.
  const found = [...issues, ...notes, ...drifted];
  return withoutUndefined<CheckReport>({
    issues: found,
    index: state.state,
    reason: state.reason,
    unread: state.unread.length === 0 ? undefined : state.unread,
  });
}

/** If the index is out of date, reads the current documents into an index in memory. */
async function manifestOfNow(
  { config, engine, fs, options }: Environment,
  directory: string,
): Promise<ReturnType<typeof readManifest>> {
  const index = createMemoryFileSystem();
  const core = await engine();
  await updateIndex({
    config,
    engine: core,
    source: fs,
    index: { fs: index, directory },
    conversions: { limits: limitsOf({ fs, options }, "answer") },
    caller: { onProgress: options.onProgress },
  });
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
