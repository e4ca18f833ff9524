/** Repositories whose `.git` leads elsewhere or holds what git would wait for. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Command, hostile, type Place } from "./hostile.ts";
import { writeRag } from "./rag_folder.ts";

const COMMANDS: readonly (Command | readonly string[])[] = [
  ["context", "--diff", "--explain"],
  ["context", "--staged", "--explain"],
  ["check", "--drift"],
];

function git(folder: string, ...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], { cwd: folder, stdio: "pipe" });
}

/** A repository with a change. */
function plantRepository({ write, project }: Place): void {
  write(".ra.toml", 'root = true\n[tree.docs]\npath = "docs"\n');
  write("docs/good.md", "# Good\n\nneedle `src/gone.ts` [x](nowhere.md)\n");
  write("src/one.ts", "export const one = 1;\n");
  git(project, "init", "-q");
  git(project, "add", "-A");
  git(project, "commit", "-q", "-m", "first");
  write("src/one.ts", "export const needle = 2;\n");
}

const fifo = (path: string): void => void execFileSync("mkfifo", [path]);

/** A repository of the user beside the project, with the secret in it. */
function plantSecretRepository({ outside }: Place): void {
  git(outside, "init", "-q");
  git(outside, "add", "-A");
  git(outside, "commit", "-q", "-m", "secret");
}

/** Ten trees that name the next one ten times each: a few kB that stand for ten billion files. */
function plantTrees({ project }: Place): void {
  const made = (args: readonly string[], input: string): string =>
    execFileSync("git", args, { cwd: project, input, encoding: "utf8" }).trim();
  let entry = `100644 blob ${made(["hash-object", "-w", "--stdin"], "x\n")}`;
  for (let depth = 0; depth < 10; depth++) {
    const names = Array.from({ length: 10 }, (_, at) => `${entry}\tname${at}\n`).join("");
    entry = `040000 tree ${made(["mktree"], names)}`;
  }
  const author = ["-c", "user.name=x", "-c", "user.email=x@x"];
  const commit = made([...author, "commit-tree", entry.slice(entry.lastIndexOf(" ") + 1), "-m", "trees"], "");
  git(project, "update-ref", "HEAD", commit);
}

