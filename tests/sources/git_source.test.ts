import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { RagProblem } from "../../src/shapes/rag.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { notedFiles } from "../../src/sources/places/source_files.ts";
import { openPlaces } from "../../src/sources/places/rag_places.ts";
import { fetchSource, type GitSource } from "../../src/sources/git/git_source.ts";
import { sparsePatterns } from "../../src/sources/git/sparse_patterns.ts";
import { gitIn, writeIn } from "../host/git_repository.ts";
import { withGitServer } from "../host/git_server.ts";

const fs = createDiskFileSystem();

type Wanted = Partial<
  Pick<GitSource, "git" | "ref" | "include" | "sparse" | "submodules" | "allow_private" | "max_total_bytes">
>;

interface Upstream {
  /** The working tree of the repository that is fetched. */
  readonly folder: string;
  readonly into: string;
  /** The home of the user, with ra's objects and journals in its cache. */
  readonly home: string;
  /** What the last fetch could not take. */
  readonly problems: RagProblem[];
  commit(files: Readonly<Record<string, string | null>>): string;
  /** Gives the name of the commit. */
  fetch(wanted?: Wanted & { readonly prune?: boolean; readonly room?: { bytes: number } }): Promise<string>;
  /** The files that count as those of the source. */
  noted(): readonly string[];
}

