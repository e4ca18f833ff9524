// Tests `ra context`: documentation for source files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { type ContextOptions, open } from "../../src/workspace.ts";
import { createFiles, failure, type Files, openFiles, openProject } from "./project.ts";

const FILES: Files = {
  "docs/retries.md":
    "# Retries\n## Backoff\nClients wait exponentially longer: backoff with jitter.\n## Limits\nFive attempts.\n",
  "docs/tokens.md": "# Access tokens\nA token expires after an hour; refresh it with OAuth.\n",
  "docs/colours.md": "# Colours\nGreen, blue and grey.\n",
  "docs/users.md": "# Users\nUser names are unique.\n",
  "docs/bread.md": "# Bread\nToasters and ovens.\n",
  "notes/backoff.md": "# Scrap\nbackoff jitter\n",
  "src/http/client.py":
    '"""Sends requests with backoff and jitter."""\n\ndef send(request):\n    # backoff with jitter\n    return backoff(request, jitter=True)\n',
  "src/auth/tokens.py": "",
  "src/users.bin": new Uint8Array([0, 1, 2]),
};
const TREES = '[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n';

async function project(config = TREES, files: Files = FILES) {
  const made = await openProject({ ...files, ".ra.toml": config });
  const ask = async (what: string | readonly string[], options: ContextOptions = {}) =>
    (await made.workspace.context(what, options)).queries[0]!;
  return {
    ...made,
    ask,
    ids: async (what: string | readonly string[], options: ContextOptions = {}) =>
      (await ask(what, options)).results.map(({ id }) => id),
  };
}

test("context finds the page that a file's comments describe, and the words form its query", async () => {
  const { ask } = await project();
  const entry = await ask("src/http/client.py");
  assert.equal(entry.results[0]!.doc_id, "docs:retries.md");
  assert.match(entry.query, /\bbackoff\b.*/);
  assert.match(entry.query, /\bjitter\b/);
  assert.match(entry.results[0]!.content!, /jitter/);
  assert.ok(!entry.results.some(({ doc_id }) => doc_id === "docs:bread.md"));
});

test("an option that is undefined is an option that is not given", async () => {
  const { ask } = await project();
  const options = { cutoffRatio: undefined, candidateLimit: undefined, limit: undefined, trees: undefined };
  assert.deepEqual(await ask("src/http/client.py", options), await ask("src/http/client.py"));
});

test("context finds a page by a file's path alone", async () => {
  const { ids } = await project();
  assert.equal((await ids("src/auth/tokens.py"))[0], "docs:tokens.md");
});

