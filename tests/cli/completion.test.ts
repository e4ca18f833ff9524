// The scripts of `ra completions`, run by the real shells. Nothing that stands in the typed line or in the name of a
// file may run.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withProject } from "./project.ts";
import { childEnvironment, commandLine, runRa } from "./run_ra.ts";

const CONFIG = '[tree.docs]\npath = "docs"\n\n[tree.notes]\npath = "."\n';
const NAMES = ["a b.md", "x$(touch pwned).md", "y`touch pwned`.md", "z;touch pwned.md", "q'\"q.md", "two\nlines.md"];
const TYPED = [
  '"$(touch pwned)"',
  "$(touch pwned)",
  "`touch pwned`",
  "a[$(touch pwned)]",
  "--tree=$(touch pwned)",
  "'$(touch pwned)",
  "; touch pwned;",
];

/** Runs a shell with the program and the script of completions at hand, in a folder with files of hostile names. */
function inShell(
  shell: "bash" | "zsh" | "fish",
  args: readonly string[],
  program: (script: string) => string,
  check: (run: (script: string) => readonly string[]) => void,
): Promise<void> {
  return Promise.resolve(withProject({ ".ra.toml": CONFIG, "docs/a.md": "# A\n" }, (directory) => {
    const files = join(directory, "files");
    const bin = join(directory, "bin");
    for (const made of [files, bin, join(files, "sub dir")]) mkdirSync(made);
    for (const name of NAMES) writeFileSync(join(files, name), "");
    const { command, args: before } = commandLine([directory]);
    const quoted = [command, ...before].map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(" ");
    writeFileSync(join(bin, "ra"), `#!/bin/sh\nexec ${quoted} "$@"\n`);
    chmodSync(join(bin, "ra"), 0o755);
    const script = join(directory, `ra.${shell}`);
    writeFileSync(script, runRa(["completions", shell], { cwd: directory }).stdout);
    const environment = childEnvironment(join(directory, "no-home"));
    check((text) => {
      const { status, stdout, stderr } = spawnSync(shell, [...args, "-c", program(script) + text], {
        cwd: files,
        encoding: "utf8",
        env: { ...environment, PATH: `${bin}:${environment["PATH"] ?? ""}` },
      });
      assert.deepEqual([status, stderr], [0, ""], text);
      assert.equal(existsSync(join(files, "pwned")), false, text);
      return stdout.split("\n").filter((line) => line !== "");
    });
  }));
}

function missing(shell: string): string | false {
  return spawnSync(shell, ["--version"]).status === 0 ? false : `${shell} is not installed`;
}

function single(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

test(
  "bash completes without running what the line or the name of a file says",
  { skip: missing("bash") },
  () =>
    inShell(
      "bash",
      ["--norc"],
      // The script stands beside one of a program with the library that ra once used, and is sourced twice.
      (script) =>
        `readonly ShellCompDirectiveError=1; set -u; source ${script}; source ${script}
compopt() { echo "compopt $*"; }
offers() { COMP_WORDS=(ra "$@"); COMP_CWORD=$#; __ra_complete; printf '%s\\n' "\${COMPREPLY[@]}"; }
`,
      (run) => {
        assert.deepEqual(run("offers se"), ["search", "serve"]);
        assert.deepEqual(run("offers search --tree ''"), ["docs", "notes"]);
        assert.deepEqual(run("offers search --tree = d"), ["docs"]);
        // Bash quotes names of files by itself where it inserts them.
        assert.deepEqual(
          run("offers inspect doc ''"),
          [
            "compopt -o filenames",
            ...NAMES.filter((name) => !name.includes("\n")).sort(),
            "sub dir",
          ].sort(byKind),
        );
        for (const typed of ["x", '"x', "'x", "x\\$"]) {
          assert.deepEqual(run(`offers inspect doc ${single(typed)}`), ["compopt -o filenames", "x$(touch pwned).md"]);
        }
        for (const typed of TYPED) {
          run(`offers search ${single(typed)} ''`);
          run(`offers inspect doc ${single(typed)}`);
          run(`offers ${single(typed)}`);
        }
      },
    ),
);

test("zsh completes without running what the line or the name of a file says", { skip: missing("zsh") }, () =>
  inShell(
    "zsh",
    ["-f"],
    (script) =>
      `set -- ; compdef() { :; }; source ${script}
compset() { :; }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@"; }
offers() { words=(ra "$@"); CURRENT=$(($# + 1)); PREFIX=\${words[-1]}; _ra || :; }
`,
    (run) => {
      assert.deepEqual(run("offers se"), ["search", "serve"]);
      assert.deepEqual(run("offers search --tree=d"), ["docs"]);
      // zsh quotes what `compadd` inserts.
      assert.deepEqual(run("offers inspect doc ''"), ["sub dir/", ...NAMES.filter((name) => !/\n/.test(name)).sort()]);
      for (const typed of ["x", '"x', "'x", "x\\$"]) {
        assert.deepEqual(run(`offers inspect doc ${single(typed)}`), ["x$(touch pwned).md"]);
      }
      for (const typed of TYPED) {
        run(`offers search ${single(typed)} ''`);
        run(`offers inspect doc ${single(typed)}`);
        run(`offers ${single(typed)}`);
      }
    },
  ));

test(
  "fish completes without running what the line or the name of a file says",
  { skip: missing("fish") },
  () =>
    inShell(
      "fish",
      ["--no-config"],
      (script) => `source ${script}\nfunction offers; complete -C "$argv"; end\n`,
      (run) => {
        const offers = (line: string): string[] =>
          run(`offers '${line.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`).map((one) =>
            one.split("\t")[0] ?? ""
          );
        assert.deepEqual(offers("ra se"), ["search", "serve"]);
        assert.deepEqual(offers("ra search --tree=d"), ["--tree=docs"]);
        assert.deepEqual(offers("ra inspect doc x"), ["x$(touch pwned).md"]);
        assert.deepEqual(offers('ra inspect doc "x'), ["x$(touch pwned).md"]);
        for (const typed of TYPED) {
          offers(`ra search ${typed} `);
          offers(`ra inspect doc ${typed}`);
        }
      },
    ),
);

/** The line of compopt first, then by name. */
function byKind(a: string, b: string): number {
  return Number(b.startsWith("compopt")) - Number(a.startsWith("compopt")) || (a < b ? -1 : 1);
}
