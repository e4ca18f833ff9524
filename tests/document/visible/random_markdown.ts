/**
 * Random Markdown in all dialects, for property tests of what a reader sees. The word `hidden` stands in it only where
 * no reader sees it.
 */
import fc from "fast-check";

const word = fc.constantFrom("alpha", "beta", "Gamma", "delta2", "Größe", "naïve", "x_y", "C3");
const inline = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")) },
  {
    weight: 4,
    arbitrary: fc.tuple(word, word, word, fc.constantFrom("*", "**", "_", "~~", "~", "`", "***"))
      .map(([before, inner, after, mark]) => `${before}${mark}${inner}${mark}${after}`),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(word, word).map(([text, after]) => `[${text}](/hidden.md "hidden")${after}`),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "![picture](hidden.png)",
      "![one *two*](hidden.png 'hidden'){ .hidden }",
      "[text][ref] and [ref][]",
      "[text](hidden){ .hidden }",
      "<https://example.org/seen>",
      "https://example.org/seen.",
      "M&uuml;ller &amp; S&ouml;hne&shy;chen &#x41;b",
      "soft\u00ADhyphen zero\u200Bspace",
      "`code &uuml; *a*`{.hidden}",
      "``a ` b``",
      "H<sub>2</sub>O and x<sup>2</sup>",
      '<span class="hidden">Pre</span>fix',
      "super<wbr>cali",
      "one<br>two<br/>three",
      "a <!-- hidden --> b",
      '<img src="hidden" alt="seen">',
      "<kbd>Ctrl</kbd>+<kbd>C</kbd>",
      "call[^1] and [^2]",
      "[[hidden page|shown]]",
      "[[seen page]]",
      "![[hidden.png|300]]",
      ":badge[seen]{a=hidden}",
      "10:30 a:b",
      '{{< hidden src="a.png" >}}inner{{< /hidden >}}',
      "{% if hidden %}then{% endif %}",
      "{{ variable }}",
      "\\*escaped\\* snake\\_case 3\\*4",
      "a  \nb\\\nc",
      "日本語 text",
      "%%hidden%%",
    ),
  },
);
/** A line begins with a word: a tag there could begin a block of HTML, whose Markdown shows as it stands. */
const line = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => `so ${parts.join(" ")}`);
const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((each) => each.flatMap((text) => text.split("\n")));

const heading = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  line.map((text) => text.replace(/\s+/g, " ")),
  fc.constantFrom("", "", " {#hidden}", " { #hidden .b }", " {/* #hidden */}", " {: #hidden}", " ##"),
).map(([level, text, id]) => [`${"#".repeat(level)} ${text} end${id}`]);

const code = fc.tuple(
  fc.constantFrom("```", "~~~~"),
  fc.constantFrom("", "js", "hidden", 'js title="seen"', "js {1,3} hidden title='seen too'", '{.hidden title="seen"}'),
  fc.constantFrom("plain", "# seen {#seen}", "<!-- seen -->", "{{< seen >}}", "[a](seen.md)", ":::seen[x]", "&uuml;"),
).map(([fence, info, text]) => [fence + info, text, "", "  more *text*", fence]);

const table = fc.array(fc.tuple(inline, inline), { minLength: 1, maxLength: 3 }).map((rows) => [
  "| one | two |",
  "|-----|:---:|",
  ...rows.map(([a, b]) => `| ${cell(a)} | ${cell(b)} |`),
]);

function cell(text: string): string {
  return text.replace(/\n/g, " ").replaceAll("|", "\\|");
}

const special = fc.constantFrom(
  ["<!--", "hidden", "-->"],
  ["<div class=hidden>", "in *html*", "</div>"],
  ["<details><summary>More</summary>", "", "inner **text**", "", "</details>"],
  ["<style>", ".hidden { }", "</style>"],
  ["<script>hidden</script>"],
  ["[ref]: https://example.org/hidden 'hidden'"],
  ["[//]: # (hidden)"],
  ["(hidden-target)="],
  ["%%", "hidden", "%%"],
  ["{{% hidden %}}", "", "between", "", "{{% /hidden %}}"],
  ["[^1]: A *note*", "    and more"],
  ["---"],
  ["    indented <b>code</b>"],
  ["Setext *title* {#hidden}", "==="],
  ["- [x] done", "- [ ] open"],
);

const plain = fc.oneof(
  { weight: 4, arbitrary: lines },
  { weight: 3, arbitrary: heading },
  { weight: 2, arbitrary: code },
  { weight: 2, arbitrary: table },
  { weight: 4, arbitrary: special },
);

const nested = fc.tuple(
  fc.array(plain, { minLength: 1, maxLength: 3 }).map((parts) => parts.flatMap((part) => [...part, ""]).slice(0, -1)),
  fc.constantFrom("quote", "callout", "item", "number", "directive", "titled", "mkdocs"),
).map(([inner, kind]) => {
  const deeper = (first: string, indent: string): string[] =>
    inner.map((text, index) => index === 0 ? first + text : text === "" ? "" : indent + text);
  if (kind === "quote") return inner.map((text) => `> ${text}`);
  if (kind === "callout") return ["> [!note]- Seen", ">", ...inner.map((text) => `> ${text}`)];
  if (kind === "item") return deeper("- ", "  ");
  if (kind === "number") return deeper("1. ", "   ");
  if (kind === "directive") return [":::hidden[Seen *title*]{a=hidden}", "", ...inner, "", ":::"];
  if (kind === "titled") return ["::: tip Seen title", "", ...inner, "", ":::"];
  return ['!!! note "Seen"', "", ...deeper("    ", "    ")];
});

const block = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 2, arbitrary: nested });
const front = fc.constantFrom<string[]>([], [], ["---", "title: hidden", "---"], ["+++", 'title = "hidden"', "+++"]);

/** Pages of random blocks between blank lines. */
export const randomPage = fc.tuple(
  front,
  fc.array(block, { minLength: 1, maxLength: 8 }),
  fc.constantFrom("\n", "\n", "\n", "\r\n"),
).map(([frontmatter, blocks, newline]) =>
  [...frontmatter, ...blocks.flatMap((each) => ["", ...each, ""])].join(newline)
);
