/** Random answers as models write them: paragraphs, lists, tables, code, quotations and citations. */
import fc from "fast-check";

const claim = fc.constantFrom(
  "The index is written twice",
  "Unchanged files keep their vectors",
  "Use `--bm25 false`",
  'It says "The cosine alone then orders the rows"',
  "It says “rows are lost”",
  "**Note** this: words come first",
  "see the [guide](guide.md)",
  "see [the guide][g]",
  "Die Suche liefert z. B. zehn Zeilen",
  "索引は二度書かれます",
  "for example, e.g. The Guide",
  "the code `list[7]`",
  "_Words_ & letters &amp; signs are kept",
);
const citation = fc.constantFrom(" [1]", " [2]", " [1][2]", " [1, 3]", "", "", " [7]", " [1](a.md)", " [^1]");
const said = fc.tuple(claim, citation).map((parts) => parts.join(""));
const paragraph = fc.array(fc.tuple(said, fc.constantFrom(". ", "! ", "? ", ".")), { minLength: 1, maxLength: 5 })
  .map((sentences) => sentences.flat().join("").trim());
const list = fc.tuple(
  fc.array(said, { minLength: 1, maxLength: 12 }),
  fc.constantFrom("- ", "* ", "1. ", "3) "),
  fc.constantFrom("\n", "\n\n"),
).map(([items, sign, between]) => items.map((item) => `${sign}${item}`).join(between));
const nested = fc.array(fc.tuple(said, fc.array(said, { maxLength: 3 })), { minLength: 1, maxLength: 5 }).map((items) =>
  items.map(([item, inner]) => [`- ${item}`, ...inner.map((one) => `  - ${one}`)].join("\n")).join("\n")
);
const steps = fc.array(
  fc.tuple(said, fc.constantFrom("", "\n\n   More of it is here.", "\n   ```sh\n   # no heading\n   ra index\n   ```")),
  { minLength: 1, maxLength: 6 },
).map((items) => items.map(([item, more], at) => `${at + 1}. ${item}${more}`).join("\n"));
const code = fc.tuple(
  fc.constantFrom("```", "~~~", "````"),
  fc.array(fc.constantFrom("ra index", "# no heading", "", "- no item", "list[1] = 2;", "[1]: x"), { maxLength: 8 }),
).map(([fence, lines]) => [`${fence}sh`, ...lines, fence].join("\n"));
const table = fc.array(fc.tuple(said, said), { minLength: 1, maxLength: 6 }).map((rows) =>
  ["| What | Why |", "|---|---|", ...rows.map(([one, other]) => `| ${one} | ${other} |`)].join("\n")
);
const quote = paragraph.map((text) => `> ${text.replaceAll(". ", ".\n> ")}`);
const other = fc.constantFrom(
  "# A heading",
  "A heading\n=======",
  "***",
  "<!-- it is\n\na comment -->",
  "The reasons are these [1]:",
  "There are two ways:",
  "Source: [2]",
  "[1]",
);
const definitions = fc.constantFrom("", "", "\n\n[1]: guide.md", "\n\n[g]: guide.md", "\n\n[^1]: It is in the guide.");

/** `most` blocks at most. */
export function ordinaryAnswer(most: number): fc.Arbitrary<string> {
  const block = fc.oneof({ weight: 4, arbitrary: paragraph }, list, nested, steps, code, table, quote, other);
  return fc.tuple(fc.array(block, { minLength: 1, maxLength: most }), definitions)
    .map(([blocks, last]) => blocks.join("\n\n") + last);
}
