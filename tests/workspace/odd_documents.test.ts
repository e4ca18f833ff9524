// Tests files and trees in bad shape: the others keep working, and ra gives the reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, createFiles, DOCS, failure, type Files, idsOf, openFiles, openProject, searchOne } from "./project.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

const GOOD: Files = { "docs/good.md": "# Good\nneedle\n" };
const found = ["docs:good.md#good"];

test("an update skips a binary file, a file with control characters and an unreadable file, with the reason", async () => {
  const fs = createFiles({
    ...GOOD,
    "docs/bin.txt": "needle\0",
    "docs/control.txt": "needle\x01\x02",
    "docs/secret.txt": "needle",
    "docs/dir/a.txt": "needle",
  });
  fs.makeUnreadable("/project/docs/secret.txt");
  fs.makeUnreadable("/project/docs/dir");
  const { workspace } = await openFiles(fs);
  const report = await workspace.update();
  assert.deepEqual(report.skipped, [
    { path: "docs:bin.txt", reason: "binary" },
    { path: "docs:control.txt", reason: "binary" },
    { path: "docs:dir/", reason: "unreadable: permission denied" },
    { path: "docs:secret.txt", reason: "unreadable: permission denied" },
  ]);
  assert.deepEqual(await idsOf(workspace, "needle", ALL), found);
  const { issues } = await workspace.check();
  assert.deepEqual(
    issues.map(({ code, path }) => [code, path]),
    report.skipped.map(({ path }) => ["file-skipped", path]),
  );
});

test("inspect() refuses the files that an update skips", async () => {
  const fs = createFiles({
    "docs/bin.txt": "needle\0",
    "docs/control.txt": "needle\x01\x02",
    "docs/control.md": "needle\x01\x02",
    "docs/secret.txt": "x",
  });
  fs.makeUnreadable("/project/docs/secret.txt");
  const { workspace } = await openFiles(fs);
  const codes = await Promise.all(
    ["bin.txt", "control.txt", "control.md", "secret.txt"].map(async (name) =>
      (await failure(() => workspace.inspect(`docs/${name}`))).code
    ),
  );
  assert.deepEqual(codes, ["not-text", "not-text", "not-text", "io"]);
});

test("documents in other encodings are found, with the lines of the file and a warning that names the first line", async () => {
  const latin = "# Head\n\nGr\xf6\xdfe \x96 100 \x80\n\n## Zubeh\xf6r\n\nneedle\n";
  const broken = "# Head\n\nÄpfel, Öl und Übung\n\n## Zubehör\n\nneedle ";
  const wide = "# Head\n\nGröße – 100 €\n\n## Zubehör\n\nneedle\n";
  const { workspace, warnings } = await openProject({
    "docs/latin.md": Uint8Array.from(latin, (letter) => letter.charCodeAt(0)),
    "docs/broken.md": new Uint8Array([...new TextEncoder().encode(broken), 0xff, 0x0a]),
    "docs/wide.md": new Uint8Array(Uint16Array.from(`\ufeff${wide}`, (letter) => letter.charCodeAt(0)).buffer),
  });
  const { results } = await searchOne(workspace, "needle", ALL);
  assert.deepEqual(
    results.map(({ id, start_line, end_line, source }) => [id, start_line, end_line, source]).sort(),
    ["broken", "latin", "wide"].map((name) => [
      `docs:${name}.md#zubehör`,
      5,
      7,
      { unit: "line", first: 5, last: 7 },
    ]),
  );
  assert.deepEqual(
    results.map(({ path, content }) => [path, content!.split("\n").at(-2)]).sort(),
    [["broken.md", "needle \ufffd"], ["latin.md", "needle"], ["wide.md", "needle"]],
  );
  assert.match((await workspace.get("docs:latin.md")).content!, /Größe – 100 €/);
  assert.deepEqual(warnings.map(({ code, path, line, message }) => [code, path, line, message]), [
    ["not-utf-8", "/project/docs/broken.md", 7, "1 sequence of bytes is not UTF-8; ra reads U+FFFD there"],
    [
      "not-utf-8",
      "/project/docs/latin.md",
      3,
      "the file is not UTF-8 and names no other encoding; ra reads it as windows-1252",
    ],
  ]);
  const report = await workspace.inspect("docs/latin.md");
  assert.deepEqual(report.chunks.map(({ title, start_line }) => [title, start_line]), [["Head", 1], ["Head", 1], [
    "Zubehör",
    5,
  ]]);
});