hostile("git-folder", [
  {
    name: "a commit of trees that name one another, which are billions of files",
    plant(place) {
      plantRepository(place);
      plantTrees(place);
    },
    commands: () => [
      { args: ["context", "--diff"], expect: ({ stderr }) => assert.match(stderr, /more than 500000 files/) },
      ...COMMANDS,
    ],
  },
  {
    name: "repositories within repositories, each with a file .git that could name one of those above",
    plant(place) {
      const { write } = place;
      let deep = "docs";
      write("docs/good.md", "# Good\n\nneedle\n");
      for (let depth = 0; depth < 40; depth++) {
        deep += "/a";
        write(`${deep}/.git`, "gitdir: own\n");
        write(`${deep}/own/HEAD`, "ref: refs/heads/main\n");
      }
      write(`${deep}/deep.md`, "# Deep\n\nneedle `src/gone.ts`\n");
      write(".ra.toml", `root = true\n[tree.docs]\npath = "docs"\n[tree.deep]\npath = "${deep}"\n`);
      writeRag(place, { sources: [`{id: up, git: ${deep}}`] });
    },
    commands: () => [...COMMANDS, ["rag", "status"], ["rag", "fetch"]],
  },
  {
    name: "pipes where git expects rules and references",
    plant(place) {
      plantRepository(place);
      const { project } = place;
      for (const name of [".gitattributes", "src/.gitignore", ".git/packed-refs", ".git/refs/heads/pipe"]) {
        rmSync(join(project, name), { force: true });
        fifo(join(project, name));
      }
    },
    commands: () => COMMANDS,
  },
  {
    name: "a pipe as the only attributes, which git would read for a diff",
    plant(place) {
      plantRepository(place);
      fifo(join(place.project, "src/.gitattributes"));
    },
    commands: () => [{
      args: ["context", "--diff"],
      expect: ({ stderr }) => assert.match(stderr, /\.gitattributes is not a regular file/),
    }, ["check", "--drift"]],
  },
  {
    name: "objects that are pipes and links",
    plant(place) {
      plantRepository(place);
      const objects = join(place.project, ".git/objects");
      mkdirSync(join(objects, "info"), { recursive: true });
      fifo(join(objects, "info/alternates"));
      for (const name of readdirSync(objects).filter((one) => /^[0-9a-f]{2}$/.test(one))) {
        for (const file of readdirSync(join(objects, name))) {
          rmSync(join(objects, name, file), { force: true });
          symlinkSync("/dev/zero", join(objects, name, file));
        }
      }
    },
    commands: () => COMMANDS,
  },
  {
    name: "parts of .git that are links out of the repository",
    plant(place) {
      plantRepository(place);
      const { outside, project } = place;
      mkdirSync(join(outside, "git"));
      for (const name of ["index", "config", "refs"]) {
        renameSync(join(project, ".git", name), join(outside, "git", name));
        symlinkSync(join(outside, "git", name), join(project, ".git", name));
      }
    },
    commands: () => COMMANDS,
  },
  {
    name: "a .git file that leads to another repository of the user",
    plant(place) {
      plantSecretRepository(place);
      place.write(".ra.toml", 'root = true\n[tree.docs]\npath = "docs"\n');
      place.write("docs/good.md", "# Good\n\nneedle\n");
      place.write(".git", `gitdir: ${join(place.outside, ".git")}\n`);
    },
    commands: () => COMMANDS,
  },
  {
    name: "a common folder that is another repository of the user",
    plant(place) {
      plantSecretRepository(place);
      plantRepository(place);
      writeFileSync(join(place.project, ".git/commondir"), join(place.outside, ".git"));
    },
    commands: () => COMMANDS,
  },
  {
    name: "a .git folder that is a link to another repository of the user",
    plant(place) {
      plantSecretRepository(place);
      plantRepository(place);
      rmSync(join(place.project, ".git"), { recursive: true });
      symlinkSync(join(place.outside, ".git"), join(place.project, ".git"));
    },
    commands: () => COMMANDS,
  },
  {
    name: "huge files in .git and in the working tree",
    // git itself reads the whole file, to compare it with the one that was committed.
    limits: { cpuSeconds: 30 },
    plant(place) {
      plantRepository(place);
      for (const name of [".git/config", ".git/packed-refs", ".git/info/exclude", "src/one.ts"]) {
        writeFileSync(join(place.project, name), "", { flag: "a" });
        truncateSync(join(place.project, name), 700_000_000);
      }
    },
    commands: () => COMMANDS,
  },
  {
    name: "a configuration and an environment that name programs",
    plant(place) {
      plantRepository(place);
      const { project, command } = place;
      const run = typeof command === "string" ? command : String(command);
      for (
        const key of [
          "core.fsmonitor",
          "core.pager",
          "core.sshCommand",
          "core.askPass",
          "diff.external",
          "diff.x.textconv",
          "diff.x.command",
          "filter.x.clean",
          "filter.x.smudge",
          "filter.x.process",
          "gpg.program",
          "credential.helper",
          "trace2.eventTarget",
          "alias.diff",
        ]
      ) git(project, "config", key, run);
      place.write(".gitattributes", "*.ts filter=x diff=x\n");
      for (const name of ["git", "git.exe", "xdg-open"]) {
        place.write(name, `#!/bin/sh\n${run}\n`);
        chmodSync(join(project, name), 0o755);
      }
    },
    commands: ({ project }) =>
      COMMANDS.map((command) => ({
        args: "args" in command ? command.args : command,
        env: {
          PATH: `.:${project}::${process.env["PATH"] ?? ""}`,
          GIT_EXTERNAL_DIFF: join(project, "git"),
          GIT_PAGER: join(project, "git"),
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: "core.fsmonitor",
          GIT_CONFIG_VALUE_0: join(project, "git"),
          GIT_TRACE2: join(project, "..", "outside", "trace"),
        },
      })),
  },
]);
