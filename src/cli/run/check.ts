/** `ra check` */
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { formatPaths } from "../../output/text/paths_text.ts";
import { formatCheck } from "../../output/text/report_text.ts";
import type { CheckReport } from "../../answers/reports.ts";
import type { CheckFlags } from "../commands/check.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

/** The exit code: 0 without issues, 1 with warnings, 2 with errors. */
export async function check(invocation: Invocation, _: [], flags: CheckFlags): Promise<number> {
  return await withWorkspace(invocation, { update: false }, async (workspace) => {
    const report = await workspace.check({ drift: flags.drift === true });
    invocation.print(formatted(invocation, report, flags.format));
    if (report.issues.some((issue) => issue.level === "error")) return 2;
    return report.issues.length > 0 ? 1 : 0;
  });
}

function formatted({ palette, showPath }: Invocation, report: CheckReport, format: CheckFlags["format"]): string {
  switch (format) {
    case "json":
      return formatJson(report);
    case "jsonl":
      return formatJsonLines(report.issues);
    case "paths":
      return formatPaths(report.issues.flatMap(({ path }) => (path === undefined ? [] : [showPath(path)])));
    case "text":
      return formatCheck(report, palette, showPath);
  }
}