test("context() reads source files in any encoding", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# Head\n\nDie Überhitzung.\n",
    "src/a.py": Uint8Array.from("# \xdcberhitzung\n", (letter) => letter.charCodeAt(0)),
  });
  const { queries: [entry] } = await workspace.context(["src/a.py"]);
  assert.deepEqual(entry!.results.map(({ id }) => id), ["docs:a.md"]);
});

test("NUL bytes after the first 8 KiB are text", async () => {
  const { workspace } = await openProject({ "docs/a.txt": `${"x ".repeat(5000)}\0 needle \0\n` });
  const [result] = (await searchOne(workspace, "needle", ALL)).results;
  assert.equal(result!.id, "docs:a.txt");
  assert.match(result!.content!, /\0 needle \0\n$/);
});

test("broken frontmatter causes a warning with its line, and ra indexes the rest", async () => {
  const { workspace, warnings } = await openProject({
    "docs/a.md": "---\ntitle: Fine\ntags: [a\n---\n# Head\nneedle\n",
    "docs/b.md": "---\ntitle: Never closed\n# Head\nneedle\n",
  });
  assert.deepEqual([...(await idsOf(workspace, "needle", ALL))].sort(), ["docs:a.md#head", "docs:b.md#head"]);
  const shown = warnings.map(({ code, path, line }) => [code, path, typeof line]).sort();
  assert.deepEqual(shown.map(([, path, line]) => [path, line]), [["/project/docs/a.md", "number"], [
    "/project/docs/b.md",
    "number",
  ]]);
  assert.equal((await workspace.get("docs:a.md#head")).title, "Head");
});

test("ids contain spaces, #, :, %, quotes, dots and letters of any script unchanged", async () => {
  const names = [
    "with space.md",
    "c#.md",
    "a:b.md",
    "100%.md",
    "über.md",
    "日本.md",
    'it\'s "q".md',
    "dots..in.name.md",
    "e\u0301.md",
    "emoji 🎉.md",
    "back\\slash.md",
    "-dash.md",
    "new\nline.md",
  ];
  const { workspace } = await openProject(
    Object.fromEntries(names.map((name) => [`docs/${name}`, "# Head\nneedle\n"])),
  );
  assert.deepEqual(
    [...(await idsOf(workspace, "needle", ALL))].sort(),
    names.map((name) => `docs:${name}#head`).sort(),
  );
  for (const name of names) {
    const got = await workspace.get(`docs:${name}#head`);
    assert.deepEqual([got.path, got.content], [name, "needle\n"], name);
  }
});

test("a heading's id never leads to a file with a similar name", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# b.md\nfrom the heading\n",
    "docs/a.md#bmd": "x",
    "docs/a.md#b.md": "# Inner\nfrom the file\n",
  });
  const chunks = await workspace.list("chunks");
  assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
  assert.match((await workspace.get("docs:a.md#bmd")).content!, /from the heading/);
  assert.match((await workspace.get("docs:a.md#b.md")).content!, /from the file/);
});

test("Windows line ends and a byte order mark shift no span", async () => {
  const { workspace } = await openProject({
    "docs/crlf.md":
      "---\r\ntitle: T\r\ntags: [k]\r\n---\r\nopening\r\n\r\n# One\r\nneedle\r\n\r\nTwo\r\n---\r\nmore needle\r\n",
    "docs/bom.md": "\ufeff---\ntitle: Bom\n---\n# One\nneedle\n",
  });
  const content = async (id: string) => (await workspace.get(id)).content;
  assert.equal(await content("docs:crlf.md#one"), "needle\r\n\r\nTwo\r\n---\r\nmore needle\r\n");
  assert.equal(await content("docs:crlf.md#two"), "more needle\r\n");
  assert.equal(await content("docs:bom.md#one"), "needle\n");
});

