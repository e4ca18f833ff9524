// Makes a git repository as from elsewhere, with a trap behind everything that can name a program.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, type Workspace } from "../../src/workspace.ts";
import { commitAll, type Git, writeIn } from "../host/git_repository.ts";

export interface ForeignRepository {
  readonly folder: string;
  /** A folder beside the repository. */
  readonly outside: string;
  readonly git: Git;
  write(path: string, text: string): void;
  /** Returns the path of a program that leaves a mark with this name. */
  trap(name: string): string;
  /** Returns the names of the traps that sprang since the last call. */
  sprung(): readonly string[];
  with<T>(work: (workspace: Workspace) => Promise<T>, directory?: string): Promise<T>;
}

const FILES: Readonly<Record<string, string>> = {
  ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\ninclude = ["**/*.md"]\n',
  ".gitattributes": "*.ts filter=trap diff=trap\n*.py filter=process\n",
  "docs/a.md": "# Alpha\n\nlemon, `openStore()`, `src/gone.ts`, [x](nowhere.md)\n",
  "src/one.ts": "export function openStore() {}\n",
  "src/two.py": "lemon = 1\n",
  "src/gone.ts": "// gone\n",
};

/** Makes a repository with a history, and with changed, staged and deleted files. */
export async function withForeignRepository(work: (repository: ForeignRepository) => Promise<void>): Promise<void> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "ra-foreign-")));
  const [folder, outside, marks] = [join(base, "clone"), join(base, "outside"), join(base, "marks")];
  for (const made of [folder, outside, marks]) mkdirSync(made);
  const trap = (name: string): string => {
    const script = join(base, `trap-${name}`);
    writeFileSync(script, `#!/bin/sh\n: > "${marks}/${name}"\nexit 1\n`);
    chmodSync(script, 0o755);
    return script;
  };
  const write = (path: string, text: string): void => writeIn(folder, path, text);
  try {
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    const git = commitAll(folder);
    git("rm", "-q", "src/gone.ts");
    write("src/one.ts", "export {};\n");
    git("commit", "-q", "-a", "-m", "second");
    write("src/one.ts", "// lemon\n");
    git("add", "src/one.ts");
    write("src/one.ts", "// lemon lemon\n");
    write("src/two.py", "lemon = 2\n");
    await work({
      folder,
      outside,
      git,
      write,
      trap,
      sprung() {
        const found = readdirSync(marks);
        for (const name of found) rmSync(join(marks, name));
        return found.sort();
      },
      async with(use, directory = folder) {
        const workspace = await open(directory, { home: null });
        try {
          return await use(workspace);
        } finally {
          workspace.close();
        }
      },
    });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Sets a trap behind every key that names a program in git's documentation. */
export function configurationTraps({ trap }: Pick<ForeignRepository, "trap">, prefix: string): string {
  const to = (name: string): string => `"${trap(`${prefix}-${name}`)}"`;
  return `[core]
	fsmonitor = ${to("fsmonitor")}
	pager = ${to("pager")}
	editor = ${to("editor")}
	askPass = ${to("askPass")}
	sshCommand = ${to("sshCommand")}
	gitProxy = ${to("gitProxy")}
	alternateRefsCommand = ${to("alternateRefs")}
[filter "trap"]
	clean = ${to("clean")}
	smudge = ${to("smudge")}
[filter "process"]
	process = ${to("process")}
[diff]
	external = ${to("diff-external")}
[diff "trap"]
	textconv = ${to("textconv")}
	command = ${to("diff-command")}
[log]
	showSignature = true
[gpg]
	program = ${to("gpg")}
[gpg "ssh"]
	program = ${to("gpg-ssh")}
[pager]
	diff = ${to("pager-diff")}
	log = ${to("pager-log")}
[alias]
	diff = !${trap(`${prefix}-alias`)}
	ls-files = !${trap(`${prefix}-alias`)}
[credential]
	helper = ${to("credential")}
[interactive]
	diffFilter = ${to("diffFilter")}
[merge "trap"]
	driver = ${to("merge")}
[uploadpack]
	packObjectsHook = ${to("packObjects")}
[remote "origin"]
	url = .
	promisor = true
	partialCloneFilter = blob:none
	uploadpack = ${to("uploadpack")}
[submodule]
	recurse = true
`;
}

/** Appends the configuration to the repository's. */
export function addConfiguration(folder: string, text: string): void {
  appendFileSync(join(folder, ".git/config"), text);
}

/** Writes a hook with a trap for everything that git does. */
export function writeHooks(into: string, { trap }: Pick<ForeignRepository, "trap">): void {
  mkdirSync(into, { recursive: true });
  for (
    const name of ["post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout", "reference-transaction"]
  ) {
    writeFileSync(join(into, name), `#!/bin/sh\n${trap(`hook-${name}`)}\n`);
    chmodSync(join(into, name), 0o755);
  }
}

/** Returns a file's bytes as text, for comparison. */
export function textAt(...path: readonly string[]): string {
  return readFileSync(join(...path), "latin1");
}
