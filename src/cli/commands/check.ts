/** `ra check` */
import { formatJson } from "../../output/json.ts";
import { formatCheck } from "../../output/report_text.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

/** The exit code: 0 without issues, 1 with warnings, 2 with errors. */
export async function check(
  invocation: Invocation,
  flags: { readonly json?: true | undefined; readonly drift?: true | undefined },
): Promise<number> {
  return await withWorkspace(invocation, { update: false }, async (workspace) => {
    const report = await workspace.check({ drift: flags.drift === true });
    invocation.print(flags.json ? formatJson(report) : formatCheck(report, invocation.palette, invocation.showPath));
    if (report.issues.some((issue) => issue.level === "error")) return 2;
    return report.issues.length > 0 ? 1 : 0;
  });
}
