/** `ra init` */
import { CONFIG_NAME } from "../../config/find.ts";
import { configTemplate } from "../../config/template.ts";
import { RaError } from "../../errors.ts";
import { joinPath, withAncestors } from "../../text/paths.ts";
import { ignoreIndexFolder } from "../gitignore.ts";
import type { InitFlags } from "../commands/init.ts";
import type { Invocation } from "../invocation.ts";

/** Throws `file-exists` when the file is there and `--force` was not given. */
export function init(invocation: Invocation, _: [], flags: InitFlags): void {
  const { fs, home } = invocation;
  if (flags.global && home === undefined) {
    throw new RaError("usage", "init --global: there is no home directory", {
      hint: "set HOME (and let Deno read it: --allow-env=HOME)",
    });
  }
  const folder = flags.global && home !== undefined ? home : invocation.directory;
  const tree = flags.global ? "~/docs" : fs.stat(joinPath(folder, "docs"))?.kind === "directory" ? "docs" : ".";
  const path = joinPath(folder, CONFIG_NAME);
  const shown = invocation.showPath(path);
  const bytes = new TextEncoder().encode(configTemplate(tree));
  const existed = fs.stat(path) !== undefined;
  if (flags.force) fs.writeFile(path, bytes);
  else if (!fs.createExclusive(path, bytes)) {
    throw new RaError("file-exists", `cannot create ${shown}: it exists already`, {
      path: shown,
      hint: "--force overwrites it",
    });
  }
  const lines = [`${existed ? "replaced" : "created"} ${shown} with one tree, docs: ${tree}`];
  const repository = flags.global
    ? undefined
    : withAncestors(folder).find((above) => fs.stat(joinPath(above, ".git")) !== undefined);
  if (repository !== undefined) {
    const ignoreFile = joinPath(repository, ".gitignore");
    if (ignoreIndexFolder(fs, repository, folder)) lines.push(`added .ra/ to ${invocation.showPath(ignoreFile)}`);
  }
  lines.push(`next: ra search "what you want to know"`);
  invocation.print(`${lines.join("\n")}\n`);
}
