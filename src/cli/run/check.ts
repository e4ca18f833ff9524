/** `ra check` */
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { countFindings } from "../../output/text/findings_text.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import { formatSarif } from "../../output/sarif.ts";
import { formatAnnotations } from "../../output/text/annotations_text.ts";
import { formatCheck, formatIssues } from "../../output/text/report_text.ts";
import { RaError, warningOf } from "../../errors.ts";
import type { CheckReport } from "../../shapes/reports.ts";
import type { CheckFlags } from "../commands/check.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { withoutKnown, writeKnown } from "./check_baseline.ts";
import { inFormat } from "./in_format.ts";

const MISTAKES: readonly string[] = ["config-syntax", "config-key", "config-value", "config-untrusted"];

/** Returns exit code 0 without issues, 1 with warnings, 2 with errors. A wrong configuration counts as an issue. */
export async function check(invocation: Invocation, _: [], flags: CheckFlags): Promise<number> {
  const found = await reportOf(invocation, flags.drift === true);
  const { baseline, writeBaseline } = flags;
  if (writeBaseline !== undefined) return written(invocation, found, writeBaseline);
  const report = baseline === undefined
    ? found
    : { ...found, issues: withoutKnown(invocation, found.issues, baseline) };
  invocation.print(formatted(invocation, report, flags.format));
  if (countFindings(report.issues, "error") > 0) return 2;
  return countFindings(report.issues, "warning") > 0 ? 1 : 0;
}

/** Errors are no part of the file. */
function written(invocation: Invocation, { issues }: CheckReport, file: string): number {
  const count = writeKnown(invocation, issues, file);
  const errors = issues.filter(({ level }) => level === "error");
  const text = formatIssues(errors, invocation.palette, invocation.showPath);
  invocation.print(`${text}wrote ${count === 1 ? "1 warning" : `${count} warnings`} to ${file}\n`);
  return errors.length > 0 ? 2 : 0;
}

async function reportOf(invocation: Invocation, drift: boolean): Promise<CheckReport> {
  try {
    return await withWorkspace(invocation, { update: false }, (workspace) => workspace.check({ drift }));
  } catch (error) {
    if (!(error instanceof RaError) || !MISTAKES.includes(error.code)) throw error;
    return { issues: [error, ...error.others ?? []].map(issueOf), index: null, reason: null };
  }
}

function issueOf(error: RaError): CheckReport["issues"][number] {
  const { message, hint } = error;
  return { level: "error", ...warningOf(error, hint === undefined ? message : `${message}; ${hint}`) };
}

function formatted({ palette, showPath }: Invocation, report: CheckReport, format: CheckFlags["format"]): string {
  return inFormat(format, {
    json: () => formatJson(report),
    jsonl: () => formatJsonLines(report.issues),
    paths: () =>
      formatPaths(
        report.issues.flatMap(({ level, path }) => (path === undefined || level === "note" ? [] : [showPath(path)])),
      ),
    github: () => formatAnnotations(report.issues, showPath),
    sarif: () => formatSarif(report.issues, showPath),
    text: () => formatCheck(report, palette, showPath),
  });
}
