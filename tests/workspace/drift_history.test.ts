// Tests documentation drift through the history of a git repository.
import assert from "node:assert/strict";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { open } from "../../src/workspace.ts";
import { type Files, withProject } from "../cli/project.ts";
import { commitAll, gitIn, writeIn } from "../host/git_repository.ts";

const CONFIG = { ".ra.toml": '[tree.docs]\npath = "docs"\n' };

/** Commits each state of the files with its message, and returns what `check --drift` says about the last one. */
async function drift(
  states: readonly Files[],
  prepare: (folder: string) => void = () => {},
  messages: readonly string[] = [],
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await withProject(CONFIG, async (folder) => {
    const git = gitIn(folder);
    git("init", "-q");
    let before: Files = {};
    for (const [at, state] of states.entries()) {
      for (const path of Object.keys(before)) rmSync(join(folder, path));
      for (const [path, content] of Object.entries(state)) writeIn(folder, path, content);
      before = state;
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", messages[at] ?? "state", "--date", "2024-01-02T03:04:05Z");
    }
    prepare(folder);
    const workspace = await open(folder, { home: null });
    const { issues } = await workspace.check({ drift: true });
    found = issues.filter(({ level }) => level === "warning").map(({ path = "", line, code, message }) =>
      `${path.slice(folder.length + 1)}:${line} ${code} ${message}`
    );
    workspace.close();
  });
  return found;
}

test("check() reports a name that documents and sources shared and the sources no longer contain", async () => {
  const page =
    "Call `openStore()`, `Store.closeStore`, `user_id`, `LIMIT_MAX` or `useState`.\n\nThere is `readStore`, removed in 2.0.\n\n```ts\nconst inExample = user_id;\n```\n";
  assert.deepEqual(
    await drift([
      {
        "docs/a.md": page,
        "docs/changelog.md": "`openStore`\n",
        "docs/late.md": "x\n",
        "src/store.ts":
          "export function openStore() {}\nexport class Store {\n  closeStore(): void {\n  }\n}\nconst user_id = 1;\nconst LIMIT_MAX = 3;\nuseState();\nfunction readStore() {}\nfunction lateName() {}\n",
        "tests/store.ts": "function testOnly() {}\n",
      },
      {
        "docs/a.md": page,
        "docs/changelog.md": "`openStore`\n",
        "docs/late.md": "`lateName` `testOnly`\n",
        "src/store.ts": "export class Store {}\nLIMIT_MAX;\n",
      },
    ]),
    [
      "docs/a.md:1 drift-identifier closeStore (in Store.closeStore) is no longer in any source file; it was defined in src/store.ts on 2024-01-02",
      "docs/a.md:1 drift-identifier openStore (in openStore()) is no longer in any source file; it was defined in src/store.ts on 2024-01-02",
    ],
  );
});

test("check() reports a deleted path with its day, unless git ignores it or no document mentioned it while it existed", async () => {
  assert.deepEqual(
    await drift([
      {
        "docs/a.md": "src/old.ts and part.txt\n",
        "src/old.ts": "x\n",
        "src/example.ts": "x\n",
        "docs/part.txt": "x\n",
      },
      {
        "docs/a.md": "`src/example.ts` `src/old.ts` `./part.txt` `src/never.ts` `out/made.js` [made](../out/made.md)\n",
        ".gitignore": "out/\n",
      },
    ]),
    [
      "docs/a.md:1 drift-path ./part.txt no longer exists; it was removed on 2024-01-02",
      "docs/a.md:1 drift-path src/old.ts no longer exists; it was removed on 2024-01-02",
    ],
  );
});

test("check() reads a linked document where it lies, and once", { skip: process.platform === "win32" }, async () => {
  assert.deepEqual(
    await drift(
      [{ "docs/sub/a.md": "[x](b.md) [y](gone.md)\n", "docs/sub/b.md": "x\n" }],
      (folder) => symlinkSync("sub/a.md", join(folder, "docs/link.md")),
    ),
    [
      "docs/sub/a.md:1 drift-link the link leads nowhere: gone.md",
    ],
  );
});

test("in a shallow clone, check() says that it cannot know what was removed, and still checks links", async () => {
  const page = "`src/old.ts` [x](gone.md)\n\nFor example: `src/new.ts`\n";
  await withProject({ ...CONFIG, "docs/a.md": page, "src/old.ts": "1\n", "src/a.ts": "", "src/b.ts": "" }, (folder) => {
    const git = commitAll(folder);
    git("rm", "-q", "src/old.ts");
    git("commit", "-q", "-m", "gone");
    return withProject({}, async (place) => {
      gitIn(place)("clone", "-q", "--depth", "1", pathToFileURL(folder).href, "clone");
      const issuesIn = async (where: string): Promise<readonly string[]> => {
        const workspace = await open(where, { home: null });
        const { issues } = await workspace.check({ drift: true });
        workspace.close();
        return issues.map(({ level, code }) => `${level} ${code}`);
      };
      assert.deepEqual(await issuesIn(folder), ["warning drift-path", "warning drift-link"]);
      assert.deepEqual(await issuesIn(join(place, "clone")), ["warning drift-link", "note drift-history"]);
    });
  });
});

