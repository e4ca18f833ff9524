/** Prints `ra status`, `ra check` and `ra update`. */
import type { CheckReport, KeptTree, SemanticReport, StatusReport, UpdateReport } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/colour.ts";
import { count, formatBytes, thousands } from "../quantity.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { formatTable } from "../terminal/table.ts";

/** Prints configuration files, trees and the state of the index. Ends with a newline. */
export function formatStatus(status: StatusReport, palette: Palette): string {
  const files = status.config.map((file) =>
    `  ${sanitiseLine(file.path)}${file.global ? palette.dim(" (global)") : ""}\n`
  ).join("");
  const trees = formatTable(
    status.trees.map((tree) => [
      `  ${palette.id(sanitiseLine(tree.name))}`,
      count(tree.documents, "document"),
      count(tree.chunks, "chunk"),
      formatBytes(tree.bytes),
      sanitiseLine(tree.path) +
      (tree.missing ? palette.bad(" (missing)") : tree.global ? palette.dim(" (global)") : ""),
    ]),
    [1, 2, 3],
  );
  const { semantic } = status;
  const { path, state, reason, bytes, segments, updated } = status.index;
  const index = formatTable([
    ["  path", sanitiseLine(path)],
    ["  state", `${stateColour(state, palette)(state)}${reason === null ? "" : ` (${sanitiseLine(reason)})`}`],
    ...(state === "missing" ? [] : [["  size", `${formatBytes(bytes)} in ${count(segments, "segment")}`]]),
    ...(updated === null ? [] : [["  updated", updated]]),
  ]);
  const warnings = status.warnings.map((warning) => `  ${palette.caution(sanitiseLine(warning))}\n`).join("");
  const section = (title: string, body: string): string => (body === "" ? "" : `${palette.heading(title)}\n${body}`);
  return [
    section("Configuration", files),
    section("Trees", status.trees.length === 0 ? "  none\n" : trees),
    section("Left out", status.kept === undefined ? "" : formatKept(status.kept, palette)),
    section("Index", index),
    section("Semantic search", semantic === undefined ? "" : formatSemantic(semantic)),
    section("Warnings", warnings),
    section("Hints", status.hints.map((hint) => `  ${sanitiseLine(hint)}\n`).join("")),
  ].filter((text) => text !== "").join("\n");
}

function formatKept(kept: readonly KeptTree[], palette: Palette): string {
  return formatTable(
    kept.map(({ name, documents, reason }) => [
      `  ${palette.id(sanitiseLine(name))}`,
      `${count(documents, "document")} kept`,
      sanitiseLine(reason),
    ]),
    [1],
  );
}

function formatSemantic({ model, embedded, pending, failed }: SemanticReport): string {
  return formatTable([
    ["  model", sanitiseLine(model)],
    ["  with a vector", count(embedded, "section")],
    ...(pending === 0 ? [] : [["  waiting", `${count(pending, "section")} (ra update --semantic)`]]),
    ...(failed === 0 ? [] : [["  failed", count(failed, "section")]]),
  ]);
}

/** Prints one line for each issue, then a summary. */
export function formatCheck(
  check: CheckReport,
  palette: Palette,
  showPath: (path: string) => string = (path) => path,
): string {
  const issues = check.issues.map((issue) => {
    const colour = { error: palette.bad, warning: palette.caution, note: palette.dim }[issue.level];
    const level = colour(issue.level);
    const where = issue.path === undefined
      ? ""
      : `${sanitiseLine(showPath(issue.path))}${issue.line === undefined ? "" : `:${issue.line}`}: `;
    return `${level}: ${where}${sanitiseLine(issue.message)} ${palette.dim(`[${issue.code}]`)}\n`;
  }).join("");
  const errors = check.issues.filter((issue) => issue.level === "error").length;
  const warnings = check.issues.filter((issue) => issue.level === "warning").length;
  const verdict = errors + warnings === 0
    ? palette.good("no problems found")
    : [errors > 0 ? count(errors, "error") : "", warnings > 0 ? count(warnings, "warning") : ""].filter((part) =>
      part !== ""
    ).join(", ");
  const { index, reason } = check;
  const state = index === null ? "index not checked" : `index ${stateColour(index, palette)(index)}`;
  return `${issues}${verdict}; ${state}${reason === null ? "" : ` (${sanitiseLine(reason)})`}\n`;
}

/** Prints what changed, and which files were left out and why. */
export function formatUpdate(update: UpdateReport, palette: Palette): string {
  const counts = (["added", "changed", "removed", "unchanged"] as const)
    .filter((kind) => update[kind] > 0)
    .map((kind) => `${thousands(update[kind])} ${kind}`);
  const skipped = update.skipped.map((file) =>
    palette.caution(`skipped ${sanitiseLine(file.path)}: ${sanitiseLine(file.reason)}\n`)
  ).join("");
  const trees = update.removed_trees.map((name) => `removed tree ${sanitiseLine(name)}\n`).join("");
  return `${skipped}${trees}index updated: ${counts.length === 0 ? "no documents" : counts.join(", ")}\n`;
}

function stateColour(state: StatusReport["index"]["state"], palette: Palette): (text: string) => string {
  return state === "current" ? palette.good : state === "stale" ? palette.caution : palette.bad;
}