async function withUpstream(use: (upstream: Upstream) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ra-git-")));
  const [folder, project, home] = [join(root, "up"), join(root, "project"), join(root, "home")];
  const into = join(project, "data/raw/up");
  writeIn(folder, "docs/guide.md", "# Guide\n");
  for (const made of ["data", "index"]) mkdirSync(join(project, made), { recursive: true });
  mkdirSync(home);
  const git = gitIn(folder);
  git("init", "-q", "-b", "main");
  const commit: Upstream["commit"] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(folder, path));
      else writeIn(folder, path, text);
    }
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "change");
    return git("rev-parse", "HEAD").trim();
  };
  commit({});
  const configWith = (source: Wanted) => {
    writeIn(
      project,
      "rag.yaml",
      [
        "version: 1",
        "paths: {data_root: data, index_root: index}",
        `sources: [${JSON.stringify({ id: "up", git: folder, ...source })}]`,
        "embedding: {model: small}",
        "indexing: {max_tokens_per_chunk: 200}",
        "retrieval: {initial_k: 50, final_k: 8}",
      ].join("\n"),
    );
    return readRagConfig(fs, join(project, "rag.yaml"), home);
  };
  const problems: RagProblem[] = [];
  try {
    await use({
      folder,
      into,
      home,
      problems,
      commit,
      async fetch({ prune = false, room = { bytes: 1e9 }, ...wanted } = {}) {
        const config = configWith(wanted);
        const fetched = await fetchSource(
          openPlaces(fs, config, home, true),
          config,
          config.sources[0] as GitSource,
          { prune, room },
        );
        problems.splice(0, problems.length, ...fetched.problems);
        return fetched.commit;
      },
      noted: () => [...notedFiles(fs, configWith({}), "up") ?? []],
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const filesIn = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();

test("a repository is fetched, followed, and what it dropped goes", () =>
  withUpstream(async ({ into, commit, fetch, noted, problems }) => {
    const first = commit({ "docs/old.md": "# Old\n" });
    assert.equal(await fetch(), first);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/old.md"]);
    const second = commit({ "docs/old.md": null, "docs/new.md": "# New\n" });
    assert.equal(await fetch(), second);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/new.md"]);
    assert.deepEqual(noted(), ["docs/guide.md", "docs/new.md"]);
    assert.deepEqual(problems, []);
  }));

test("in a project that was moved, the folder is the same, also when its repository has moved on", () =>
  withUpstream(async ({ into, home, commit, fetch, noted, problems }) => {
    commit({ "docs/old.md": "# Old\n", "docs/same.md": "# Same\n" });
    await fetch();
    // ra knows projects by their places: the memory is that of another one.
    const memories = join(home, ".cache/ra/rag");
    const [name] = readdirSync(memories);
    renameSync(join(memories, name!), join(memories, "0".repeat(32)));
    commit({ "docs/old.md": null, "docs/guide.md": "# Guide 2\n" });
    await fetch();
    assert.deepEqual(problems, []);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/same.md"]);
    assert.equal(existsSync(`${into}-2`), false);
    assert.deepEqual(noted(), ["docs/guide.md", "docs/same.md"]);
  }));

test("timers and signals have their turn between two files", () =>
  withUpstream(async ({ into, commit, fetch }) => {
    const most = 2000;
    commit(Object.fromEntries(Array.from({ length: most }, (_, at) => [`docs/${at}.md`, `# ${at}\n`])));
    let isSeen = false;
    const timer = setInterval(() => {
      const count = existsSync(join(into, "docs")) ? readdirSync(join(into, "docs")).length : 0;
      isSeen ||= count > 0 && count < most;
    }, 1);
    await fetch().finally(() => clearInterval(timer));
    assert.ok(isSeen);
  }));

test("what somebody changed or added in a fetched folder stays, is named, and goes with --prune", () =>
  withUpstream(async ({ into, commit, fetch, noted, problems }) => {
    commit({ "docs/old.md": "# Old\n" });
    await fetch();
    writeFileSync(join(into, "docs/guide.md"), "changed by hand");
    writeFileSync(join(into, "docs/old.md"), "changed too");
    writeFileSync(join(into, "docs/mine.md"), "mine");
    commit({ "docs/old.md": null, "docs/guide.md": "# Guide 2\n", "docs/mine.md": "theirs\n" });
    await fetch();
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/mine.md", "docs/old.md"]);
    assert.equal(readFileSync(join(into, "docs/guide.md"), "utf8"), "changed by hand");
    assert.equal(readFileSync(join(into, "docs/mine.md"), "utf8"), "mine");
    assert.deepEqual(noted(), []);
    assert.deepEqual(problems.map(({ path }) => path).sort(), ["docs/guide.md", "docs/mine.md", "docs/old.md"]);
    await fetch({ prune: true });
    assert.deepEqual(problems, []);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/mine.md"]);
    assert.equal(readFileSync(join(into, "docs/mine.md"), "utf8"), "theirs\n");
    assert.deepEqual(noted(), ["docs/guide.md", "docs/mine.md"]);
  }));

test("a folder that ra does not remember is left alone with its .git, and taken over with --prune", () =>
  withUpstream(async ({ into, commit, fetch, problems }) => {
    writeIn(into, "docs/guide.md", "planted\n");
    writeIn(into, ".git/config", "planted\n");
    commit({});
    await fetch();
    assert.deepEqual(filesIn(into), [".git/config", "docs/guide.md"]);
    assert.deepEqual(filesIn(`${into}-2`), ["docs/guide.md"]);
    assert.match(problems[0]!.reason, /does not remember writing it, nor the \.git in it.*raw\/up-2.*--prune/);
    await fetch();
    assert.deepEqual(problems, []);
    await fetch({ prune: true });
    assert.deepEqual(filesIn(into), [".git/config", "docs/guide.md"]);
    assert.equal(readFileSync(join(into, "docs/guide.md"), "utf8"), "# Guide\n");
    assert.deepEqual(filesIn(`${into}-2`), []);
  }));

test("a folder that holds nothing but files of the commit is taken although the cache was emptied", () =>
  withUpstream(async ({ into, home, commit, fetch, problems, noted }) => {
    commit({ "docs/b.md": "# B\n" });
    await fetch();
    rmSync(join(home, ".cache"), { recursive: true });
    rmSync(join(into, "docs/b.md"));
    await fetch();
    assert.deepEqual(problems, []);
    assert.deepEqual(filesIn(join(into, "..")), ["up/docs/b.md", "up/docs/guide.md"]);
    // It is ra's own again.
    commit({ "docs/b.md": null });
    await fetch();
    assert.deepEqual([problems, noted(), filesIn(into)], [[], ["docs/guide.md"], ["docs/guide.md"]]);
    rmSync(join(home, ".cache"), { recursive: true });
    writeFileSync(join(into, "docs/guide.md"), "# guide\n");
    await fetch();
    assert.match(problems.map(({ reason }) => reason).join(), /does not remember writing it/);
    assert.equal(readFileSync(join(into, "docs/guide.md"), "utf8"), "# guide\n");
  }));

test("a branch, a tag, a commit and a shortened commit can be had, also after the history was rewritten", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    const first = commit({ "a.md": "one\n" });
    const git = gitIn(folder);
    git("tag", "v1");
    git("tag", "-a", "v1-annotated", "-m", "one");
    git("checkout", "-q", "-b", "topic/next");
    const second = commit({ "a.md": "two\n" });
    const third = commit({ "a.md": "three\n" });
    git("checkout", "-q", "main");
    for (
      const [ref, expected, text] of [
        ["topic/next", third, "three\n"],
        ["v1", first, "one\n"],
        ["v1-annotated", first, "one\n"],
        [second, second, "two\n"],
        [second.slice(0, 10), second, "two\n"],
      ] as const
    ) {
      assert.equal(await fetch({ ref }), expected, ref);
      assert.equal(readFileSync(join(into, "a.md"), "utf8"), text);
    }
    git("reset", "-q", "--hard", "v1");
    const rewritten = commit({ "a.md": "other\n" });
    assert.equal(await fetch(), rewritten);
    assert.equal(readFileSync(join(into, "a.md"), "utf8"), "other\n");
  }));

test("only the folders of the patterns are checked out, and all once there are none", () =>
  withUpstream(async ({ into, commit, fetch }) => {
    commit({ "docs/a.md": "a\n", "docs/deep/b.md": "b\n", "src/c.py": "c\n", "README.md": "r\n" });
    await fetch({ include: ["docs/deep/**/*.md", "README.md"] });
    assert.deepEqual(filesIn(into), ["README.md", "docs/deep/b.md"]);
    await fetch({ include: ["src/*.py"] });
    assert.deepEqual(filesIn(into), ["src/c.py"]);
    await fetch({ sparse: ["docs/deep", "src/"] });
    assert.deepEqual(filesIn(into), ["docs/deep/b.md", "src/c.py"]);
    await fetch();
    assert.deepEqual(filesIn(into), ["README.md", "docs/a.md", "docs/deep/b.md", "docs/guide.md", "src/c.py"]);
    assert.deepEqual(sparsePatterns(["docs/**", "**/*.md"]), []);
    assert.deepEqual(sparsePatterns(["./a/b/*.md", "a/b/c[1].md"]), ["/a/b/"]);
  }));

test("a hostile repository runs nothing, and changes no byte on the way", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    const marker = join(folder, "..", "ran");
    commit({
      ".gitattributes": "* filter=evil text eol=crlf ident\n",
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${marker}\n`,
      "docs/id.md": "$Id$\nline\n",
    });
    await fetch();
    // Even where the user's own configuration defines such a filter and such a hook.
    const home = join(folder, "../home");
    writeIn(home, "hooks/post-checkout", `#!/bin/sh\ntouch ${marker}\n`);
    chmodSync(join(home, "hooks/post-checkout"), 0o755);
    writeIn(home, ".gitconfig", `[filter "evil"]\n\tsmudge = touch ${marker}\n[core]\n\thooksPath = ${home}/hooks\n`);
    const before = process.env["HOME"];
    process.env["HOME"] = home;
    try {
      commit({ "docs/id.md": "$Id$\nlines\n" });
      await fetch();
      await assert.rejects(fetch({ git: `ext::sh -c "touch ${marker}"` }), { code: "io" });
      for (const ref of [`--upload-pack=touch ${marker}`, "HEAD:refs/heads/evil", "+main", "a..b", "x^{commit}"]) {
        await assert.rejects(fetch({ ref }), { code: "config-value" }, ref);
      }
    } finally {
      if (before === undefined) delete process.env["HOME"];
      else process.env["HOME"] = before;
    }
    assert.equal(readFileSync(join(into, "docs/id.md"), "utf8"), "$Id$\nlines\n");
    assert.ok(!existsSync(marker));
  }));

test(
  "a commit makes of no folder what a program takes for its own",
  { skip: process.platform === "win32" },
  () =>
    withUpstream(async ({ folder, into, commit, fetch, problems }) => {
      const config = "[core]\n\tbare = true\n\tfsmonitor = touch ran\n";
      const repository = { HEAD: "ref: refs/heads/main\n", config, "objects/x.md": "x", "refs/x.md": "x" };
      const files = Object.entries(repository);
      commit({
        ...repository,
        ...Object.fromEntries(files.map(([name, text]) => [`docs/deep/${name}`, text])),
        "common/head": "ref: refs/heads/main\n",
        "common/commondir": "..\n",
        ".hg/hgrc": "[hooks]\nupdate = touch ran\n",
        "docs/HEADER.md": "# Header\n",
      });
      symlinkSync("../config", join(folder, "common/HEAD"));
      commit({});
      await fetch();
      assert.deepEqual(problems.map(({ path }) => path), [
        ".hg/hgrc",
        "HEAD",
        "common/HEAD",
        "common/head",
        "docs/deep/HEAD",
      ]);
      const written = filesIn(into);
      assert.ok(written.includes("config") && written.includes("docs/deep/config"), written.join());
      assert.deepEqual(written.filter((path) => /head$|hgrc/i.test(path)), []);
      assert.ok(written.includes("docs/HEADER.md"));
    }),
);

test("a file whose name or path the disk does not take is left out and named, and long names come in", () =>
  withUpstream(async ({ folder, into, fetch, problems }) => {
    const [long, umlauts] = [`${"n".repeat(250)}.md`, `${"ä".repeat(120)}.md`];
    const git = gitIn(folder);
    const blob = git("rev-parse", "HEAD:docs/guide.md").trim();
    const [tooLong, tooDeep] = ["x".repeat(256), `${"deep/".repeat(900)}x.md`];
    const paths = [long, umlauts, "z.md", tooLong, tooDeep];
    for (const path of paths) git("update-index", "--add", "--cacheinfo", `100644,${blob},${path}`);
    git("commit", "-q", "-m", "long");
    await fetch();
    assert.deepEqual(problems.map(({ path }) => path), [tooDeep, tooLong]);
    assert.deepEqual(filesIn(into), ["docs/guide.md", long, "z.md", umlauts].sort());
    // As a killed run leaves drafts, and beside them what only looks like one.
    const uuid = "12345678-1234-1234-1234-123456789abc.tmp";
    const drafts = [`z.md.${uuid}`, `${"n".repeat(200)}.${uuid}`, `${"ä".repeat(100)}.${uuid}`];
    const others = [`${"n".repeat(20)}.${uuid}`, `${"m".repeat(200)}.${uuid}`];
    for (const name of [...drafts, ...others]) writeFileSync(join(into, name), "");
    await fetch();
    assert.deepEqual(filesIn(into), ["docs/guide.md", long, "z.md", umlauts, ...others].sort());
  }));

test("links that share one long target, and files that share one large object, are limited together", () =>
  withUpstream(async ({ folder, into, fetch, problems }) => {
    const git = gitIn(folder);
    const store = (text: string): string => {
      writeIn(folder, "../object", text);
      return git("hash-object", "-w", join(folder, "../object")).trim();
    };
    const [target, guide] = [store("a/../".repeat(819) + "x"), git("rev-parse", "HEAD:docs/guide.md").trim()];
    const lines = Array.from({ length: 4500 }, (_, at) => `120000 ${target}\tlinks/${at}\n`);
    writeIn(folder, "../index", `${lines.join("")}120000 ${store("docs/guide.md")}\ta.md\n`);
    execFileSync("git", ["update-index", "--index-info"], {
      cwd: folder,
      input: readFileSync(join(folder, "../index")),
    });
    for (const name of ["b.md", "c.md"]) git("update-index", "--add", "--cacheinfo", `100644,${guide},${name}`);
    git("commit", "-q", "-m", "bombs");
    await fetch();
    assert.deepEqual(filesIn(into), ["a.md", "b.md", "c.md", "docs/guide.md"]);
    assert.equal(problems.length, 1001);
    assert.equal(problems[0]!.path, "links/0");
    assert.match(problems.at(-1)!.reason, /more files are left out/);
    const size = 4 * "# Guide\n".length;
    for (const limit of [{ max_total_bytes: size - 1 }, { room: { bytes: size - 1 } }]) {
      await assert.rejects(fetch(limit), { code: "work-limit" });
    }
    const room = { bytes: size };
    await fetch({ max_total_bytes: size, room });
    assert.equal(room.bytes, 0);
  }));

test("a failure leaves what was there", () =>
  withUpstream(async ({ into, commit, fetch }) => {
    await fetch();
    const next = commit({ "docs/new.md": "new\n" });
    assert.equal(await fetch(), next);
    await assert.rejects(fetch({ ref: "no-such-branch" }), { code: "io", message: /it has no no-such-branch/ });
    await assert.rejects(fetch({ git: join(into, "../nowhere") }), { code: "io" });
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/new.md"]);
  }));

test("files that a killed fetch wrote are ra's own", () =>
  withUpstream(async ({ into, home, commit, fetch, problems }) => {
    commit({ "docs/new.md": "new\n" });
    await fetch();
    // As a kill leaves it: the journal has lines for the file, and the file has the content before or after.
    const journal = filesIn(home).find((path) => path.endsWith("/up.raw.jsonl"))!;
    const lines = readFileSync(join(home, journal), "utf8").trimEnd().split("\n");
    const next = { path: "docs/new.md", hash: createHash("sha256").update("next\n").digest("hex") };
    writeFileSync(join(home, journal), [...lines, JSON.stringify([next.path, next.hash]), '["docs/ha'].join("\n"));
    for (const content of ["new\n", "next\n"]) {
      writeFileSync(join(into, "docs/new.md"), content);
      commit({ "docs/new.md": `after ${content}` });
      await fetch();
      assert.deepEqual(problems, []);
      assert.equal(readFileSync(join(into, "docs/new.md"), "utf8"), `after ${content}`);
      writeFileSync(join(home, journal), [...lines, JSON.stringify([next.path, next.hash]), '["docs/ha'].join("\n"));
    }
  }));

test("a link of a repository counts as the file that it leads to, and one out of it is named", () =>
  withUpstream(async ({ folder, into, commit, fetch, problems }) => {
    for (const [name, target] of [["one.md", "docs/guide.md"], ["two.md", "one.md"], ["out.md", "../secret.md"]]) {
      symlinkSync(target!, join(folder, name!));
    }
    symlinkSync("loop.md", join(folder, "loop.md"));
    symlinkSync("docs", join(folder, "all"));
    commit({});
    await fetch();
    assert.deepEqual(filesIn(into), ["docs/guide.md", "one.md", "two.md"]);
    assert.equal(readFileSync(join(into, "two.md"), "utf8"), "# Guide\n");
    assert.ok(!lstatSync(join(into, "two.md")).isSymbolicLink());
    assert.deepEqual(problems.map(({ path }) => path).sort(), ["all", "loop.md", "out.md"]);
  }));

test("a link in place of a fetched folder is refused and named", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    await fetch();
    rmSync(into, { recursive: true });
    symlinkSync(join(folder, ".."), into);
    commit({ "docs/guide.md": "# 2\n" });
    await assert.rejects(fetch(), { code: "place-refused", message: /raw\/up: it is a symbolic link/ });
    rmSync(into);
    mkdirSync(into);
    symlinkSync(join(folder, "docs"), join(into, "docs"));
    await assert.rejects(fetch(), { code: "place-refused", message: /raw\/up\/docs: it is a symbolic link/ });
    assert.equal(readFileSync(join(folder, "docs/guide.md"), "utf8"), "# 2\n");
  }));

