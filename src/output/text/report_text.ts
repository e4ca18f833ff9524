/** Prints `ra status`, `ra check` and `ra update`. */
import type { CheckReport, KeptTree, SemanticReport, StatusReport, UpdateReport } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";
import { count, formatBytes, thousands } from "../quantity.ts";
import { OMITTED_LINES, omittedNote } from "../omitted_note.ts";
import { unreadByTree, unreadNote } from "../unread_note.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";
import { countFindings, formatLevel } from "./findings_text.ts";

/** Sections that are named. */
const FAILED_SHOWN = 10;

/** Prints configuration files, trees and the state of the index. Ends with a newline. */
export function formatStatus(status: StatusReport, palette: Palette): string {
  const files = status.config.map((file) =>
    `  ${sanitizeLine(file.path)}${file.global ? palette.dim(" (global)") : ""}\n`
  ).join("");
  const trees = formatTable(
    status.trees.map((tree) => [
      `  ${palette.id(sanitizeLine(tree.name))}`,
      count(tree.documents, "document"),
      count(tree.chunks, "chunk"),
      formatBytes(tree.bytes),
      sanitizeLine(tree.path) +
      (tree.missing ? palette.bad(" (missing)") : tree.global ? palette.dim(" (global)") : ""),
    ]),
    [1, 2, 3],
  );
  const { semantic } = status;
  const { path, state, reason, bytes, segments, updated } = status.index;
  const index = formatTable([
    ["  path", sanitizeLine(path)],
    ["  state", `${stateColor(state, palette)(state)}${reason === null ? "" : ` (${sanitizeLine(reason)})`}`],
    ...(state === "missing" ? [] : [["  size", `${formatBytes(bytes)} in ${count(segments, "segment")}`]]),
    ...(updated === null ? [] : [["  updated", updated]]),
  ]);
  const warnings = status.warnings.map((warning) => `  ${palette.caution(sanitizeLine(warning))}\n`).join("");
  const section = (title: string, body: string): string => (body === "" ? "" : `${palette.heading(title)}\n${body}`);
  return [
    section("Configuration", files),
    section("Trees", status.trees.length === 0 ? "  none\n" : trees),
    section("Left out", status.kept === undefined ? "" : formatKept(status.kept, palette)),
    section("Index", index),
    section("Semantic search", semantic === undefined ? "" : formatSemantic(semantic)),
    section("Warnings", warnings),
    section("Not read", unreadByTree(status.unread ?? []).map((line) => `  ${line}\n`).join("")),
    section("Left out of documents", omittedOf(status.trees)),
    section("Hints", status.hints.map((hint) => `  ${sanitizeLine(hint)}\n`).join("")),
  ].filter((text) => text !== "").join("\n");
}

/** One line for each tree that leaves something out. */
function omittedOf(trees: StatusReport["trees"]): string {
  const lines = trees.flatMap(({ name, omitted }) =>
    omitted === undefined ? [] : [`  ${sanitizeLine(name)}: ${omittedNote(omitted)}\n`]
  );
  return lines.length === 0 ? "" : `${lines.join("")}  (${OMITTED_LINES})\n`;
}

function formatKept(kept: readonly KeptTree[], palette: Palette): string {
  return formatTable(
    kept.map(({ name, documents, reason }) => [
      `  ${palette.id(sanitizeLine(name))}`,
      `${count(documents, "document")} kept`,
      sanitizeLine(reason),
    ]),
    [1],
  );
}

function formatSemantic({ model, rerank, embedded, pending, failed, failed_sections = [] }: SemanticReport): string {
  const table = formatTable([
    ["  model", sanitizeLine(model)],
    ...(rerank === undefined ? [] : [["  reranker", sanitizeLine(rerank)]]),
    ["  with a vector", count(embedded, "section")],
    ...(pending === 0 ? [] : [["  waiting", `${count(pending, "section")} (ra update --semantic)`]]),
    ...(failed === 0 ? [] : [["  not embedded", `${count(failed, "section")} (ra update tries again)`]]),
  ]);
  const shown = failed_sections.slice(0, FAILED_SHOWN).map((place) => `    ${sanitizeLine(place)}\n`);
  const more = failed > shown.length && shown.length > 0
    ? `    and ${thousands(failed - shown.length)} more (--json)\n`
    : "";
  return `${table}${shown.join("")}${more}`;
}

/** One line for each issue. */
export function formatIssues(
  issues: CheckReport["issues"],
  palette: Palette,
  showPath: (path: string) => string,
): string {
  return issues.map((issue) => {
    const where = issue.path === undefined
      ? ""
      : `${sanitizeLine(showPath(issue.path))}${issue.line === undefined ? "" : `:${issue.line}`}: `;
    return `${formatLevel(issue.level, palette)}: ${where}${sanitizeLine(issue.message)} ${
      palette.dim(`[${issue.code}]`)
    }\n`;
  }).join("");
}

/** Prints one line for each issue, then a summary. */
export function formatCheck(
  check: CheckReport,
  palette: Palette,
  showPath: (path: string) => string = (path) => path,
): string {
  const issues = formatIssues(check.issues, palette, showPath);
  const errors = countFindings(check.issues, "error");
  const warnings = countFindings(check.issues, "warning");
  const verdict = errors + warnings === 0
    ? palette.good("no problems found")
    : [errors > 0 ? count(errors, "error") : "", warnings > 0 ? count(warnings, "warning") : ""].filter((part) =>
      part !== ""
    ).join(", ");
  const { index, reason } = check;
  const state = index === null ? "index not checked" : `index ${stateColor(index, palette)(index)}`;
  return `${issues}${verdict}; ${state}${reason === null ? "" : ` (${sanitizeLine(reason)})`}\n`;
}

/** Prints what changed, and which files were left out and why. */
export function formatUpdate(update: UpdateReport, palette: Palette): string {
  const counts = (["added", "changed", "removed", "unchanged"] as const)
    .filter((kind) => update[kind] > 0)
    .map((kind) => `${thousands(update[kind])} ${kind}`);
  const skipped = update.skipped.map((file) =>
    palette.caution(`skipped ${sanitizeLine(file.path)}: ${sanitizeLine(file.reason)}\n`)
  ).join("");
  const trees = update.removed_trees.map((name) => `removed tree ${sanitizeLine(name)}\n`).join("");
  const done = `index updated: ${counts.length === 0 ? "no documents" : counts.join(", ")}\n`;
  const omitted = update.omitted === undefined
    ? ""
    : `left out of documents: ${omittedNote(update.omitted)} (${OMITTED_LINES})\n`;
  return `${skipped}${trees}${done}${unreadLine(update.unread)}${omitted}`;
}

/** One line with its end, or nothing. */
function unreadLine(unread: UpdateReport["unread"]): string {
  const note = unreadNote(unread ?? []);
  return note === undefined ? "" : `${note}\n`;
}

function stateColor(state: StatusReport["index"]["state"], palette: Palette): (text: string) => string {
  return state === "current" ? palette.good : state === "stale" ? palette.caution : palette.bad;
}