test("ra follows links to files, but not links to folders, loops and broken links", async () => {
  const fs = createFiles({ ...GOOD, "elsewhere/real.md": "# Real\nneedle\n" });
  fs.addSymlink("/project/docs/link.md", "/project/elsewhere/real.md");
  fs.addSymlink("/project/docs/self.md", "self.md");
  fs.addSymlink("/project/docs/one.md", "two.md");
  fs.addSymlink("/project/docs/two.md", "one.md");
  fs.addSymlink("/project/docs/loop", "/project/docs");
  fs.addSymlink("/project/docs/broken.md", "/nowhere.md");
  fs.addOther("/project/docs/pipe.md");
  const { workspace } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "needle", ALL), [...found, "docs:link.md#real"]);
  assert.deepEqual((await workspace.update()).skipped, [
    { path: "docs:broken.md", reason: "a broken link" },
    { path: "docs:one.md", reason: "a broken link" },
    { path: "docs:pipe.md", reason: "not a regular file" },
    { path: "docs:self.md", reason: "a broken link" },
    { path: "docs:two.md", reason: "a broken link" },
  ]);
});

test("ra follows a tree whose path is a link to a folder", async () => {
  const fs = createFiles({ ".ra.toml": '[tree.docs]\npath = "linked"\n', "real/a.md": "# A\nneedle\n" });
  fs.addSymlink("/project/linked", "/project/real");
  const { workspace } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "needle", ALL), ["docs:a.md#a"]);
});

test("a tree that is a file counts as missing, and causes no error", async () => {
  const { workspace, warnings } = await openProject({
    ...GOOD,
    ".ra.toml": `${DOCS}[tree.file]\npath = "docs/good.md"\n`,
  });
  assert.deepEqual(await idsOf(workspace, "needle", ALL), found);
  assert.deepEqual(warnings.map(({ code }) => code), ["tree-missing"]);
  assert.match(warnings[0]!.message, /tree file .*: it is not a directory/);
  const { issues } = await workspace.check();
  assert.deepEqual(issues.map(({ level, code }) => [level, code]), [["error", "tree-missing"]]);
});

test("a search without any existing tree finds nothing and says so", async () => {
  const { workspace, warnings } = await openProject({ ".ra.toml": '[tree.gone]\npath = "gone"\n' });
  const entry = await searchOne(workspace, "needle");
  assert.deepEqual([entry.results, entry.total_matches], [[], 0]);
  assert.deepEqual(warnings.map(({ code }) => code), ["tree-missing"]);
});

test("two trees with the same path contain the same files under two names", async () => {
  const { workspace } = await openProject({ ...GOOD, ".ra.toml": `${DOCS}[tree.twin]\npath = "./docs/"\n` });
  assert.deepEqual([...(await idsOf(workspace, "needle", ALL))].sort(), ["docs:good.md#good", "twin:good.md#good"]);
  assert.deepEqual(await idsOf(workspace, "needle tree:twin", ALL), ["twin:good.md#good"]);
  assert.equal((await workspace.status()).warnings.length, 0);
});

test("a file of a tree inside another tree belongs to both, and both notice edits", async () => {
  const { workspace, fs } = await openProject({
    "docs/sub/a.md": "# A\nneedle\n",
    ".ra.toml": `${DOCS}[tree.sub]\npath = "docs/sub"\n`,
  });
  assert.deepEqual([...(await idsOf(workspace, "needle", ALL))].sort(), ["docs:sub/a.md#a", "sub:a.md#a"]);
  fs.writeFile("/project/docs/sub/a.md", new TextEncoder().encode("# A\nthread\n"));
  assert.deepEqual([...(await idsOf(workspace, "thread", ALL))].sort(), ["docs:sub/a.md#a", "sub:a.md#a"]);
  assert.deepEqual(await idsOf(workspace, "needle", { ...ALL, match: "all" }), []);
});

