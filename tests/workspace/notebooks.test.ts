// Notebooks and the other kinds of Markdown, from the file to the answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { passageText } from "../../src/serve/web/rendering/passage_text.ts";
import { ALL, DOCS, idsOf, openProject, searchOne, write } from "./project.ts";
import { originAt } from "../serve/web/link_origin.ts";

const notebook = (...cells: readonly (readonly [kind: string, source: string])[]): string =>
  JSON.stringify({
    cells: cells.map(([cell_type, source]) => ({
      cell_type,
      source,
      outputs: [{ output_type: "stream", text: "printed" }],
    })),
    metadata: { language_info: { name: "python" } },
    nbformat: 4,
  });

const PLOTS = notebook(
  ["markdown", "# Plots\n\nDraw with **mat**plotlib, see [the guide](hidden.md).\n\n```\nopen fence"],
  ["code", "# not a heading\nimport needle"],
  ["markdown", "## Axes\n\nTheir limits."],
  ["markdown", "and their ticks"],
);

test("a notebook is divided at the headings of its Markdown cells, and results cite the cells", async () => {
  const { workspace } = await openProject({ ".ra.toml": DOCS, "docs/plots.ipynb": PLOTS });
  assert.deepEqual((await workspace.list("chunks")).map(({ id }) => id), [
    "docs:plots.ipynb",
    "docs:plots.ipynb#plots",
    "docs:plots.ipynb#axes",
  ]);
  const [axes] = (await searchOne(workspace, "limits ticks", ALL)).results;
  assert.deepEqual([axes?.id, axes?.source], ["docs:plots.ipynb#axes", { unit: "cell", first: 3, last: 4 }]);
  const [plots] = (await searchOne(workspace, "import needle", ALL)).results;
  assert.deepEqual([plots?.id, plots?.title], ["docs:plots.ipynb#plots", "Plots"]);
  assert.match(plots?.snippet?.text ?? "", /import needle/);
  for (const absent of ["hidden", "printed"]) assert.deepEqual(await idsOf(workspace, absent, ALL), [], absent);
  assert.deepEqual(await idsOf(workspace, "matplotlib", ALL), ["docs:plots.ipynb#plots"]);
});

test("the page shows a notebook as Markdown, and no open fence takes in the next cell", async () => {
  const { workspace } = await openProject({ ".ra.toml": DOCS, "docs/plots.ipynb": PLOTS });
  const [plots] = (await searchOne(workspace, "import needle", ALL)).results;
  const { html } = await passageText(plots!, originAt("plots.ipynb"), undefined);
  assert.match(html, /<strong>mat<\/strong>plotlib/);
  assert.match(html, /<h3>Axes<\/h3>\s*<p>Their limits\.<\/p>/);
  assert.equal(html.match(/<pre/g)?.length, 2);
});

test("a notebook that is broken is named with the reason, and read once it is whole", async () => {
  const { workspace, fs } = await openProject({ ".ra.toml": DOCS, "docs/a.ipynb": PLOTS.slice(0, 200) });
  const report = await workspace.update();
  assert.match(JSON.stringify(report), /a notebook whose JSON is broken/);
  assert.deepEqual(await idsOf(workspace, "limits", ALL), []);
  write(fs, "docs/a.ipynb", PLOTS);
  assert.deepEqual(await idsOf(workspace, "limits", ALL), ["docs:a.ipynb#axes"]);
});

test("all kinds of Markdown are read by the default include, and includes of Quarto count", async () => {
  const kinds = [
    "md",
    "markdown",
    "mkd",
    "mkdn",
    "mdown",
    "mdwn",
    "markdn",
    "qmd",
    "Rmd",
    "Rmarkdown",
    "markdoc",
    "mdc",
  ];
  const { workspace } = await openProject({
    ".ra.toml": DOCS,
    ...Object.fromEntries(kinds.map((kind) => [`docs/a.${kind}`, "# Title\n\nneedle\n"])),
    "docs/page.qmd": "---\ntitle: Page\n---\n\n{{< include _part.qmd >}}\n\n```{r}\n#| label: hidden\nplot(1)\n```\n",
    "docs/_part.qmd": "The included gremlin.\n",
  });
  assert.deepEqual(
    [...await idsOf(workspace, "needle", ALL)].sort(),
    kinds.map((kind) => `docs:a.${kind}#title`).sort(),
  );
  assert.deepEqual(await idsOf(workspace, "hidden", ALL), []);
  assert.deepEqual([...await idsOf(workspace, "gremlin", ALL)].sort(), ["docs:_part.qmd", "docs:page.qmd"]);
});
