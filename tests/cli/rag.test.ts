import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn, writeIn } from "../host/git_repository.ts";
import { pdf } from "../documents/sample_files.ts";
import { withProject } from "./project.ts";
import { type Run, runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

const FILES = {
  "docs/guide.md": "# Guide\n\n## Plug in\n\nPlug in the purple toaster.\n",
  "docs/more.md": "# More\n\nBread.\n",
  "docs/lines.txt": Array.from({ length: 40 }, (_, at) => `line number ${at}\n`).join(""),
};
const REST = `paths: {data_root: rag/data, index_root: rag/index}
indexing: {max_tokens_per_chunk: 256, code_max_lines: 20}
embedding: {model: minilm}
retrieval: {initial_k: 50, final_k: 8}
`;
// Deno's commands run with few permissions, and none of them is for git.
const IS_DENO = process.versions["deno"] !== undefined;

type Ra = (...args: readonly string[]) => Run;

async function withRag(yaml: string, work: (ra: Ra, folder: string) => void | Promise<void>): Promise<void> {
  await withProject(FILES, async (directory) => {
    const home = join(directory, "home");
    mkdirSync(home);
    for (const folder of ["rag/data", "rag/index"]) mkdirSync(join(directory, folder), { recursive: true });
    if (yaml !== "") writeFileSync(join(directory, "rag.yaml"), `version: 1\n${yaml}${REST}`);
    await work((...args) => runRa(args, { cwd: directory, home }), directory);
  });
}

const ids = (run: Run): readonly string[] =>
  (JSON.parse(run.stdout) as { queries: [{ results: { id: string }[] }] }).queries[0].results.map(({ id }) => id);

test("ra rag init writes a file that works at once, and does not replace one", () =>
  withRag("", (ra, folder) => {
    rmSync(join(folder, "rag"), { recursive: true });
    const first = ra("rag", "init");
    assert.deepEqual([first.code, first.stderr], [0, ""]);
    assert.match(first.stdout, /^wrote rag\.yaml\nmade rag\/data\nmade rag\/index\n/);
    assert.equal(ra("rag", "init").code, 1);
    assert.equal(JSON.parse(ra("rag", "init", "--force", "--json").stdout).replaced, true);
    const run = ra("rag", "ingest");
    assert.equal(run.code, 0);
    assert.match(
      run.stdout,
      /^here {2}read {2}3 found, 3 read {2}\S+\/docs\nto search: {2}ra -C rag\/index search WORDS\n$/,
    );
    assert.ok(ids(ra("-C", "rag/index", "search", "--json", "purple toaster"))[0]!.startsWith("here:guide.md"));
  }));

test("each source is a tree with its own sizes, and a change of one source's sizes divides this source anew", () =>
  withRag(
    "sources:\n- {id: a, path: docs, treat_as: code}\n- {id: b, path: docs, treat_as: headings}\n",
    (ra, folder) => {
      assert.equal(ra("rag", "ingest").code, 0);
      const config = readFileSync(join(folder, "rag/index/.ra.toml"), "utf8");
      assert.match(config, /^root = true$/m);
      assert.match(
        config,
        /\[tree\.a\]\npath = ".*\/docs"\ninclude = \["[^\n]*"\]\nexclude = \["\*\*\/\.ra\.toml"\]\nchunking = "code"\nsizes = \{ code_max_lines = 20, overlap_lines = 10, prose_max_chars = 2000, min_chunk_chars = 200, max_tokens_per_chunk = 256 \}\n/,
      );
      assert.deepEqual(ids(ra("-C", "rag/index", "search", "--json", "-t", "b", "purple toaster")), [
        "b:guide.md",
      ]);
      const chunks = () => {
        const { sources } = JSON.parse(ra("rag", "status", "--json").stdout) as { sources: { chunks: number }[] };
        return sources.map(({ chunks }) => chunks);
      };
      assert.deepEqual(chunks(), [8, 6]);
      const yaml = readFileSync(join(folder, "rag.yaml"), "utf8");
      writeFileSync(
        join(folder, "rag.yaml"),
        yaml.replace("treat_as: code", "treat_as: code, chunking: {overlap_lines: 0}"),
      );
      assert.equal(ra("rag", "ingest").code, 0);
      assert.deepEqual(chunks(), [7, 6]);
    },
  ));

test("the metadata of a source is that of its documents", () =>
  withRag("sources:\n- {id: here, path: docs, metadata: {team: kitchen, year: 2024, live: true}}\n", (ra, folder) => {
    assert.equal(ra("rag", "ingest").code, 0);
    const found = (words: string) =>
      ids(ra("-C", "rag/index", "search", "--json", words)).map((id) => id.split("#")[0]);
    for (const filter of ["team:kitchen", "year:2024", "live:true"]) {
      assert.deepEqual(found(`toaster meta.${filter}`), ["here:guide.md"], filter);
    }
    assert.deepEqual(found("toaster meta.team:hall"), []);
    const file = join(folder, "rag.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("kitchen", "hall"));
    assert.equal(ra("rag", "ingest").code, 0);
    assert.deepEqual(found("toaster meta.team:hall"), ["here:guide.md"]);
  }));

test("every verb checks the whole file first, and says what is wrong with its place", () =>
  withRag("sources:\n- {id: a, path: docs, treat_as: pose}\n- {id: a, path: docs}\n", (ra) => {
    for (const verb of ["doctor", "fetch", "crawl", "convert", "normalize", "ingest", "status"]) {
      const run = ra("rag", verb);
      assert.deepEqual([run.code, run.stdout], [2, ""], verb);
      assert.match(run.stderr, /rag\.yaml:3:33: sources\[0\]\.treat_as: must be code, prose, auto or headings/, verb);
      assert.match(run.stderr, /rag\.yaml:4:8: sources\[1\]\.id: is the id of sources\[0\] too/, verb);
    }
    assert.equal(ra("rag", "ingest", "--config", "none.yaml").code, 2);
  }));

test("ids that no source has, and folders that are not there, are errors before any work", () =>
  withRag("sources:\n- {id: docs, path: docs}\n", (ra, folder) => {
    const unknown = ra("rag", "ingest", "--only", "dosc");
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /no source has the id "dosc"\n.*nearest: docs/s);
    rmSync(join(folder, "rag/data"), { recursive: true });
    const missing = ra("rag", "ingest");
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /paths\.data_root: .*rag\/data does not exist\n.*mkdir -p/s);
    assert.ok(!existsSync(join(folder, "rag/index/.ra.toml")));
  }));

