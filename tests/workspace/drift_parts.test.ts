// Tests anchors that stand in what a page takes in, in the bodies of admonitions, and in components.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openProject } from "./project.ts";

async function broken(files: Record<string, string>, config?: string): Promise<readonly string[]> {
  const { workspace } = await openProject(config === undefined ? files : { ".ra.toml": config, ...files });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return issues.filter(({ code }) => code === "drift-link").map(({ path = "", line, message }) =>
    `${path.replace("/project/", "")}:${line} ${message}`
  );
}

test("anchors are looked for in the files that a page takes in, and in the files that those take in", async () => {
  for (
    const [page, include] of [
      ["a.md", "import Part from './_part.mdx'\n"],
      ["a.md", '--8<-- "docs/_part.mdx"\n'],
      ["a.md", "<!--@include: ./_part.mdx-->\n"],
      ["a.md", "{{#include _part.mdx}}\n"],
    ] as const
  ) {
    assert.deepEqual(
      await broken({
        [`docs/${page}`]: `# A\n\n${include}\n[1](#deep-part) [2](#gone)\n`,
        "docs/_part.mdx": `## Part\n\n{{#include _deeper.md}}\n`,
        "docs/_deeper.md": "### Deep part\n",
      }),
      [`docs/${page}:5 this page does not have this anchor: #gone`],
      include,
    );
  }
});

test("what stands in code takes in code, and what is not there may hold anything", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md": "# A\n\n```\n{{#include gone.rs}}\n```\n\n[1](#gone)\n",
      "docs/b.md": "# B\n\n{{#include gone.md}}\n\n[1](#gone)\n",
      "docs/c.adoc": "= C\n\n----\ninclude::gone.java[]\n----\n\n<<x>>\n\ninclude::d.java[]\n",
      "docs/d.java": "class D {}\n",
      "docs/e.adoc": "= E\n\n----\ncode\n----\n\ninclude::gone.adoc[]\n\n<<x>>\n",
    }),
    ["docs/a.md:7 this page does not have this anchor: #gone", "docs/c.adoc:7 this page does not have this anchor: #x"],
  );
});

test("links and headings in the bodies of admonitions and tabs count, and code in them does not", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md":
        '# A\n\n!!! note "N"\n\n    [1](b.md)\n\n    ## In it\n\n    ```\n\n    [2](no.md)\n    ```\n\n    ??? tip\n\n        - x\n\n            [3](gone.md)\n\n=== "T"\n\n    [4](#in-it) [5](#not-in-it)\n\nend\n\n    [6](no.md)\n',
      "docs/b.md": "# B\n",
    }),
    ["docs/a.md:18 the link leads nowhere: gone.md", "docs/a.md:22 this page does not have this anchor: #not-in-it"],
  );
});

test("a list of contents has no anchors, and a component alone may make some", async () => {
  assert.deepEqual(
    await broken({
      "docs/a.md": "# A\n\n* [Setup](#setup)\n* [Use](#use)\n\n## Use\n\n[x](c.md#made) [y](b.md#not-made)\n",
      "docs/b.md": "# B\n\n<Badge />\n",
      "docs/c.md": "---\ntitle: C\n---\n\n<Examples />\n",
    }),
    [
      "docs/a.md:3 this page does not have this anchor: #setup",
      "docs/a.md:8 the page does not have this anchor: b.md#not-made",
    ],
  );
});
