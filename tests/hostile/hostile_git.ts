/** A configuration of git, hooks and attributes that name a program wherever git would run one. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HOOKS = [
  "post-index-change",
  "pre-commit",
  "post-checkout",
  "post-merge",
  "pre-auto-gc",
  "reference-transaction",
  "fsmonitor-watchman",
  "proc-receive",
];

/**
 * Every key that names a program. `run` is its path, and `beside` a folder that holds `hooks`, `attributes`,
 * `included`.
 */
export const hostileConfiguration = (run: string, beside: string): string =>
  `[core]
\trepositoryformatversion = 0
\tbare = false
\tfsmonitor = ${run}
\thooksPath = ${beside}/hooks
\tpager = ${run}
\teditor = ${run}
\tsshCommand = ${run}
\taskPass = ${run}
\tgitProxy = ${run}
\talternateRefsCommand = ${run}
\tattributesFile = ${beside}/attributes
[include]
\tpath = ${beside}/included
[filter "run"]
\tclean = ${run}
\tsmudge = ${run}
\tprocess = ${run}
\trequired = true
[diff]
\texternal = ${run}
\tsubmodule = diff
[diff "run"]
\ttextconv = ${run}
\tcommand = ${run}
\tcachetextconv = true
[merge "run"]
\tdriver = ${run}
[gpg]
\tprogram = ${run}
[log]
\tshowSignature = true
[credential]
\thelper = !${run}
[url "ext::${run} "]
\tinsteadOf = ./
\tinsteadOf = /
\tinsteadOf = file:
\tinsteadOf = http
[uploadpack]
\tpackObjectsHook = ${run}
[extensions]
\tpartialClone = origin
[remote "origin"]
\turl = ext::${run}
\tuploadpack = ${run}
\tpromisor = true
[protocol]
\tallow = always
[protocol "ext"]
\tallow = always
[alias]
\tdiff = !${run}
\tls-files = !${run}
\tcat-file = !${run}
\tfetch = !${run}
[submodule "sub"]
\tupdate = !${run}
`;

/** Makes the program, and what the configuration names. Gives the path of the program. */
export function plantPrograms(beside: string, command: string): string {
  const run = join(beside, "run.sh");
  mkdirSync(join(beside, "hooks"), { recursive: true });
  writeFileSync(run, `#!/bin/sh\n${command}\n`);
  chmodSync(run, 0o755);
  for (const name of HOOKS) copyFileSync(run, join(beside, "hooks", name));
  writeFileSync(join(beside, "included"), `[core]\n\tfsmonitor = ${run}\n[diff]\n\texternal = ${run}\n`);
  writeFileSync(join(beside, "attributes"), ATTRIBUTES);
  return run;
}

export const ATTRIBUTES = "* filter=run diff=run merge=run\n";

/** Puts configuration, hooks and attributes into a `.git` folder, which is made where it is missing. */
export function plantGitFolder(gitFolder: string, beside: string, command: string): void {
  const run = plantPrograms(beside, command);
  for (const folder of ["hooks", "info", "objects", "refs/heads"]) {
    mkdirSync(join(gitFolder, folder), { recursive: true });
  }
  for (const name of HOOKS) copyFileSync(run, join(gitFolder, "hooks", name));
  writeFileSync(join(gitFolder, "info", "attributes"), ATTRIBUTES);
  writeFileSync(join(gitFolder, "config"), hostileConfiguration(run, beside));
  const head = join(gitFolder, "HEAD");
  if (!existsSync(head)) writeFileSync(head, "ref: refs/heads/main\n");
}
