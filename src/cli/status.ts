/** `ra status` */
import { formatJson } from "../output/json.ts";
import { formatStatus } from "../output/report_text.ts";
import { type Session, withWorkspace } from "./session.ts";

export async function status(session: Session, flags: { readonly json?: true | undefined }): Promise<void> {
  await withWorkspace(session, { update: false }, async (workspace) => {
    const report = await workspace.status();
    session.print(flags.json ? formatJson(report) : formatStatus(report, session.palette));
  });
}
