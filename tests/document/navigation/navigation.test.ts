// Tests the readers of navigation files, on excerpts of those of real documentation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Navigation, navigationKind, plainTitle } from "../../../src/document/navigation/navigation.ts";
import { readNavigation } from "../../../src/document/navigation/read_navigation.ts";
import { readCategory } from "../../../src/document/navigation/yaml_navigation.ts";

/** `section > … > title = target`, one entry each. */
function lines({ items }: Navigation): readonly string[] {
  return items.map(({ title, target, section }) =>
    [...section, `${title ?? ""} = ${"page" in target ? target.page : `${target.below}/*`}`].join(" > ")
  );
}

test("navigationKind() knows the files of each generator", () => {
  const kinds = {
    "src/SUMMARY.md": "summary",
    "_sidebar.md": "docsify",
    "docs/en/mkdocs.yml": "mkdocs",
    "website/sidebars.ts": "docusaurus",
    "sidebarsCommunity.js": "docusaurus",
    "versioned_sidebars/version-0.77-sidebars.json": "docusaurus",
    "guide/_category_.json": "category",
    "guide/_category_.yml": "category",
    ".vitepress/config.mts": "vitepress",
    "docs/.vitepress/config/index.ts": "vitepress",
    "astro.config.mjs": "starlight",
    "_data/navigation.yml": "jekyll",
    "_data/docs_nav.yml": "jekyll",
  };
  for (const [path, kind] of Object.entries(kinds)) assert.equal(navigationKind(path), kind, path);
  for (
    const path of ["config.ts", "summaries.md", "nav.yml", "sidebar.md", "a/index.js", "_data/ruby.yml", "SUMMARY"]
  ) {
    assert.equal(navigationKind(path), undefined, path);
  }
});

test("readNavigation() reads the SUMMARY.md of mdBook: prefix chapters, parts, nested and draft chapters", () => {
  // From rust-lang/book, with a part and a draft.
  const summary = `# The Rust Programming Language

[The Rust Programming Language](title-page.md)
[Foreword](foreword.md)

<!-- - [Hidden](hidden.md) -->
- [Getting Started](ch01-00-getting-started.md)
  - [Hello, World!](ch01-02-hello-world.md)
- [Enums](<ch06-00 enums.md>)
    - [The \`match\` Control Flow Construct](ch06-02-match.md)
        * [Concise](./deep/ch06-03.md "t")
- [Draft]()

---

# Reference

1. [Keywords & *more*](appendix-01.md#top)
- [Elsewhere](https://doc.rust-lang.org/)

[Contributors](misc/contributors.md)
`;
  assert.deepEqual(lines(readNavigation("summary", summary, "SUMMARY.md")), [
    "The Rust Programming Language = title-page.md",
    "Foreword = foreword.md",
    "Getting Started = ch01-00-getting-started.md",
    "Getting Started > Hello, World! = ch01-02-hello-world.md",
    "Enums = ch06-00 enums.md",
    "Enums > The match Control Flow Construct = ch06-02-match.md",
    "Enums > The match Control Flow Construct > Concise = ./deep/ch06-03.md",
    "Reference > Keywords & more = appendix-01.md#top",
    "Reference > Contributors = misc/contributors.md",
  ]);
});

test("readNavigation() reads the _sidebar.md of docsify", () => {
  const sidebar =
    "* Getting started\r\n\r\n  * [Quick start](quickstart.md)\r\n  * [Home](/ ':ignore')\r\n* [Guide](guide/)";
  assert.deepEqual(lines(readNavigation("docsify", sidebar, "_sidebar.md")), [
    "Getting started > Quick start = quickstart.md",
    "Getting started > Home = /",
    "Guide = guide/",
  ]);
});

test("readNavigation() reads the nav of MkDocs, with tags that are not evaluated", () => {
  // From squidfunk/mkdocs-material and fastapi/fastapi.
  const yaml = `site_name: Material
docs_dir: documentation
extra:
  analytics:
    property: !ENV GOOGLE_ANALYTICS_KEY
markdown_extensions:
  - pymdownx.emoji:
      emoji_generator: !!python/name:material.extensions.emoji.to_svg
  - toc:
      slugify: !!python/object/apply:pymdownx.slugs.slugify
        kwds:
          case: lower
nav:
  - Home: index.md
  - features.md
  - Getting started:
    - Installation: getting-started.md
    - Tutorials:
      - tutorials/index.md
      - "Blogs":
        - tutorials/blogs/basic.md
  - "":
    - learn/index.md
  - Elsewhere: https://example.com/
  - Empty:
  - blog/*.md
`;
  const read = readNavigation("mkdocs", yaml, "mkdocs.yml");
  assert.deepEqual(read.bases, ["documentation"]);
  assert.deepEqual(lines(read), [
    "Home = index.md",
    " = features.md",
    "Getting started > Installation = getting-started.md",
    "Getting started > Tutorials >  = tutorials/index.md",
    "Getting started > Tutorials > Blogs >  = tutorials/blogs/basic.md",
    " = learn/index.md",
  ]);
  assert.throws(() => readNavigation("mkdocs", "nav:\n  - a: [", "mkdocs.yml"), /^Error: line \d/);
});

test("readNavigation() reads the sidebars of Docusaurus, in their short and long forms", () => {
  // From facebook/react-native-website.
  const sidebars = `import type {SidebarsConfig} from '@docusaurus/plugin-content-docs';
export default {
  docs: {
    'The Basics': ['getting-started', 'intro-react'],
    'UI & Interaction': [
      'style',
      { type: 'category', label: 'Interaction', collapsed: false, items: ['navigation', {type: 'doc', id: 'a/b', label: 'B'}] },
    ],
  },
  api: [
    {type: 'autogenerated', dirName: 'api'},
    {type: 'category', label: 'Linked', link: {type: 'doc', id: 'linked'}, items: [...more]},
    {type: 'link', label: 'Elsewhere', href: 'https://x.y'},
  ],
} satisfies SidebarsConfig;
const more = ['extra']
`;
  assert.deepEqual(lines(readNavigation("docusaurus", sidebars, "sidebars.ts")), [
    "The Basics >  = getting-started",
    "The Basics >  = intro-react",
    "UI & Interaction >  = style",
    "UI & Interaction > Interaction >  = navigation",
    "UI & Interaction > Interaction > B = a/b",
    " = api/*",
    "Linked = linked",
    "Linked >  = extra",
  ]);
  const versioned = readNavigation("docusaurus", '{"docs": {"A": ["b"]}}', "version-0.77-sidebars.json");
  assert.deepEqual([lines(versioned), versioned.bases], [["A >  = b"], ["../versioned_docs/version-0.77"]]);
});

test("readNavigation() reads the sidebar of VitePress, also where a constant holds it", () => {
  // From vitejs/vite and vuejs/docs.
  const config = `import { defineConfig } from 'vitepress'
const viteVersion = packageJson.version
export const sidebar: ThemeConfig['sidebar'] = {
  '/guide/': [
    { text: 'Introduction', items: [
      { text: 'Getting Started', link: '/guide/' },
      { text: \`Migration from v\${major}\`, link: '/guide/migration' },
    ] },
  ],
  '/api/': { base: '/api/', items: [{ text: 'CLI <Badge/>', link: 'cli.html' }] },
}
export default extendConfig(defineConfig({ srcDir: 'src', themeConfig: { sidebar, nav: [{ text: 'Docs' }] } }))
`;
  const read = readNavigation("vitepress", config, "config.ts");
  assert.deepEqual(read.bases, ["../src"]);
  assert.deepEqual(lines(read), [
    "Introduction > Getting Started = /guide/",
    "Introduction >  = /guide/migration",
    "CLI = /api/cli.html",
  ]);
});

test("readNavigation() reads the sidebar of Starlight, and that of a module of its own", () => {
  // From withastro/starlight and withastro/docs.
  const config = `export default defineConfig({ integrations: [starlight({
    sidebar: [
      { label: 'Start Here', translations: { de: 'Beginne hier' }, items: [
        'getting-started',
        { label: 'Environmental Impact', slug: 'environmental-impact' },
        { label: 'Elsewhere', link: 'https://x.y' },
      ] },
      { label: 'Reference', autogenerate: { directory: 'reference' } },
    ],
  })] })`;
  assert.deepEqual(lines(readNavigation("starlight", config, "astro.config.mjs")), [
    "Start Here >  = getting-started",
    "Start Here > Environmental Impact = environmental-impact",
    "Reference >  = reference/*",
  ]);
  const own = "export const sidebar = [group('guides', { items: ['guides/a', group('x', { items: ['b'] })] })];";
  assert.deepEqual(lines(readNavigation("starlight", own, "astro.sidebar.ts")), [" = guides/a", " = b"]);
  const moved =
    "const defaultLocale = 'de'\nexport default { srcDir: './site', integrations: [starlight({ defaultLocale })] }";
  assert.deepEqual(readNavigation("starlight", moved, "astro.config.mjs").bases, [
    "./site/content/docs",
    "./site/content/docs/de",
  ]);
});

test("readNavigation() reads the lists of Jekyll under any names", () => {
  // From jekyll/jekyll and a theme.
  const list = `- title: Getting Started
  docs:
    - link: /docs/
    - link: /docs/installation/
- title: Build
  children:
    - title: Usage
      url: /docs/usage/
`;
  assert.deepEqual(lines(readNavigation("jekyll", list, "docs_nav.yml")), [
    "Getting Started >  = /docs/",
    "Getting Started >  = /docs/installation/",
    "Build > Usage = /docs/usage/",
  ]);
  const named =
    "main:\n  - title: Guide\n    url: /guide/\n    children:\n      - title: Sub\n        url: /guide/sub\n";
  assert.deepEqual(lines(readNavigation("jekyll", named, "navigation.yml")), [
    "Guide = /guide/",
    "Guide > Sub = /guide/sub",
  ]);
});

test("readCategory() reads the label and the position of a folder", () => {
  assert.deepEqual(readCategory('{\n\t"label": "Tutorial",\n\t"position": 2.5\n}'), {
    title: "Tutorial",
    position: 2.5,
  });
  assert.deepEqual(readCategory("label: 'API'\ncollapsed: false\n"), { title: "API", position: null });
  assert.throws(() => readCategory("{"));
});

test("plainTitle() gives the text of a title", () => {
  assert.equal(
    plainTitle("  The `match`  **Control** _Flow_ snake_case_name \\*x\\* &amp; <small>y</small> "),
    "The match Control Flow snake_case_name *x* & y",
  );
  assert.equal(plainTitle("![logo](x.png) A"), "A");
  for (const nothing of ["", "  ", "<br>", undefined, null, 1, ["a"]]) assert.equal(plainTitle(nothing), null);
});

test("readNavigation() ends soon on hostile files, and gives a bounded list", () => {
  const nested = Array.from({ length: 3000 }, (_, at) => `${" ".repeat(at)}- [a](a${at}.md)`).join("\n");
  const deep = `nav: ${"[{a: ".repeat(90)}x.md${"}]".repeat(90)}`;
  const aliases = `nav:\n  - &a [x.md, x.md]\n${
    Array.from({ length: 30 }, (_, at) => `  - &${String.fromCharCode(98 + at % 20)}${at} [*a, *a]`).join("\n")
  }`;
  const files: readonly (readonly [Parameters<typeof readNavigation>[0], string])[] = [
    ["summary", nested],
    ["summary", "- [" + "](".repeat(400_000)],
    ["summary", "- [a](b.md)\n".repeat(80_000)],
    ["summary", `- [${"**_".repeat(1300)}](a.md)\n`.repeat(200)],
    ["summary", "<!--".repeat(250_000)],
    ["mkdocs", deep],
    ["mkdocs", aliases],
    ["jekyll", `- ${"- ".repeat(90)}title: x`],
    ["vitepress", `export default { sidebar: ${"[{items:".repeat(100_000)}`],
    ["docusaurus", `export default ${"{a:".repeat(200_000)}`],
  ];
  for (const [kind, text] of files) {
    try {
      assert.ok(readNavigation(kind, text, "x").items.length <= 20_000);
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof RangeError), kind);
    }
  }
});

test("readNavigation() says what its limits leave out", () => {
  const list = (depth: number): string =>
    Array.from({ length: depth }, (_, at) => `${"  ".repeat(at)}- Part ${at}:\n`).join("") +
    `${"  ".repeat(depth)}- a.md\n`;
  const nav = (depth: number): string => `nav:\n${list(depth)}`;
  const summary = (depth: number): string =>
    Array.from({ length: depth }, (_, at) => `${"  ".repeat(at)}- Part ${at}\n`).join("") +
    `${"  ".repeat(depth)}- [A](a.md)\n`;
  const sidebar = (depth: number): string =>
    `export default { s: ${"{ A: [".repeat(depth)}'a'${"] }".repeat(depth)} };`;
  for (
    const read of [
      (depth: number) => readNavigation("mkdocs", nav(depth), "mkdocs.yml"),
      (depth: number) => readNavigation("summary", summary(depth), "SUMMARY.md"),
      (depth: number) => readNavigation("docusaurus", sidebar(depth), "sidebars.js"),
    ]
  ) {
    const [whole, cut] = [read(10), read(40)];
    assert.deepEqual([whole.items.length, whole.cut], [1, undefined]);
    assert.deepEqual([cut.items.length, cut.cut], [0, "what is nested more than 32 levels deep is left out"]);
  }
  const long = readNavigation("summary", "- [A](a.md)\n".repeat(20_001), "SUMMARY.md");
  assert.deepEqual([long.items.length, long.cut], [20_000, "only its first 20000 entries count"]);
});
