// Context for a change under review, with the installed git.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { Warning } from "../../src/errors.ts";
import { type ContextOptions, open } from "../../src/workspace.ts";
import { commitAll, type Git, writeIn } from "../host/git_repository.ts";
import { failure } from "./project.ts";

const FILES: Readonly<Record<string, string>> = {
  ".ra.toml": 'root = true\n[tree.docs]\npath = "docs"\n',
  ".gitignore": ".ra\n",
  "docs/a.md": "# Alpha\nlemon curd\n",
  "docs/b.md": "# Beta\nmelon jam\n",
  "docs/c.md": "# Gamma\nclay\n",
  "src/one.py": "# lemon lemon lemon\n\nx = 1\n",
  "src/two.py": "# clay\n",
  "src/gone.py": "# clay\n",
};

interface Repository {
  readonly folder: string;
  readonly warnings: readonly Warning[];
  readonly git: Git;
  write(path: string, text: string): void;
  /** Returns the files with their terms, most distinctive first. */
  ask(
    files: readonly string[],
    options: ContextOptions,
    directory?: string,
  ): Promise<Readonly<Record<string, readonly string[]>>>;
}

async function withRepository(work: (repository: Repository) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ra-changed-")));
  const warnings: Warning[] = [];
  const write = (path: string, text: string): void => writeIn(folder, path, text);
  try {
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    const git = commitAll(folder);
    await work({
      folder,
      warnings,
      git,
      write,
      async ask(files, options, directory = folder) {
        const workspace = await open(directory, { home: null, onWarning: (warning) => warnings.push(warning) });
        const { queries: [entry] } = await workspace.context(files, { ...options, explain: true });
        workspace.close();
        return Object.fromEntries(entry!.files!.map(({ file, terms }) => [file, terms.map(({ term }) => term)]));
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("diff reads changed files, and words of changed and removed lines weigh most", () =>
  withRepository(async ({ ask, write, git, warnings }) => {
    assert.deepEqual(await ask([], { diff: true }), {});
    assert.deepEqual(warnings.map(({ code }) => code), ["no-changes"]);
    write("src/one.py", `${FILES["src/one.py"]}# melon\n`);
    write("src/two.py", "# nothing\n");
    write("src/untracked.py", "# lemon\n");
    assert.deepEqual(await ask([], { diff: true }), { "src/one.py": ["melon", "lemon"], "src/two.py": ["clay"] });
    git("commit", "-q", "-a", "-m", "second");
    assert.deepEqual(Object.keys(await ask([], { diff: "HEAD" })), []);
    assert.deepEqual(Object.keys(await ask([], { diff: "HEAD~1" })), ["src/one.py", "src/two.py"]);
  }));

test("staged reads staged files, even with odd letters in their names, and leaves deleted files out", () =>
  withRepository(async ({ ask, write, git, folder }) => {
    write('src/ä "b".py', "# melon\n");
    unlinkSync(join(folder, "src/gone.py"));
    write("src/one.py", "# changed lemon\n");
    assert.deepEqual(await ask([], { staged: true }), {});
    git("add", 'src/ä "b".py', "src/gone.py");
    assert.deepEqual(await ask([], { staged: true }), { 'src/ä "b".py': ["melon"] });
  }));

test("a moved file counts with its changed lines alone; binary files, deleted files and mode changes do not count", () =>
  withRepository(async ({ ask, write, git, folder }) => {
    const lines = Array.from({ length: 40 }, (_, at) => `# clay ${at}\n`);
    write("src/long.py", lines.join(""));
    write("src/bytes.py", "\0");
    git("add", "-A");
    git("commit", "-q", "-m", "second");
    git("mv", "src/long.py", "src/moved.py");
    write("src/moved.py", lines.with(7, "# melon\n").join(""));
    write("src/bytes.py", "\0\0");
    unlinkSync(join(folder, "src/gone.py"));
    git("update-index", "--chmod=+x", "src/two.py");
    const found = await ask([], { diff: true });
    assert.deepEqual([Object.keys(found), found["src/moved.py"]![0]], [["src/moved.py"], "melon"]);
  }));

test("line ends that git converts do not count as changes, and other line ends do", () =>
  withRepository(async ({ ask, write, git }) => {
    git("config", "core.autocrlf", "true");
    write("src/one.py", FILES["src/one.py"]!.replaceAll("\n", "\r\n"));
    write("src/two.py", "# clay\r\n# melon\r\n");
    assert.deepEqual(Object.keys(await ask([], { diff: true })), ["src/two.py"]);
    git("config", "core.autocrlf", "false");
    assert.deepEqual(Object.keys(await ask([], { diff: true })), ["src/one.py", "src/two.py"]);
  }));

test("diff and staged understand linked working trees, ranges, tags, upstreams and reflogs", () =>
  withRepository(async ({ ask, write, git, folder }) => {
    git("tag", "v1");
    write("src/one.py", "# melon\n");
    git("commit", "-q", "-a", "-m", "second");
    git("config", "branch.side.remote", ".");
    git("config", "branch.side.merge", "refs/tags/v1");
    git("checkout", "-q", "-b", "side");
    for (const diff of ["v1", "v1..HEAD", "HEAD@{1}~1", "@{upstream}"]) {
      assert.deepEqual(Object.keys(await ask([], { diff })), ["src/one.py"], diff);
    }
    git("worktree", "add", "-q", join(folder, "linked"), "v1");
    write("linked/src/two.py", "# melon\n");
    git("-C", "linked", "add", "src/two.py");
    for (const options of [{ staged: true }, { diff: true }, { diff: "side" }]) {
      const found = Object.keys(await ask([], options, join(folder, "linked")));
      assert.equal(found.includes("src/two.py"), true, JSON.stringify(options));
    }
  }));

test(
  "a hook of `git commit -a` sees the content of the commit",
  { skip: process.platform === "win32" },
  () =>
    withRepository(async ({ ask, write, folder }) => {
      write("src/one.py", "# melon\n");
      const index = join(folder, ".git/next-index");
      copyFileSync(join(folder, ".git/index"), index);
      execFileSync("git", ["add", "src/one.py"], { cwd: folder, env: { ...process.env, GIT_INDEX_FILE: index } });
      assert.deepEqual(Object.keys(await ask([], { staged: true })), []);
      process.env["GIT_INDEX_FILE"] = ".git/next-index";
      try {
        assert.deepEqual(Object.keys(await ask([], { staged: true })), ["src/one.py"]);
      } finally {
        delete process.env["GIT_INDEX_FILE"];
      }
    }),
);

test("files and folders limit a change, from every folder and through links", () =>
  withRepository(async ({ ask, write, folder }) => {
    write("src/one.py", "# melon\n");
    write("src/two.py", "# melon\n");
    assert.deepEqual(Object.keys(await ask(["src/two.py", "docs"], { diff: true })), ["src/two.py"]);
    assert.deepEqual(Object.keys(await ask(["."], { diff: true }, join(folder, "src"))), ["one.py", "two.py"]);
    assert.deepEqual(Object.keys(await ask([], { diff: true }, join(folder, "docs"))), [
      "../src/one.py",
      "../src/two.py",
    ]);
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    try {
      assert.deepEqual(Object.keys(await ask(["src/two.py"], { diff: true }, link)), ["src/two.py"]);
    } finally {
      unlinkSync(link);
    }
  }));

test("diff refuses an unknown revision and never passes it to git as an option", () =>
  withRepository(async ({ ask }) => {
    for (const diff of ["nowhere", "--output=x", "-R"]) {
      assert.equal((await failure(() => ask([], { diff }))).code, "usage", diff);
    }
  }));

test("diff refuses a folder that is not a repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-plain-"));
  try {
    writeFileSync(join(folder, ".ra.toml"), FILES[".ra.toml"]!);
    const workspace = await open(folder, { home: null });
    const error = await failure(() => workspace.context([], { diff: true }));
    assert.deepEqual([error.code, /not a git repository/.test(error.message)], ["usage", true]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
