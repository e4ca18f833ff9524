/** Titles, names and structures of documents that grow when each section repeats them. */
import assert from "node:assert/strict";
import { type Command, hostile, type Place } from "./hostile.ts";

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
const sections = (count: number): string =>
  Array.from({ length: count }, (_, at) => `## s${at}\n\nt${at}\n\n`).join("");
const TITLE = words(24_000);

function plant({ write }: Place, chunking: string, documents: Readonly<Record<string, string>>): void {
  write(".ra.toml", `[tree.docs]\npath = "docs"\nchunking = "${chunking}"\n`);
  write("docs/good.md", "# Good\n\nneedle\n");
  for (const [name, content] of Object.entries(documents)) write(`docs/${name}`, content);
}

function finds(word: string, id: RegExp): Command {
  return { args: ["search", word, "--format", "paths"], expect: ({ stdout }) => assert.match(stdout, id) };
}

hostile("titles", [
  {
    name: "a title of 200 kB above thousands of sections, in Markdown and in a page",
    plant: (place) =>
      plant(place, "headings", {
        "heading.md": `# ${TITLE}\n\n${sections(6000)}`,
        "frontmatter.md": `---\ntitle: ${TITLE}\n---\n${sections(3000)}`,
        "page.html": `<title>${TITLE}</title>${"<h2>s</h2><p>t</p>".repeat(3000)}`,
      }),
    commands: () => [
      {
        ...finds("word23999", /heading\.md/),
        args: ["search", "word23999", "--all-copies", "--format", "paths", "-n", "10"],
      },
      finds("needle", /good\.md/),
      ["ls", "chunks", "--format", "paths"],
    ],
  },
  ...["adaptive", "leaves", "prose", "auto"].map((chunking) => ({
    name: `a heading of 400 kB, where sections are made by ${chunking}`,
    plant: (place: Place) =>
      plant(place, chunking, {
        "words.md": `# A\n\nx\n\n## ${words(45_000)}\n\nbody\n\n## B\n\n${"text. ".repeat(500)}`,
        "word.md": `# A\n\nx\n\n## ${"x".repeat(400_000)}\n\nbody\n\n## B\n\n${"text. ".repeat(500)}`,
      }),
    commands: () => [finds("word44999", /words\.md/), finds("needle", /good\.md/)],
  })),
  {
    name: "tags of 100,000 levels, metadata and ids of megabytes, headings without a title",
    plant: (place) =>
      plant(place, "headings", {
        "tag.md": `---\ntags: [${"a/".repeat(400_000)}]\nlang: ${"e".repeat(100_000)}\n---\nx\n`,
        "alias.md": `---\na: &a ${"v".repeat(400_000)}\nb: [${"*a,".repeat(19_000)}]\n---\nx\n`,
        "value.md": `---\nkey: ${"v".repeat(900_000)}\n---\nx\n`,
        "id.md": `# A {#${"i".repeat(900_000)}}\n\nx\n\n## B {#${"j".repeat(70_000)}}\n\ny\n`,
        "id.html": `<h1 id="${"i".repeat(900_000)}">x</h1><p title="${"v".repeat(900_000)}">y</p>`,
        "empty.md": "##\n\nt\n\n".repeat(40_000),
      }),
    commands: () => [finds("needle", /good\.md/), ["check"], ["ls", "tags"], ["ls", "docs", "--json"]],
  },
  {
    name: "a table of 200,000 cells, and names of 255 bytes in deep folders",
    limits: { cpuSeconds: 10 }, // The parser of pages and the table writer make 200,000 elements in about 4 s.
    plant: (place) => {
      plant(place, "headings", {
        "table.html": `<table>${`<tr>${"<td>x</td>".repeat(200)}</tr>`.repeat(1000)}</table>`,
        [`${`${"d".repeat(200)}/`.repeat(10)}${"f".repeat(252)}.md`]: "# Deep\n\ndeepest\n",
      });
    },
    commands: () => [finds("needle", /good\.md/), finds("deepest", /f\.md/)],
  },
]);
