// Tests that what a document says between its first two rules is found, be it frontmatter, text or both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import { ALL, idsOf, openProject, searchOne } from "./project.ts";

async function projectOf(pages: Readonly<Record<string, string>>) {
  const files = Object.entries(pages).map(([path, text]) => [`docs/${path}`, text]);
  return await openProject(Object.fromEntries(files));
}

test("a document that opens with a rule keeps its headings and its text", async () => {
  const { workspace, warnings } = await projectOf({
    "a.md": "---\n\n## Prologue\n\nThe Copper rule: never boil twice.\n\n## Middle\n\nSee also: the Walnut pages.\n\n" +
      "---\n\n## End\n\nClosing.\n",
    "b.md": "---\n# The Marzipan Handbook\n---\n\nBody text.\n",
    "c.md": "---\n\n# The Nougat Handbook\n\n---\n\nBody text.\n",
    "d.md": "---\n\n## Alpha chapter\n\n## Beta chapter\n\n...\n\n## Gamma\n\ntext\n",
    "e.md": "---\nChapter one: Praline\n---\n\n# Five\n\ntext\n",
    "f.md": "---\n\n| a | b |\n|---|---|\n| Thistle | x: y |\n\n---\n\ntext\n",
    "g.md": "---\n\n```yaml\nkey: Ginger\n```\n\n---\n\ntext\n",
    "h.md": "---   \n\n# Caramel\n\nNote: Fudge\n\n...\n\nrest\n",
    "i.mdx": "---\n\n# Toffee\n\nNote: Truffle\n\n---\n\nrest\n",
    "j.md": `---\n\n${Array.from({ length: 3_000 }, (_, at) => `## Kapitel ${at}\n\nWort${at}: ja\n\n`).join("")}---\n`,
  });
  for (
    const [query, ids] of [
      ["Copper rule", ["docs:a.md#prologue"]],
      ["Walnut", ["docs:a.md#middle"]],
      ["Marzipan Handbook", ["docs:b.md#the-marzipan-handbook"]],
      ["Nougat Handbook", ["docs:c.md#the-nougat-handbook"]],
      ["Alpha chapter", ["docs:d.md"]],
      ["Praline", ["docs:e.md"]],
      ["chapter one", ["docs:e.md"]],
      ["Thistle", ["docs:f.md"]],
      ["Ginger", ["docs:g.md"]],
      ["Caramel", ["docs:h.md#caramel"]],
      ["Fudge", ["docs:h.md#caramel"]],
      ["Truffle", ["docs:i.mdx#toffee"]],
      ['"Kapitel 2000"', ["docs:j.md#kapitel-2000"]],
    ] as const
  ) {
    const found = await idsOf(workspace, query, ALL);
    assert.ok(
      ids.every((id) => found.some((other) => other === id || other.startsWith(`${id}#`))),
      `${query}: ${found}`,
    );
  }
  assert.ok(warnings.some(({ code }) => code.startsWith("frontmatter-")));
});

test("a letterhead between rules is text", async () => {
  const { workspace } = await projectOf({
    "a.md": "---\n**HARBOUR OFFICE**\nSecond floor, left\n* 4 Elm Row\n---\n\n# Demand letter\n\nThe toaster burned.\n",
    "b.md": "---\n*Draft for review* by Granite\n---\n\n# Second\n\ntext\n",
    "c.md": "---\n- item basalt\n- item two\n---\n\n# Third\n\ntext\n",
    "d.md": "---\n> quote from Marble\n---\n\n# Fourth\n\ntext\n",
    "e.md": "---\n[link to Sandstone](x.md)\n---\n\n# Fifth\n\ntext\n",
    "f.md": "---\n@mention Quartz\n---\n\n# Sixth\n\ntext\n",
    "g.md": "---\n# Comment Obsidian\n---\n\n# Seventh\n\ntext\n",
    "h.md": "---\nNote: see chapter 3: the Feldspar case\n---\n\n# Eighth\n\ntext\n",
    "i.md": "---\n\nParagraph one about Gypsum: a tale.\n\nParagraph two.\n\n---\n\n# Ninth\n\ntext\n",
    "j.md": "---\n`code` Pumice %percent\n---\n\n# Tenth\n\ntext\n",
  });
  const words = "harbour granite basalt marble sandstone quartz obsidian feldspar gypsum pumice"
    .split(" ");
  for (const [at, word] of words.entries()) {
    const [found] = await idsOf(workspace, word, ALL);
    assert.equal(found?.split("#")[0], `docs:${"abcdefghij"[at]}.md`, word);
  }
});

