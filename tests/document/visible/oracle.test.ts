// Tests the oracle for what a reader sees, with small pages and the text that they show.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frontmatterEnd, visiblePage } from "./oracle.ts";
import { randomPage } from "./random_markdown.ts";
import { compareWords, countWords } from "./words.ts";

interface SmallPage {
  readonly page: string;
  /** What every program shows, as words in order. */
  readonly shows: string;
  /** Words that some programs show as well. */
  readonly maybe?: string | undefined;
}

function check(pages: readonly SmallPage[], dialect: { readonly mdx?: boolean; readonly vault?: boolean } = {}): void {
  for (const { page, shows, maybe = "" } of pages) {
    const { readings } = visiblePage(page, { mdx: false, vault: false, ...dialect });
    assert.ok(readings !== null, page);
    assert.equal(words(readings[0]!), shows, page);
    const all = compareWords(readings, `${readings[0]} ${maybe}`);
    assert.deepEqual([...all.invisible.keys()], [], page);
    const known = countWords(`${shows} ${maybe}`.toLowerCase());
    const unknown = readings.flatMap((reading) => [...countWords(reading).keys()]).filter((word) => !known.has(word));
    assert.deepEqual(unknown, [], page);
  }
}

function words(text: string): string {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].join(" ");
}

test("Entities, markup and HTML in a word show the word", () => {
  check([
    { page: "Gr&uuml;n, M&#252;n &amp; need&nbsp;it", shows: "Grün Mün need it" },
    { page: "`M&uuml;ller` in code", shows: "M uuml ller in code" },
    { page: "an **un**important re*mark* and old~~er~~", shows: "an unimportant remark and older" },
    { page: "H<sub>2</sub>O, CO~2~, <span>Pre</span>fix, super<wbr>cali", shows: "H2O CO2 Prefix supercali" },
    { page: "[retry](a.md)able `Widget`s", shows: "retryable Widgets" },
    { page: "one<br>two<div>three</div>four", shows: "one two three four" },
    {
      page: "Ge\u00ADsamt Foo\u200BBar word\u2060joined check\uFE0Fmark left\u200Eright",
      shows: "Gesamt FooBar wordjoined checkmark leftright",
    },
    { page: "Donau&shy;dampf", shows: "Donaudampf" },
  ]);
});

test("Comments, scripts, definitions and destinations do not show", () => {
  check([
    { page: "a <!-- x --> b\n\n<!--\n# x\n-->\nc", shows: "a b c" },
    { page: "[//]: # (x)\n\n[a]: /x 'x'\n\n[b][a] ![c](x.png \"x\") <https://d.e>", shows: "b c https d e" },
    { page: "<script>x</script><style>x</style><template>x</template>a <img src=x alt='b c'>", shows: "a b c" },
    { page: "<iframe src='x' />\n\nafter", shows: "after" },
    { page: "<p hidden>x</p><noscript>y</noscript>z", shows: "z", maybe: "x y" },
    { page: "---\ntitle: x\n---\na", shows: "a" },
    { page: "+++\ntitle = 'x'\n+++\na", shows: "a" },
    { page: "a Vec<T> b", shows: "a Vec b", maybe: "T" },
    { page: "3. a\n4. b\n\nc[^n]\n\n[^n]: d", shows: "a b c d", maybe: "3 4 n n" },
  ]);
});

test("Fences show their code and a caption", () => {
  check([
    { page: '```js title="a b" {1,3} x=y\nc\n```', shows: "a b c" },
    { page: "~~~ {.py title='a'}\nb\n~~~\n\n```title=\"c d\"\ne\n```", shows: "a b c d e" },
    { page: "```js [a.js]\nb\n```\n\n```{note} c\nd\n```", shows: "b d", maybe: "a js c" },
  ]);
});

test("Template tags do not show, and what they enclose does", () => {
  check([
    { page: 'a {{< fig src="x" >}}b{{< /fig >}} {{% x %}}c{{% /x %}} {{ d }}', shows: "a b c d" },
    { page: '{% if x %}\na\n{% endif %}\n\n[b]({{< ref "x" >}})', shows: "a b" },
    { page: "`{{< a >}}`\n\n```\n{% b %}\n```", shows: "a b" },
    { page: "<div>\n{{< x >}}\n<b>a</b>\n</div>", shows: "a" },
  ]);
});

