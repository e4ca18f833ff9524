/** `ra test` */
import { formatJson } from "../output/json.ts";
import { formatTest } from "../output/test_text.ts";
import { type Session, withWorkspace } from "./session.ts";

export interface TestFlags {
  readonly json?: true | undefined;
  readonly save: boolean;
  readonly update: boolean;
  readonly lockTimeout?: number | undefined;
}

/** The exit code: 0 when every expectation is met, else 1. */
export async function test(session: Session, flags: TestFlags): Promise<number> {
  return await withWorkspace(session, flags, async (workspace) => {
    const report = await workspace.test({ save: flags.save, update: flags.update });
    session.print(flags.json ? formatJson(report) : formatTest(report, session.palette));
    return report.failed === 0 ? 0 : 1;
  });
}
