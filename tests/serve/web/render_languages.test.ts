/** No document of any language puts scripts, styles, handlers or links of its own kind into the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf } from "../../../src/document/formats/registry.ts";
import { renderView } from "../../../src/serve/web/rendering/view_renderers.ts";
import type { RenderOptions } from "../../../src/serve/web/rendering/safe_html.ts";
import { assertHarmless } from "./harmless.ts";

const OPTIONS: RenderOptions = {
  shift: 1,
  origin: {
    file: "/p/docs/a",
    root: "/p/docs",
    passagesOf: (destinations) => Promise.resolve(destinations.map(() => undefined)),
    imageAt: (path) => (path.startsWith("/p/docs/") ? `/image/docs${path.slice("/p/docs".length)}` : undefined),
    addressOf: (id) => `/?id=${encodeURIComponent(id)}`,
  },
};

/** How each language writes raw HTML, code, attributes and text. `X` is what an attacker puts in. */
const RAW: Readonly<Record<string, readonly string[]>> = {
  "a.rst": [
    "X",
    ".. raw:: html\n\n   X\n",
    ".. |s| replace:: X\n\n|s|\n",
    ".. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`X`\n",
    ".. code-block:: X\n\n   X\n",
    ".. note:: X\n   :class: X\n\n   X\n",
    ".. image:: X\n   :alt: X\n   :target: X\n",
    ".. figure:: a.png\n   :alt: X\n\n   X\n",
    ".. function:: X\n\n   X\n",
    "+-----+\n| X |\n+-----+\n",
    "X\n===\n\n`X <X>`_ `X`_ :ref:`X <X>` ``X``\n\n.. _X: X\n",
    ":X: X\n",
    ".. csv-table:: X\n\n   X,X\n",
  ],
  "a.adoc": [
    "X",
    "++++\nX\n++++\n",
    "+++X+++ pass:[X] $$X$$ `+X+`\n",
    "[subs=none]\n----\nX\n----\n",
    "[source,X]\n----\nX\n----\n",
    ":a: X\n\n{a} link:{a}[{a}] image:{a}[{a}]\n",
    ":a: pass:[X]\n\n{a}\n",
    "[X]\nX\n",
    '[role="X",onclick="X"]\nX\n',
    ".X\nimage::X[X,title=X,link=X]\n",
    "link:X[X,window=X,role=X] xref:X[X] <<X,X>> footnote:[X]\n",
    "[[X]]\n== X\n\n[.X]#X# kbd:[X] menu:X[X] icon:X[X]\n",
    "|===\n|X\na|X\n|===\n",
    "video::X[] audio::X[]\n",
    "stem:[X]\n",
  ],
  "a.org": [
    "X",
    "#+begin_export html\nX\n#+end_export\n",
    "@@html:X@@ {{{X}}}\n",
    "#+html: X\n#+html_head: X\n",
    "#+begin_src X :X\nX\n#+end_src\n",
    "#+attr_html: :onclick X :style X\n[[X][X]] [[X]] <X>\n",
    "#+link: l X%s\n\n[[l:X][X]] [[l:]]\n",
    "* X :X:\n:PROPERTIES:\n:CUSTOM_ID: X\n:END:\n",
    "#+begin_X\nX\n#+end_X\n",
    "| X | X |\n|---+---|\n| X | X |\n",
    "*X* /X/ =X= ~X~ src_html{X} [fn:: X] <<X>> \\alpha{}X ^{X}\n",
    "- X :: X\n: X\n",
  ],
  "a.1": [
    "X",
    ".TH X 1\n.SH X\nX\n",
    ".TH A 1\n.ds s X\n\\*s\n.B X\n.UR X\nX\n.UE\n.MT X\nX\n.ME\n",
    ".TH A 1\n.TS\nl l.\nX\tX\n.TE\n.EQ\nX\n.EN\n",
    ".TH A 1\n.nf\nX\n.fi\n\\X'tty: X' \\[X] \\(X\n.so X\n",
    ".Dd a\n.Dt X 1\n.Os\n.Sh X\n.Lk X X\n.Mt X\n.Xr X 1\n.Fn X X\n.Bl -tag\n.It X\nX\n.El\n.Bd -literal\nX\n.Ed\n",
  ],
  "a.qmd": [
    "```{=html}\nX\n```\n",
    "::: {.X onclick=X style=X}\nX\n:::\n",
    "[X]{.X onclick=X style=X} `X`{=html}\n",
    '{{< video X >}} {{< include X >}}\n```{r}\n#| label: "X"\nX\n```\n',
    "[X](X){onclick=X} ![X](X){style=X}\n",
  ],
  "a.md": ["```{raw} html\nX\n```\n", ":::{X} X\n:X: X\nX\n:::\n", "{X}`X`\n\n(X)=\n# X\n", "{{ X }}\n"],
  "a.markdoc": ['{% X onclick="X" %}\nX\n{% /X %}\n', "# X {% #X .X style=X %}\n", "{% html %}X{% /html %}\n"],
  "a.mdc": ['::X{onclick="X" style="X"}\nX\n::\n', ":X[X]{X}\n"],
};

const HOSTILE = [
  "<script>alert(1)</script>",
  "</code></pre><img src=x onerror=alert(1)>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  "<svg/onload=alert(1)>",
  '<div style="position:fixed">x</div>',
  "<style>*{display:none}</style>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "&#106;avascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "vbscript:x",
  "file:///etc/passwd",
  "../../../etc/passwd",
  "//evil.example.org/x",
  "]]><script>alert(1)</script>",
];

for (const [path, templates] of Object.entries(RAW)) {
  test(`a document such as ${path} puts nothing into the page that acts`, async () => {
    for (const template of templates) {
      for (const hostile of HOSTILE) {
        const text = template.replaceAll("X", () => hostile);
        const html = await renderView(formatOf(path), text, OPTIONS);
        assertHarmless(html);
        assert.doesNotMatch(html, /(?:href|src)="?(?:[a-z]*script|data|file|\/\/)/i, text);
      }
    }
  });
}

test("a document still shows its links, pictures and code", async () => {
  const shown: Readonly<Record<string, string>> = {
    "a.rst": "`text <https://example.org>`_\n\n.. image:: a.png\n\n``<b>``\n",
    "a.adoc": "link:https://example.org[text] image:a.png[] `<b>`\n",
    "a.org": "[[https://example.org][text]] [[./a.png]] =<b>=\n",
  };
  for (const [path, text] of Object.entries(shown)) {
    const html = await renderView(formatOf(path), text, OPTIONS);
    assert.match(html, /<a href="https:\/\/example\.org"[^>]*>text/, html);
    assert.match(html, /<code>&lt;b>/, html);
  }
});
