/** `ra update` */
import { formatJson } from "../../output/json.ts";
import { formatUpdate } from "../../output/report_text.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface UpdateFlags {
  readonly json?: true | undefined;
  readonly prune?: true | undefined;
  readonly lockTimeout?: number | undefined;
}

export async function update(invocation: Invocation, flags: UpdateFlags): Promise<void> {
  await withWorkspace(invocation, { lockTimeout: flags.lockTimeout, builds: true }, async (workspace) => {
    const report = await workspace.update({ full: true, prune: flags.prune === true });
    invocation.print(flags.json ? formatJson(report) : formatUpdate(report, invocation.palette));
  });
}
