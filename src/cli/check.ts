/** `ra check` */
import { formatJson } from "../output/json.ts";
import { formatCheck } from "../output/report_text.ts";
import { type Session, withWorkspace } from "./session.ts";

/** The exit code: 0 without issues, 1 with warnings, 2 with errors. */
export async function check(
  session: Session,
  flags: { readonly json?: true | undefined; readonly drift?: true | undefined },
): Promise<number> {
  return await withWorkspace(session, { update: false }, async (workspace) => {
    const report = await workspace.check({ drift: flags.drift === true });
    session.print(flags.json ? formatJson(report) : formatCheck(report, session.palette, session.showPath));
    if (report.issues.some((issue) => issue.level === "error")) return 2;
    return report.issues.length > 0 ? 1 : 0;
  });
}
