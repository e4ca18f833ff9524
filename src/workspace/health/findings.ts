/** What is wrong with configuration, trees, documents and index: one list for `ra status` and `ra check`. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Config } from "../../config/config.ts";
import { isWaiting, WAITS } from "../../document/formats/conversions.ts";
import { documentId } from "../../document/ids.ts";
import type { IndexState } from "../../store/update/index_state.ts";
import { missingTree } from "../../config/tree_root.ts";
import { navigationWarnings } from "../../store/update/navigation_changes.ts";
import { manifestWarnings, pendingWarning } from "../../store/update/update_report.ts";
import { emptyIncludeWarnings } from "./include_warnings.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Errors first, then warnings, each in the order of the configuration and the trees. */
export function findingsOf(
  config: Pick<Config, "files" | "trees" | "warnings" | "settings">,
  { scans, manifest, damage, directory, navigationProblems }: Pick<
    IndexState,
    "scans" | "manifest" | "damage" | "directory" | "navigationProblems"
  >,
): readonly CheckIssue[] {
  const skipped = skippedFiles({ scans, manifest });
  const errors: CheckIssue[] = [
    ...(config.trees.length > 0 ? [] : [
      withoutUndefined<CheckIssue>({
        level: "error",
        code: "no-trees",
        message: "the configuration has no tree, so there is nothing to search; add `[tree.NAME]` with a `path`",
        path: config.files[0]?.path,
      }),
    ]),
    ...scans.filter(({ missing }) => missing).map(({ tree, problem }) => ({
      level: "error",
      ...missingTree(tree, problem),
      path: tree.definedIn,
    } as const)),
    ...(damage === null ? [] : [
      {
        level: "error",
        code: "index-damaged",
        message: `the index cannot be read: ${damage}; \`ra update\` builds it anew`,
        path: directory,
      } as const,
    ]),
  ];
  const warnings = [
    ...config.warnings,
    ...emptyIncludeWarnings(scans),
    ...navigationWarnings(navigationProblems),
    ...manifestWarnings(manifest, scans, config.settings.max_chunk_size),
    ...pendingWarning(skipped.filter(({ reason }) => isWaiting(reason)).length),
    ...skipped.filter(({ reason }) => reason !== WAITS).map(({ path, reason }) => ({
      code: "file-skipped",
      message: `not indexed: ${reason}`,
      path,
    })),
  ];
  return [...errors, ...warnings.map((warning): CheckIssue => ({ level: "warning", ...warning }))];
}

/** Lists the files that the walk could not read and those that the index left out. `path` is `{tree}:{path}`. */
function skippedFiles(
  { scans, manifest }: Pick<IndexState, "scans" | "manifest">,
): readonly { readonly path: string; readonly reason: string }[] {
  const walked = scans.flatMap((scan) => scan.skipped);
  const read = [...manifest].flatMap(([tree, files]) =>
    [...files].flatMap((
      [path, { skipped }],
    ) => (skipped === null ? [] : [{ path: documentId(tree, path), reason: skipped }]))
  );
  return [...walked, ...read].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
