import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import type { RagIndexReport, RagProblem, RagRunReport, RagStatusReport } from "../../src/shapes/rag.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { gitIn, writeIn } from "../host/git_repository.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { type Run, runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

const REST = `paths: {data_root: data, index_root: index}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 5}
`;
// Deno's commands run with few permissions, and none of them is for git.
const IS_DENO = process.versions["deno"] !== undefined;

interface Inventoried {
  readonly folder: string;
  ra(...args: readonly string[]): Run;
  write(yaml: string): void;
}

const withRag = (files: Readonly<Record<string, string>>, yaml: string, use: (project: Inventoried) => unknown) =>
  withProject(files, async (folder) => {
    const home = join(folder, "no-home");
    for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
    await installSmallModel(createDiskFileSystem(), home, "small");
    const write = (text: string): void => writeFileSync(join(folder, "rag.yaml"), `version: 1\n${text}${REST}`);
    write(yaml);
    await use({ folder, write, ra: (...args) => runRa(args, { cwd: folder, home }) });
  });

const statusOf = (ra: Inventoried["ra"]) => JSON.parse(ra("rag", "status", "--json").stdout) as RagStatusReport;
const reasons = (problems: readonly RagProblem[]) => problems.map(({ path, reason }) => `${path}: ${reason}`).sort();

const ODD = {
  "docs/a.md": "# A\n\nText of a.\n\n## B\n\nText of b.\n\n## B\n\nText of b.\n\n## Empty\n",
  "docs/empty.md": "",
  "docs/blank.md": "\n \n",
  "docs/binary.md": "\0\u0001\0",
  "docs/logo.png": "x",
  "docs/scan.pdf": "%PDF-",
  "docs/old.doc": "x",
  "docs/sub/b.md": "# B\n\nMore.\n",
  "docs/.hidden.md": "# H\n",
  "docs/drafts/c.md": "# C\n",
};
const LEFT_OUT = [
  "binary.md: binary",
  "blank.md: empty",
  "broken.md: a broken link",
  "empty.md: empty",
  "folder: a link to a directory",
  "huge.md: larger than 256 MB",
  "logo.png: not a document",
  "old.doc: not read: ra has no reader for .doc",
  "scan.pdf: not read: no include names it",
];

function plantOddFiles(folder: string): void {
  writeFileSync(join(folder, "docs/huge.md"), "");
  truncateSync(join(folder, "docs/huge.md"), 257 * 1024 * 1024);
  symlinkSync("nowhere", join(folder, "docs/broken.md"));
  symlinkSync("sub", join(folder, "docs/folder"));
}

test("ingest and status name every file that is left out, with the reason, and count as the index does", () =>
  withRag(ODD, "sources:\n- {id: docs, path: docs, treat_as: headings, exclude: [drafts]}\n", ({ folder, ra }) => {
    plantOddFiles(folder);
    const ingested = JSON.parse(ra("rag", "ingest", "--json").stdout) as RagRunReport;
    const [run] = ingested.sources;
    assert.deepEqual([run!.id, run!.stage, run!.counts], ["docs", "read", { found: 11, read: 2, "left out": 9 }]);
    assert.deepEqual(reasons([...run!.problems, ...run!.left_out!]), LEFT_OUT);
    assert.equal(ingested.problems, 3, "what cannot be read, and not what is not meant");
    assert.equal(ra("rag", "ingest", "--strict").code, 1);
    for (const isIndexed of [false, true]) {
      if (isIndexed) assert.equal(ra("rag", "index").code, 0);
      const [source] = statusOf(ra).sources;
      assert.deepEqual([source!.found, source!.read], [11, 2]);
      assert.deepEqual(reasons(source!.left_out), LEFT_OUT);
      assert.deepEqual([source!.skipped["empty"], source!.skipped["binary"]], [2, 1]);
    }
    const { sources: [indexed] } = JSON.parse(ra("rag", "index", "--incremental", "--json").stdout) as RagIndexReport;
    const [source] = statusOf(ra).sources;
    assert.deepEqual([source!.documents, source!.chunks], [indexed!.files, indexed!.chunks]);
    assert.equal(source!.chunks, 3, "the section without text and the second of two equal ones do not count");
    // What is new after the index was made waits for the next one.
    writeIn(folder, "docs/new.md", "# New\n");
    assert.ok(reasons(statusOf(ra).sources[0]!.left_out).includes("new.md: not in the index yet"));
    assert.match(ra("rag", "ingest").stdout, /^ {2}new\.md: not in the index yet$/m);
  }));

test("status names the first ten, and all with -v", () => {
  const files = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`docs/${at}.md`, ""]));
  return withRag({ ...files, "docs/a.md": "# A\n\nText.\n" }, "sources:\n- {id: docs, path: docs}\n", ({ ra }) => {
    assert.match(
      ra("rag", "ingest").stdout,
      /docs {2}read {2}14 found, 1 read, 13 left out.*\n( {2}\d+\.md: empty\n){10} {2}and 3 more \(-v names them\)\n/,
    );
    assert.match(
      ra("rag", "status").stdout,
      /docs: left out: 13 empty\n( {2}\d+\.md: empty\n){10} {2}and 3 more \(-v names them\)\n/,
    );
    assert.match(ra("-v", "rag", "status").stdout, /docs: left out: 13 empty\n( {2}\d+\.md: empty\n){13}(?! )/);
  });
});

