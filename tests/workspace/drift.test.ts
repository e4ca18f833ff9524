// Tests documentation drift in a project without git.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Files, openProject } from "./project.ts";

/** Returns `path:line code message` of every warning that `check --drift` adds. */
async function drift(files: Files): Promise<readonly string[]> {
  const { workspace } = await openProject(files);
  const issues = (await workspace.check({ drift: true })).issues.filter(({ code }) =>
    code !== "orphan" && code !== "dead-end"
  );
  assert.ok(issues.every(({ code }) => code.startsWith("drift-")), JSON.stringify(issues));
  assert.deepEqual((await workspace.check()).issues.filter(({ level }) => level !== "note"), []);
  workspace.close();
  return issues.filter((issue) => issue.level === "warning").map(({ path = "", line, code, message }) =>
    `${path.replace("/project/", "")}:${line ?? ""} ${code} ${message}`
  );
}

test("check() reports links that lead nowhere with their line, and no others", async () => {
  assert.deepEqual(
    await drift({
      "docs/a.md": `---
title: A
---
[gone](gone.md) and [there](b.md), [folder](sub/), [source](../src/x.ts), ![image](no.png)

[page without extension](b), [as a folder](../b/), [html](b.html), [elsewhere](https://x.test/y.md), [site](/guide.md), [mail](mailto:a@b.c)
<me@mail.test> [space](with%20space.md?x=1) [placeholder](URL) [outside](../../other/x.md) [template]({{ x }}/y.md)

\`[code](nowhere.md)\`
`,
      "docs/b.md": "# B\n",
      "docs/with space.md": "# S\n",
      "docs/sub/README.md": "# Sub\n",
      "src/x.ts": "",
    }),
    [
      "docs/a.md:4 drift-link the image leads nowhere: no.png",
      "docs/a.md:4 drift-link the link leads nowhere: gone.md",
    ],
  );
});

test("check() reads documents in any encoding", async () => {
  const latin = Uint8Array.from(
    "# Gr\xf6\xdfe\n\n[gone](gone.md) and [here](#größe)\n",
    (letter) => letter.charCodeAt(0),
  );
  const { workspace } = await openProject({ "docs/a.md": latin });
  const { issues } = await workspace.check({ drift: true });
  assert.deepEqual(issues.map(({ code, line }) => [code, line]), [["not-utf-8", 1], ["drift-link", 3]]);
});

test("check() compares anchors by letters and digits, with everything that can be an anchor", async () => {
  assert.deepEqual(
    await drift({
      "docs/a.md":
        "[1](b.md#usage) [2](b.md#what-s-new-) [3](b.md#explicit) [4](b.md#in-html) [5](b.md#in-quote) [6](b.md#usage-1) [7](b.md#set-up)\n[8](b.md#gone) [9](#here) [10](#gone) [11](c.md#gone) [12](../src/x.ts#L3) [13](b.md#%C3%BCber-uns) [14](b.md#badges--)\n\n# Here\n",
      "docs/b.md":
        "# Usage\n\n## Usage\n\n## What's new?\n\n## Other {#explicit}\n\n<h3>In HTML</h3>\n\n> # In quote\n\nSet up\n------\n\n# Über uns\n\n# Badges [![Build][b]][c]\n\n[b]: https://x.test/b\n[c]: /c\n",
      "docs/c.md": "<!--@include: ./parts.md-->\n",
      "src/x.ts": "",
    }),
    [
      "docs/a.md:2 drift-link the page does not have this anchor: b.md#gone",
      "docs/a.md:2 drift-link this page does not have this anchor: #gone",
    ],
  );
});

test("check() follows wiki links by name, title and alias, and ignores them in projects that do not use them", async () => {
  const vault = { "docs/One note.md": "x\n", "docs/two.md": "---\ntitle: Second\naliases: [deux]\n---\nx\n" };
  assert.deepEqual(
    await drift({ ...vault, "docs/a.md": "[[One note]] [[one note|text]] [[Second]] [[deux#x]] [[two]]\n[[Three]]\n" }),
    [
      "docs/a.md:1 drift-link the page does not have this heading: [[deux#x]]",
      "docs/a.md:2 drift-link the wiki link names no document: [[Three]]",
    ],
  );
  assert.deepEqual(await drift({ ...vault, "docs/a.md": "[[0, 1]] and [[nodiscard]] and [[two]]\n" }), []);
});

test("check() reports no problem for generated, translated or included pages", async () => {
  assert.deepEqual(
    await drift({
      "docs/en/guide.md": "# Guide\n",
      "docs/de/index.md": "[x](guide.md)\n",
      "docs/plan.en-US.md": "x\n",
      "docs/other.md": "[x](plan) [y](plan.md)\n",
      "docs/setup.md": "---\nid: env-setup\n---\n",
      "docs/user.md": "[x](./env-setup)\n",
      "docs/home.md": "---\npermalink: /\n---\n[x](start/)\n",
      "docs/_part.md": "[x](gone.md)\n",
      "docs/snippets/a.md": "[x](gone.md)\n",
      "docs/__tests__/a.md": "[x](gone.md)\n",
      "docs/button/index.md": "# Meaning\n",
      "docs/button/demo/a.md": "[x](#meaning)\n",
    }),
    [],
  );
});

test("without git, check() reports a missing path only among files of its kind, unless the text says that it is gone", async () => {
  assert.deepEqual(
    await drift({
      "docs/a.md":
        "`src/store/gone.ts` `src/store/here.ts` `store/here.ts` `src/store/here.ts:12` `nowhere/x.ts` `src/store/*.ts` `src/store/your-file.ts`\n\nIt was `src/store/old.ts` in the past and was removed.\n\n`src/store/other.ts`\n",
      "docs/changelog.md": "`src/store/gone.ts`\n",
      "src/store/here.ts": "x\n".repeat(12),
      "src/store/b.ts": "",
      "src/store/c.ts": "",
    }),
    [
      "docs/a.md:1 drift-path src/store/gone.ts does not exist, although its folder does",
      "docs/a.md:5 drift-path src/store/other.ts does not exist, although its folder does",
    ],
  );
});

test("check() reports a link in the wrong case, unless all links ignore case", async () => {
  const pages = { "docs/Guide.md": "# Guide\n" };
  assert.deepEqual(await drift({ ...pages, "docs/a.md": "[x](guide.md)\n" }), [
    "docs/a.md:1 drift-link the link leads nowhere: guide.md (there is docs/Guide.md)",
  ]);
  assert.deepEqual(await drift({ ...pages, "docs/a.md": "[x](guide.md)\n".repeat(11) }), []);
});
