import assert from "node:assert/strict";
import { test } from "node:test";
import { mainOf, markdownOf, omittedFrom } from "./page.ts";

const FENCED = "```\nfirst();\n  second();\n```";

test("each element of a line of code is a line", async () => {
  const cases = [
    "<pre><code><div>first();</div><div>  second();</div></code></pre>",
    "<pre><div>first();\n</div><div>  second();\n</div></pre>",
    "<pre>\n  <div>first();</div>\n  <div>  second();</div>\n</pre>",
    "<pre><ol><li>first();</li>\n<li><span>  second();</span></li></ol></pre>",
    "<pre><p>first();</p><p>  second();</p></pre>",
    "<pre><code><span style='display:block'>first();</span><span style='display: block;'>  second();</span></code></pre>",
    "<pre><code><span class=line>first();</span><span class=line>  second();</span></code></pre>",
    "<pre><code><span class=line>first();</span>\n<span class=line>  second();</span></code></pre>",
    "<pre><code><span class=line>first();\n</span><span class=line>  second();\n</span></code></pre>",
    "<pre><span class=token-line style='color:red'>first();<br></span><span class=token-line>  second();<br></span></pre>",
    "<pre>first();<br>  second();</pre>",
    "<code><div>first();</div><div>&nbsp;&nbsp;second();</div></code>",
    "<div><code>first();<br>&nbsp; second();</code></div>",
    "<table><tr><td class=blob-num data-line-number=1></td><td><pre>first();</pre></td></tr><tr><td class=blob-num data-line-number=2></td><td><pre>  second();</pre></td></tr></table>",
    "<div class=fragment><div class=line>first();</div><div class=line>  second();</div></div>",
  ];
  for (const page of cases) assert.equal(await mainOf(page), FENCED, page);
});

test("an empty element of a line is an empty line", async () => {
  for (const empty of ["<div></div>", "<div>\n</div>", "<div><br></div>", "<div> </div>"]) {
    assert.equal(await mainOf(`<pre><div>a</div>${empty}<div>b</div></pre>`), "```\na\n\nb\n```", empty);
  }
});

test("the numbers of lines are left out and counted, however they stand beside the code", async () => {
  const cases = [
    "<pre><table><tr><td>1</td><td>first();</td></tr><tr><td>2</td><td>  second();</td></tr></table></pre>",
    "<pre><code><table><tbody>\n<tr>\n<td data-line-number=1>1</td><td>first();</td></tr>\n<tr><td data-line-number=2>2</td><td>  second();</td></tr></table></code></pre>",
    "<pre><code><table class=hljs-ln><tr><td class=hljs-ln-numbers data-line-number=1><div class=hljs-ln-n>1</div></td><td class=hljs-ln-code data-line-number=1>first();</td></tr><tr><td class=hljs-ln-numbers data-line-number=2><div class=hljs-ln-n>2</div></td><td class=hljs-ln-code data-line-number=2>  second();</td></tr></table></code></pre>",
    "<table><tr><td class=blob-num data-line-number=1>1</td><td class=blob-code>first();</td></tr><tr><td class=blob-num data-line-number=2>2</td><td class=blob-code>  second();</td></tr></table>",
    "<table><tr><td><pre>1\n2\n</pre></td><td><pre>first();\n  second();</pre></td></tr></table>",
    "<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>1\n2</pre></div></td><td class=code><div><pre>first();\n  second();</pre></div></td></tr></table>",
    "<pre class='line-numbers'><span class=lineno>1 </span>first();\n<span class=lineno>2 </span>  second();</pre>",
    "<pre><code>first();\n  second();</code><span aria-hidden=true class=line-numbers-rows><span>1</span><span>2</span></span></pre>",
  ];
  cases.push(
    "<pre><div><span>1</span><span>first();</span></div><div><span>2</span><span>  second();</span></div></pre>",
    "<pre><code><span class=line><b>1</b><span>first();</span></span><span class=line><b>2</b><span>  second();</span></span></code></pre>",
  );
  for (const page of cases) {
    assert.equal(await mainOf(page), FENCED, page);
    assert.match((await omittedFrom(`<main>${page}</main>`))["line-number"]?.join(" ") ?? "", /^1 ?2$/, page);
  }
});

test("numbers that are code stay", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["<pre><table><tr><td>7</td><td>a</td></tr><tr><td>3</td><td>b</td></tr></table></pre>", "7 a\n3 b"],
    ["<pre class=line-numbers>10\n20</pre>", "10\n20"],
    [
      "<pre><div><span class='token number'>1</span> a</div><div><span class='token number'>2</span> b</div></pre>",
      "1 a\n2 b",
    ],
    ["<pre><div><i>5</i><span> a</span></div><div><i>3</i><span> b</span></div></pre>", "5 a\n3 b"],
    ["<pre><span class=gutter>x1</span>y</pre>", "x1y"],
  ];
  for (const [page, code] of cases) assert.equal(await mainOf(page), `\`\`\`\n${code}\n\`\`\``, page);
  assert.equal(await mainOf("<p class=lineno>Line 7</p>"), "Line 7");
});

test("lines of code keep their lines of the page", async () => {
  const long = `<pre>${"<div>line();</div>".repeat(20_000)}</pre>`;
  const text = await markdownOf(long);
  assert.equal(text.match(/line\(\);\n/g)?.length, 20_000);
});
