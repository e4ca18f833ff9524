/** Trees that are left out stay in the index, and no answer counts them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileSystem } from "../../src/host/file_system.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { isOtherUser } from "../../src/host/process.ts";
import type { OpenOptions, Workspace } from "../../src/workspace.ts";
import { ALL, createFiles, DOCS, failure, idsOf, openFiles, searchOne, write } from "./project.ts";

const OTHER = 4242;
/** Deno without --allow-sys and Windows do not tell who runs ra. */
const skip = !isOtherUser(OTHER);
const OUT = '[tree.out]\npath = "/elsewhere"\n';

const put = (fs: MemoryFileSystem, path: string, text: string): void => {
  fs.makeDirectory(path.slice(0, path.lastIndexOf("/")) || "/");
  fs.writeFile(path, new TextEncoder().encode(text));
};

/** A project with a tree in it, and one elsewhere. */
function project(config: string): MemoryFileSystem {
  const fs = createFiles({
    ".ra.toml": config,
    "docs/a.md": "---\ntags: [kitchen]\n---\n# Soup\n\nneedle spoon pot\n\n## Bread\n\noven oven\n",
    "docs/b.md": "# Oven\n\nneedle heat\n",
  });
  put(fs, "/elsewhere/c.md", "---\ntags: [garden]\n---\n# Needle\n\nneedle spoon spade\n");
  put(fs, "/elsewhere/d.html", "<h1>Rake</h1><p>needle <a href='x'>rake</a> spoon</p>");
  return fs;
}

/** Why a tree can be left out: how the project is opened with it, and how without. */
interface Way {
  readonly make: () => MemoryFileSystem;
  readonly whole: OpenOptions;
  readonly partial: OpenOptions;
  readonly why: RegExp;
  readonly skip?: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  "its file is not trusted": {
    make: () => project(DOCS + OUT),
    whole: { trust: true },
    partial: {},
    why: /^it lies outside the project; `ra trust \/project` allows it$/,
  },
  "another user owns its file": {
    make() {
      const fs = project(DOCS);
      put(fs, "/.ra.toml", OUT);
      fs.setOwner("/.ra.toml", OTHER);
      return fs;
    },
    whole: { trust: true },
    partial: {},
    why: /^\/\.ra\.toml, which defines it, is not read now$/,
    skip,
  },
  "the home directory is not known": {
    make() {
      const fs = project(DOCS);
      put(fs, "/home/me/.ra.toml", OUT);
      return fs;
    },
    whole: { home: "/home/me" },
    partial: { home: null },
    why: /^\/home\/me\/\.ra\.toml, which defines it, is not read now$/,
  },
};

/** Every file of the index with its bytes, in base64. */
function indexFiles(fs: FileSystem, folder = "/project/.ra"): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fs.readDirectory(folder).flatMap(({ name, kind }) =>
      kind === "directory"
        ? Object.entries(indexFiles(fs, `${folder}/${name}`))
        : [[`${folder}/${name}`, Buffer.from(fs.readFile(`${folder}/${name}`)!).toString("base64")]]
    ),
  );
}

async function using<T>(fs: MemoryFileSystem, options: OpenOptions, use: (workspace: Workspace) => Promise<T>) {
  const { workspace } = await openFiles(fs, options);
  try {
    return await use(workspace);
  } finally {
    workspace.close();
  }
}

/** The ids of all matching chunks. */
const needles = async (workspace: Workspace, update = true): Promise<readonly string[]> =>
  [...await idsOf(workspace, "needle", { ...ALL, update })].sort();
const OWN = ["docs:a.md#soup", "docs:b.md#oven"];

/** What a workspace says of its documents, scores to the bit. */
async function answers(workspace: Workspace): Promise<unknown> {
  const found = [];
  for (const query of ["needle", "spoon oven", "rake", "tag:garden", "spoon -pot"]) {
    found.push(await searchOne(workspace, query, { ...ALL, facets: true, explain: true }));
  }
  return {
    found,
    like: await workspace.likeThis("docs:b.md", { limit: 100 }),
    trees: await workspace.list("trees"),
    docs: (await workspace.list("docs")).map(({ modified: _, ...rest }) => rest),
    chunks: await workspace.list("chunks"),
    tags: await workspace.list("tags"),
  };
}