test("over HTTP a commit that no branch names is had with its history, and no password is asked for or shown", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    const first = commit({ "a.md": "one\n" });
    commit({ "a.md": "two\n" });
    gitIn(folder)("config", "uploadpack.allowAnySHA1InWant", "false");
    const allowed = { allow_private: ["127.0.0.1"] };
    await withGitServer(join(folder, ".."), async (address) => {
      assert.equal(await fetch({ git: `${address}/up/.git`, ...allowed }), gitIn(folder)("rev-parse", "main").trim());
      assert.equal(await fetch({ git: `${address}/up/.git`, ref: first.slice(0, 12), ...allowed }), first);
      assert.equal(readFileSync(join(into, "a.md"), "utf8"), "one\n");
      await assert.rejects(fetch({ git: `${address}/private/x.git`, ...allowed }), {
        code: "io",
        message: /\/private\/x\.git/,
      });
      const host = new URL(address).host;
      await assert.rejects(fetch({ git: `${address}/up/.git` }), {
        message: "127.0.0.1 has a private address (127.0.0.1)",
      });
      assert.equal(
        await fetch({ git: `${address}/up/.git`, allow_private: [host] }),
        gitIn(folder)("rev-parse", "main").trim(),
      );
      assert.equal(await fetch({ git: `${address}/moved/up/.git`, ...allowed, ref: first }), first);
    });
    assert.equal(readFileSync(join(into, "a.md"), "utf8"), "one\n");
  }));

test("submodules come with `submodules: true`, at the commit that the repository names", () =>
  withUpstream(async ({ folder, into, commit, fetch, problems }) => {
    const other = join(folder, "../project/part");
    writeIn(other, "part.md", "# Part\n");
    const git = gitIn(other);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "part");
    gitIn(folder)("-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "part");
    commit({});
    await fetch({ submodules: true });
    assert.deepEqual(filesIn(into).filter((path) => path.endsWith(".md")), ["docs/guide.md", "part/part.md"]);
    assert.equal(problems.length, 0);
    // A repository must not lead to what the configuration does not name.
    const outside = join(folder, "../outside");
    renameSync(other, outside);
    gitIn(folder)("config", "--file=.gitmodules", "submodule.part.url", outside);
    commit({});
    await fetch({ submodules: true });
    assert.deepEqual(filesIn(into).filter((path) => path.endsWith(".md")), ["docs/guide.md"]);
    assert.match(problems[0]!.reason, /the submodule cannot be had: .*lies outside the project/);
  }));
