/** `ra config` */
import { loadConfig } from "../../config/find.ts";
import { printConfig } from "../../config/print.ts";
import { formatConfigJson } from "../../output/json.ts";
import { sanitize } from "../../text/sanitize.ts";
import type { ConfigFlags } from "../commands/config.ts";
import type { Invocation } from "../invocation.ts";

export async function config(invocation: Invocation, _: [], flags: ConfigFlags): Promise<void> {
  const { fs, directory, home, trust } = invocation;
  const found = await loadConfig(fs, directory, home ?? null, { trust });
  found.warnings.forEach(invocation.warn);
  for (const tree of found.trees) {
    if (fs.stat(tree.path)?.kind === "directory") continue;
    invocation.warn({
      code: "tree-missing",
      message: `tree ${tree.name}: ${tree.path} is not a directory`,
      path: tree.definedIn,
    });
  }
  invocation.print(flags.format === "json" ? formatConfigJson(found) : sanitize(printConfig(found)));
}
