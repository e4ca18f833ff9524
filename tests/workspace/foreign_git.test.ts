// A clone or an unpacked archive brings its own `.git`. ra may run nothing that it names.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { commitAll } from "../host/git_repository.ts";
import { failure } from "./project.ts";
import {
  addConfiguration,
  configurationTraps,
  type ForeignRepository,
  textAt,
  withForeignRepository,
  writeHooks,
} from "./foreign_repository.ts";

// Windows cannot run the traps, which are shell scripts.
const skip = process.platform === "win32";

/** Returns what the commands that use git find: changed files, staged files, drift. */
async function everything({ with: use }: ForeignRepository, directory?: string) {
  return await use(async (workspace) => {
    const files = async (options: object) =>
      (await workspace.context([], { ...options, explain: true })).queries[0]!.files!.map(({ file }) => file);
    return {
      diff: await files({ diff: true }),
      before: await files({ diff: "HEAD~1" }),
      staged: await files({ staged: true }),
      drift: (await workspace.check({ drift: true })).issues.map(({ code, message }) => `${code}: ${message}`),
    };
  }, directory);
}

const FOUND = {
  diff: ["src/one.ts", "src/two.py"],
  before: ["src/one.ts", "src/two.py"],
  staged: ["src/one.ts"],
  drift: [
    "drift-identifier: openStore (in openStore()) is no longer in any source file; it was defined in src/one.ts on DATE",
    "drift-path: src/gone.ts no longer exists; it was removed on DATE",
    "drift-link: the link leads nowhere: nowhere.md",
  ],
};

async function assertFound(repository: ForeignRepository): Promise<void> {
  const { drift, ...rest } = await everything(repository);
  assert.deepEqual({ ...rest, drift: drift.map((line) => line.replace(/\d{4}-\d\d-\d\d/, "DATE")) }, FOUND);
}

test("a repository's configuration runs no program", { skip }, () =>
  withForeignRepository(async (repository) => {
    const { folder, git, sprung } = repository;
    await assertFound(repository);
    writeHooks(join(folder, ".git/hooks"), repository);
    addConfiguration(folder, configurationTraps(repository, "config"));
    // With a signature, `log.showSignature` runs gpg.
    const commit = git("cat-file", "commit", "HEAD").replace(
      "\n\n",
      "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n",
    );
    const signed = execFileSync("git", [
      "--no-pager",
      "-c",
      "core.fsmonitor=",
      "hash-object",
      "-t",
      "commit",
      "-w",
      "--stdin",
    ], { cwd: folder, input: commit, encoding: "utf8" }).trim();
    writeFileSync(join(folder, ".git/HEAD"), `${signed}\n`);
    sprung();
    await assertFound(repository);
    assert.deepEqual(sprung(), []);
    // The traps work: git itself springs them.
    for (const args of [["diff", "src/one.ts"], ["diff", "--no-ext-diff", "src/one.ts"], ["status"], ["log", "-1"]]) {
      spawnSync("git", args, { cwd: folder });
    }
    const found = sprung();
    for (
      const name of ["fsmonitor", "clean", "process", "textconv", "diff-command", "gpg"].map((one) => `config-${one}`)
    ) {
      assert.ok(found.includes(name), `${name} is not among ${found.join(" ")}`);
    }
  }));

test(
  "a repository's hooks run no program, wherever its configuration puts them",
  { skip },
  () =>
    withForeignRepository(async (repository) => {
      const { folder, sprung } = repository;
      writeHooks(join(folder, "hooks"), repository);
      addConfiguration(folder, `[core]\n\thooksPath = ${join(folder, "hooks")}\n`);
      await assertFound(repository);
      assert.deepEqual(sprung(), []);
      spawnSync("git", ["add", "src/two.py"], { cwd: folder });
      assert.deepEqual(sprung(), ["hook-post-index-change"]);
    }),
);

test(
  "an included configuration runs no program",
  { skip },
  () =>
    withForeignRepository(async (repository) => {
      const { folder, git, write, sprung } = repository;
      write("more.config", configurationTraps(repository, "included"));
      write(".git/config.worktree", configurationTraps(repository, "worktree"));
      git("config", "extensions.worktreeConfig", "true");
      git("config", "include.path", "../more.config");
      git("config", "includeIf.gitdir:/.path", "../more.config");
      sprung();
      // The answers also name the new file, so the test does not compare them.
      await everything(repository);
      assert.deepEqual(sprung(), []);
      spawnSync("git", ["status"], { cwd: folder });
      assert.ok(sprung().length > 0);
    }),
);

