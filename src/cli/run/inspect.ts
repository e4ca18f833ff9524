/** `ra inspect doc`, `ra inspect ctx` */
import { formatContextReport } from "../../output/text/context_text.ts";
import { formatInspection } from "../../output/text/inspect_text.ts";
import { formatJson } from "../../output/json.ts";
import type { InspectFlags } from "../commands/inspect.ts";
import { unmark } from "../dashed_query.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function inspectDocument(
  invocation: Invocation,
  [file]: [file: string],
  flags: InspectFlags,
): Promise<void> {
  await withWorkspace(invocation, { update: false }, async (workspace) => {
    const report = await workspace.inspect(unmark(file));
    invocation.print(
      inFormat(flags.format, {
        json: () => formatJson(report),
        text: () => formatInspection(report, invocation.palette),
      }),
    );
  });
}

export async function inspectContext(
  invocation: Invocation,
  [file]: [file: string],
  flags: InspectFlags,
): Promise<void> {
  await withWorkspace(invocation, { update: false }, async (workspace) => {
    const report = await workspace.inspectContext(unmark(file));
    invocation.print(
      inFormat(flags.format, {
        json: () => formatJson(report),
        text: () => formatContextReport(report, invocation.palette),
      }),
    );
  });
}
