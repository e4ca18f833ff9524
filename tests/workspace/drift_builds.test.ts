// Tests what `check --drift` says of links that depend on a build: its conditions, languages, versions and downloads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Files, openProject } from "./project.ts";

const SITE = '[tree.docs]\npath = "docs"\nbase_url = "https://example.org/docs"\n';

/** Every warning and every note on what is not checked, as `path:line message`. */
async function said(files: Files): Promise<{ readonly broken: readonly string[]; readonly notes: readonly string[] }> {
  const { workspace } = await openProject(files);
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  const shown = issues.map(({ level, code, path = "", line, message }) => ({
    level,
    code,
    text: `${path.replace("/project/docs/", "")}:${line ?? ""} ${message.replace(/^the link leads nowhere: /, "")}`,
  }));
  return {
    broken: shown.filter(({ level }) => level === "warning").map(({ text }) => text),
    notes: shown.filter(({ code }) => code === "drift-unchecked").map(({ text }) => text),
  };
}

test("a link of AsciiDoc under a condition is checked where the repository sets the attribute", async () => {
  const lines = [
    ...["= A", ":own:", "", "ifdef::product[]", "xref:gone1.adoc[]", "ifdef::own[]", "xref:gone2.adoc[]", "endif::[]"],
    ...[
      "endif::product[]",
      "ifdef::product[xref:gone3.adoc[]]",
      "",
      "ifdef::own[]",
      "xref:gone4.adoc[]",
      "endif::own[]",
      "",
    ],
    ...[
      "ifdef::product,own[]",
      "xref:gone5.adoc[]",
      "endif::[]",
      "",
      "ifdef::product+own[]",
      "xref:gone6.adoc[]",
      "endif::[]",
    ],
    ...[
      "",
      "ifndef::product[]",
      "xref:gone7.adoc[]",
      "endif::[]",
      "",
      "ifndef::own[]",
      "xref:gone8.adoc[]",
      "endif::[]",
      "",
    ],
    ...[
      "ifdef::env-github[]",
      "xref:gone9.adoc[]",
      "endif::[]",
      "",
      "ifdef::product[]",
      "xref:here[]",
      "endif::[]",
      "",
    ],
    ...["[[here]]", "xref:gone0.adoc[]"],
  ];
  const files = { "docs/a.adoc": `${lines.join("\n")}\n` };
  const shown = ["4", "5", "7", "9", "0"].map((number) => `gone${number}.adoc`);
  const { broken, notes } = await said(files);
  assert.deepEqual(broken.map((text) => text.replace(/^.* (?:xref:)?/, "")), shown);
  assert.match(
    notes.join("\n"),
    /a\.adoc:5 5 links are not checked \(.*gone1\.adoc first\): they are shown only in a build/,
  );
  for (
    const setting of [
      { "antora.yml": "asciidoc:\n  attributes:\n    product: true\n" },
      { "Makefile": "all:\n\tasciidoctor -a product docs/a.adoc\n" },
      { "build.gradle": "attributes 'product': ''\n" },
      { "pom.xml": "<configuration><attributes><toc/><product/></attributes></configuration>\n" },
      { "docs/shared/attributes.adoc": ":product: x\n" },
    ]
  ) {
    const set = (await said({ ...files, ...setting })).broken.map((text) => text.replace(/^.* (?:xref:)?/, ""));
    assert.deepEqual(set, ["1", "2", "3", "4", "5", "6", "9", "0"].map((number) => `gone${number}.adoc`));
  }
});

test("a video of a host is no file, and one without a host is", async () => {
  const { broken } = await said({
    "docs/a.adoc":
      '= A\n\nvideo::x1[youtube, title="T"]\n\nvideo::x2,x3[vimeo]\n\nvideo::x4[wistia]\n\nvideo::gone.mp4[]\n\nvideo::also.mp4[poster.png]\n\naudio::tone.ogg[]\n',
  });
  assert.deepEqual(broken.map((text) => text.replace(/^.*: /, "")), ["gone.mp4", "also.mp4", "tone.ogg"]);
});

