// Tests the messages about a wrong configuration or query.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/workspace.ts";
import { createFiles, DOCS, failure, openFiles, openProject } from "./project.ts";

const place = (
  { code, path, line, column }: { code: string; path?: string; line?: number; column?: number },
) => [code, path, line, column];

test("open() names file, line and column of a mistake in a configuration", async () => {
  const expected: Readonly<Record<string, readonly [code: string, line: number, hint?: RegExp]>> = {
    "[tree.docs\npath = 1\n": ["config-syntax", 1],
    '[tree.docs]\npath = "docs"\npath = "more"\n': ["config-syntax", 3],
    [`${DOCS}inclde = ["*.md"]\n`]: ["config-key", 3, /include/],
    [`${DOCS}[serach]\nmatch = 1\n`]: ["config-key", 3, /search/],
    [`${DOCS}include = "*.md"\n`]: ["config-value", 3],
    [`${DOCS}include = [1]\n`]: ["config-value", 3],
    "[tree.docs]\n": ["config-value", 1],
    '[tree.docs]\npath = ""\n': ["config-value", 2],
    '[tree."a b"]\npath = "x"\n': ["config-value", 1],
    [`${DOCS}chunking = "heading"\n`]: ["config-value", 3, /headings/],
    [`${DOCS}[search]\ncutoff_ratio = -3.5\n`]: ["config-value", 4],
    [`${DOCS}[search]\nfuzzy_distance = 5\n`]: ["config-value", 4],
    [`${DOCS}[search]\nmax_results = 5.0\n`]: ["config-value", 4],
    [`${DOCS}[settings]\nlocal_boost = nan\n`]: ["config-value", 4],
    [`${DOCS}[settings]\ndefault_limit = 0\n`]: ["config-value", 4],
  };
  for (const [text, [code, line, hint]] of Object.entries(expected)) {
    const error = await failure(async () => await openFiles(createFiles({ ".ra.toml": text })));
    assert.deepEqual([error.code, error.path, error.line], [code, "/project/.ra.toml", line], text);
    assert.ok(error.column! >= 1, text);
    if (hint !== undefined) assert.match(`${error.message} ${error.hint ?? ""}`, hint, text);
  }
});

