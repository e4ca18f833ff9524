/** The report and the warnings of an update. */
import { isOfNoFormat } from "../../document/formats/registry.ts";
import { documentExtension } from "../files/document_kinds.ts";
import { documentId } from "../../document/ids.ts";
import { missingTree } from "../../config/tree_root.ts";
import type { Warning } from "../../errors.ts";
import { joinPath } from "../../text/paths.ts";
import type { ChangePlan, FileTask } from "./change_plan.ts";
import type { FileEntry, Manifest } from "../published/manifest.ts";
import { isDocument, omittedIn } from "../published/tree_summary.ts";
import type { TreeScan } from "../files/scan.ts";
import type { SkippedFile, UpdateReport } from "../../shapes/reports.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

/** Manifest entries of the files that were read; `undefined` for files that were gone. */
export type Outcomes = ReadonlyMap<FileTask, FileEntry | undefined>;

/**
 * Counts documents by what happened to them. A document that is indexed again with the same content counts as
 * unchanged.
 */
export function reportUpdate(
  plan: ChangePlan,
  scans: readonly TreeScan[],
  outcomes: Outcomes,
  full: boolean,
): UpdateReport {
  let [added, changed, unchanged] = [0, 0, 0];
  let removed = plan.removed.filter(({ entry }) => isDocument(entry)).length;
  const skipped: SkippedFile[] = scans.flatMap((scan) => scan.skipped);
  const skip = (tree: string, path: string, reason: string): void => {
    // A log or a library with a number for an extension is no document that anyone would miss.
    const isMissed = !isOfNoFormat(reason) || documentExtension(path) !== undefined;
    if (isMissed) skipped.push({ path: documentId(tree, path), reason });
  };
  for (const [tree, entries] of plan.kept) {
    if (plan.leftOut.has(tree)) continue;
    for (const [path, entry] of entries) {
      if (entry.skipped !== null) skip(tree, path, entry.skipped);
      else if (isDocument(entry)) unchanged += 1;
    }
  }
  for (const [{ tree, path, previous }, entry] of outcomes) {
    const wasIndexed = isDocument(previous);
    const isIndexed = isDocument(entry);
    if (entry !== undefined && entry.skipped !== null) skip(tree.name, path, entry.skipped);
    if (wasIndexed && !isIndexed) removed += 1;
    if (!isIndexed) continue;
    if (!wasIndexed) added += 1;
    else if (full && previous.hash === entry.hash) unchanged += 1;
    else changed += 1;
  }
  skipped.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const unread = plan.unread.length === 0 ? undefined : plan.unread;
  return withoutUndefined<UpdateReport>({
    added,
    changed,
    removed,
    unchanged,
    removed_trees: plan.removedTrees,
    skipped,
    unread,
    omitted: omittedIn(outcomes.values()),
  });
}

/** Warnings about trees whose folder is missing, and then about the indexed files. */
export function updateWarnings(
  scans: readonly TreeScan[],
  outcomes: Outcomes,
  maxChunkSize: number,
): readonly Warning[] {
  const missing = scans.filter((scan) => scan.missing).map(({ tree, problem }): Warning => ({
    ...missingTree(tree, problem),
    path: tree.path,
  }));
  const found = [...outcomes].flatMap(([{ tree, path }, entry]) =>
    documentWarnings(joinPath(tree.path, path), entry, maxChunkSize)
  );
  return [...missing, ...summarised(found)];
}

/** The warning about documents that wait to be converted, if there are any. */
export function pendingWarning(count: number): readonly Warning[] {
  if (count === 0) return [];
  const which = count === 1 ? "a document waits" : `${count} documents wait`;
  return [{ code: "documents-pending", message: `${which} to be converted: run ra update` }];
}

/** More than this many warnings of one kind are summarised as one. */
const LISTED = 3;

/**
 * The summary for each kind of warning. It keeps the output short when you wait for an answer; `ra check` lists the
 * files.
 */
const SUMMARIES: readonly (readonly [code: RegExp, what: string])[] = [
  [/^frontmatter-/, "files begin with frontmatter that is not valid, or with what may be text"],
  [/^metadata-too-long$/, "files have tags or metadata above the limits"],
  [/^not-converted$/, "files are converted in part"],
  [/^not-utf-8$/, "files are not UTF-8, and ra guesses their encoding or replaces what is broken"],
  [/^include-unresolved$/, "files include others that are not in the project, not text, or over the limits"],
  [/^markup-syntax$/, "files have markup that makes no sense, which counts as text"],
  [/^work-limit$/, "files reach a limit of work, and count as text from there on"],
  [/^chunk-too-long$/, "files have a section above max_chunk_size"],
];

function summarised(warnings: readonly Warning[]): readonly Warning[] {
  return SUMMARIES.reduce<readonly Warning[]>((all, [code, what]) => {
    const [first, ...alike] = all.filter((warning) => code.test(warning.code));
    if (first === undefined || alike.length < LISTED) return all;
    const summary = { code: first.code, message: `${alike.length + 1} ${what}; \`ra check\` lists them` };
    return [...all.filter((warning) => !code.test(warning.code)), summary];
  }, warnings);
}

/** The warnings recorded for all files of an index, for `status` and `check`. The paths are absolute. */
export function manifestWarnings(
  manifest: Manifest,
  scans: readonly TreeScan[],
  maxChunkSize: number,
): readonly Warning[] {
  return scans.flatMap(({ tree }) =>
    [...(manifest.get(tree.name) ?? [])].flatMap(([path, entry]) =>
      documentWarnings(joinPath(tree.path, path), entry, maxChunkSize)
    )
  );
}

function documentWarnings(path: string, entry: FileEntry | undefined, maxChunkSize: number): readonly Warning[] {
  if (entry === undefined) return [];
  // What documents leave out is told by counts.
  const told = entry.warnings.filter(({ code }) => code !== "text-omitted");
  const warnings: Warning[] = told.map(({ code, message, line }) => ({ code, message, path, line }));
  if (entry.longest !== null && entry.longest.characters > maxChunkSize) {
    const { characters, line } = entry.longest;
    warnings.push({ ...chunkTooLong(characters, maxChunkSize), path, line });
  }
  return warnings;
}

/** The warning of a section that is longer than `max_chunk_size`. */
export function chunkTooLong(characters: number, most: number): Pick<Warning, "code" | "message"> {
  return { code: "chunk-too-long", message: `a section has ${characters} characters (max_chunk_size is ${most})` };
}

/** The warning about an index that was set aside. */
export function damageWarning(directory: string, reason: string): Warning {
  return {
    code: "index-damaged",
    message: `the index is not usable (${reason}); ra set it aside and built a new one`,
    path: directory,
  };
}
