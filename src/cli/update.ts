/** `ra update` */
import { formatJson } from "../output/json.ts";
import { formatUpdate } from "../output/report_text.ts";
import { type Session, withWorkspace } from "./session.ts";

export interface UpdateFlags {
  readonly json?: true | undefined;
  readonly prune?: true | undefined;
  readonly lockTimeout?: number | undefined;
}

export async function update(session: Session, flags: UpdateFlags): Promise<void> {
  await withWorkspace(session, { lockTimeout: flags.lockTimeout, builds: true }, async (workspace) => {
    const report = await workspace.update({ full: true, prune: flags.prune === true });
    session.print(flags.json ? formatJson(report) : formatUpdate(report, session.palette));
  });
}
