import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fetchRepository, type WantedCommit } from "../../src/host/git/fetch_repository.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { sparsePatterns } from "../../src/rag/sources/git_source.ts";
import { gitIn, writeIn } from "../host/git_repository.ts";

const fs = createDiskFileSystem();

interface Upstream {
  /** The working tree of the repository that is fetched. */
  readonly folder: string;
  readonly into: string;
  commit(files: Readonly<Record<string, string | null>>): string;
  fetch(wanted?: Partial<WantedCommit>): Promise<string>;
}

async function withUpstream(use: (upstream: Upstream) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ra-git-")));
  const [folder, into] = [join(root, "up"), join(root, "raw")];
  writeIn(folder, "docs/guide.md", "# Guide\n");
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
  try {
    await use({
      folder,
      into,
      commit,
      fetch: (wanted = {}) =>
        fetchRepository(
          fs,
          into,
          { address: folder, ref: undefined, sparse: [], submodules: false, ...wanted },
          () => {},
        ),
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const filesIn = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith(".git/")).sort();

test("a repository is fetched, followed, and what it dropped goes", () =>
  withUpstream(async ({ into, commit, fetch }) => {
    const first = commit({ "docs/old.md": "# Old\n" });
    assert.equal(await fetch(), first);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/old.md"]);
    writeFileSync(join(into, "docs/guide.md"), "changed by hand");
    writeFileSync(join(into, "docs/mine.md"), "mine");
    const second = commit({ "docs/old.md": null, "docs/new.md": "# New\n" });
    assert.equal(await fetch(), second);
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/new.md"]);
    assert.equal(readFileSync(join(into, "docs/guide.md"), "utf8"), "# Guide\n");
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
    await fetch({ sparse: sparsePatterns(["docs/deep/**/*.md", "README.md"]) });
    assert.deepEqual(filesIn(into), ["README.md", "docs/deep/b.md"]);
    await fetch({ sparse: sparsePatterns(["src/*.py"]) });
    assert.deepEqual(filesIn(into), ["src/c.py"]);
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
      await assert.rejects(fetch({ address: `ext::sh -c "touch ${marker}"` }), { code: "io" });
      await assert.rejects(fetch({ ref: `--upload-pack=touch ${marker}` }), { code: "io" });
    } finally {
      if (before === undefined) delete process.env["HOME"];
      else process.env["HOME"] = before;
    }
    assert.equal(readFileSync(join(into, "docs/id.md"), "utf8"), "$Id$\nlines\n");
    assert.ok(!existsSync(marker));
  }));

test("a fetch that was killed goes on, and a failure leaves what was there", () =>
  withUpstream(async ({ into, commit, fetch }) => {
    await fetch();
    for (const lock of ["index.lock", "HEAD.lock", "shallow.lock"]) writeFileSync(join(into, ".git", lock), "");
    const next = commit({ "docs/new.md": "new\n" });
    assert.equal(await fetch(), next);
    await assert.rejects(fetch({ ref: "no-such-branch" }), {
      code: "io",
      message: /at no-such-branch: .*no-such-branch/,
    });
    await assert.rejects(fetch({ address: join(into, "../nowhere") }), { code: "io" });
    assert.deepEqual(filesIn(into), ["docs/guide.md", "docs/new.md"]);
  }));

/** A server with git's own program for the protocol, which gives only what branches and tags name. */
async function withGitServer(root: string, use: (address: string, asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url!, "http://localhost");
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim());
    if (pathname.startsWith("/private/")) {
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end();
    }
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env["PATH"],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.once("close", () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf("\r\n\r\n");
      const headers = Object.fromEntries(
        output.subarray(0, end).toString().split("\r\n").map((line) => line.split(": ", 2) as [string, string]),
      );
      const status = Number.parseInt(headers["Status"] ?? "200");
      delete headers["Status"];
      response.writeHead(status, headers).end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as { port: number }).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("over HTTP a commit that no branch names is had with its history, and no password is asked for or shown", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    const first = commit({ "a.md": "one\n" });
    commit({ "a.md": "two\n" });
    gitIn(folder)("config", "uploadpack.allowAnySHA1InWant", "false");
    await withGitServer(join(folder, ".."), async (address) => {
      assert.equal(await fetch({ address: `${address}/up/.git` }), gitIn(folder)("rev-parse", "main").trim());
      assert.equal(await fetch({ address: `${address}/up/.git`, ref: first.slice(0, 12) }), first);
      assert.equal(readFileSync(join(into, "a.md"), "utf8"), "one\n");
      const secret = address.replace("//", "//ada:s3cret@");
      await assert.rejects(fetch({ address: `${secret}/private/x.git` }), (error: Error) => {
        assert.ok(!error.message.includes("s3cret") && error.message.includes("/private/x.git"), error.message);
        return true;
      });
    });
    assert.equal(readFileSync(join(into, "a.md"), "utf8"), "one\n");
  }));

test("submodules come with `submodules: true`, at the commit that the repository names", () =>
  withUpstream(async ({ folder, into, commit, fetch }) => {
    const other = join(folder, "../part");
    writeIn(other, "part.md", "# Part\n");
    const git = gitIn(other);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "part");
    gitIn(folder)("-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "part");
    commit({});
    await fetch({ submodules: true });
    assert.deepEqual(filesIn(into).filter((path) => path.endsWith(".md")), ["docs/guide.md", "part/part.md"]);
  }));
