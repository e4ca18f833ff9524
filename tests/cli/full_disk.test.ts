import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PROJECT, withProject } from "./project.ts";
import { childEnvironment, commandLine } from "./run_ra.ts";

const MINE = `# Mine.\n${"# A line that must stay.\n".repeat(50)}`;

test("commands that cannot write leave your files whole and nothing beside them", {
  skip: process.platform === "win32",
}, () =>
  withProject({ ...PROJECT, ".ra.toml": MINE, ".gitignore": MINE, "AGENTS.md": MINE }, (cwd) => {
    mkdirSync(join(cwd, ".git"));
    const names = readdirSync(cwd);
    const { command, args } = commandLine([cwd]);
    for (const words of [["init", "--force"], ["agents"]]) {
      // No file may grow. Some runtimes get an error then, and others are killed.
      const run = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$@"', "sh", command, ...args, ...words], {
        cwd,
        encoding: "utf8",
        env: childEnvironment(join(cwd, "no-home")),
      });
      assert.notEqual(run.status, 0, words.join(" "));
      if (run.signal === null) assert.match(run.stderr, /cannot write .*larger than allowed/);
      for (const name of [".ra.toml", ".gitignore", "AGENTS.md"]) {
        assert.equal(readFileSync(join(cwd, name), "utf8"), MINE, `${words.join(" ")}: ${name}`);
      }
      const left = readdirSync(cwd).filter((name) => !names.includes(name));
      // A program that is killed cannot clean up. What it leaves is a draft beside the file.
      if (run.signal === null) assert.deepEqual(left, [], words.join(" "));
      else for (const name of left) assert.match(name, /\.tmp$/);
    }
  }));
