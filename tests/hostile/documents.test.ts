/** Documents whose text is hostile. Beside each stands a good one, which must still be found. */
import assert from "node:assert/strict";
import { type Command, hostile, type Place } from "./hostile.ts";

const LOTS = 20_000;

function plant({ write }: Place, documents: Readonly<Record<string, string | Uint8Array>>): void {
  write(".ra.toml", '[tree.docs]\npath = "docs"\ninclude = ["**/*.md", "**/*.html", "**/*.ipynb", "**/*.txt"]\n');
  write("docs/good.md", "# Good\n\nneedle\n");
  for (const [name, content] of Object.entries(documents)) write(`docs/${name}`, content);
}

const notebook = (...sources: readonly string[]): string =>
  JSON.stringify({ cells: sources.map((source) => ({ cell_type: "markdown", source })), metadata: {} });

const findsGood: Command = {
  args: ["search", "needle"],
  expect: ({ stdout }) => assert.match(stdout, /docs\/good\.md:\d/),
};

const bomb = Array.from(
  { length: 30 },
  (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]\n`,
).join("");

hostile("documents", [
  {
    name: "frontmatter that grows without end when its anchors are followed, and keys of every object's prototype",
    plant: (place) =>
      plant(place, {
        "bomb.md": `---\na0: &a0 [lol]\n${bomb}---\n# Bomb\n\ntext\n`,
        "circle.md": "---\na: &a [*a]\ntitle: &t {x: *t}\n---\n# Circle\n",
        "prototype.md":
          "---\n__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}\ntoString: 1\n---\n# Prototype\n",
        "tag.md":
          "---\nx: !!js/function 'function () { process.exit(7) }'\ny: !!python/object/apply:os.system [ls]\n---\n# Tag\n",
      }),
    commands: () => [findsGood, ["search", "meta.polluted:yes"], ["check"], ["ls", "docs", "--json"]],
  },
  {
    name: "Markdown and HTML that nest without end",
    plant: (place) =>
      plant(place, {
        "quotes.md": `${">".repeat(LOTS)} deep\n`,
        "lists.md": `${"- ".repeat(LOTS)}deep\n`,
        "brackets.md": `${"[".repeat(LOTS)}deep${"](x)".repeat(LOTS)}\n`,
        "stars.md": `${"*a **b ".repeat(LOTS)}\n`,
        "deep.html": `<html><body>${"<div><b>".repeat(LOTS)}deep</body></html>`,
      }),
    commands: () => [findsGood, ["search", "deep"], ["get", "docs:quotes.md"]],
  },
  {
    name: "notebooks that nest without end, are broken, or hold another notebook's weight in pictures",
    plant: (place) =>
      plant(place, {
        "deep.ipynb": `{"cells": ${"[".repeat(LOTS)}${"]".repeat(LOTS)}}`,
        "deeper.ipynb": `{"cells": [], "metadata": ${'{"a":'.repeat(LOTS)}1${"}".repeat(LOTS)}}`,
        "cut.ipynb": '{"cells": [{"cell_type": "markdown", "source": "# Cut',
        "other.ipynb": '{"__proto__": {"cells": [1]}, "cells": {"length": 1e9}}',
        "wrong.ipynb": '{"cells": [null, 1, "a", [], {"cell_type": {}, "source": {"toString": 1}, "outputs": 3}]}',
        "many.ipynb": `{"cells": [${"{},".repeat(20 * LOTS)}{"cell_type": "markdown", "source": "many"}]}`,
        "fence.ipynb": notebook("```\nopen", "needle in the next cell", "<!-- open", "needle after it"),
        "signs.ipynb": notebook(">".repeat(LOTS), "- ".repeat(LOTS), "`".repeat(LOTS), "[a]: b\n".repeat(LOTS)),
        "picture.ipynb": notebook(`![p](data:image/png;base64,${"A".repeat(100 * LOTS)})`),
      }),
    commands: () => [
      findsGood,
      { args: ["search", "needle"], expect: ({ stdout }) => assert.match(stdout, /docs\/fence\.ipynb:1 /) },
      ["search", "many"],
      ["get", "docs:signs.ipynb"],
      ["check"],
      { args: ["get", "docs:picture.ipynb"], expect: ({ stdout }) => assert.doesNotMatch(stdout, /AAAA/) },
    ],
  },
  {
    name: "bytes that are not text, a line of a megabyte, and thousands of headings",
    plant: (place) =>
      plant(place, {
        "bytes.md": Uint8Array.from({ length: 4096 }, (_, at) => at % 256),
        "cut.md": Uint8Array.from([0x23, 0x20, 0xf0, 0x9f, 0x98]),
        "line.md": `# Line\n\n${"word ".repeat(200_000)}\n`,
        "headings.md": "## same\n".repeat(LOTS),
      }),
    commands: () => [findsGood, ["search", "same"], ["check"]],
  },
  {
    name: "plain texts of nothing but signs, pages, numbers and lines below lines",
    plant: (place) =>
      plant(place, {
        "signs.txt": "=".repeat(50 * LOTS),
        "lines.txt": "\n".repeat(50 * LOTS),
        "under.txt": "ab\n===\n\n".repeat(LOTS / 4),
        "pages.txt": "a   1\n\f\nb [Page 1]\n".repeat(LOTS),
        "numbers.txt": "1.1.1.1.1.1.1.1 Deep\n\nx\n\n1. Again\n\n".repeat(LOTS / 4),
        "gaps.txt": `${"1. A  ".repeat(20)}\n\n`.repeat(LOTS / 4),
        "dots.txt": `1. A${" .".repeat(50)} x\n\n`.repeat(LOTS / 4),
        "chain.txt": Array.from({ length: 900 }, (_, at) => `${at + 1}. Part\n\npebble\n\n`).join(""),
      }),
    commands: () => [
      findsGood,
      { args: ["get", "docs:chain.txt#899-part"], expect: ({ stdout }) => assert.match(stdout, /pebble/) },
      ["check"],
    ],
  },
]);
