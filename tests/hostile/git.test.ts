/** Repositories whose git would run commands, or write and read elsewhere. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hostile, type Place } from "./hostile.ts";
import { ATTRIBUTES, plantGitFolder } from "./hostile_git.ts";

const git = (place: Place, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...args], {
    cwd: place.project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: place.home, GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
};
const hasGit = spawnSync("git", ["--version"]).status === 0;
const skip = !hasGit && "git is not installed";

/** A repository with a commit, a staged change and another change. */
function plantRepository(place: Place): void {
  place.write(".ra.toml", '[tree.docs]\npath = "docs"\n');
  place.write("docs/good.md", "# Good\n\nneedle, see `code.py` and [gone](gone.md)\n");
  place.write("code.py", "def needle():\n    return 1\n");
  git(place, "init", "-q");
  git(place, "add", ".");
  git(place, "commit", "-qm", "one");
  place.write("code.py", "def needle():\n    return 2\n");
  git(place, "add", ".");
  place.write("code.py", "def needle():\n    return 3\n");
}

const COMMANDS = () => [["context", "--diff"], ["context", "--staged"], ["check", "--drift"], ["search", "needle"]];

const script = (place: Place): string => {
  const path = place.write("run.sh", `#!/bin/sh\n${place.command}\ncat\n`);
  chmodSync(path, 0o755);
  return path;
};

hostile("git", [
  {
    name: "every key of a configuration that names a program, with attributes that ask for it, and hooks",
    skip,
    plant(place) {
      plantRepository(place);
      plantGitFolder(join(place.project, ".git"), join(place.project, "planted"), place.command);
      place.write(".gitattributes", ATTRIBUTES);
    },
    commands: COMMANDS,
  },
  {
    name: "a folder that is laid out like a bare repository, with a configuration that runs a command",
    skip,
    plant(place) {
      const run = script(place);
      place.write(".ra.toml", '[tree.docs]\npath = "docs"\n');
      place.write("docs/good.md", "# Good\n\nneedle\n");
      place.write("HEAD", "ref: refs/heads/main\n");
      mkdirSync(join(place.project, "objects"));
      mkdirSync(join(place.project, "refs"));
      place.write("config", `[core]\n\tbare = false\n\tworktree = ${place.outside}\n\tfsmonitor = ${run}\n`);
    },
    commands: COMMANDS,
  },
  {
    name: "a program called git in the folder, and pipes among git's own files",
    skip,
    plant(place) {
      plantRepository(place);
      for (const name of ["git", "git.exe", "git.cmd"]) {
        const path = place.write(name, `#!/bin/sh\n${place.command}\n`);
        chmodSync(path, 0o755);
      }
      for (
        const name of [
          ".git/config",
          ".git/info/exclude",
          ".git/info/attributes",
          ".git/packed-refs",
          "pipe.py",
        ]
      ) {
        const path = join(place.project, name);
        rmSync(path, { force: true });
        spawnSync("mkfifo", [path]);
      }
    },
    commands: COMMANDS,
  },
]);