test("the index folder is never a document, even when the project is the tree", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.all]\npath = "."\ninclude = ["**/*", "**/.*/**"]\n',
    "a.md": "# A\nneedle\n",
  });
  await workspace.update();
  await workspace.update();
  const docs = (await workspace.list("docs")).map(({ path }) => path);
  assert.deepEqual(docs.filter((path) => path.startsWith(".ra/")), []);
  assert.ok(docs.includes("a.md"));
});

test("empty and blank files make no chunks and no issue", async () => {
  const { workspace } = await openProject({
    ...GOOD,
    "docs/empty.md": "",
    "docs/blank.txt": " \n\t\r\n",
    "docs/bom.md": "\ufeff",
    "docs/front.md": "---\ntitle: X\n---\n",
  });
  const ids = (await workspace.list("chunks")).map(({ id }) => id);
  assert.ok(
    !ids.includes("docs:empty.md") && !ids.includes("docs:blank.txt") && !ids.includes("docs:bom.md"),
    ids.join(" "),
  );
  assert.deepEqual((await workspace.check()).issues, []);
});

test("a search finds passages of a file of 50 MB and of a file with a line of 5 MB", async () => {
  const paragraph = `${"some filler words that say nothing much at all. ".repeat(40)}\n\n`;
  const sections = Array.from(
    { length: 200 },
    (_, at) => `# Section ${at}\n\nmarker${at} ${paragraph.repeat(Math.ceil(250_000 / paragraph.length))}\n`,
  ).join("");
  const line = `${"one very long line ".repeat(280_000)}needle at the end`;
  assert.ok(sections.length > 50e6 * 0.99 && line.length > 5e6);
  const { workspace } = await openProject({ "docs/big.md": sections, "docs/line.txt": line });
  const [section] = (await searchOne(workspace, "marker137", { ...ALL, limit: 1 })).results;
  assert.equal(section!.id, "docs:big.md#section-137");
  assert.match(snippetHtml(section!.snippet!), /<b>marker137<\/b>/);
  const [needle] = (await searchOne(workspace, "needle", { ...ALL, limit: 1 })).results;
  assert.equal(needle!.id, "docs:line.txt");
  assert.match(snippetHtml(needle!.snippet!), /^….*<b>needle<\/b> at the end$/);
  assert.ok(needle!.snippet!.text.length < 200);
});

test("ra indexes deep nesting, thousands of headings with one name, and headings of punctuation", async () => {
  const same = Array.from({ length: 3000 }, () => "# Same\nx\n").join("");
  const deep = `${"> ".repeat(200)}quoted\n\n${"- ".repeat(200)}item\n\n${"*".repeat(5000)}\n\n${
    "[".repeat(5000)
  }\n\n# !!!\nneedle\n`;
  const { workspace } = await openProject({ "docs/same.md": same, "docs/deep.md": deep });
  const chunks = await workspace.list("chunks");
  assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
  assert.equal((await idsOf(workspace, "body:needle", ALL))[0], "docs:deep.md#heading");
  assert.ok(chunks.some(({ id }) => id === "docs:same.md#same-2999"));
});

test("ra indexes a path of a thousand characters and a heading of ten thousand", async () => {
  const folder = Array.from({ length: 20 }, () => "f".repeat(50)).join("/");
  const { workspace } = await openProject({ [`docs/${folder}/a.md`]: `# ${"long ".repeat(2000)}\nneedle\n` });
  const [result] = (await searchOne(workspace, "needle", ALL)).results;
  assert.equal(result!.path, `${folder}/a.md`);
  assert.ok(result!.title.startsWith("long long ") && result!.title.length <= 512);
  assert.ok(result!.content!.includes("long ".repeat(2000).trim()));
});

test("ra returns a document full of markup and control characters unchanged", async () => {
  const text = '# <script>alert(1)</script> & "x"\nneedle \u001b[31m red \u0007 \u202e rtl </b> <b> &lt;\n' +
    `${"plain ".repeat(30)}\n`;
  const { workspace } = await openProject({ "docs/a.md": text });
  const [result] = (await searchOne(workspace, "needle", ALL)).results;
  assert.ok(result!.content!.endsWith(text.slice(text.indexOf("\n") + 1)));
  assert.match(snippetHtml(result!.snippet!), /^<b>needle<\/b> .*&lt; plain plain /);
});
