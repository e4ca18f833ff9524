/** `ra test` */
import { formatJson } from "../../output/json.ts";
import { formatTest } from "../../output/test_text.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";

export interface TestFlags {
  readonly json?: true | undefined;
  readonly save: boolean;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

/** The exit code: 0 when every expectation is met, else 1. */
export async function test(invocation: Invocation, flags: TestFlags): Promise<number> {
  return await withWorkspace(invocation, flags, async (workspace) => {
    const report = await workspace.test({ save: flags.save, update: flags.update });
    invocation.print(flags.json ? formatJson(report) : formatTest(report, invocation.palette));
    return report.failed === 0 ? 0 : 1;
  });
}
