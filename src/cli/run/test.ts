/** `ra test` */
import { formatJson, formatJsonLines } from "../../output/json.ts";
import { formatTest } from "../../output/text/test_text.ts";
import type { TestFlags } from "../commands/test.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

/** Returns exit code 0 if every expectation is met, else 1. */
export async function test(invocation: Invocation, _: [], flags: TestFlags): Promise<number> {
  return await withWorkspace(invocation, flags, async (workspace) => {
    const report = await workspace.test({ save: flags.save, update: flags.update });
    invocation.print(
      flags.format === "json"
        ? formatJson(report)
        : flags.format === "jsonl"
        ? formatJsonLines(report.tests)
        : formatTest(report, invocation.palette),
    );
    return report.failed === 0 ? 0 : 1;
  });
}