test("Admonitions show their title and body", () => {
  check([
    { page: ":::note[A `b` [c](x)]{x=y}\nd\n:::\n\n::: tip E f\ng\n:::", shows: "A b c d E f g" },
    { page: "> :::note\n> a\n> :::\n\n::::x\n:::y\nb\n:::\n::::", shows: "a b" },
    { page: ":::{note} a\n:class: b\nc\n:::", shows: "c", maybe: "a class b" },
    { page: "::leaf[a]{x=y}\n\nb :text[c]{x=y} d:e", shows: "a b c d e" },
    { page: "> [!NOTE]- A b\n> c\n\n> [!tip]\n> d\n> [!e]", shows: "A b c d e", maybe: "note tip" },
    { page: "/// note | A\n\nb\n\n///", shows: "A b", maybe: "note" },
    { page: '=== "A b"\n\n    c', shows: "A b c" },
    { page: '!!! note "A"\n\n    b\n\n    ??? tip\n        c\n\nd', shows: "b c d", maybe: "note A tip" },
    { page: "!!! note\n\n    a [b](c.md)", shows: "a b", maybe: "note c md" },
  ]);
});

test("Attribute lists, targets and ids do not show", () => {
  check([
    { page: "# A {#x .y}\n\n## B { #x }\n\n## C {: #x}\n\nD {#x}\n---\n\n## E\n{: #x}", shows: "A B C D E" },
    { page: "[a](b){ .x } ![c](d){: x } `e`{.x} {f}", shows: "a c e f" },
    { page: "(x)=\n## A\n\n## B {/* #x */}\n\n## C \\{#d}", shows: "A B C d" },
    { page: "```\n# a {#b}\n{: c}\n(d)=\n```", shows: "a b c d" },
    { page: "a :smile: {ref}`b` 10:30:20", shows: "a b 10 30 20", maybe: "smile ref" },
  ]);
});

test("Notes of Obsidian show the text of links, and no comments in a vault", () => {
  const links = { page: "[[a b|c]] [[d_e_f]] ![[x.png|300]] ![[note]] `[[g]]`", shows: "c d e f g", maybe: "note" };
  check([{ page: "a %%b%% c", shows: "a b c" }, links]);
  check([{ page: "a %%x%% b\n\n%%\n# x\n%%\n\n`%%c%%` ![d|100](x.png)", shows: "a b c d", maybe: "100" }, links], {
    vault: true,
  });
});

test("MDX shows the children of components and no JavaScript", () => {
  check([
    { page: "import X from 'x'\n\nexport const x = 1\n\n# A {/* #x */}\n\n## B {#x}\n\n{/* x */}", shows: "A B" },
    { page: '<Card title="x">\n  a **b** <img alt="c" src={x} />\n</Card>\n\nH<sub>2</sub>O', shows: "a b c H2O" },
    { page: "a{x}b {' '} {'c'} <Image alt=\"d\" />", shows: "a b", maybe: "c d" },
    { page: ':::tip[A]\nb\n:::\n\n```jsx title="c"\nimport d\n```', shows: "A b c import d" },
  ], { mdx: true });
  assert.equal(visiblePage("a {", { mdx: true, vault: false }).readings, null);
});

test("The frontmatter ends where the body begins", () => {
  assert.equal(frontmatterEnd("---\na: b\n---\nc"), "---\na: b\n---".length);
  assert.equal(frontmatterEnd("\uFEFF---\r\na: b\r\n---\r\nc"), "\uFEFF---\r\na: b\r\n---".length);
  assert.equal(frontmatterEnd("a\n\n---\nb\n---\n"), 0);
});

test("Words differ by their number", () => {
  const { visible, indexed, missing, invisible } = compareWords(["a b b", "a b b c"], "A b d c");
  assert.deepEqual([visible, indexed, [...missing], [...invisible]], [3, 4, [["b", 1]], [["d", 1]]]);
});

test("A random page shows nothing that is hidden in it", { timeout: 40_000 }, () => {
  fc.assert(
    fc.property(randomPage, (page) => {
      const { readings } = visiblePage(page, { mdx: false, vault: true });
      assert.ok(readings !== null);
      // Further readings have the bodies of admonitions as code, which shows all that they hold.
      for (const reading of readings.slice(0, 2)) assert.doesNotMatch(reading, /hidden|[\uE000\uE001\u00AD\u200B]/);
    }),
    { numRuns: 500, interruptAfterTimeLimit: 20_000 },
  );
});
