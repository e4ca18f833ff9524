/** `ra inspect doc`, `ra inspect ctx` */
import { formatContextReport } from "../output/context_text.ts";
import { formatInspection } from "../output/inspect_text.ts";
import { formatJson } from "../output/json.ts";
import { type Session, withWorkspace } from "./session.ts";

export async function inspectDocument(
  session: Session,
  file: string,
  flags: { readonly json?: true | undefined },
): Promise<void> {
  await withWorkspace(session, { update: false }, async (workspace) => {
    const report = await workspace.inspect(file);
    session.print(flags.json ? formatJson(report) : formatInspection(report, session.palette));
  });
}

export async function inspectContext(
  session: Session,
  file: string,
  flags: { readonly json?: true | undefined },
): Promise<void> {
  await withWorkspace(session, { update: false }, async (workspace) => {
    const report = await workspace.inspectContext(file);
    session.print(flags.json ? formatJson(report) : formatContextReport(report, session.palette));
  });
}
