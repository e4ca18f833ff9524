/** `ra init` */
import type { InitReport } from "../../answers/reports.ts";
import { CONFIG_NAME } from "../../config/find.ts";
import { realPlace } from "../../config/project_folder.ts";
import { configTemplate } from "../../config/template.ts";
import { RaError } from "../../errors.ts";
import { formatJson } from "../../output/json.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isInside, joinPath, withAncestors } from "../../text/paths.ts";
import { ignoreIndexFolder } from "../gitignore.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { InitFlags } from "../commands/init.ts";
import type { Invocation } from "../invocation.ts";

/** Throws `file-exists` if the file exists and `--force` is not given. */
export function init(invocation: Invocation, _: [], flags: InitFlags): void {
  const { fs, home, showPath } = invocation;
  if (flags.global && home === undefined) {
    throw new RaError("usage", "init --global: ra knows no home directory", {
      hint: "set HOME (and let Deno read it: --allow-env=HOME)",
    });
  }
  const folder = flags.global && home !== undefined ? home : invocation.directory;
  const tree = flags.global ? "~/docs" : hasDocs(fs, folder) ? "docs" : ".";
  const path = joinPath(folder, CONFIG_NAME);
  const bytes = new TextEncoder().encode(configTemplate(tree));
  const replaced = fs.stat(path) !== undefined;
  if (flags.force) fs.writeFile(path, bytes);
  else if (!fs.createExclusive(path, bytes)) {
    throw new RaError("file-exists", `cannot create ${showPath(path)}: the file exists already`, {
      path: showPath(path),
      hint: "--force overwrites it",
    });
  }
  const gitignore = flags.global ? null : ignoreIndex(invocation, folder);
  const report: InitReport = { path, replaced, tree: { name: "docs", path: tree }, gitignore };
  invocation.print(flags.format === "json" ? formatJson(report) : textOf(report, showPath));
}

/** A `docs` that is a link out of the folder would need `ra trust`. It may have come with a clone. */
function hasDocs(fs: FileSystem, folder: string): boolean {
  const docs = joinPath(folder, "docs");
  return fs.stat(docs)?.kind === "directory" && isInside(realPlace(fs, docs), realPlace(fs, folder));
}

/** Returns the `.gitignore` that it added `.ra/` to. */
function ignoreIndex({ fs }: Invocation, folder: string): string | null {
  const repository = withAncestors(folder).find((above) => fs.stat(joinPath(above, ".git")) !== undefined);
  if (repository === undefined || !ignoreIndexFolder(fs, repository, folder)) return null;
  return joinPath(repository, ".gitignore");
}

function textOf({ path, replaced, tree, gitignore }: InitReport, showPath: Invocation["showPath"]): string {
  return [
    `${replaced ? "replaced" : "created"} ${sanitiseLine(showPath(path))} with one tree, ${tree.name}: ${
      sanitiseLine(tree.path)
    }`,
    ...(gitignore === null ? [] : [`added .ra/ to ${sanitiseLine(showPath(gitignore))}`]),
    'next: ra search "what you want to know"',
    "",
  ].join("\n");
}
