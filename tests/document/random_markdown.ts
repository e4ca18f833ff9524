// Random Markdown for property tests.
import fc from "fast-check";

const title = fc.constantFrom(
  "Errors",
  "Errors",
  "Errors 1",
  "Preamble",
  "Über `uns`",
  "日本",
  "!!!",
  "",
  "A <b>b</b> T<U>",
);
const paragraph = fc.constantFrom(
  "Some text.",
  "Größe. Und mehr! 日本語。はい",
  "😀 emoji",
  "> # quoted",
  "- # item",
  "    # indented",
  "\u00a0",
  "x ".repeat(40),
);
const block = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 6 }), title).map(([level, text]) => [`${"#".repeat(level)} ${text}`]),
  },
  { weight: 1, arbitrary: fc.tuple(title, fc.constantFrom("===", "---")).map(([text, line]) => ["", text, line]) },
  { weight: 3, arbitrary: paragraph.map((text) => ["", text, ""]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(["```", "# code", "", "## more", "```"], ["~~~~", "# open to the end"], [
      "<div>",
      "# html",
      "</div>",
      "",
    ]),
  },
  { weight: 2, arbitrary: fc.constantFrom([""], ["", " \t", ""], ["  ## Indented ##  "], ["\u3000"]) },
);
const frontmatter = fc.constantFrom<string[]>(
  [],
  [],
  ["---", "title: Errors", "---"],
  ["---", "a: [broken", "..."],
  ["---", "- no mapping", "---"],
  ["---", "open: x"],
  ["---", "", "# Head", "", "Note: x", "", "---"],
  ["---", "**Status:** x", "key: y", "---"],
  ["+++", 'title = "Toml"', "+++"],
  ['{ "title": "Json" }', ""],
);
/** Documents of headings, text and blocks that disguise headings. */
export const markdown = fc
  .tuple(
    fc.constantFrom("", "", "\uFEFF"),
    frontmatter,
    fc.array(block, { maxLength: 14 }),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.boolean(),
  )
  .map(([mark, front, blocks, newline, final]) =>
    mark + [...front, ...blocks.flat()].join(newline) + (final ? newline : "")
  );