for (const [name, { make, whole, partial, why, skip = false }] of Object.entries(WAYS)) {
  test(`a search writes nothing while a tree is left out because ${name}, and finds it again`, { skip }, async () => {
    const fs = make();
    const first = await using(fs, whole, answers);
    const before = indexFiles(fs);
    assert.deepEqual(await using(fs, partial, needles), OWN);
    assert.deepEqual(await using(fs, partial, (workspace) => needles(workspace, false)), OWN);
    assert.deepEqual(indexFiles(fs), before);
    assert.deepEqual(await using(fs, whole, answers), first);
    assert.deepEqual(indexFiles(fs), before);
  });

  test(`answers do not count a tree that is left out because ${name}, as it changes around it`, { skip }, async () => {
    const fs = make();
    await using(fs, whole, (workspace) => workspace.update());
    /** The same documents without the tree. */
    const alone = project(DOCS);
    for (let round = 0; round < 9; round++) {
      for (const one of [fs, alone]) {
        write(one, `docs/m${round}.md`, `# More ${round}\n\nneedle garden spoon ${round}\n`);
      }
      const segments = await using(fs, partial, async (workspace) => {
        await needles(workspace);
        return (await workspace.status()).index.segments;
      });
      // Eight segments become one.
      assert.equal(segments, round < 6 ? round + 2 : round - 5);
      if (round % 3 === 2) assert.deepEqual(await using(fs, partial, answers), await using(alone, {}, answers));
    }
    await using(fs, partial, (workspace) => workspace.update({ full: true }));
    assert.deepEqual(await using(fs, partial, answers), await using(alone, {}, answers));
    const { added, changed, removed, unchanged } = await using(fs, whole, (workspace) => workspace.update());
    assert.deepEqual([added, changed, removed, unchanged], [0, 0, 0, 13]);
  });

  test(`status() says how much is kept of a tree that is left out because ${name}, until prune`, { skip }, async () => {
    const fs = make();
    await using(fs, whole, (workspace) => workspace.update());
    await using(fs, partial, async (workspace) => {
      const { kept, trees, index, hints } = await workspace.status();
      assert.deepEqual(kept?.map(({ name, path, documents }) => [name, path, documents]), [["out", "/elsewhere", 2]]);
      assert.match(kept[0]!.reason, why);
      assert.deepEqual([trees.map(({ name }) => name), index.state], [["docs"], "current"]);
      assert.ok(hints.includes("`ra update --prune` drops what the index keeps of trees that are left out"));
      for (const ask of [() => workspace.get("out:c.md#needle"), () => workspace.likeThis("out:c.md")]) {
        const error = await failure(ask);
        assert.equal(error.code, "unknown-id");
        assert.match(error.hint ?? "", /^tree out is left out: /);
        assert.match((error.hint ?? "").replace("tree out is left out: ", ""), why);
      }
      await workspace.update();
      await workspace.update({ full: true });
      assert.equal((await workspace.status()).kept?.length, 1);
      const { removed, removed_trees } = await workspace.update({ prune: true });
      assert.deepEqual([removed, removed_trees], [2, ["out"]]);
      assert.equal((await workspace.status()).kept, undefined);
    });
    assert.equal((await using(fs, whole, (workspace) => workspace.update())).added, 2);
  });
}

test("a filter by a tree that is left out says why there is none", async () => {
  const fs = project(DOCS + OUT);
  await using(fs, {}, async (workspace) => {
    for (
      const ask of [() => workspace.search("needle", { trees: ["out"] }), () => workspace.search("needle tree:out")]
    ) {
      const { code, hint } = await failure(ask);
      assert.deepEqual([code, hint], [
        "unknown-tree",
        "tree out is left out: it lies outside the project; `ra trust /project` allows it",
      ]);
    }
  });
});