test("open() finds all mistakes of all files, each once", async () => {
  const fs = createFiles({
    ".ra.toml":
      `${DOCS}inclde = ["*.md"]\n[tree.other]\npath = 5\n[tree.third]\n[search]\nfeedback = 1\n[[test]]\nquery = ""\n`,
  });
  fs.makeDirectory("/project/sub");
  fs.writeFile("/project/sub/.ra.toml", new TextEncoder().encode("[tree\n"));
  const error = await failure(async () => await open("/project/sub", { fs, home: null }));
  const found = [error, ...error.others ?? []];
  assert.deepEqual(found.map(({ path, line, message }) => [path!.slice(9), line, /`([^`]+)`/.exec(message)?.[1]]), [
    ["sub/.ra.toml", 1, undefined],
    [".ra.toml", 3, "tree.docs.inclde"],
    [".ra.toml", 5, "tree.other.path"],
    [".ra.toml", 8, "search.feedback"],
    [".ra.toml", 10, "test[0].query"],
    [".ra.toml", 6, "tree.third"],
  ]);
});

test("open() refuses sizes that contradict each other across files", async () => {
  const fs = createFiles({ ".ra.toml": `${DOCS}[chunking]\ncode_max_lines = 5\n` });
  const error = await failure(async () => await openFiles(fs));
  assert.equal(error.code, "config-value");
  assert.match(error.message, /overlap_lines/);
});

test("open() without a configuration says how to write one", async () => {
  const fs = createFiles({ "docs/a.md": "x" });
  fs.removeFile("/project/.ra.toml");
  const error = await failure(async () => await openFiles(fs));
  assert.deepEqual(place(error).slice(0, 1), ["config-missing"]);
  assert.match(error.hint!, /ra init/);
});

test("open() refuses a configuration that is not UTF-8, and accepts a byte order mark and Windows line ends", async () => {
  const latin = await failure(async () =>
    await openFiles(createFiles({ ".ra.toml": new Uint8Array([0x23, 0xe9, 0x0a]) }))
  );
  assert.equal(latin.code, "config-syntax");
  const { workspace } = await openProject({ ".ra.toml": `\ufeff${DOCS.replaceAll("\n", "\r\n")}` });
  assert.deepEqual(workspace.config.trees.map(({ name }) => name), ["docs"]);
});

test("an invalid glob is a configuration error", async () => {
  for (const glob of ["[", "{a,b", "a[b-"]) {
    const result = await (async () => {
      try {
        const { workspace } = await openProject({
          ".ra.toml": `${DOCS}include = [${JSON.stringify(glob)}]\n`,
          "docs/a.md": "x",
        });
        await workspace.update();
        return "fine";
      } catch (error) {
        return (error as { code?: string }).code;
      }
    })();
    assert.ok(result === "fine" || result === "config-value", `${glob}: ${result}`);
  }
});

test("the error for an invalid query says where and why", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\nx\n" });
  const expected: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
    'rust "error': ["query-syntax", /never closed/],
    "(a": ["query-syntax", /./],
    "a )": ["query-syntax", /./],
    "OR a": ["query-syntax", /OR/],
    "a OR": ["query-syntax", /OR/],
    "tree:": ["query-syntax", /./],
    "title: x": ["query-syntax", /./],
    "": ["query-empty", /./],
    "   ": ["query-empty", /./],
    "modified:soon x": ["query-syntax", /modified:/],
    "-x": ["query-syntax", /only says what to leave out/],
  };
  for (const [query, [code, message]] of Object.entries(expected)) {
    const error = await failure(() => workspace.search(query));
    assert.deepEqual(error.code, code, query);
    assert.match(error.message, message, query);
  }
  assert.equal((await failure(() => workspace.search([]))).code, "query-empty");
  assert.equal((await failure(() => workspace.search(["a", ""]))).code, "query-empty");
  assert.equal((await failure(() => workspace.search("x".repeat(10_001)))).code, "query-syntax");
});

test("a query of odd characters gets an answer and causes no crash", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\nplain text\n" });
  for (
    const query of [
      "\0",
      "a\0b",
      "\u200b",
      "🎉",
      "...",
      "*",
      "?",
      "a*",
      "~",
      "\\",
      "^",
      "a^",
      "a^0",
      "a^-1",
      "+a",
      "[a TO b]",
      "{x}",
      "/re/",
      "a:b:c",
      "\ud800",
      "ﬁ",
      "—",
      "!",
      "'",
      "％",
    ]
  ) {
    try {
      const { queries } = await workspace.search(query);
      assert.ok(queries[0]!.total_matches >= 0);
    } catch (error) {
      assert.match((error as { code: string }).code, /^query-/, JSON.stringify(query));
    }
  }
  // The workspace still works.
  assert.equal((await workspace.search("plain")).queries[0]!.total_matches, 1);
});

test("search() refuses numeric options out of range", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\nneedle\n# B\nneedle\n# C\nx\n" });
  for (
    const options of [
      { limit: -1 },
      { limit: 1.5 },
      { limit: Number.NaN },
      { limit: Infinity },
      { limit: 1e9 },
      { candidateLimit: 0 },
      { candidateLimit: -5 },
      { cutoffRatio: 7 },
      { cutoffRatio: -1 },
      { maxResults: -1 },
      { aggregationThreshold: 0 },
      { aggregationThreshold: 9 },
    ]
  ) {
    const error = await failure(() => workspace.search("needle", options));
    assert.equal(error.code, "usage", JSON.stringify(options));
    assert.match(error.message, new RegExp(Object.keys(options)[0]!));
  }
  assert.equal(
    (await workspace.search("needle", { limit: 100_000, cutoffRatio: 1, aggregationThreshold: 1 })).queries[0]!
      .total_matches,
    2,
  );
});
