/**
 * Documents of reStructuredText, AsciiDoc, Org, manual pages and notebooks: what opens and never closes, nests, grows
 * when it is followed, or leads outside. Each ends with a word that must be found.
 */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { hostile, type HostileFolder, type Place } from "./hostile.ts";

/** Bytes of each document. */
const SIZE = 60_000;

const filled = (text: string): string => text.repeat(Math.ceil(SIZE / text.length));
const counted = (line: (at: number) => string): string => {
  const lines: string[] = [];
  for (let size = 0, at = 0; size < SIZE; at++) size += lines[lines.push(line(at)) - 1]!.length;
  return lines.join("");
};
/** Each line is indented more than the one before. */
const stairs = (line: string): string =>
  Array.from({ length: Math.floor(Math.sqrt(2 * SIZE)) }, (_, at) => `${" ".repeat(at)}${line}\n`).join("");

const EXTENSIONS = { rst: "rst", asciidoc: "adoc", org: "org", man: "1" } as const;

/** `hides`: the documents whose end no reader of the page sees, with a warning. */
function folder(
  language: keyof typeof EXTENSIONS,
  documents: Readonly<Record<string, string>>,
  hides: readonly string[] = [],
): HostileFolder {
  const extension = EXTENSIONS[language];
  return {
    name: `${language} that opens, nests and grows without end`,
    plant({ write }) {
      write(".ra.toml", `[tree.docs]\npath = "docs"\n`);
      for (const [name, content] of Object.entries(documents)) {
        write(`docs/${name}.${extension}`, `${language === "man" ? ".TH A 1\n" : ""}${content}\n\nneedle\n`);
      }
    },
    commands: () => [
      { args: ["update"], expect: ({ code, stderr }) => assert.equal(code, 0, stderr) },
      {
        args: ["search", "needle", "-n", "100", "--cutoff-ratio", "0", "--json", "--no-update"],
        expect({ stdout }) {
          const found = new Set([...stdout.matchAll(/"docs:(\w+)\./g)].map(([, name]) => name));
          const lost = Object.keys(documents).filter((name) => !found.has(name));
          assert.deepEqual(lost.sort(), [...hides].sort());
        },
      },
    ],
  };
}

hostile("languages", [
  folder("rst", {
    quotes: stairs("deep"),
    bullets: filled("- "),
    directives: stairs(".. note::"),
    objects: stairs(".. class:: a"),
    open: filled("*a **b ``c `d |e _`f "),
    open_lines: filled("*a\n**b\n``c\n`d\n|e\n\n"),
    bomb: counted((at) => `.. |s${at + 1}| replace:: |s${at}| |s${at}|\n`),
    labels: counted((at) => `.. _l${at}:\n\n\`l${at}\`_\n\n`),
    titles: counted((at) => `Title ${at}\n==========\n\n`),
    adornments: counted((at) => `T\n${"=-~^\"'+*#:.`"[at % 12]!.repeat(4)}\n\n`),
    wide: `${filled("+-")}+\n${filled("|a")}|\n${filled("+-")}+\n`,
    simple: `${filled("= ")}\n${filled("a ")}\n${filled("= ")}\n`,
    short_rows: `${filled("= ")}\n${filled("a\n")}${filled("= ")}\n`,
    long_border: `== ==\na\n${filled("=")}x\n`,
    quoted_cells: `.. csv-table:: a\n\n${filled('   a,"b\n')}`,
    roles: filled(":a:"),
    phrases: `\`${filled("a <")}`,
    backslashes: filled("\\"),
    fields: counted((at) => `:f${at}: v\n`),
  }),
  folder("asciidoc", {
    bomb: `:a0: lol\n${counted((at) => `:a${at + 1}: ${`{a${at}}`.repeat(10)}\n`)}\n{a30}\n`,
    long_value: `:a: ${"x".repeat(4000)}\n\n${filled("{a} ")}`,
    long_titles: `:a: ${"x".repeat(4000)}\n\n${filled("== {a}\n\n")}`,
    long_includes: `:a: ${"x".repeat(4000)}\n\n${filled("include::{a}[]\n")}`,
    blocks: counted((at) => `${"=*_"[at % 3]!.repeat(4 + Math.floor(at / 3) % 200)}\n`),
    listing: "----\n",
    open: filled("*a _b `c #d ^e ~f +g "),
    double: filled("**a __b ``c ##d "),
    macros: filled("link:a[ footnote:[ <<a, pass:[ image:a[ "),
    references: filled("{a "),
    columns: `[cols="${filled("1,")}"]\n|===\n${filled("|a ")}\n|===\n`,
    repeated: `|===\n${filled("1000000*|a\n")}|===\n`,
    nested_tables: filled("|===\na|\n"),
    items: counted((at) => `${"*".repeat(1 + at % 60)} a\n`),
    continued: filled("* a\n+\n--\n"),
    titles: counted((at) => `== T${at}\n\n`),
    levels: filled(":leveloffset: +1\n"),
    comment: "////\n",
  }, ["comment"]),
  folder("org", {
    headings: filled("* a\n"),
    blocks: filled("#+begin_quote\n"),
    other_blocks: `${counted((at) => `#+begin_b${at}\n`)}#+end_b0\n`,
    deep_blocks: Array.from({ length: 4000 }, (_, at) => `#+begin_b${at}\n`).join("") +
      Array.from({ length: 4000 }, (_, at) => `#+end_b${3999 - at}\n`).join(""),
    closed_blocks: filled("#+begin_quote\n") + filled("#+end_quote\n"),
    drawers: filled("* a\n:PROPERTIES:\n"),
    open: filled("*a /b _c =d ~e +f "),
    links: filled("[[a][b "),
    notes: filled("[fn::"),
    closed_notes: filled("[fn:a: ") + filled("]"),
    macros: filled("{{{a("),
    bomb: counted((at) => `#+macro: m${at + 1} {{{m${at}}}}{{{m${at}}}}\n`),
    scripts: filled("a^{b") + filled("}"),
    formulas: filled("\\("),
    table: filled("|a"),
    items: filled("- "),
    deep_items: stairs("- a"),
    keywords: filled("#+a[: b\n"),
    states: `#+todo: ${filled("A ")}\n`,
    long_links: `#+link: a ${"x".repeat(100_000)}\n${filled("[[a:b]] ")}`,
  }),
  folder("man", {
    strings: counted((at) => `.ds s${at + 1} \\*[s${at}]\\*[s${at}]\n`),
    macros: filled(".de a\n.a\n"),
    definitions: counted((at) => `.de a b${at}\n`) + counted((at) => `.de a c${at}\n`),
    names_of_page: `.Dd a\n.Dt A 1\n.Os\n.Sh NAME\n.Nm ${"x".repeat(1000)}\n${filled(".Nm\n")}`,
    conditions: `.if n ${filled(".if n ")}a\n`,
    else_blocks: filled(".ie n a\n.el b\n"),
    loops: filled(".while 1 .a\n"),
    continued: `${filled("a\\\n")}\n`,
    fonts: filled("\\fBa"),
    names: filled("\\["),
    delimiters: filled("\\h'"),
    headings: filled(".SH a\n"),
    tags: `.SH OPTIONS\n${counted((at) => `.TP\n\\-a${at}\nb\n`)}`,
    indents: filled(".RS\n"),
    words: `.B ${filled('"a""')}\n`,
    unknown: counted((at) => `.Z${at} a\n`),
    tables: filled(".TS\n"),
    wide: `.TS\nl.\n${filled("a\t")}\n.TE\n`,
    lists: `.Dd a\n.Dt A 1\n.Os\n${filled(".Bl -tag\n")}`,
    calls: `.Dd a\n.Dt A 1\n.Os\n.Op ${filled("Oo ")}\n`,
  }),
  {
    name: "includes of every language that lead outside, through links, or to themselves",
    plant(place) {
      plantIncludes(place);
    },
    commands: ({ word }) => [
      {
        args: ["update"],
        expect: ({ code, stderr }) => assert.equal(code, 0, stderr),
      },
      { args: ["search", word, "--no-update"], expect: ({ stdout }) => assert.doesNotMatch(stdout, /secret\.md/) },
      {
        args: ["search", "needle", "--cutoff-ratio", "0", "--json", "--no-update"],
        expect: ({ stdout }) =>
          assert.deepEqual(
            [...new Set(stdout.match(/"docs:page\.\w+/g))].sort(),
            ['"docs:page.1', '"docs:page.adoc', '"docs:page.org', '"docs:page.qmd', '"docs:page.rst'],
          ),
      },
      { args: ["check"], expect: ({ stdout }) => assert.match(stdout, /include/) },
    ],
  },
  {
    name: "bytes, line ends and lines of megabytes in every language",
    plant({ write }) {
      write(".ra.toml", `[tree.docs]\npath = "docs"\n`);
      for (const extension of [...Object.values(EXTENSIONS), "qmd"]) {
        const head = extension === "1" ? ".TH A 1\n" : "";
        write(`docs/line.${extension}`, `${head}${"word ".repeat(200_000)}needle\n`);
        write(`docs/returns.${extension}`, `\ufeff${head}${"word\r\n\r\n".repeat(100)}needle\r\n`);
        write(`docs/old.${extension}`, `${head}${"word\r".repeat(100)}needle\r`);
        const text = new TextEncoder().encode(`${head}${"word é\n\n".repeat(200)}needle\n`);
        text.fill(0xff, text.length - 60, text.length - 58);
        write(`docs/broken.${extension}`, text);
        write(`docs/binary.${extension}`, `${head}word\0needle\n`);
      }
    },
    commands: () => [
      { args: ["update"], expect: ({ code, stderr }) => assert.equal(code, 0, stderr) },
      {
        args: ["search", "needle", "-n", "100", "--cutoff-ratio", "0", "--json", "--no-update"],
        expect({ stdout }) {
          const found = new Set([...stdout.matchAll(/"docs:(\w+)\.\w+/g)].map(([id]) => id));
          assert.equal(found.size, 4 * 5, [...found].join(" "));
          assert.doesNotMatch(stdout, /docs:binary/);
        },
      },
    ],
  },
]);

/** Each page takes in what lies outside, what leads there, and itself; then it says its word. */
function plantIncludes({ write, outside, project }: Place): void {
  write(".ra.toml", `[tree.docs]\npath = "docs"\n`);
  const paths = [
    join(outside, "secret.md"),
    "../../outside/secret.md",
    `file://${join(outside, "secret.md")}`,
    "link.md",
    "folder/inner.md",
    "/etc/passwd",
    "../../../../../../../../etc/passwd",
    "nowhere.txt",
  ];
  const pages: Readonly<Record<string, (path: string) => string>> = {
    rst: (path) => `.. include:: ${path}\n\n.. literalinclude:: ${path}\n\n`,
    adoc: (path) => `include::${path}[]\n\n`,
    org: (path) => `#+INCLUDE: "${path}"\n\n#+INCLUDE: "${path}" src text\n\n`,
    "1": (path) => `.so ${path}\n.mso ${path}\n`,
    qmd: (path) => `{{< include ${path} >}}\n\n\`\`\`{include} ${path}\n\`\`\`\n\n`,
  };
  for (const [extension, include] of Object.entries(pages)) {
    const head = extension === "1" ? ".TH A 1\n" : "";
    const text = [...paths, `page.${extension}`].map(include).join("");
    write(`docs/page.${extension}`, `${head}${text}\nneedle\n`);
  }
  symlinkSync(join(outside, "secret.md"), join(project, "docs", "link.md"));
  symlinkSync(join(outside, "folder"), join(project, "docs", "folder"));
}