test("a tree that is left out does not become the tree of that name in a file farther up", async () => {
  const fs = project(DOCS + OUT);
  put(fs, "/home/me/.ra.toml", '[tree.out]\npath = "~/notes"\n');
  put(fs, "/home/me/notes/n.md", "# Note\n\nneedle\n");
  const home = "/home/me";
  const first = await using(fs, { home, trust: true }, needles);
  const before = indexFiles(fs);
  assert.deepEqual(await using(fs, { home }, needles), OWN);
  assert.deepEqual(await using(fs, { home, trust: true }, needles), first);
  assert.deepEqual(indexFiles(fs), before);
});

test("trust that is taken back leaves the tree out of a server's next answer, and nothing is written", async () => {
  const fs = project(DOCS + OUT);
  const { workspace } = await openFiles(fs, { home: "/home/me", reload: true });
  const { trustedConfigs } = await import("../../src/config/trusted.ts");
  const trusted = trustedConfigs(fs, "/home/me");
  await trusted.trust("/project/.ra.toml");
  const first = await needles(workspace);
  assert.equal(first.length, 4);
  const before = indexFiles(fs);
  trusted.revoke("/project/.ra.toml");
  assert.deepEqual(await needles(workspace), OWN);
  await trusted.trust("/project/.ra.toml");
  assert.deepEqual(await needles(workspace), first);
  assert.deepEqual(indexFiles(fs), before);
  workspace.close();
});

test("a process that answers many times follows a folder that goes and comes back", async () => {
  const fs = project(`${DOCS}[tree.notes]\npath = "notes"\n`);
  write(fs, "notes/n.md", "# Note\n\nneedle needle\n");
  const { workspace } = await openFiles(fs);
  const all = await searchOne(workspace, "needle", ALL);
  const before = indexFiles(fs);
  for (const update of [true, false]) {
    fs.rename("/project/notes", "/project/away");
    assert.deepEqual(await needles(workspace, update), OWN);
    fs.rename("/project/away", "/project/notes");
    assert.deepEqual(await searchOne(workspace, "needle", { ...ALL, update }), all);
  }
  assert.deepEqual(indexFiles(fs), before);
  workspace.close();
});

test("watch() counts the documents of a missing tree no more, and reports none of them as removed", async () => {
  const fs = project(`${DOCS}[tree.notes]\npath = "notes"\n`);
  write(fs, "notes/n.md", "# Note\n");
  const { workspace } = await openFiles(fs);
  const updates = workspace.watch({ interval: 1 })[Symbol.asyncIterator]();
  assert.equal((await updates.next()).value?.documents, 3);
  fs.rename("/project/notes", "/project/away");
  write(fs, "docs/c.md", "# C\n");
  const { value } = await updates.next();
  assert.deepEqual([value?.added, value?.removed, value?.documents], [["docs:c.md"], [], 3]);
  await updates.return?.();
  workspace.close();
});

test("a context rule that includes a document of a tree that is left out warns of the tree alone", async () => {
  const fs = project(
    `${DOCS}[tree.notes]\npath = "notes"\n[[context.rules]]\nmatch = "*.ts"\ninclude = ["notes:n.md"]\n`,
  );
  write(fs, "notes/n.md", "# Note\n");
  write(fs, "a.ts", "needle();\n");
  await using(fs, {}, (workspace) => workspace.update());
  fs.rename("/project/notes", "/project/away");
  const { workspace, warnings } = await openFiles(fs);
  const { queries } = await workspace.context("a.ts");
  assert.ok(queries[0]!.results.every(({ tree }) => tree === "docs"));
  assert.deepEqual(warnings.map(({ code }) => code), ["tree-missing"]);
  workspace.close();
});

test("check() lists no file of a tree that is left out, and takes the trees and ids of rules for known", async () => {
  const rules = '[[context.rules]]\nmatch = "*.ts"\ntrees = ["out"]\ninclude = ["out:c.md"]\n';
  const fs = project(DOCS + OUT + rules);
  put(fs, "/elsewhere/bad.md", "\0");
  put(fs, "/project/a.ts", "x\n");
  await using(fs, { trust: true }, (workspace) => workspace.update());
  const { issues, index } = await using(fs, {}, (workspace) => workspace.check());
  assert.deepEqual([issues.map(({ code }) => code), index], [["config-untrusted"], "current"]);
});
