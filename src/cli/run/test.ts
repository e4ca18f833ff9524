/** `ra test` */
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { formatTest } from "../../output/text/test_text.ts";
import type { TestFlags } from "../commands/test.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

/** Returns exit code 0 if every expectation is met, else 1. */
export async function test(invocation: Invocation, _: [], flags: TestFlags): Promise<number> {
  return await withWorkspace(invocation, flags, async (workspace) => {
    const report = await workspace.test({ save: flags.save, update: flags.update });
    invocation.print(
      inFormat(flags.format, {
        json: () => formatJson(report),
        jsonl: () => formatJsonLines(report.tests),
        text: () => formatTest(report, invocation.palette),
      }),
    );
    return report.failed === 0 ? 0 : 1;
  });
}