test("one bad line of frontmatter costs neither its words nor the other lines", async () => {
  const bad = {
    "title: Deploy: the quick way": "deploy the quick way",
    'title: "Unclosed quote': "unclosed quote",
    "title: [WIP] design": "WIP design",
    "title: @handle": "handle",
    "title: `code` first": "code first",
    "description: *bold start": "bold start",
    "title: foo\n  bar: baz": "baz",
    "title: {{ template }}": "template",
    "tabbed: x\n\tmore: umbra": "umbra",
    "prose of nobody": "prose of nobody",
  };
  for (const [line, query] of Object.entries(bad)) {
    const { workspace, warnings } = await projectOf({
      "a.md": `---\n${line}\ntags: [ops, deploy]\nowner: kitchen\n---\n\n# Steps\n\ntext\n`,
      "b.md": "# Other\n\nKettles.\n",
    });
    for (const asked of [query, "kitchen", "tag:ops", "tag:deploy", "meta.owner:kitchen"]) {
      const found = await idsOf(workspace, asked, ALL);
      assert.ok(found.some((id) => id.startsWith("docs:a.md")), `${line}: ${asked}`);
    }
    assert.deepEqual(warnings.map(({ code }) => code.split("-")[0]), ["frontmatter"], line);
  }
});

test("TOML and JSON frontmatter give title, tags and values, and no snippet shows them", async () => {
  const { workspace, warnings } = await projectOf({
    "a.md": '+++\ntitle = "Kettle guide"\ndate = 2026-01-01\ntags = ["alpha", "beta gamma"]\ndraft = true\n[extra]\n' +
      'canonical = "cardamom"\n+++\n\nBody only saffron.\n',
    "b.md": '{\n  "title": "Json guide",\n  "tags": ["delta"]\n}\n\nBody only paprika.\n',
    "c.md": '---toml\ntitle = "Fenced toml"\ntags = ["eps"]\n---\n\nBody cumin.\n',
    "d.md": ';;;\n{ "title": "Old json" }\n;;;\n\nBody.\n',
  });
  const titles = Object.fromEntries((await workspace.list("docs")).map(({ id, title }) => [id, title]));
  assert.deepEqual(titles, {
    "docs:a.md": "Kettle guide",
    "docs:b.md": "Json guide",
    "docs:c.md": "Fenced toml",
    "docs:d.md": "Old json",
  });
  for (
    const [query, id] of [
      ["tag:alpha", "docs:a.md"],
      ['tag:"beta gamma"', "docs:a.md"],
      ["meta.draft:true", "docs:a.md"],
      ["meta.date:2026-01-01", "docs:a.md"],
      ["cardamom", "docs:a.md"],
      ["tag:delta", "docs:b.md"],
      ["tag:eps", "docs:c.md"],
      ["old json", "docs:d.md"],
    ] as const
  ) assert.equal((await idsOf(workspace, query, ALL))[0], id, query);
  const { results } = await searchOne(workspace, "saffron", { ...ALL, list: true });
  assert.equal(snippetHtml(results[0]!.snippet!), "Body only <b>saffron</b>.");
  assert.deepEqual(warnings, []);
});

test("values within values, comments and names of several words are found, and give the snippet", async () => {
  const { workspace } = await projectOf({
    "a.md": "---\ntitle: Home\nhero:\n  name: Fern library\n# because of Umbra\nlayout: home\n---\n\n# Home\n\ntext\n",
    "b.md": "---\ntitle: Command\nModule Name: Some.Module\n---\n\n# Command\n\ntext\n",
  });
  for (
    const [query, id, shown] of [
      ["fern", "docs:a.md#home", "<b>Fern</b> library"],
      ["umbra", "docs:a.md#home", "because of <b>Umbra</b>"],
      ["module name", "docs:b.md#command", "<b>Module</b> <b>Name</b>"],
    ]
  ) {
    const { results } = await searchOne(workspace, query!, { ...ALL, list: true });
    assert.deepEqual([results[0]!.id, snippetHtml(results[0]!.snippet!)], [id, shown]);
  }
});
