/** `ra update` */
import { formatJson } from "../../output/json.ts";
import { formatUpdate } from "../../output/text/report_text.ts";
import type { UpdateFlags } from "../commands/update.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function update(invocation: Invocation, _: [], flags: UpdateFlags): Promise<void> {
  await withWorkspace(invocation, { lockTimeout: flags.lockTimeout, builds: true }, async (workspace) => {
    const report = await workspace.update(
      flags.semantic === true ? { semantic: true } : { full: true, prune: flags.prune === true },
    );
    invocation.print(
      inFormat(flags.format, { json: () => formatJson(report), text: () => formatUpdate(report, invocation.palette) }),
    );
  });
}