test("check() reports such names in reStructuredText and AsciiDoc, but none that their blocks of code have", async () => {
  const pages = {
    "docs/a.rst": "A\n=\n\n``open_store`` ``close_store``\n\n::\n\n   close_store()\n",
    "docs/a.adoc": "= A\n\n`openShop()` `closeShop()`\n\n----\ncloseShop()\n----\n",
  };
  assert.deepEqual(await goneNames(pages, ["open_store", "close_store", "openShop", "closeShop"]), [
    "docs/a.adoc:3 openShop (in openShop())",
    "docs/a.rst:4 open_store",
  ]);
});

test("check() reports such names in lists, notes and roles of reStructuredText, and in passed text of AsciiDoc", async () => {
  const pages = {
    "docs/a.rst":
      "A\n=\n\n* x\n\n  ``open_store``\n\n.. note::\n\n   :meth:`~Store.close_store` ``open_store``, `never_code`_\n\n.. _never_code: https://example.org\n",
    "docs/a.adoc": "= A\n\n* `+open_shop+`\n",
  };
  assert.deepEqual(await goneNames(pages, ["open_store", "close_store", "open_shop", "never_code"]), [
    "docs/a.adoc:3 open_shop",
    "docs/a.rst:10 close_store (in Store.close_store)",
    "docs/a.rst:10 open_store",
    "docs/a.rst:6 open_store",
  ]);
});

test("check() knows fields with modifiers, and no name of a module that the repository does not have", async () => {
  const pages = {
    "docs/a.rst": "A\n=\n\n.. module:: shop.till\n\n:meth:`~.Till.open_till` :attr:`.Cart.add_item`\n",
    "docs/b.rst": "B\n=\n\n.. currentmodule:: cart_plugin\n\n.. method:: Cart.add_item(x)\n",
    "docs/c.md": "`isOpenNow`\n",
    "src/shop/till.py": "\n",
  };
  const java = "class A {\n  private final boolean isOpenNow = true;\n}\n";
  assert.deepEqual(await goneNames(pages, ["open_till", "add_item"], java), [
    "docs/a.rst:6 open_till (in Till.open_till)",
    "docs/c.md:1 isOpenNow",
  ]);
});

/** What is said of documents that name what their repository then loses. */
async function goneNames(pages: Files, names: readonly string[], more = ""): Promise<readonly string[]> {
  const source = names.map((name) => `function ${name}() {}\n`).join("");
  const found = await drift([{ ...pages, "src/a.java": source + more }, { ...pages, "src/a.java": "\n" }]);
  return found.map((each) => each.replace(/ drift-identifier (.*?) is no longer.*/, " $1")).sort();
}

test("check() takes names of MDX, and paths deep in the repository, but no settings of the reader's own tools", async () => {
  const page =
    "Call `openStore()`.\n\nSee `packages/site/src/old.ts`, `src/pages/mine.ts`, `.cargo/config.toml` and `.github/workflows/old.yml`.\n";
  const kept = Object.fromEntries(["a", "b", "c"].map((name) => [`packages/site/src/${name}.ts`, "x;\n"]));
  const before = {
    ...kept,
    "docs/a.mdx": page,
    "docs/b.md": page.replace("Call `openStore()`.", "B."),
    "packages/site/src/old.ts": "export function openStore() {}\n",
    "src/pages/mine.ts": "x;\n",
    ".cargo/config.toml": "x",
    ".github/workflows/old.yml": "x",
  };
  const after = { ...kept, "docs/a.mdx": page, "docs/b.md": before["docs/b.md"] };
  assert.deepEqual((await drift([before, after])).map((each) => each.replace(/(?: no longer| is no longer).*$/, "")), [
    "docs/a.mdx:1 drift-identifier openStore (in openStore())",
    "docs/a.mdx:3 drift-path packages/site/src/old.ts",
    "docs/b.md:3 drift-path .github/workflows/old.yml",
    "docs/b.md:3 drift-path packages/site/src/old.ts",
    "docs/b.md:3 drift-path src/pages/mine.ts",
  ]);
});

test("check() leaves out names whose code moved to another repository, and those of hooks", async () => {
  const page = "`PlainMapper`, `tearDown`, `beforeAll` and `setUpClass`\n";
  const before = {
    "docs/a.md": page,
    "server/mapper.py":
      "class PlainMapper:\n    def tearDown(self):\n        pass\n    def setUpClass(self):\n        pass\n",
    "server/hooks.ts": "export function beforeAll() {}\n",
  };
  const gone = ["docs/a.md:1 drift-identifier PlainMapper is no longer in any source file"];
  for (
    const [message, isGone] of [
      ["Move the server to https://github.com/example/server", false],
      ["DBZ-1 move extensions to https://gitlab.com/example/server/", false],
      ["Extract the server into its own repository", false],
      ["Split the server out, into a separate repo", false],
      ["Moved to example/server repository", false],
      ["Remove the server, see https://github.com/example/server/issues/4", true],
      ["Move classes, see https://github.com/example/server/issues/4", true],
      ["Move the mapper to the top of the repository", true],
    ] as const
  ) {
    const found = await drift([before, { "docs/a.md": page }, { "docs/a.md": page }], undefined, ["first", message]);
    assert.deepEqual(found.map((text) => text.replace(/;.*$/, "")), isGone ? gone : [], message);
  }
});