test(
  "a project that was moved is brought in anew, and nothing of it counts as left out",
  { skip: IS_DENO },
  () =>
    withProject({ "one/in/page.html": "<h1>Page</h1><p>toaster</p>" }, (directory) => {
      const [one, two, home] = ["one", "two", "home"].map((name) => join(directory, name)) as [string, string, string];
      for (const folder of ["one/rag/data", "one/rag/index", "home"]) {
        mkdirSync(join(directory, folder), { recursive: true });
      }
      writeFileSync(join(one, "rag.yaml"), `version: 1\nconvert_docs: [{id: pages, input: in}]\n${REST}`);
      assert.equal(runRa(["rag", "ingest"], { cwd: one, home }).code, 0);
      renameSync(one, two);
      const ra: Ra = (...args) => runRa(args, { cwd: two, home });
      const moved = ra("-C", "rag/index", "search", "toaster");
      assert.match(moved.stderr, /left out; `ra rag ingest` beside its rag\.yaml writes the file anew/);
      assert.doesNotMatch(moved.stderr, /ra trust/);
      const stray = join(two, "rag/data/text/pages/stray.md");
      const again = ra("rag", "ingest", "--strict");
      assert.equal(again.code, 0);
      assert.doesNotMatch(again.stdout + again.stderr, /left out|remember/);
      assert.deepEqual(ids(ra("-C", "rag/index", "search", "--json", "toaster")), ["pages:page.html.md"]);
      // What is no text of the source is named once.
      writeFileSync(stray, "# Stray\n");
      assert.equal(ra("rag", "ingest").stdout.split("does not remember").length, 2);
      assert.match(ra("rag", "normalize").stdout, /stray\.md.*does not remember/s);
      rmSync(join(two, "rag/data"), { recursive: true });
      writeFileSync(join(two, "rag/data"), "");
      const file = ra("rag", "ingest");
      assert.match(file.stderr, /rag\/data is not a folder\n.*move what is there away/s);
    }),
);

test("ra rag doctor names what is missing and what to do", () =>
  withRag("sources:\n- {id: docs, path: docs}\n- {id: gone, path: nowhere}\n", (ra) => {
    const { code, stdout } = ra("rag", "doctor", "--json");
    const { checks } = JSON.parse(stdout) as { checks: { name: string; level: string; hint?: string }[] };
    assert.equal(code, 1);
    assert.deepEqual(checks.filter(({ level }) => level === "error").map(({ name, hint }) => [name, hint]), [
      ["source gone", "correct `path`, or remove the source"],
      ["embedding", "run ra model add minilm"],
    ]);
    assert.match(ra("rag", "doctor").stdout, /^error {2}source gone .*nowhere: there is no such directory.*\n/m);
  }));