test("a submodule's configuration runs no program", { skip }, () =>
  withForeignRepository(async (repository) => {
    const { folder, git, write, sprung } = repository;
    write("sub/x.ts", "x\n");
    commitAll(join(folder, "sub"));
    git("add", "sub");
    git("commit", "-q", "-m", "third");
    write("sub/x.ts", "y\n");
    addConfiguration(join(folder, "sub"), configurationTraps(repository, "submodule"));
    await everything(repository);
    assert.deepEqual(sprung(), []);
    spawnSync("git", ["diff"], { cwd: folder });
    assert.ok(sprung().includes("submodule-fsmonitor"));
  }));

test("ra does not fetch a missing object", { skip }, () =>
  withForeignRepository(async (repository) => {
    const { folder, git, sprung } = repository;
    const blob = git("rev-parse", "HEAD~1:src/one.ts").trim();
    git("config", "core.repositoryformatversion", "1");
    git("config", "extensions.partialClone", "origin");
    addConfiguration(folder, configurationTraps(repository, "promisor"));
    rmSync(join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    sprung();
    await repository.with(async (workspace) => {
      assert.equal((await failure(() => workspace.context([], { diff: "HEAD~1" }))).code, "usage");
      await workspace.check({ drift: true });
    });
    assert.deepEqual(sprung(), []);
    spawnSync("git", ["-c", "core.fsmonitor=", "cat-file", "-p", blob], { cwd: folder });
    assert.deepEqual(sprung(), ["promisor-uploadpack"]);
  }));

test(
  "ra does not use a folder that looks like a bare repository",
  { skip },
  () =>
    withForeignRepository(async (repository) => {
      const { folder, sprung } = repository;
      const docs = join(folder, "docs");
      for (const name of ["HEAD", "objects", "refs", "config", "index"]) {
        cpSync(join(folder, ".git", name), join(docs, name), { recursive: true });
      }
      writeFileSync(
        join(docs, "config"),
        `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n${
          configurationTraps(repository, "bare")
        }`,
      );
      assert.deepEqual((await everything(repository, docs)).staged, ["../src/one.ts"]);
      renameSync(join(folder, ".git"), join(folder, "elsewhere"));
      await repository.with(async (workspace) => {
        assert.equal(
          (await failure(() => workspace.context([], { diff: true }))).code,
          "usage",
        );
        await workspace.check({ drift: true });
      }, docs);
      assert.deepEqual(sprung(), []);
      spawnSync("git", ["status"], { cwd: docs });
      assert.ok(sprung().includes("bare-fsmonitor"));
    }),
);

test(
  "ra neither reads nor writes through an index that is a link out of the repository",
  { skip },
  () =>
    withForeignRepository(async (repository) => {
      const { folder, outside } = repository;
      renameSync(join(folder, ".git/index"), join(outside, "index"));
      symlinkSync(join(outside, "index"), join(folder, ".git/index"));
      const before = textAt(outside, "index");
      // Different time stamps make git write its index again.
      execFileSync("touch", ["-d", "2020-01-02", join(folder, "docs/a.md")]);
      await repository.with(async (workspace) => {
        assert.equal((await failure(() => workspace.context([], { diff: true }))).code, "usage");
        await workspace.check({ drift: true });
      });
      assert.equal(textAt(outside, "index"), before);
      spawnSync("git", ["diff"], { cwd: folder });
      assert.notEqual(textAt(outside, "index"), before);
    }),
);

test("ra does not read a working tree in another place", { skip }, () =>
  withForeignRepository(async (repository) => {
    const { outside, git } = repository;
    mkdirSync(join(outside, "src"));
    writeFileSync(join(outside, "src/one.ts"), "// the secret of another folder\n");
    git("config", "core.worktree", outside);
    await assertFound(repository);
  }));

test(
  "ra does not run a program named git in the working directory",
  { skip },
  () =>
    withForeignRepository(async (repository) => {
      const { folder, trap, sprung } = repository;
      for (const name of ["git", "git.exe", "bin/git"]) {
        mkdirSync(join(folder, "bin"), { recursive: true });
        writeFileSync(join(folder, name), `#!/bin/sh\n${trap("program")}\n`);
        chmodSync(join(folder, name), 0o755);
      }
      const { PATH = "" } = process.env;
      const before = process.cwd();
      process.chdir(folder);
      process.env["PATH"] = ["", ".", "bin", folder, join(folder, "bin"), PATH].join(":");
      try {
        assert.deepEqual((await everything(repository)).staged, ["src/one.ts"]);
        assert.deepEqual(sprung(), []);
      } finally {
        process.env["PATH"] = PATH;
        process.chdir(before);
      }
    }),
);