test("a source whose include or globs name what is meant leaves out only what it cannot read", () =>
  withRag(
    ODD,
    'sources:\n- {id: some, path: docs, include: ["**/*.md"]}\n- {id: one, path: docs/a.md}\n- {id: globs, globs: ["docs/*.md"]}\n',
    ({ ra }) => {
      assert.equal(ra("rag", "ingest").code, 0);
      const found = statusOf(ra).sources.map(({ id, left_out }) => [id, reasons(left_out)]);
      const unread = ["binary.md: binary", "blank.md: empty", "empty.md: empty"];
      assert.deepEqual(found, [["some", unread], ["one", []], ["globs", unread]]);
    },
  ));

test("a folder that is not there fails in ingest and in index, and the others are read", () =>
  withRag(
    { "docs/a.md": "# A\n\nText.\n", "more/b.md": "# B\n\nText.\n" },
    "sources:\n- {id: docs, path: docs}\n- {id: more, path: more}\n",
    ({ folder, ra }) => {
      for (const verb of ["ingest", "index"]) assert.equal(ra("rag", verb).code, 0);
      const before = readFileSync(join(folder, "index/manifest.json"), "utf8");
      renameSync(join(folder, "more"), join(folder, "away"));
      const run = ra("rag", "ingest");
      assert.equal(run.code, 1);
      assert.match(run.stdout, /^docs {2}read {2}1 found, 1 read/m);
      assert.match(run.stdout, /^more {2}read {2}failed.*\n.*more: there is no such directory\n1 source failed\n/m);
      assert.equal(ra("rag", "ingest", "--only", "docs").code, 0);
      for (const flags of [[], ["--incremental"]]) {
        const index = ra("rag", "index", ...flags);
        assert.equal(index.code, 1);
        assert.match(index.stderr, /more has no text.*there is no such directory/);
      }
      assert.equal(readFileSync(join(folder, "index/manifest.json"), "utf8"), before);
      renameSync(join(folder, "away"), join(folder, "more"));
      const only = ra("rag", "index", "--incremental", "--only", "docs");
      assert.deepEqual([only.code, only.stderr], [0, ""], "a tree that is there is not called missing");
    },
  ));