test("places outside the project need trust, and only a change of these asks again", () =>
  withRag("", (ra, folder) => {
    writeIn(folder, "clone/rag.yaml", `version: 1\nsources: [{id: out, path: ../docs}]\n${REST}`);
    for (const name of ["rag/data", "rag/index"]) mkdirSync(join(folder, "clone", name), { recursive: true });
    const ask = () => ra("rag", "ingest", "--config", "clone/rag.yaml");
    assert.deepEqual([ask().code, /sources\[0\]\.path lies outside the project/.test(ask().stderr)], [2, true]);
    assert.equal(ra("--trust", "rag", "ingest", "--config", "clone/rag.yaml").code, 0);
    assert.match(
      ra("trust", "clone/rag.yaml").stdout,
      /^trusted .*clone\/rag\.yaml\n {2}sources\[0\]\.path may be .*\/docs\n$/,
    );
    assert.equal(ask().code, 0);
    const file = join(folder, "clone/rag.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("initial_k: 50", "initial_k: 60"));
    assert.equal(ask().code, 0);
    assert.deepEqual(
      ids(ra("-C", "clone/rag/index", "search", "--json", "purple toaster")).map((id) => id.split(":")[0]),
      ["out"],
    );
    writeFileSync(file, readFileSync(file, "utf8").replace("../docs", ".."));
    assert.equal(ask().code, 2);
    assert.match(ra("trust", "--list").stdout, /changed {2}.*clone\/rag\.yaml/);
    assert.equal(ra("trust", "--revoke", "clone/rag.yaml").code, 0);
  }));

test("a git source is fetched, followed and searched, and one that fails does not stop the others", {
  skip: IS_DENO,
}, () =>
  withRag("sources:\n- {id: none, git: ./nowhere}\n- {id: up, git: ./up}\n", (ra, folder) => {
    const up = join(folder, "up");
    writeIn(up, "docs/lever.md", "# Lever\n\nPull the lever.\n");
    const git = gitIn(up);
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    const first = ra("rag", "fetch", "--json");
    const report = JSON.parse(first.stdout) as {
      failed: number;
      sources: { id: string; state: string; commit?: string }[];
    };
    assert.deepEqual([first.code, report.failed], [1, 1]);
    assert.deepEqual(report.sources.map(({ id, state }) => [id, state]), [["none", "failed"], ["up", "changed"]]);
    assert.equal(report.sources[1]!.commit, git("rev-parse", "HEAD").trim());
    assert.equal(ra("-C", "rag/index", "search", "lever").code, 2, "one stage writes no .ra.toml");
    assert.equal(ra("rag", "ingest").code, 1);
    assert.deepEqual(ids(ra("-C", "rag/index", "search", "--json", "lever")), ["up:docs/lever.md"]);
    assert.match(ra("rag", "fetch", "--only", "up").stdout, /^up {2}fetch {2}unchanged/);
    assert.match(ra("rag", "fetch", "--only", "up", "--dry-run").stdout, /^up {2}fetch {2}planned/);
    const status = JSON.parse(ra("rag", "status", "--json").stdout) as {
      sources: { id: string; state: string; documents: number }[];
    };
    assert.deepEqual(status.sources.map(({ id, documents }) => [id, documents]), [["none", 0], ["up", 1]]);
  }));

test(
  "documents become text that is cited by page, and only what changed is converted again",
  { skip: IS_DENO },
  () =>
    withRag("convert_docs:\n- {id: manuals, input: in, treat_as: headings}\n", (ra, folder) => {
      writeIn(folder, "in/a.pdf", pdf([[[10, "Pull the lever."]], [[10, "Wait for the purple bread."]]]));
      writeIn(folder, "in/sub/b.csv", "a,b\n1,2\n");
      writeIn(folder, "in/bad.docx", "no archive");
      writeIn(folder, "in/other.zip", "x");
      const run = (...more: readonly string[]) => {
        const { stdout, code } = ra("rag", "convert", "--json", ...more);
        const { sources: [source] } = JSON.parse(stdout) as {
          sources: [{ counts: Readonly<Record<string, number>>; problems: { path: string; reason: string }[] }];
        };
        const { files, converted, unchanged, failed } = source.counts;
        return { code, counts: [files, converted, unchanged, failed], problems: source.problems };
      };
      const problems = [{ path: "bad.docx", reason: "the archive is damaged, or encrypted" }];
      assert.deepEqual(run(), { code: 0, counts: [3, 2, 0, 1], problems });
      assert.deepEqual(run("--strict"), { code: 1, counts: [3, 0, 2, 1], problems });
      assert.equal(ra("rag", "ingest").code, 0);
      const { queries: [{ results: [found] }] } = JSON.parse(
        ra("-C", "rag/index", "search", "--json", "purple bread").stdout,
      ) as {
        queries: [{ results: Readonly<Record<string, unknown>>[] }];
      };
      assert.deepEqual([found!["path"], found!["source_id"]], ["a.pdf", "manuals"]);
      assert.equal((found!["source"] as { unit: string }).unit, "page");
      rmSync(join(folder, "in/sub"), { recursive: true });
      writeIn(folder, "in/a.pdf", pdf([[[10, "Pull the green lever."]]]));
      assert.deepEqual(run().counts, [2, 1, 0, 1]);
      assert.deepEqual(ids(ra("-C", "rag/index", "search", "--json", "green lever")), ["manuals:a.pdf.md"]);
      assert.deepEqual(ids(ra("-C", "rag/index", "search", "--json", "purple bread")), []);
      rmSync(join(folder, "in"), { recursive: true });
      assert.equal(ra("rag", "convert").code, 1);
    }),
);

test(
  "notebooks become text with a place for each cell, without ra-documents, and printed text where it is asked for",
  { skip: IS_DENO },
  async () => {
    for (const [setting, printed] of [["", ""], [", notebook_outputs: true", "\n```\nprinted\n```\n"]] as const) {
      await withRag(`convert_docs:\n- {id: notes, input: in, treat_as: headings${setting}}\n`, (ra, folder) => {
        const outputs = [{ output_type: "stream", text: "printed" }];
        const cells = [
          { cell_type: "markdown", source: "# Plots\n\n```\nopen" },
          { cell_type: "code", source: "draw()", outputs },
        ];
        writeIn(folder, "in/a.ipynb", JSON.stringify({ cells, metadata: {} }));
        writeIn(folder, "in/b.ipynb", "{");
        const { stdout } = ra("rag", "convert", "--json");
        const { sources: [source] } = JSON.parse(stdout) as { sources: [{ problems: unknown }] };
        assert.deepEqual(source.problems, [{ path: "b.ipynb", reason: "a notebook whose JSON is broken" }]);
        const text = readFileSync(join(folder, "rag/data/text/notes/a.ipynb.md"), "utf8");
        assert.equal(text, `# Plots\n\n\`\`\`\nopen\n\`\`\`\n\n\`\`\`\ndraw()\n\`\`\`\n${printed}`);
        const record = JSON.parse(readFileSync(join(folder, "rag/data/text/notes/a.ipynb.md.source.json"), "utf8")) as {
          unit: string;
          parts: readonly { place: number }[];
        };
        assert.deepEqual([record.unit, record.parts.map(({ place }) => place)], ["cell", [1, 2]]);
      });
    }
  },
);

test("ra rag schema prints a schema that knows every section", () =>
  withRag("", (ra) => {
    const schema = JSON.parse(ra("rag", "schema").stdout) as { properties: object; additionalProperties: boolean };
    assert.deepEqual(Object.keys(schema.properties), [
      "version",
      "paths",
      "sources",
      "convert_docs",
      "crawl",
      "indexing",
      "embedding",
      "retrieval",
      "prompt",
      "generation",
      "attachments",
    ]);
    assert.equal(schema.additionalProperties, false);
  }));

test("a crawled site is searched by its pages, which name their address", async () => {
  const pages: Readonly<Record<string, string>> = {
    "/guide/": '<title>Guide</title><main><h1>Guide</h1><a href="lever.html">Lever</a></main>',
    "/guide/lever.html": "<title>Lever</title><main><h1>Lever</h1><p>Pull the purple lever slowly.</p></main>",
  };
  const server = createServer((request, response) => {
    const page = pages[request.url!];
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html>${page}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const crawl = `crawl:\n- {id: site, seeds: ["http://127.0.0.1:${port}/guide/"], allow_private: ["127.0.0.1"], ` +
    "rate_limits: {requests_per_second: 100}}\n";
  try {
    await withRag(crawl, async (ra, folder) => {
      assert.equal(ra("rag", "ingest").code, 2);
      // The server answers in this process, so the command must not block it.
      const running = startRa(["--trust", "rag", "ingest", "--strict"], folder, { listens: true });
      const code = await running.closeInput();
      assert.deepEqual([code, running.stdout().split("  http:")[0]], [
        0,
        "site  crawl  changed  2 pages, 2 fetched, 0 unchanged, 2 texts written, 0 texts unchanged, 0 texts removed",
      ], running.stderr());
      const found = runRa(["-C", "rag/index", "search", "--json", "purple lever"], { cwd: folder });
      const answer = JSON.parse(found.stdout) as {
        queries: [{ results: Readonly<Record<string, unknown>>[] }];
      };
      const { path, url, source_id, content } = answer.queries[0].results[0]!;
      assert.deepEqual([path, url, source_id], [
        "/guide/lever.html",
        `http://127.0.0.1:${port}/guide/lever.html`,
        "site",
      ]);
      assert.match(String(content), /Pull the purple lever slowly\./);
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
