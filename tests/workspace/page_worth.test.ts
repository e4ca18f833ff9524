// Tests which pages come first: exact titles, file names, aliases, and weights by path.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, idsOf, openProject, searchOne } from "./project.ts";

const PLAIN = { aggregation: false, cutoffRatio: 0, limit: 50 };
const FILLER = "Other words about many things that nobody asks for, so that the texts differ in length.\n";

test("a page comes before sections of the same title, and these before stubs that only link", async () => {
  const { workspace } = await openProject({
    "docs/variables.md": `# Environment variables\n${FILLER.repeat(20)}A program reads environment variables.\n`,
    "docs/a.md": `# First\n${FILLER}\n## Environment variables\nSee [Environment variables](variables.md).\n`,
    "docs/b.md": `# Second\n${FILLER}\n## Environment variables\nEnvironment variables of this tool: A, B and C.\n`,
    "docs/c.md": "# Environment variables or environment variables\nEnvironment variables, environment variables.\n",
  });
  const found = await idsOf(workspace, "environment variables", PLAIN);
  assert.equal(found[0]!.split("#")[0], "docs:variables.md");
  const place = (id: string): number => found.indexOf(id);
  assert.ok(place("docs:b.md#environment-variables") < place("docs:a.md#environment-variables"));
  assert.ok(
    place("docs:a.md#environment-variables") < place("docs:c.md#environment-variables-or-environment-variables"),
  );
});

test("a stem in a title counts only if no page has the word as it is, and never for stop words", async () => {
  const { workspace } = await openProject({
    "docs/ifs.md": `# IFS\n${FILLER}\nif if if\n`,
    "docs/conditions.md": `# Conditions\nif this if that if all else fails\n`,
    "docs/generated.md": "# Generated\ngenerators generators generators generators generators\n",
    "docs/generators.md": `# Generators\n${FILLER.repeat(10)}`,
    "docs/compiled.md": `# Compiled\n${FILLER.repeat(10)}`,
    "docs/other.md": "# Programs\ncompiling compiling compiling compiling compiling compiling\n",
  });
  const lifted = async (query: string): Promise<readonly string[]> =>
    (await searchOne(workspace, query, { ...PLAIN, explain: true })).explain!.results
      .filter(({ lift }) => lift > 0).map(({ id }) => id.split(":")[1]!.split("#")[0]!);
  assert.deepEqual(await lifted("if"), []);
  assert.deepEqual([...new Set(await lifted("generators"))], ["generators.md"]);
  assert.deepEqual([...new Set(await lifted("compiling"))], ["compiled.md"]);
});

test("the name of a file lifts its document, with and without the extension and the folder", async () => {
  const { workspace } = await openProject({
    "docs/guide/formats.md": `# What can be read\n${FILLER.repeat(20)}`,
    "docs/other.md": "# Formats of files\nformats formats formats formats.md formats.md guide/formats.md\n",
    "docs/md.md": "# Formats md or not\nformats md formats md\n",
  });
  for (const query of ["formats", "formats.md", "Formats.MD", "guide/formats.md"]) {
    assert.equal((await idsOf(workspace, query, PLAIN))[0], "docs:guide/formats.md#what-can-be-read", query);
  }
  assert.notEqual((await idsOf(workspace, "formats.txt", PLAIN))[0], "docs:guide/formats.md");
});

test("frontmatter values are found, and an alias is as good as a title", async () => {
  const { workspace } = await openProject({
    "docs/k8s.md":
      `---\ntitle: Orchestration\ndescription: Running zebras in containers\naliases: [Kubernetes cluster, k8s]\nowner: platypus\n---\n# Start\n${
        FILLER.repeat(10)
      }`,
    "docs/a.md": "# Kubernetes and the cluster\nkubernetes cluster kubernetes cluster k8s k8s\n",
  });
  assert.equal((await idsOf(workspace, "kubernetes cluster", PLAIN))[0], "docs:k8s.md");
  assert.equal((await idsOf(workspace, "K8S", PLAIN))[0], "docs:k8s.md");
  assert.deepEqual(await idsOf(workspace, "zebras", PLAIN), ["docs:k8s.md"]);
  assert.deepEqual(await idsOf(workspace, "body:platypus", PLAIN), ["docs:k8s.md"]);
});

