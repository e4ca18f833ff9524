// Tests documents that take in other files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { formatSearchText } from "../../src/output/text/search_text.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { idsOf, openProject, searchOne, write } from "./project.ts";

// From rust-lang/book.
const BOOK = {
  ".ra.toml": '[tree.docs]\npath = "src"\n',
  "src/ch01.md": "# Hello\n\nLet us print.\n\n```rust\n{{#rustdoc_include ../listings/ch01/main.rs:here}}\n```\n\n" +
    "## Output\n\nIt prints this:\n\n```console\n{{#include ../listings/ch01/output.txt}}\n```\n",
  "src/ch02.md": "# Other\n\nNothing is taken in.\n",
  "listings/ch01/main.rs":
    'use std::io;\n\n// ANCHOR: here\nfn main() {\n    println!("wombat");\n}\n// ANCHOR_END: here\n',
  "listings/ch01/output.txt": "Compiling platypus v0.1.0\n",
};

test("search() finds a page by the words of what it takes in, and names file and lines", async () => {
  const { workspace } = await openProject(BOOK);
  const { results: [first, ...others] } = await searchOne(workspace, "wombat");
  assert.deepEqual(others, []);
  assert.equal(first!.id, "docs:ch01.md");
  assert.equal(first!.snippet!.text, 'from listings/ch01/main.rs:4-6: fn main() { println!("wombat"); }');
  const marked = first!.snippet!.ranges.map(({ start, end }) => first!.snippet!.text.slice(start, end));
  assert.deepEqual(marked, ["wombat"]);
  assert.deepEqual(
    first!.includes!.map((
      { path, start_line: from, end_line: to, snippet },
    ) => [path, from, to, snippet !== undefined]),
    [
      ["listings/ch01/main.rs", 4, 6, true],
      ["listings/ch01/output.txt", 1, 1, false],
    ],
  );
  // The text of the page stays what stands in its file.
  assert.equal(first!.content, BOOK["src/ch01.md"]);
  const passage = await workspace.get("docs:ch01.md#output");
  assert.match(passage.content!, /\{\{#include \.\.\/listings\/ch01\/output\.txt\}\}/);
  assert.deepEqual(passage.includes, [{ path: "listings/ch01/output.txt", start_line: 1, end_line: 1 }]);
  const text = formatSearchText(await workspace.search("wombat"), {
    view: "full",
    verbose: false,
    columns: 80,
    palette: createPalette(false),
    locate: ({ path }) => path,
  });
  assert.ok(text.endsWith('\nfrom listings/ch01/main.rs:4-6: fn main() { println!("wombat"); }\n'), text);
  workspace.close();
});

test("the signs that take in a file are no text", async () => {
  const { workspace } = await openProject(BOOK);
  for (const word of ["rustdoc_include", "include", "listings", "here"]) {
    assert.deepEqual(await idsOf(workspace, word), [], word);
  }
  const { results: [found] } = await searchOne(workspace, "prints", { limit: 1 });
  assert.doesNotMatch(found!.snippet!.text, /#include/);
  workspace.close();
});

test("the path of a file that is not there is text", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\n\n{{#include @code/grid/main.rs}}\n" });
  assert.deepEqual(await idsOf(workspace, "grid"), ["docs:a.md"]);
  assert.deepEqual(await idsOf(workspace, "include"), []);
  const { results: [found] } = await searchOne(workspace, "grid");
  assert.equal(found!.snippet!.text, "@code/grid/main.rs");
  workspace.close();
});

test("signs in inline code are text where there is no such file", async () => {
  const { workspace, warnings } = await openProject({
    "docs/a.md": "# A\n\nWrite `{{#include zebra.rs}}` or `{{#title giraffe}}` there, or `{{#include ../b.txt}}`.\n",
    "b.txt": "okapi\n",
  });
  const { results: [found] } = await searchOne(workspace, "zebra");
  assert.equal(found!.snippet!.text, "Write {{#include zebra.rs}} or {{#title giraffe}} there, or .");
  assert.ok((await idsOf(workspace, "okapi")).includes("docs:a.md"));
  assert.deepEqual(warnings, []);
  workspace.close();
});

test("a page is indexed again when what it takes in changes, comes or goes", async () => {
  const { fs, workspace, warnings } = await openProject(BOOK);
  assert.deepEqual(await idsOf(workspace, "platypus"), ["docs:ch01.md"]);
  write(fs, "listings/ch01/output.txt", "Compiling echidna v0.1.0\n");
  assert.deepEqual(await idsOf(workspace, "echidna"), ["docs:ch01.md"]);
  assert.deepEqual(await idsOf(workspace, "platypus"), []);
  assert.equal((await workspace.check()).index, "current");
  fs.removeFile("/project/listings/ch01/output.txt");
  assert.deepEqual(await idsOf(workspace, "echidna"), []);
  const [warning] = warnings;
  assert.deepEqual([warnings.length, warning!.code, warning!.path, warning!.line], [
    1,
    "include-unresolved",
    "/project/src/ch01.md",
    14,
  ]);
  const again = await workspace.update();
  assert.deepEqual([again.changed, again.unchanged], [0, 2]);
  write(fs, "listings/ch01/output.txt", "quokka\n");
  assert.deepEqual(await idsOf(workspace, "quokka"), ["docs:ch01.md"]);
  write(fs, "listings/ch01/output.txt", "quokka\n");
  assert.deepEqual((await workspace.update()).changed, 0);
  workspace.close();
});

test("snippets of MkDocs are looked for in the folders above the page", async () => {
  const { workspace } = await openProject({
    "docs/guide/deep/a.md":
      '# A\n\n--8<-- "includes/abbreviations.md:2:2"\n\n{* ../../docs_src/first.py ln[2] *}\n\n{!important!}\n',
    "includes/abbreviations.md": "*[HTML]: nope\n*[CSS]: Cascading numbat\n",
    "docs_src/first.py": 'from fastapi import FastAPI\napp = FastAPI(title="bilby")\n',
  });
  const found = async (word: string) => (await searchOne(workspace, word)).results.map(({ snippet }) => snippet!.text);
  assert.deepEqual(await found("numbat"), ["from includes/abbreviations.md:2: *[CSS]: Cascading numbat"]);
  assert.deepEqual(await found("bilby"), ['from docs_src/first.py:2: app = FastAPI(title="bilby")']);
  assert.deepEqual(await found("nope"), []);
  assert.match((await found("important"))[0]!, /important/);
  workspace.close();
});

test("files that take in each other end, and one that takes in another shows it", async () => {
  const { workspace, warnings } = await openProject({
    "docs/a.md": "# A\n{{#include b.txt}}\n",
    "docs/b.txt": "kangaroo\n{{#include sub/c.txt}}\n",
    "docs/sub/c.txt": "wallaby\n{{#include ../b.txt}}\n{{#include ../a.md}}\n",
  });
  assert.ok((await idsOf(workspace, "wallaby")).includes("docs:a.md"));
  assert.ok((await idsOf(workspace, "kangaroo")).includes("docs:a.md"));
  assert.deepEqual(warnings, []);
  workspace.close();
});

async function ids(workspace: Workspace, query: string): Promise<readonly string[]> {
  return (await workspace.search(query)).queries[0]!.results.map(({ doc_id }) => doc_id);
}

test("nothing outside the project is taken in, whatever leads there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-includes-"));
  try {
    const project = join(folder, "project");
    mkdirSync(join(project, "docs", "sub"), { recursive: true });
    mkdirSync(join(project, ".git"));
    writeFileSync(join(folder, "secret.dat"), "thylacine\n");
    writeFileSync(join(project, ".git", "config"), "thylacine\n");
    writeFileSync(join(project, ".ra.toml"), '[tree.docs]\npath = "docs"\n');
    symlinkSync(join(folder, "secret.dat"), join(project, "docs", "link.dat"));
    symlinkSync(folder, join(project, "docs", "up"));
    mkdirSync(join(project, "docs", "folder.dat"));
    writeFileSync(join(project, "docs", "binary.dat"), new Uint8Array([0, 1, 2, 0, 0, 0, 255]));
    writeFileSync(join(project, "docs", "large.dat"), "thylacine ".repeat(200_000));
    const written = [
      "../../secret.dat",
      `${folder}/secret.dat`,
      "link.dat",
      "up/secret.dat",
      "../.git/config",
      "folder.dat",
      "binary.dat",
      "large.dat",
      "gone.dat",
      "",
      "..",
      ".",
    ];
    const lines = written.map((path) => `{{#include ${path}}}\n\n--8<-- "${path}"\n`).join("\n");
    writeFileSync(join(project, "docs", "a.md"), `# A\n\n${lines}\n`);
    const warnings: string[] = [];
    const workspace = await open(project, {
      home: null,
      onWarning: ({ code, message }) => warnings.push(`${code} ${message}`),
    });
    assert.deepEqual(await ids(workspace, "thylacine"), []);
    assert.equal(warnings.filter((warning) => warning.startsWith("include-unresolved")).length, 1, warnings.join("\n"));
    workspace.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("of a file that is over the limit, the lines are text for which there is room", async () => {
  const { workspace, warnings } = await openProject({
    "docs/a.md": "# A\n\n{{#include log.dat}}\n",
    "docs/log.dat": `bandicoot\n${"numbat words\n".repeat(10_000)}bilby\n${"numbat words\n".repeat(30_000)}wombat\n`,
  });
  for (const [word, ids] of [["bandicoot", ["docs:a.md"]], ["bilby", ["docs:a.md"]], ["wombat", []]] as const) {
    assert.deepEqual(await idsOf(workspace, word), ids, word);
  }
  const [{ results: [found] }] = [await searchOne(workspace, "bandicoot", { limit: 1 })];
  const last = found!.includes![0]!.end_line;
  assert.ok(last > 10_001 && last < 40_000, `${last}`);
  assert.equal(
    warnings[0]!.message,
    `the included file log.dat is text up to its line ${last}; the rest is over the limits`,
  );
  workspace.close();
});

test("what a page takes in is bounded", async () => {
  const { workspace, warnings } = await openProject({
    "docs/a.md": `# A\n${"{{#include big.txt}}\n".repeat(2000)}`,
    "big.txt": "x",
    "docs/big.txt": "numbat words of a large file\n".repeat(2000),
    "docs/many.md": `# Many\n${Array.from({ length: 3000 }, (_, at) => `{{#include f${at}.txt}}\n`).join("")}`,
  });
  assert.ok((await idsOf(workspace, "numbat")).length > 0);
  const unresolved = warnings.filter(({ code }) => code === "include-unresolved");
  assert.deepEqual(unresolved.map(({ path }) => path), ["/project/docs/a.md", "/project/docs/many.md"]);
  workspace.close();
});
