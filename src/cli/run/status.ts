/** `ra status` */
import { formatJson } from "../../output/json.ts";
import { formatStatus } from "../../output/text/report_text.ts";
import type { StatusFlags } from "../commands/status.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function status(invocation: Invocation, _: [], flags: StatusFlags): Promise<void> {
  await withWorkspace(invocation, { update: false }, async (workspace) => {
    const report = await workspace.status();
    invocation.print(
      inFormat(flags.format, { json: () => formatJson(report), text: () => formatStatus(report, invocation.palette) }),
    );
  });
}
