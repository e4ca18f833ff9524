// Tests that `ra context` compares whole files with whole documents, and that words of small files count.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/workspace.ts";
import { createFiles, openProject, write } from "./project.ts";

const CONFIG = '[tree.docs]\npath = "docs"\n';
const FILES = {
  ".ra.toml": CONFIG,
  "docs/animals.md": "# Animals\n## Zebras\nA zebra.\n## Hay\nFeed them with hay and clover.\n",
  "docs/stripes.md": "# Stripes\n## Zebras\nA zebra.\n## Drawing\nDraw a pattern: canvas, gradient, stroke.\n",
  "docs/other.md": "# Other\nSomething else entirely.\n",
  "src/one.py": "zebra = canvas(gradient, stroke)\nzebra.zebra(zebra)\n",
  "src/two.py": "zebra = clover(hay)\nzebra.zebra(zebra)\n",
};
const first = async (file: string, files: Readonly<Record<string, string>> = FILES) => {
  const { workspace } = await openProject(files);
  const { results } = (await workspace.context(file, { terms: 1, list: true })).queries[0]!;
  return results.map(({ doc_id }) => doc_id)[0];
};

test("of documents that hold a file's best term alike, the one that holds more of the whole file comes first", async () => {
  assert.equal(await first("src/one.py"), "docs:stripes.md");
  assert.equal(await first("src/two.py"), "docs:animals.md");
});

test("the whole file changes the order of the results and adds none", async () => {
  const { workspace } = await openProject(FILES);
  const { results, total_matches } = (await workspace.context("src/one.py", { terms: 1, list: true })).queries[0]!;
  assert.deepEqual(results.map(({ doc_id }) => doc_id).toSorted(), ["docs:animals.md", "docs:stripes.md"]);
  assert.equal(total_matches, 2);
});

test("context scores an updated index like a new one", async () => {
  const fs = createFiles({
    ...FILES,
    "docs/stripes.md": "# Old\nA zebra, canvas canvas canvas.\n",
    "docs/gone.md": "canvas",
  });
  const workspace = await open("/project", { fs, home: null });
  await workspace.update();
  write(fs, "docs/stripes.md", FILES["docs/stripes.md"]);
  fs.removeFile("/project/docs/gone.md");
  const { workspace: fresh } = await openProject(FILES);
  assert.deepEqual(await workspace.context("src/one.py"), await fresh.context("src/one.py"));
});

test("context on a small file looks for the words that it holds once, and not only for its name", async () => {
  const { workspace } = await openProject({
    ".ra.toml": CONFIG,
    "docs/kv.md": "# Key-value store\nOpen it with `Deno.openKv()`. `enqueue` puts a message into the queue.\n",
    "docs/scratch.md": "# Notes\nStart from scratch.\n",
    "docs/bread.md": "# Bread\nToasters and ovens.\n",
    "src/try.ts": 'const kv = await Deno.openKv();\nkv.enqueue("x");\n',
  });
  const [entry] = (await workspace.context("src/try.ts", { explain: true })).queries;
  const terms = entry!.files![0]!.terms.map(({ term }) => term);
  assert.ok(terms.includes("openKv") && terms.includes("enqueue"), terms.join(" "));
  assert.equal(entry!.results[0]!.doc_id, "docs:kv.md");
});

test("a page that includes a file comes before pages that say more of its words", async () => {
  const included = "# Tables\nDraw one in Rust.\n\n```rust\n{{ #include @code/shapes/grid/src/main.rs }}\n```\n";
  const { workspace } = await openProject({
    ".ra.toml": CONFIG,
    "docs/tables.md": included,
    "docs/layout.md": "# Layout\nA grid of rows and columns. It can render cells, rows, columns.\n",
    "docs/other.md": "# Other\nThe file src/main.rs starts a program.\n",
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`docs/bread${at}.md`, `# Bread ${at}\nToasters and ovens.\n`]),
    ),
    "code/grid/src/main.rs": "fn render_cells(rows: u8, columns: u8) {}\n",
  });
  const { results } = (await workspace.context("code/grid/src/main.rs", { list: true })).queries[0]!;
  assert.equal(results[0]!.doc_id, "docs:tables.md");
});
