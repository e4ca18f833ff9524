/** `ra config` */
import { loadConfig } from "../config/find.ts";
import { printConfig } from "../config/print.ts";
import { formatConfigJson } from "../output/json.ts";
import { sanitise } from "../output/sanitise.ts";
import type { Session } from "./session.ts";

export async function config(session: Session, flags: { readonly json?: true | undefined }): Promise<void> {
  const found = await loadConfig(session.fs, session.directory, session.home ?? null);
  for (const tree of found.trees) {
    if (session.fs.stat(tree.path)?.kind === "directory") continue;
    session.warn({
      code: "tree-missing",
      message: `tree ${tree.name}: ${tree.path} is no directory`,
      path: tree.definedIn,
    });
  }
  session.print(flags.json ? formatConfigJson(found) : sanitise(printConfig(found)));
}
