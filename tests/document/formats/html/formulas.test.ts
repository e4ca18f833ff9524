import assert from "node:assert/strict";
import { test } from "node:test";
import { mainOf, omittedFrom, readPage } from "./page.ts";
import { joinRanges } from "../../../../src/text/visible.ts";

test("superscripts and subscripts read as they are meant", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["10<sup>6</sup> volts", "10^6 volts"],
    ["10<sup>-6</sup>", "10^-6"],
    ["10<b><sup>6</sup></b>", "10**^6**"],
    ["5<sup>1</sup>/<sub>2</sub> inch", "5 1/2 inch"],
    ["<sup>3</sup>&frasl;<sub>4</sub>", "3⁄4"],
    ["H<sub>2</sub>O and CO<sub>2</sub>", "H_2O and CO_2"],
    ["m<sup>2</sup>, m²", "m^2, m²"],
    ["1<sup>st</sup> 2<sup>nd</sup> 3<sup>rd</sup> 4<sup>th</sup> n<sup>th</sup>", "1st 2nd 3rd 4th nth"],
    ["1<sup>er</sup> 2<sup>e</sup>", "1er 2e"],
    ["e<sup>x+1</sup>", "e^(x+1)"],
    ["x<sub>i</sub><sup>2</sup>", "x_i^2"],
    ["101<sub>2</sub>", "101_2"],
    ["word<sup>3</sup>", "word^3"],
    ["end.<sup>3</sup> Next", "end.^3 Next"],
    ["word<sup><a href='#fn1'>1</a></sup>.", "word [1](#fn1)."],
    ["word<a href='#fn1'><sup>1</sup></a>.", "word [1](#fn1)."],
    ["Name<sup>®</sup>", "Name®"],
    ["<sup>14</sup>C", "14C"],
    ["a <sub>small words below the line here</sub>", "a small words below the line here"],
    ["text<sub>small words below the line here</sub>", "text small words below the line here"],
  ];
  for (const [page, text] of cases) assert.equal(await mainOf(`<p>${page}</p>`), text, page);
  assert.equal(await mainOf("<h2>10<sup>6</sup> m<sup>2</sup> of H<sub>2</sub>O</h2>"), "## 10^6 m2 of H2O");
});

test("marks of scripts are no part of words that read as one", async () => {
  const { text, outline } = await readPage("<p>H<sub>2</sub>O, m<sup>2</sup>, 10<sup>6</sup>, x<sub>max</sub></p>");
  assert.ok(outline.by === "format");
  const indexed = new TextDecoder().decode(joinRanges(text, outline.hidden)).replaceAll("\u007f", "");
  assert.equal(indexed.trim(), "H2O, m2, 10^6, x_max");
});

test("MathML is one line of text", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"],
    ["<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a+b)/c"],
    ["<msup><mn>10</mn><mn>6</mn></msup>", "10^6"],
    ["<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup>", "10^−6"],
    ["<msup><mi>e</mi><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msup>", "e^(x+1)"],
    ["<msub><mi>x</mi><mn>1</mn></msub>", "x_1"],
    ["<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"],
    ["<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"],
    ["<mroot><mi>x</mi><mn>3</mn></mroot>", "root(x, 3)"],
    ["<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E=mc^2"],
    [
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
      "∑_(i=1)^n i",
    ],
    ["<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", "sin x"],
    [
      "<mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>]</mo>",
      "[a, b; c, d]",
    ],
    ["<mfenced><mi>x</mi><mi>y</mi></mfenced>", "(x, y)"],
    ["<mover><mi>v</mi><mo>→</mo></mover>", "v⃗"],
    [
      "<semantics><mrow><mi>a</mi><mo>=</mo><mi>b</mi></mrow><annotation encoding='application/x-tex'>a=b</annotation></semantics>",
      "a=b",
    ],
    ["<semantics><mrow></mrow><annotation encoding='application/x-tex'>a=b</annotation></semantics>", "a=b"],
  ];
  for (const [math, text] of cases) {
    assert.equal(await mainOf(`<p>So <math>${math}</math> it is.</p>`), `So \`${text}\` it is.`, math);
  }
  const half = "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>";
  assert.equal(await mainOf(`<h2>The ${half} rule</h2>`), "## The 1/2 rule");
  assert.equal(await mainOf(`<p>${half}${half}</p>`), "`1/2` `1/2`");
});