const CHANGES = {
  "docs/CHANGELOG.md": "# Changelog\n\n## 1.2\nsqlalchemy sqlalchemy works, sqlalchemy is faster\n",
  "docs/database.md": "# Databases\nUse sqlalchemy for tables. With sqlalchemy, you write classes.\n",
};

test("changelogs come below pages, unless the query asks for them by name", async () => {
  const { workspace } = await openProject(CHANGES);
  assert.equal((await idsOf(workspace, "sqlalchemy", PLAIN))[0], "docs:database.md#databases");
  assert.equal((await idsOf(workspace, "sqlalchemy changelog", PLAIN))[0]!.split("#")[0], "docs:CHANGELOG.md");
  const { explain } = await searchOne(workspace, "sqlalchemy", { ...PLAIN, explain: true });
  assert.deepEqual(explain!.results.map(({ weight }) => weight).sort(), [0.5, 1]);
});

test("notes on a release in a folder named by them come below pages", async () => {
  for (const folder of ["RelNotes", "release-notes", "Release notes", "releases"]) {
    const { "docs/CHANGELOG.md": notes, ...others } = CHANGES;
    const { workspace } = await openProject({
      ...others,
      [`docs/${folder}/1.2.md`]: notes.replace("Changelog", "1.2"),
    });
    assert.equal((await idsOf(workspace, "sqlalchemy", PLAIN))[0], "docs:database.md#databases", folder);
  }
});

test("[search.weight] weighs documents by glob, and replaces the built-in weights", async () => {
  const first = async (weight: string): Promise<string> => {
    const config = `${DOCS}[search.weight]\n${weight}\n`;
    const { workspace } = await openProject({ ...CHANGES, ".ra.toml": config });
    return (await idsOf(workspace, "sqlalchemy", PLAIN))[0]!.split("#")[0]!;
  };
  assert.equal(await first('"changelog.MD" = 1'), "docs:CHANGELOG.md");
  assert.equal(await first('"{database,x}.md" = 0.01'), "docs:CHANGELOG.md");
  assert.equal(await first('"docs/*" = 0.01'), "docs:database.md");
});

const NEWS = {
  "docs/blog/faster.md": "# Faster\n\nsqlalchemy sqlalchemy works, sqlalchemy is faster\n",
  "docs/database.md": "# Databases\nUse sqlalchemy for tables. With sqlalchemy, you write classes.\n",
  "docs/other.md": "# Other\ntext\n",
};

test("blogs and news come below pages where they are less than half of a tree, and a weight of one's own wins", async () => {
  const first = async (files: Readonly<Record<string, string>>): Promise<string> =>
    (await idsOf((await openProject(files)).workspace, "sqlalchemy", PLAIN))[0]!.split("#")[0]!;
  assert.equal(await first(NEWS), "docs:database.md");
  assert.equal(await first({ ...NEWS, "docs/_posts/more.md": "# More\ntext\n" }), "docs:blog/faster.md");
  assert.equal(await first({ ...NEWS, ".ra.toml": `${DOCS}[search.weight]\n"blog/**" = 1\n` }), "docs:blog/faster.md");
  const about = { ...NEWS, "docs/guide/setup/blog/faster.md": NEWS["docs/blog/faster.md"] };
  assert.equal(await first(about), "docs:guide/setup/blog/faster.md");
  const { explain } = await searchOne((await openProject(NEWS)).workspace, "sqlalchemy", { ...PLAIN, explain: true });
  assert.deepEqual(explain!.results.map(({ id, weight }) => [id.split("#")[0], weight]), [
    ["docs:database.md", 1],
    ["docs:blog/faster.md", 0.5],
  ]);
});