test("after a fetch that failed, index keeps the generation, and a first one makes no empty generation", {
  skip: IS_DENO,
}, () =>
  withRag(
    { "docs/a.md": "# A\n\nText.\n" },
    "sources:\n- {id: docs, path: docs}\n- {id: up, git: ./up}\n",
    ({ folder, ra, write }) => {
      const first = [ra("rag", "ingest"), ra("rag", "index"), ra("rag", "index", "--incremental")];
      assert.deepEqual(first.map(({ code }) => code), [1, 1, 1]);
      assert.match(first[1]!.stderr, /up has no text yet: fetch failed at \d.*\n.*run: ra rag fetch --only up/);
      assert.throws(() => readFileSync(join(folder, "index/manifest.json")));
      writeIn(folder, "up/l.md", "# L\n\nPull the lever.\n");
      const git = gitIn(join(folder, "up"));
      git("init", "-q");
      git("add", "-A");
      git("commit", "-q", "-m", "one");
      for (const verb of ["ingest", "index"]) assert.equal(ra("rag", verb).code, 0);
      const before = readFileSync(join(folder, "index/manifest.json"), "utf8");
      rmSync(join(folder, "up"), { recursive: true });
      writeIn(folder, "docs/a.md", "# A\n\nOther text.\n");
      assert.equal(ra("rag", "ingest").code, 1);
      for (const flags of [[], ["--incremental"]]) {
        const index = ra("rag", "index", ...flags);
        assert.equal(index.code, 1);
        assert.match(index.stderr, /up: fetch failed at .*, so its text may be old; the index stays as it is/);
      }
      assert.equal(readFileSync(join(folder, "index/manifest.json"), "utf8"), before);
      const { last_run: run } = statusOf(ra).sources[1]!;
      assert.deepEqual([run!.stage, run!.state], ["fetch", "failed"], "the stages after it do not hide it");
      // Who names the source takes the text that is there.
      assert.equal(ra("rag", "index", "--incremental", "--only", "docs").code, 0);
      const named = ra("rag", "index", "--incremental", "--only", "docs,up");
      assert.equal(named.code, 0);
      assert.match(named.stderr, /warning: up: fetch failed .*its text is that of an earlier run/);
      write("sources:\n- {id: docs, path: docs}\n");
      assert.equal(ra("rag", "index").code, 0);
    },
  ));

test(
  "a converted source keeps what it found, and what it could not read, until the next run",
  { skip: IS_DENO },
  () =>
    withRag(
      { "in/a.html": "<h1>A</h1><p>Text.</p>", "in/bad.ipynb": "{", "in/c.zip": "x", "in/sub/d.html": "<p>D.</p>" },
      "convert_docs:\n- {id: pages, input: in}\n",
      ({ folder, ra }) => {
        for (const verb of ["ingest", "index"]) assert.equal(ra("rag", verb).code, 0);
        const expected = ["bad.ipynb: a notebook whose JSON is broken", "c.zip: not a document"];
        const [source] = statusOf(ra).sources;
        assert.deepEqual([source!.found, source!.read, reasons(source!.left_out)], [4, 2, expected]);
        assert.deepEqual([source!.documents, source!.chunks], [2, 2]);
        assert.equal(ra("rag", "normalize").code, 0);
        assert.deepEqual(reasons(statusOf(ra).sources[0]!.left_out), expected);
        rmSync(join(folder, "in"), { recursive: true });
        assert.equal(ra("rag", "convert").code, 1);
        assert.deepEqual(reasons(statusOf(ra).sources[0]!.left_out), expected, "its texts stay");
        assert.equal(ra("rag", "index").code, 1);
      },
    ),
);

test("a crawled source names the addresses that are dead", async () => {
  const pages: Readonly<Record<string, string>> = {
    "/g/": '<title>G</title><main><h1>G</h1><p>Words.</p><a href="dead.html">D</a> <a href="l.html">L</a></main>',
    "/g/l.html": "<title>L</title><main><h1>L</h1><p>Pull the lever.</p></main>",
  };
  const server = createServer((request, response) => {
    const page = pages[request.url!];
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html>${page}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as { port: number }).port}/g/`;
  const crawl = `crawl:\n- {id: site, seeds: ["${site}"], allow_private: ["127.0.0.1"], ` +
    "rate_limits: {requests_per_second: 100}}\n";
  try {
    await withRag({}, crawl, async ({ folder, ra }) => {
      // The server answers in this process, so the command must not block it.
      const running = startRa(["--trust", "rag", "ingest"], folder, { listens: true });
      assert.equal(await running.closeInput(), 0, running.stderr());
      const status = JSON.parse(ra("--trust", "rag", "status", "--json").stdout) as RagStatusReport;
      const [{ found, read, left_out }] = status.sources as [RagStatusReport["sources"][number]];
      assert.deepEqual([found, read], [3, 2]);
      assert.match(left_out[0]!.path!, /\/g\/dead\.html$/);
      assert.match(ra("--trust", "rag", "status").stdout, /site: left out: 1 .*\n {2}http:.*\/g\/dead\.html: \S/);
    });
  } finally {
    server.close();
  }
});
