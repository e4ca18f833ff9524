/** `ra watch` */
import { formatJsonLine } from "../../output/json.ts";
import { formatWatchUpdate } from "../../output/text/watch_text.ts";
import type { WatchFlags } from "../commands/watch.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

/** Runs until the process ends. Ctrl-C gives exit code 130. */
export async function watch(invocation: Invocation, _: [], flags: WatchFlags): Promise<void> {
  const options = flags.interval === undefined ? {} : { interval: flags.interval * 1000 };
  await withWorkspace(invocation, { lockTimeout: flags.lockTimeout }, async (workspace) => {
    for await (const update of workspace.watch(options)) {
      invocation.print(
        inFormat(flags.format, {
          jsonl: () => formatJsonLine(update),
          text: () => formatWatchUpdate(update, invocation.palette),
        }),
      );
    }
  });
}