test("KaTeX, MathJax and Wikipedia show a formula once", async () => {
  const math =
    "<math><semantics><mrow><mi>A</mi><mo>=</mo><msup><mi>r</mi><mn>2</mn></msup></mrow><annotation encoding='application/x-tex'>A=r^2</annotation></semantics></math>";
  const cases = [
    `<span class=katex><span class=katex-mathml>${math}</span><span class=katex-html aria-hidden=true><span>A=r</span><span>2</span></span></span>`,
    `<mjx-container class=MathJax jax=CHTML><mjx-math aria-hidden=true>A=r2</mjx-math><mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container>`,
    `<span class=MathJax_Preview></span><span class=MathJax><nobr aria-hidden=true>A=r2</nobr><span class=MJX_Assistive_MathML role=presentation>${math}</span></span><script type='math/tex'>A=r^2</script>`,
    `<span class=MathJax><nobr>A=r2</nobr></span><script type='math/tex'>A=r^2</script>`,
    `<script type='math/tex; mode=display'>A=r^2</script>`,
    `<script type='math/mml'>${math}</script>`,
    `<span class=mwe-math-element><span style='display: none;'>${math}</span><img class=mwe-math-fallback-image-inline aria-hidden=true alt='A=r^2' src=x.svg></span>`,
  ];
  for (const form of cases) assert.equal(await mainOf(`<p>Area ${form} is it.</p>`), "Area `A=r^2` is it.", form);
  assert.deepEqual(await omittedFrom(`<main><p>Area ${cases[0]!} is it.</p></main>`), {
    "second-form": ["A=r^2", "A=r2"],
  });
});

test("deep and long formulas end in time", async () => {
  const deep = `<math>${"<msup><mrow>".repeat(380)}<mi>x</mi>${"y".repeat(1_000_000)}`;
  assert.ok((await mainOf(deep)).length > 0);
  assert.ok((await mainOf(`<math>${"<mi>x</mi><mo>+</mo>".repeat(100_000)}</math>`)).length > 200_000);
  assert.ok((await mainOf(`<p>${"1<sup>2</sup>/<sub>3</sub>".repeat(50_000)}</p>`)).length > 200_000);
});

test("a formula that KaTeX has only drawn is text on one line", async () => {
  const row = (top: number, text: string, size = ""): string =>
    `<span style="top:${top}em;"><span class="pstrut"></span><span class="${size}mord">${text}</span></span>`;
  const list = (...rows: readonly string[]): string =>
    `<span class="vlist-t${rows.length > 1 ? " vlist-t2" : ""}"><span class="vlist-r"><span class="vlist">${
      rows.join("")
    }</span></span></span>`;
  const drawn = (html: string): string =>
    `x and 2 and 3 and n: <span class="katex"><span class="katex-html" aria-hidden="true"><span class="base">${html}</span></span></span>`;
  const formula = async (html: string): Promise<string> => (await mainOf(`<p>${drawn(html)}</p>`)).split(": ")[1]!;
  const scripts = (...rows: readonly string[]): string => `<span class="msupsub">${list(...rows)}</span>`;
  assert.equal(await formula(`x${scripts(row(-3, "2"))}`), "`x^2`");
  assert.equal(await formula(`x${scripts(row(-2.5, "n"), row(-3, "2"))}`), "`x_n^2`");
  const line = '<span style="top:-3.2em;"><span class="frac-line"></span></span>';
  assert.equal(
    await formula(`<span class="mfrac">${list(row(-2.3, "3"), line, row(-3.7, "x n"))}</span>`),
    "`(x n)/3`",
  );
  assert.equal(await formula(`<span class="sqrt">${list(row(-3, "x"))}</span>`), "`√x`");
  const limits = list(row(-1.9, "n", "sizing "), row(-3, "∑"), row(-4.3, "3", "sizing "));
  assert.equal(await formula(`<span class="mop op-limits">${limits}</span>x`), "`∑_n^3 x`");
  assert.deepEqual(await omittedFrom(`<p>${drawn("x")}</p>`), {});
});
