import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownOf, omittedFrom } from "./page.ts";

const TEXT =
  "The pump has two valves, and each of them opens at a pressure of its own. Both close by themselves when the " +
  "water stops, and no hand has to touch them then.";
const links = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<li><a href="/page${at}">A page with the number ${at}</a></li>`).join("");

test("the main part is the first of main, article, role, #content and .document .body that holds most of the text", async () => {
  const around = (inner: string): string =>
    `<body><nav>Nav</nav><header>Top</header><p>Side</p>${inner}<footer>End</footer></body>`;
  const two = `${TEXT} Two.`;
  const cases: readonly (readonly [string, string])[] = [
    [`<main>${TEXT}</main><article>two</article>`, TEXT],
    [`<article>${TEXT}</article><article>${two}</article>`, `${TEXT}\n\n${two}`],
    [`<div role=main>${TEXT}</div><div id=content>two</div>`, TEXT],
    [`<div id=content>${TEXT}</div>`, TEXT],
    [`<div class=document><div class='x body'>${TEXT}</div></div>`, TEXT],
    [`<main> </main><article>${TEXT}</article>`, TEXT],
    [`<div class=body>${TEXT}</div><aside>note</aside>`, `Side\n\n${TEXT}`],
    [`<div id=content>${TEXT}</div><div><ul>${links(30)}</ul></div>`, TEXT],
    [`<div id=wrap><header>Top</header><main>${TEXT}</main><div class=links>${links(9)}</div></div>`, TEXT],
  ];
  for (const [inner, text] of cases) assert.equal(await markdownOf(around(inner)), `${text}\n`, inner);
});

test("a part that holds little of the page is not its main part", async () => {
  const post = `<div class=post><h1>Pump</h1><p>${TEXT}</p><p>${TEXT}</p></div>`;
  const cases: readonly (readonly [string, string])[] = [
    ["comments", `${post}<ol><li><article><p>Nice.</p></article></li></ol>`],
    ["teasers", `${post}<div><article><h3>Other</h3><p>More.</p></article><article>Third</article></div>`],
    ["menu", `<div id=content><ul><li><a href=a>Contents</a></li></ul></div>${post}`],
    ["search", `<main><p>Search</p></main>${post}`],
    ["role", `<div role=main>Loading</div>${post}`],
    ["card", `<div class=document><div class=body>Card</div></div>${post}`],
    ["before", `<div><p>${TEXT}</p></div><article><p>${TEXT}</p></article><section><p>${TEXT}</p></section>`],
    ["behind", `<article><p>${TEXT}</p><p>${TEXT}</p></article><section><h2>Appendix</h2><p>${TEXT}</p></section>`],
  ];
  for (const [what, inner] of cases) {
    const text = await markdownOf(`<body>${inner}</body>`);
    assert.equal(text.split(TEXT).length, inner.split(TEXT).length, `${what}: ${text}`);
  }
});

test("only banners, feet and side bars right in the page are its frame", async () => {
  const page = `<body><div class=page>
    <header><h1><a href="/">Site</a></h1><ul>${links(4)}</ul></header>
    <aside class="admonition warning"><p>Do not open.</p></aside><aside role=note>A note.</aside>
    <aside><p>Our offers of this week</p></aside>
    <section><header><h2>Part</h2><p>By hand.</p></header><p>${TEXT}</p><aside>Beside the part.</aside>
    <footer>End of the part.</footer></section>
    <blockquote><p>${TEXT}</p><footer>A poet</footer></blockquote>
    <div class=sidebar><ul>${links(5)}</ul></div>
    <footer>All rights reserved</footer></div></body>`;
  const text = await markdownOf(page);
  for (
    const kept of ["Do not open.", "A note.", "## Part", "By hand.", "Beside the part.", "End of the part.", "A poet"]
  ) {
    assert.ok(text.includes(kept), kept);
  }
  for (const left of ["Site", "offers", "number", "rights"]) assert.ok(!text.includes(left), left);
  const frame = (await omittedFrom(page))["page-frame"]!;
  assert.equal(frame.length, 12);
  assert.ok(
    frame.includes("Site") && frame.includes("Our offers of this week") && frame.includes("All rights reserved"),
  );
});

test("a header with a heading of its own and a foot with notes are not the frame", async () => {
  const page = `<body><header><h1>Pump</h1><p>For water.</p></header><p>${TEXT}</p>
    <footer><ol><li id=fn1>First note.</li></ol></footer></body>`;
  assert.equal(await markdownOf(page), `# Pump\n\nFor water.\n\n${TEXT}\n\n1. First note.\n`);
  const notes = `<body><p>${TEXT}</p><footer class="footnotes"><p>* A star.</p></footer><footer>(c) Us</footer></body>`;
  assert.equal(await markdownOf(notes), `${TEXT}\n\n* A star.\n`);
});

test("the title of a page that stands before its main part is read with it", async () => {
  const page = (before: string): string =>
    `<head><title>Pump - Site</title></head><body>${before}<main><p>${TEXT}</p></main></body>`;
  assert.equal(
    await markdownOf(page("<header><h1>Pump</h1><p>For water.</p></header>")),
    `# Pump\n\nFor water.\n\n${TEXT}\n`,
  );
  assert.equal(await markdownOf(page("<div><div><h1>Pump</h1></div><p>Menu</p></div>")), `# Pump\n\n${TEXT}\n`);
  assert.equal(await markdownOf(page("<div><h1>Site</h1></div>")), `${TEXT}\n`);
});

test("what is left out is told by kind, a line for each piece", async () => {
  const page = `<head><title>T</title></head><body><nav><ul><li><a href=a>One</a><li>Two</ul></nav>
    <main><p>${TEXT}</p><p hidden>Not yet.</p><button>Copy</button><p style="display: none">Nor <b>this</b>.</p>
    <pre><span class=lineno>1</span>go();</pre><video>No video here</video></main><p>Beside.</p></body>`;
  assert.deepEqual(await omittedFrom(page), {
    "page-frame": ["One", "Two", "Copy", "Beside."],
    "hidden-text": ["Not yet.", "Nor this.", "No video here"],
    "line-number": ["1"],
  });
  assert.deepEqual(await omittedFrom(`<p>${TEXT}</p>`), {});
});

test("panels that a reader opens are text", async () => {
  const cases = [
    "<div role=tabpanel hidden>X</div>",
    "<div class='tab-pane' style='display:none'>X</div>",
    "<div class=collapse style='display: none;'>X</div>",
    "<div hidden=until-found>X</div>",
    "<button aria-controls=p>Open</button><div id=p hidden>X</div>",
    "<a data-bs-toggle=collapse href='#p'>Open</a><div id=p style='display:none'>X</div>",
    "<div role=tabpanel aria-hidden=true>X</div>",
    "<details><summary>Open</summary>X</details>",
    "<p><span aria-hidden=true>X</span></p>",
  ];
  for (const inner of cases) assert.match(await markdownOf(`<main><p>${TEXT}</p>${inner}</main>`), /X/, inner);
  const hidden = [
    "<div hidden>X</div>",
    "<button aria-controls=p>Search</button><div id=p role=dialog hidden>X</div>",
    "<dialog>X</dialog>",
    "<p>X2 <span aria-hidden=true>X2</span></p>",
    "<i class='material-icons' aria-hidden=true>X</i>",
  ];
  for (const inner of hidden) {
    assert.doesNotMatch(await markdownOf(`<main><p>${TEXT}</p>${inner}</main>`), /X\b|X2.*X2/, inner);
  }
});
