/** One tree that holds a document of every format that ra reads by itself, each with a section of its own words. */
import type { Files } from "./project.ts";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: "python3", language: "python", display_name: "Python" } },
  cells: [
    { cell_type: "markdown", id: "a", metadata: {}, source: "# Cells\n\nAbout the notebook." },
    { cell_type: "markdown", id: "b", metadata: {}, source: "## Plots\n\nDraw the narwhal." },
    { cell_type: "markdown", id: "c", metadata: {}, source: "## Other\n\nMore." },
  ],
};

export const FILES: Files = {
  "docs/a.md": "# Mark\n\nAbout the text.\n\n## Setting up\n\nFeed the aardvark.\n\n## Other\n\nMore.\n",
  "docs/b.mdx":
    "import { Box } from './box';\n\n# Parts\n\nAbout parts.\n\n## Boxes\n\n<Box>Open the beaver.</Box>\n\n## Other\n\nMore.\n",
  "docs/c.rst": "Rest\n====\n\nAbout it.\n\nRoles\n-----\n\nCall :func:`the.capybara`.\n\nOther\n-----\n\nMore.\n",
  "docs/d.adoc": "= Doc\n\nAbout it.\n\n== Blocks\n\nHide the *dingo*.\n\n== Other\n\nMore.\n",
  "docs/e.org":
    "#+title: Org\n\nAbout it.\n\n* Drawers\n:PROPERTIES:\n:X: y\n:END:\nPull the /echidna/.\n* Other\nMore.\n",
  "docs/f.1":
    ".TH FROB 1\n.SH NAME\nfrob \\- do it\n.SH OPTIONS\n.TP\n.B \\-\\-ferret\nLet the ferret out.\n.SH FILES\nKeep the \\fIgiraffe\\fR.\n",
  "docs/h.ipynb": `${JSON.stringify(notebook, null, 1)}\n`,
  "docs/i.qmd":
    "---\ntitle: Quarto\n---\n\nAbout it.\n\n## Charts {#sec-charts}\n\n```{r}\n#| echo: false\niguana()\n```\n\nSee the iguana.\n\n## Other\n\nMore.\n",
  "docs/j.txt":
    "Manual\n======\n\nAbout it.\n\n1. Start\n\nTake care.\n\n1.1. Tools\n\nRide the jackal.\n\n1.2. Other\n\nMore.\n\n2. End\n\nThat was it.\n",
  "docs/k.html":
    "<html><head><title>Page</title></head><body><main><h1>Page</h1><p>About it.</p><h2 id=links>Links</h2><p>Follow the <b>koala</b>.</p><h2 id=other>Other</h2><p>More.</p></main></body></html>\n",
  "docs/README": "THE TOOL\n\nIt works.\n\nINSTALLING\n\nCopy the lemur.\n\nLIMITS\n\nSome of them.\n",
};

export interface SoughtSection {
  readonly word: string;
  readonly id: string;
  readonly title: string;
  readonly breadcrumb: string;
  readonly lines: readonly [start: number, end: number];
}

const sought = (word: string, id: string, breadcrumb: string, start: number, end: number): SoughtSection => ({
  word,
  id: `docs:${id}`,
  title: breadcrumb.split(" › ").at(-1)!,
  breadcrumb,
  lines: [start, end],
});

export const SECTIONS: readonly SoughtSection[] = [
  sought("aardvark", "a.md#setting-up", "Mark › Setting up", 5, 8),
  sought("beaver", "b.mdx#boxes", "Parts › Boxes", 7, 10),
  sought("capybara", "c.rst#roles", "Rest › Roles", 6, 10),
  sought("dingo", "d.adoc#blocks", "Doc › Blocks", 5, 8),
  sought("echidna", "e.org#drawers", "Org › Drawers", 5, 9),
  sought("giraffe", "f.1#files", "frob(1) › FILES", 8, 9),
  sought("narwhal", "h.ipynb#plots", "Cells › Plots", 5, 8),
  sought("iguana", "i.qmd#sec-charts", "Quarto › Charts", 7, 15),
  sought("jackal", "j.txt#11-tools", "Manual › 1. Start › 1.1. Tools", 10, 13),
  sought("koala", "k.html#links", "Page › Links", 1, 1),
  sought("lemur", "README#installing", "THE TOOL › INSTALLING", 5, 8),
];

export const EVERY_FILE = '[tree.docs]\npath = "docs"\ninclude = ["**/*"]\n\n[search]\naggregation_threshold = 1.0\n';