test("context gives the same answer from every folder and for every spelling of the path", async () => {
  const fs = createFiles({
    ...FILES,
    ".ra.toml": `${TREES}[[context.rules]]\nmatch = "src/http/**"\nterms = ["green"]\n`,
  });
  const asked: readonly (readonly [directory: string, file: string])[] = [
    ["/project", "src/http/client.py"],
    ["/project", "./src/../src/http/client.py"],
    ["/project/src", "http/client.py"],
    ["/project/src/http", "client.py"],
    ["/project/docs", "../src/http/client.py"],
    ["/project", "/project/src/http/client.py"],
  ];
  const answers = [];
  for (const [directory, file] of asked) answers.push(await (await open(directory, { fs, home: null })).context(file));
  assert.match(answers[0]!.queries[0]!.query, /green/);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test("context reads names and texts of files outside the project", async () => {
  const fs = createMemoryFileSystem({
    "/project/.ra.toml": TREES,
    "/project/docs/tmp.md": "# Tmp\nhome tmp green\n",
    "/project/docs/b.md": "# Blue\nblue\n",
    "/project/notes/x.md": "# X\n",
    "/tmp/home/blue.py": "",
  });
  const workspace = await open("/project", { fs, home: null });
  assert.deepEqual((await workspace.context("/tmp/home/blue.py")).queries[0]!.results.map(({ id }) => id), [
    "docs:b.md",
  ]);
});

test("an indexed input file is not among the results and takes no place from others", async () => {
  const { ids } = await project();
  const all = await ids("docs/retries.md", { limit: 50 });
  assert.ok(all.length > 0 && all.every((id) => !id.startsWith("docs:retries.md")), all.join(" "));
  assert.deepEqual(await ids("docs/retries.md", { limit: 1 }), all.slice(0, 1));
});

test("an input file takes no candidate's place, however many sections it has", async () => {
  const sections = "## Part\nneedle haystack\n".repeat(60);
  const { ids } = await project(`${TREES}[search]\ncandidate_limit = 1\n`, {
    "docs/a.md": `# A\n${sections}`,
    "docs/b.txt": "one needle",
    "docs/c.md": `# C\n${"## Other\nfiller\n".repeat(90)}`,
    "notes/n.md": "# N\n",
  });
  assert.deepEqual(await ids("docs/a.md", { limit: 1, candidateLimit: 1 }), ["docs:b.txt"]);
});

test("several files make one list, shared documents add up, and a repeated file counts once", async () => {
  const { ask } = await project();
  const [one, two, both] = [
    await ask("src/http/client.py"),
    await ask("src/auth/tokens.py"),
    await ask(["src/http/client.py", "src/auth/tokens.py"]),
  ];
  assert.equal(both.query, `(${one.query}) OR (${two.query})`);
  const found = new Set(both.results.map(({ doc_id }) => doc_id));
  assert.ok(found.has("docs:retries.md") && found.has("docs:tokens.md"));
  assert.deepEqual(await ask(["src/http/client.py", "./src/http/client.py"]), one);
  const doubled = await project(TREES, { ...FILES, "src/http/v2/client.py": FILES["src/http/client.py"]! });
  const scoreIn = async (files: readonly string[]) => (await doubled.ask(files, { limit: 1 })).results[0]!.score!;
  assert.ok(
    Math.abs(
      await scoreIn(["src/http/client.py", "src/http/v2/client.py"]) - 2 * await scoreIn(["src/http/client.py"]),
    ) < 1e-4,
  );
});

test("context warns about binary and missing files, and fails when all files are missing", async () => {
  const { ask, warnings, workspace } = await project();
  assert.deepEqual(
    await ask(["src/users.bin", "src/nowhere.py", "src/auth/tokens.py"]),
    await ask("src/auth/tokens.py"),
  );
  assert.deepEqual(warnings.map(({ code, path }) => [code, path]), [["not-text", "/project/src/users.bin"], [
    "unknown-file",
    "/project/src/nowhere.py",
  ]]);
  assert.deepEqual(await ask("src/users.bin"), {
    query: "",
    total_matches: 0,
    full_matches: 0,
    lists: [],
    results: [],
  });
  assert.equal((await failure(() => workspace.context("src/nowhere.py"))).code, "unknown-file");
  assert.equal((await failure(() => workspace.context("src"))).code, "unknown-file");
  for (const terms of [0, 1.5, 201]) {
    assert.equal((await failure(() => workspace.context("src/users.bin", { terms }))).code, "usage");
  }
});

test("--tree limits the trees and weighs words by what those trees contain", async () => {
  const { ask, ids, workspace } = await project();
  assert.deepEqual(await ids("src/http/client.py", { trees: ["notes"] }), ["notes:backoff.md"]);
  const dfOf = async (trees?: readonly string[]) =>
    (await ask("src/http/client.py", { explain: true, ...(trees === undefined ? {} : { trees }) })).files![0]!.terms
      .find(({ term }) => term === "jitter")!.df;
  assert.deepEqual([await dfOf(), await dfOf(["docs"]), await dfOf(["notes"])], [2, 1, 1]);
  assert.equal(
    (await failure(() => workspace.context("src/http/client.py", { trees: ["nots"] }))).code,
    "unknown-tree",
  );
});

const RULE = (lines: string) => `\n[[context.rules]]\n${lines}\n`;

test("a rule adds search terms, whatever else the file contains", async () => {
  const { ask } = await project(TREES + RULE('match = "*.py"\nterms = ["green", "blue and grey"]'));
  const entry = await ask("src/http/client.py", { terms: 2, explain: true });
  assert.deepEqual(entry.files![0]!.terms.map(({ term, sources }) => [term, sources]).toSorted(), [["blue and grey", [
    "rule",
  ]], ["green", ["rule"]]]);
  assert.deepEqual(entry.results.map(({ doc_id }) => doc_id), ["docs:colours.md"]);
});

test("trees of rules intersect with each other and with --tree, and an empty intersection leaves only included documents", async () => {
  const both = RULE('match = "*.py"\ntrees = ["docs", "notes"]') + RULE('match = "src/**"\ntrees = ["notes"]');
  const { ids, ask } = await project(TREES + both);
  assert.deepEqual(await ids("src/http/client.py"), ["notes:backoff.md"]);
  assert.match((await ask("src/http/client.py")).query, /^tree:notes \(/);
  assert.deepEqual(await ask("src/http/client.py", { trees: ["docs"] }), {
    query: "",
    total_matches: 0,
    full_matches: 0,
    lists: [],
    results: [],
  });
  const none = await project(TREES + both + RULE('match = "*"\ntrees = ["docs"]\ninclude = ["docs:bread.md"]'));
  assert.deepEqual(await none.ids("src/http/client.py"), ["docs:bread.md"]);
  const unknown = await project(TREES + RULE('match = "*"\ntrees = ["nowhere"]'));
  assert.deepEqual(await unknown.ids("src/http/client.py"), []);
});

test("each file searches the trees of its own rules", async () => {
  const { ids } = await project(
    TREES + RULE('match = "client.py"\ntrees = ["notes"]') + RULE('match = "tokens.py"\ntrees = ["docs"]'),
  );
  assert.deepEqual([...(await ids(["src/http/client.py", "src/auth/tokens.py"]))].sort(), [
    "docs:tokens.md",
    "notes:backoff.md",
  ]);
});

test("included documents come first, count towards the limit, and do not appear again in parts", async () => {
  const { ask, ids } = await project(
    TREES + RULE('match = "*.py"\ninclude = ["docs:bread.md", "docs:retries.md#backoff"]') +
      RULE('match = "src/**"\ninclude = ["docs:retries.md", "docs:bread.md"]'),
  );
  const { results } = await ask("src/http/client.py");
  assert.deepEqual(results.slice(0, 2).map(({ id, included, score }) => [id, included, score]), [[
    "docs:bread.md",
    true,
    0,
  ], ["docs:retries.md", true, 0]]);
  assert.ok(
    results.length > 2 &&
      results.slice(2).every(({ doc_id, included }) => doc_id !== "docs:retries.md" && included === undefined),
  );
  assert.match(results[0]!.content!, /Toasters/);
  assert.deepEqual(await ids("src/http/client.py", { limit: 1 }), ["docs:bread.md"]);
  assert.deepEqual(await ids("src/http/client.py", { trees: ["notes"] }), ["notes:backoff.md"]);
  assert.ok(!(await ids("docs/bread.md")).includes("docs:bread.md"));
});

test("an included section appears once, alone or inside its document", async () => {
  const { ask } = await project(TREES + RULE('match = "*.py"\ninclude = ["docs:long.md#backoff"]'), {
    ...FILES,
    "docs/long.md": "# Sending with backoff and jitter\nBackoff has jitter.\n## Backoff\nBackoff with jitter.\n" +
      "## More\nbackoff jitter\n## Jitter\njitter backoff\n",
  });
  const { results } = await ask("src/http/client.py");
  const own = results.filter(({ doc_id }) => doc_id === "docs:long.md");
  assert.deepEqual(own[0]!.id, "docs:long.md#backoff");
  assert.equal(own.filter(({ content }) => content!.includes("Backoff with jitter.")).length, 1);
  assert.ok(own.length > 1, "the other sections are still found");
});

test("a rule that includes an unknown id causes a warning", async () => {
  const { ids, warnings } = await project(TREES + RULE('match = "*.py"\ninclude = ["docs:gone.md", "docs:bread.md"]'));
  assert.equal((await ids("src/auth/tokens.py"))[0], "docs:bread.md");
  assert.deepEqual(warnings.map(({ code, message }) => [code, message]), [[
    "unknown-id",
    "a context rule includes `docs:gone.md`, which does not exist",
  ]]);
});

test("one long document does not fill the first places", async () => {
  const { ids } = await project(TREES, {
    "docs/long.md": `# Long\n${"## Part\nneedle haystack needle\n## Gap\nstraw\n".repeat(9)}`,
    "docs/short.md": "# Short\nneedle in some haystack of other words\n",
    "notes/n.md": "# N\n",
    "src/a.py": "# needle needle haystack haystack\n",
  });
  const found = await ids("src/a.py", { aggregation: false });
  assert.ok(found.indexOf("docs:short.md#short") >= 0 && found.indexOf("docs:short.md#short") < 3, found.join(" "));
});

test("words that neighbouring files share do not describe a file", async () => {
  const same = "validate options validate options\n";
  const { ids } = await project(TREES, {
    "docs/options.md": "# Checks\nvalidate options, validate options\n",
    "docs/lemon.md": "# Fruit\nlemon\n",
    "docs/x.md": "# X\n## Y\nz\n",
    "notes/n.md": "# N\n",
    "src/a.py": `# ${same}# lemon lemon\n`,
    "src/b.py": `# ${same}`,
    "src/c.py": `# ${same}`,
    "src/d.py": `# ${same}`,
  });
  assert.deepEqual((await ids("src/a.py"))[0], "docs:lemon.md");
});

test("context keeps to a budget, with included documents first", async () => {
  const { ask } = await project(TREES + RULE('match = "*.py"\ninclude = ["docs:bread.md"]'));
  const entry = await ask("src/http/client.py", { maxTokens: 40 });
  assert.equal(entry.results[0]!.id, "docs:bread.md");
  assert.ok(entry.tokens! <= 40 && entry.left_out!.length > 0);
});

test("inspectContext() shows what a file contains without a write or an update", async () => {
  const fs = createFiles({
    ...FILES,
    ".ra.toml": TREES + RULE('match = "*.py"\ntrees = ["docs"]\ninclude = ["docs:bread.md"]'),
  });
  const { workspace } = await openFiles(fs);
  const before = await workspace.inspectContext("src/http/client.py");
  assert.equal(fs.stat("/project/.ra"), undefined);
  assert.deepEqual([before.language, before.query, before.trees, before.include], ["python", null, ["docs"], [
    "docs:bread.md",
  ]]);
  assert.deepEqual(before.rules, [{ glob: "*.py", defined_in: "/project/.ra.toml" }, {
    glob: "*.py",
    defined_in: null,
  }]);
  assert.ok(
    before.terms.some(({ term, df, sources }) => term === "jitter" && df === null && sources.includes("comment")),
  );
  const entry = (await workspace.context("src/http/client.py", { explain: true })).queries[0]!;
  const after = await workspace.inspectContext("src/http/client.py");
  assert.deepEqual([after.query, after.terms], [entry.query, entry.files![0]!.terms]);
  assert.equal((await failure(() => workspace.inspectContext("src/users.bin"))).code, "not-text");
  assert.equal((await failure(() => workspace.inspectContext("src/nowhere.py"))).code, "unknown-file");
});