test("a download that the description of a build names is made by it", async () => {
  const page = "[1](out/book.zip) [2](out/book.pdf) [3](out/old-book.zip) [4](book.md) [5](out/other.zip)\n";
  const build = "zip -r html/book.zip html\npandoc -o book.pdf; cp other.zip.sig x; cat book.md\n";
  const gone = ["a.md:1 book.md", "a.md:1 out/old-book.zip"];
  for (const name of ["Makefile", "ci/build.sh", "docs/conf.py"]) {
    const { broken, notes } = await said({ "docs/a.md": page, [name]: build });
    assert.deepEqual(broken, [...gone, "a.md:1 out/other.zip"].sort());
    assert.match(notes.join("\n"), /lead to pages that a generator makes/);
  }
  const { broken } = await said({ "docs/a.md": page });
  assert.deepEqual(broken.length, 5);
});

test("pages of a site whose names end with their language are found at their addresses", async () => {
  const { broken } = await said({
    ".ra.toml": SITE,
    "docs/_index.en.md":
      "# Start\n\n[1](/docs/en/guide/setup/#steps) [2](/docs/de/guide/setup/) [3](/docs/en/guide/gone/)\n",
    "docs/_index.de.md":
      "# Anfang\n\n[1](https://example.org/docs/de/guide/setup/#schritte) [2](https://example.org/docs/de/guide/weg/)\n",
    "docs/guide/setup/_index.en.md":
      "# Setup\n\n## Steps\n\n[1](../more/) [2](../gone/) ![](/docs/en/guide/setup/a.png) ![](/docs/en/guide/setup/b.png)\n",
    "docs/guide/setup/_index.de.md":
      "# Einrichten\n\n## Schritte\n\n[1](/docs/de/guide/setup/#steps) [2](/docs/de/guide/more/)\n",
    "docs/guide/setup/a.png": "x",
    "docs/guide/more.en.md": "# More\n",
    "docs/guide/more.de.md": "# Mehr\n",
  });
  assert.deepEqual(broken, [
    "_index.de.md:3 https://example.org/docs/de/guide/weg/",
    "_index.en.md:3 /docs/en/guide/gone/",
    "guide/setup/_index.de.md:5 this page does not have this anchor: /docs/de/guide/setup/#steps",
    "guide/setup/_index.en.md:5 the image leads nowhere: /docs/en/guide/setup/b.png",
    "guide/setup/_index.en.md:5 ../gone/",
  ]);
});

test("Docusaurus finds a file from the root in the documents of the same version, or of the original", async () => {
  const links = "[1](/intro/kept.md) [2](/intro/gone.mdx) [3](/intro/older.md)\n";
  const translated = "i18n/ko/docusaurus-plugin-content-docs";
  const { broken } = await said({
    ".ra.toml": '[tree.docs]\npath = "."\n',
    "docusaurus.config.js": "",
    "docs/a.md": links,
    "docs/intro/kept.md": "x\n",
    "versioned_docs/version-3/a.md": links,
    "versioned_docs/version-3/intro/older.md": "x\n",
    "versioned_docs/version-2/intro/gone.mdx": "x\n",
    [`${translated}/current/intro/gone.mdx`]: "x\n",
    [`${translated}/version-3/b.md`]: links,
  });
  assert.deepEqual(broken.map((text) => text.replace("/project/", "")), [
    "a.md:1 /intro/gone.mdx",
    "a.md:1 /intro/older.md",
    `${translated}/version-3/b.md:1 /intro/gone.mdx`,
    "versioned_docs/version-3/a.md:1 /intro/gone.mdx",
  ]);
});

test("a label that is a known one with something behind it is an own one, however many documents have it", async () => {
  const page =
    "[`Vec`][1-old] [a][pr_former] [b][lib.name] [c][1]\n\n[1]: https://example.org\n[pr]: https://example.org\n[lib]: https://example.org\n";
  const { broken } = await said({ "docs/a.md": page, "docs/b.md": page });
  assert.deepEqual(
    broken,
    ["a.md", "b.md"].flatMap((name) =>
      ["1-old", "pr_former"].map((label) => `${name}:1 nothing defines the label of this link: [${label}]`)
    ),
  );
});
