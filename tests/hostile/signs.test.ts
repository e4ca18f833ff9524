/** Documents of one sign, or of a few: the work on them grows with their size, and their words are found. */
import assert from "node:assert/strict";
import { hostile, type HostileFolder } from "./hostile.ts";

/** Bytes of each document. */
const SIZE = 400_000;
const SIGNS = [
  ...["[", "]", "![", "[[", "[^", "[]", "[](", "[x](<", "[x]: ", "![](", "](", "[x][", "[[x|"],
  ...["<", "<!--", "<a ", "</", "<a\n", "<![CDATA[", "<?", "&", "&#", "&amp"],
  ...["*", "**", "_", "__", "*_", "a*", "~~", "`", "``", "`a``", "\\", "\\["],
  ...[
    "> ",
    ">",
    "- ",
    "1. ",
    "* - ",
    "|",
    "|-",
    "|a|\n",
    ":::",
    ":::x\n",
    "{{",
    "{% ",
    "$$",
    "$",
    "=\n",
    "-\n",
    "#",
    "# \n",
  ],
  ...[
    "\t",
    " ",
    "\r",
    "\n\n",
    "---\n",
    "+++\n",
    "~~~\n",
    "```\n",
    "    ",
    "\u00a0",
    "\u0300",
    "(",
    "{",
    '"',
    "'",
    "@",
    ":",
  ],
];
const filled = (sign: string): string => `# Title\n\n${sign.repeat(Math.ceil(SIZE / sign.length))}\n\nneedle\n`;
const mixed = (seed: number): string => {
  let state = seed;
  const parts: string[] = [];
  for (let size = 0; size < SIZE;) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const sign = SIGNS[(state >>> 8) % SIGNS.length]!;
    parts.push(sign);
    size += sign.length;
  }
  return `# Title\n\n${parts.join("")}\n\nneedle\n`;
};

/** `found` is the share of the documents whose last word is text. A comment or a script that is not closed hides it. */
const folder = (name: string, extension: string, contents: readonly string[], found = 0.9): HostileFolder => ({
  name,
  plant({ write }) {
    write(".ra.toml", `[tree.docs]\npath = "docs"\ninclude = ["**/*.${extension}"]\n`);
    for (const [at, content] of contents.entries()) write(`docs/d${at}.${extension}`, content);
  },
  commands: () => [
    { args: ["update"], expect: ({ code, stderr }) => assert.equal(code, 0, stderr) },
    {
      args: ["search", "needle", "-n", "200", "--json", "--no-update"],
      expect({ stdout }) {
        const ids = new Set([...stdout.matchAll(/"docs:(d\d+)\./g)].map(([, id]) => id));
        assert.ok(ids.size >= contents.length * found, `${ids.size} of ${contents.length} are found`);
      },
    },
  ],
});

const HALF = Math.ceil(SIGNS.length / 2);

hostile("signs", [
  folder("Markdown of one sign each", "md", SIGNS.slice(0, HALF).map(filled), 0.7),
  folder("Markdown of other signs", "md", SIGNS.slice(HALF).map(filled)),
  folder("Markdown of mixtures", "md", Array.from({ length: 12 }, (_, at) => mixed(at + 1)), 0.1),
  folder("plain text", "txt", ["[", "![", "[[", "<", "*", "`"].map(filled)),
  folder("JSON", "json", ["[", "{", '{"a":', "[0,", '"'].map((sign) => sign.repeat(SIZE / sign.length)), 0),
  folder("HTML", "html", ["<", "<a ", "<!--", "<div>", "<b><i>", "&", "</", "<table>"].map(filled), 0.3),
]);
