/** `ra config` */
import { loadConfig } from "../../config/find.ts";
import { printConfig } from "../../config/print.ts";
import { formatConfigJson } from "../../output/json.ts";
import { missingTree, rootProblem } from "../../config/tree_root.ts";
import { sanitize } from "../../text/sanitize.ts";
import type { ConfigFlags } from "../commands/config.ts";
import type { Invocation } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

export async function config(invocation: Invocation, _: [], flags: ConfigFlags): Promise<void> {
  const { fs, directory, home, trust } = invocation;
  const found = await loadConfig(fs, directory, home ?? null, { trust });
  found.warnings.forEach(invocation.warn);
  for (const tree of found.trees) {
    const problem = rootProblem(fs, tree, undefined);
    if (problem !== undefined) invocation.warn({ ...missingTree(tree, problem), path: tree.definedIn });
  }
  invocation.print(
    inFormat(flags.format, { json: () => formatConfigJson(found), text: () => sanitize(printConfig(found)) }),
  );
}
