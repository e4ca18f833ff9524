// What `ra init` writes for sites of sixteen generators, and for folders without one. The configuration files have the
// form and the keys of real ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import { configTemplate } from "../../src/config/template.ts";
import { loadConfig } from "../../src/config/find.ts";
import { TEXT_EXTENSIONS } from "../../src/document/formats/registry.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { planStarter } from "../../src/workspace/starter/plan_starter.ts";

/** What the default `include` reads. */
const READ = `**/*.{${TEXT_EXTENSIONS.join(",")}}`;

type Files = Readonly<Record<string, string>>;

const page = "# A\n\ntext\n";
const pages = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, page]));

function starterOf(files: Files) {
  const rooted = Object.entries(files).map(([path, text]) => [`/project/${path}`, text] as const);
  return planStarter(createMemoryFileSystem(Object.fromEntries(rooted)), "/project");
}

/** The keys that are written, as the configuration gives them back. */
async function written(files: Files): Promise<Readonly<Record<string, unknown>>> {
  const { tree, found } = starterOf(files);
  const text = configTemplate(tree);
  const config = await loadConfig(createMemoryFileSystem({ "/project/.ra.toml": text }), "/project", null);
  const { writtenPath, include, exclude, locales, versions, format } = config.trees[0]!;
  if (found !== null) assert.ok(text.includes(`\n# From ${JSON.stringify(found.file)} (${found.generator}).\n`));
  return {
    ...(found === null ? {} : { by: `${found.generator}: ${found.file}` }),
    path: writtenPath,
    ...(tree.include === undefined ? {} : { include }),
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(Object.keys(locales).length === 0 ? {} : { locales: Object.entries(locales).map((pair) => pair.join("=")) }),
    ...(versions.length === 0 ? {} : { versions }),
    ...(Object.keys(format).length === 0 ? {} : { format: Object.entries(format).map((pair) => pair.join("=")) }),
  };
}

/** One test for each generator. */
function siteTest(name: string, files: Files, expected: Readonly<Record<string, unknown>>): void {
  test(`ra init reads ${name}`, async () => assert.deepEqual(await written(files), expected));
}

siteTest("book.toml of mdBook", {
  "book.toml": '[book]\ntitle = "The Book"\nsrc = "text"\n\n[output.html]\ngit-repository-url = "x"\n',
  ...pages("text/SUMMARY.md", "old/text/a.md", "listings/one/output.txt"),
}, { by: "mdBook: book.toml", path: "text" });

siteTest("book.toml without a folder", { "book.toml": "[book]\n", ...pages("src/SUMMARY.md", "README.md") }, {
  by: "mdBook: book.toml",
  path: "src",
});

const DOCUSAURUS = `import type {Config} from '@docusaurus/types';
const defaultLocale = 'en';
const isPreview = !!process.env.PREVIEW && /['"]/.test(process.env.PREVIEW);
/* docs: { path: 'not-this' } */
const config: Config = {
  title: \`Docs \${defaultLocale}\`,
  i18n: { defaultLocale, locales: isPreview ? [defaultLocale] : [defaultLocale, 'fr'] },
  presets: [['classic', {
    docs: {
      path: '../docs', // beside the site
      sidebarPath: require.resolve('./sidebars'),
      editUrl: ({docPath}) => { return \`https://example.com/\${docPath}\`; },
      ...common,
    },
    blog: { path: 'blog' },
  } satisfies Preset.Options]],
};
export default config;
`;

siteTest("docusaurus.config.ts whose docs lie beside the site", {
  "website/docusaurus.config.ts": DOCUSAURUS,
  ...pages("docs/intro.md", "website/blog/one.md"),
}, { by: "Docusaurus: website/docusaurus.config.ts", path: "docs" });

siteTest("docusaurus.config.ts with versions and translations", {
  "website/docusaurus.config.ts": DOCUSAURUS,
  "website/versions.json": '["2.0", "1.0", "0.9"]',
  ...pages(
    "docs/intro.md",
    "website/versioned_docs/version-2.0/intro.md",
    "website/versioned_docs/version-1.0/intro.md",
    "website/i18n/fr/docusaurus-plugin-content-docs/current/intro.md",
    "website/i18n/de/code.json",
  ),
}, {
  by: "Docusaurus: website/docusaurus.config.ts",
  path: ".",
  include: [
    `docs/${READ}`,
    `website/versioned_docs/${READ}`,
    `website/i18n/fr/docusaurus-plugin-content-docs/${READ}`,
  ],
  locales: ["en=docs", "fr=website/i18n/fr/docusaurus-plugin-content-docs/current"],
  versions: ["docs", "website/versioned_docs/version-2.0", "website/versioned_docs/version-1.0"],
});

siteTest("astro.config.mjs of Starlight", {
  "docs/astro.config.mjs": `import starlight from '@astrojs/starlight';
export const locales = {
\troot: { label: 'English', lang: 'en' },
\tde: { label: 'Deutsch' },
\t'zh-cn': { label: '简体中文', lang: 'zh-CN' },
\tja: { label: '日本語', lang: 'ja' },
};
export default defineConfig({ integrations: [starlight({ title: 'Docs', locales, sidebar: [
  { label: 'Start', translations: { de: 'Beginn', locales: {} } } ] })] });
`,
  ...pages(...["a.md", "de/a.md", "zh-cn/a.md"].map((path) => `docs/src/content/docs/${path}`), "docs/README.md"),
}, {
  by: "Starlight: docs/astro.config.mjs",
  path: "docs/src/content/docs",
  locales: ["en=.", "de=de", "zh-CN=zh-cn"],
});

siteTest("astro.config.ts of Starlight whose locales are computed", {
  "astro.config.ts": "import starlight from '@astrojs/starlight';\nimport { all } from './all';\n" +
    "export default defineConfig({ integrations: [starlight({ defaultLocale: 'en', locales: all })] });\n",
  ...pages(...["de", "en", "pt-br"].map((code) => `src/content/docs/${code}/index.mdx`)),
}, {
  by: "Starlight: astro.config.ts",
  path: "src/content/docs",
  locales: ["en=en", "de=de", "pt-br=pt-br"],
});

siteTest(".vitepress/config.ts", {
  "docs/.vitepress/config.ts": `import { defineConfig } from 'vitepress'
export default defineConfig({
  themeConfig: { search: { provider: 'local', options: { locales: { zh: { translations }, ja: { translations } } } } },
  srcDir: 'src', srcExclude: ['tutorial/**/description.md', '**/README.md'],
  locales: { root: { label: 'English', lang: 'en-US' }, zh: { label: '中文', lang: 'zh-Hans', link: '/zh/' },
    ja: { label: '日本語', link: 'https://example.com' } },
})
`,
  ...pages("docs/src/a.md", "docs/src/zh/a.md", "docs/src/ja/a.md", "docs/src/tutorial/x/description.md"),
}, {
  by: "VitePress: docs/.vitepress/config.ts",
  path: "docs/src",
  exclude: ["tutorial/**/description.md", "**/README.md"],
  locales: ["en-US=.", "zh-Hans=zh", "ja=ja"],
});

siteTest("mkdocs.yml with its plug-in for languages", {
  "mkdocs.yml": `site_name: Docs
docs_dir: manual
theme: { name: material, custom_dir: manual/overrides }
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
plugins:
  - search
  - i18n:
      docs_structure: folder
      languages:
        - { locale: fr, name: Français }
        - { locale: en, name: English, default: true, build: !ENV [BUILD, true] }
`,
  ...pages("manual/en/a.md", "manual/fr/a.md", "manual/overrides/main.html"),
}, {
  by: "MkDocs: mkdocs.yml",
  path: "manual",
  exclude: ["overrides"],
  locales: ["en=en", "fr=fr"],
});

siteTest("mkdocs.yml whose plug-in for languages tells them by the names of files", {
  "mkdocs.yml": `plugins:
  - i18n:
      languages:
        - { locale: fr, name: Français }
        - { locale: en, name: English, default: true }
`,
  ...pages("docs/a.md", "docs/a.fr.md"),
}, { by: "MkDocs: mkdocs.yml", path: "docs", locales: ["en=.", "fr=."] });

siteTest("mkdocs.yml in the folder of each language", {
  "docs/en/mkdocs.yml": "site_name: Docs\ntheme:\n  custom_dir: overrides\n",
  "docs/de/mkdocs.yml": "INHERIT: ../en/mkdocs.yml\n",
  ...pages("docs/en/docs/a.md", "docs/de/docs/a.md", "docs/de/notes.md"),
}, {
  by: "MkDocs: docs/de/mkdocs.yml",
  path: "docs",
  include: [`*/docs/${READ}`],
  locales: ["en=en/docs", "de=de/docs"],
});

siteTest("hugo.toml", {
  "hugo.toml": `baseURL = "https://example.com/"
defaultContentLanguage = "de"
theme = "docsy"
[languages]
  [languages.en]
    contentDir = "content/en"
  [languages.de]
    contentDir = "content/de"
`,
  ...pages("content/en/a.md", "content/de/a.md", "themes/docsy/layouts/single.html", "layouts/home.html"),
}, { by: "Hugo: hugo.toml", path: "content", locales: ["de=de", "en=en"] });

siteTest("hugo.toml whose languages are in the names of files", {
  "hugo.toml":
    '[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n[languages.de]\ncontentDir = "content/german"\n',
  ...pages("content/a.md", "content/a.fr.md", "content/german/a.md"),
}, { by: "Hugo: hugo.toml", path: "content", locales: ["en=.", "fr=.", "de=german"] });

siteTest("hugo.toml whose languages have folders all the same", {
  "hugo.toml": "[languages.en]\n[languages.fr]\n",
  ...pages("content/en/a.md", "content/fr/a.md"),
}, { by: "Hugo: hugo.toml", path: "content", locales: ["en=en", "fr=fr"] });

siteTest("config/_default/hugo.yaml", {
  "site/config/_default/hugo.yaml": "title: Docs\ntheme: [docsy]\n",
  "site/config/_default/languages.yaml": "en: { contentDir: pages/english }\nfr: { ContentDir: pages/french }\n",
  ...pages("site/content/a.md", "site/pages/english/a.md", "site/pages/french/a.md"),
}, {
  by: "Hugo: site/config/_default/hugo.yaml",
  path: "site",
  include: [
    `content/${READ}`,
    `pages/english/${READ}`,
    `pages/french/${READ}`,
  ],
  locales: ["en=pages/english", "fr=pages/french"],
});

siteTest("_config.yml of Jekyll", {
  "docs/_config.yml": `---
name: Docs
collections:
  docs: { permalink: "/:collection/:path/", output: true }
  posts: { output: true }
exclude:
- icons.json
- readme.md
- drafts/
`,
  ...pages("docs/_docs/a.md", "docs/_posts/2024-01-01-b.markdown", "docs/_layouts/default.html", "docs/drafts/c.md"),
}, {
  by: "Jekyll: docs/_config.yml",
  path: "docs",
  exclude: ["_site", "_layouts", "readme.md", "drafts"],
});

siteTest("_config.yml of Jekyll whose collections lie outside of its source", {
  "_config.yml": "source: site\ncollections_dir: ../texts\ncollections:\n  - guides\n  - gone\n",
  ...pages("site/index.md", "site/_posts/a.md", "texts/_guides/b.md", "texts/notes.md", "README.md"),
}, {
  by: "Jekyll: _config.yml",
  path: ".",
  include: [`site/${READ}`, `texts/_guides/${READ}`],
  exclude: ["_site"],
});

siteTest("mkdocs.yaml", { "mkdocs.yaml": "docs_dir: manual\n", ...pages("manual/a.md") }, {
  by: "MkDocs: mkdocs.yaml",
  path: "manual",
});

siteTest("antora.yml", {
  "docs/antora.yml": "name: docs\ntitle: Docs\nversion: '2.0'\nnav:\n- modules/ROOT/nav.adoc\n",
  ...pages("docs/modules/ROOT/pages/a.adoc", "docs/modules/ROOT/partials/b.adoc", "docs/modules/ROOT/nav.adoc"),
}, { by: "Antora: docs/antora.yml", path: "docs", exclude: ["modules/*/{partials,examples}", "modules/*/nav*.adoc"] });

const QUARTO_NOTES = "**/{README.md,README.qmd,CLAUDE.md,AGENTS.md}";

siteTest("_quarto.yml", {
  "_quarto.yml": 'project:\n  type: website\n  output-dir: docs\n  render:\n    - "*.qmd"\n    - "!drafts/"\n',
  ...pages("guide/a.md", "guide/_part.md", "docs/a.html", "drafts/b.md"),
}, { by: "Quarto: _quarto.yml", path: ".", exclude: ["docs", "**/_*", QUARTO_NOTES, "drafts"] });

siteTest("conf.py of Sphinx", {
  "docs/source/conf.py": `# -- it's the configuration
import os
extensions = ["sphinx.ext.autodoc", 'myst_parser']
templates_path = ['_templates']
locale_dirs: list[str] = ["locale/"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
exclude_patterns = [
    "_build",  # "built"
    r"drafts/*", "Thumbs.db",
]
html_title = f"{project} docs"
`,
  ...pages("docs/source/a.md", "docs/source/_templates/layout.html", "docs/source/drafts/b.md"),
}, {
  by: "Sphinx: docs/source/conf.py",
  path: "docs/source",
  exclude: ["_build", "_templates", "drafts/*"],
});

siteTest("conf.py of Sphinx with other suffixes", {
  "docs/conf.py":
    'extensions = []\nsource_suffix = {".txt": "restructuredtext", ".md": "markdown", ".nb": "jupyter"}\n',
  ...pages("docs/a.txt"),
}, { by: "Sphinx: docs/conf.py", path: "docs", exclude: ["_build"], format: ["**/*.txt=rst"] });

siteTest("conf.py of Sphinx with a list of suffixes", {
  "docs/conf.py": "import sphinx\nsource_suffix = ['.rst', '.txt']\n",
  ...pages("docs/a.txt"),
}, { by: "Sphinx: docs/conf.py", path: "docs", exclude: ["_build"], format: ["**/*.txt=rst"] });

siteTest("conf.py of Sphinx with one suffix", {
  "docs/conf.py": 'import sphinx\nsource_suffix = ".txt"\n',
  ...pages("docs/a.txt"),
}, { by: "Sphinx: docs/conf.py", path: "docs", exclude: ["_build"], format: ["**/*.txt=rst"] });

siteTest("conf.py of Sphinx with manual pages that it makes", {
  "docs/conf.py": `extensions = []
man_pages = [
    (
        "ref/tool",
        "tool-admin",
        "Utility script",
        ["The authors"],
        1,
    ),
    ("ref/" + name, name, description, [author], 8),
]
`,
  ...pages("docs/ref/tool.rst", "docs/man/tool-admin.1"),
}, { by: "Sphinx: docs/conf.py", path: "docs", exclude: ["_build", "**/tool-admin.1"] });

siteTest("the folder of an Obsidian vault", {
  "vault/.obsidian/templates.json": '{ "folder": "Meta/Templates" }',
  "vault/.obsidian/app.json": "{}",
  ...pages("vault/Home.md", "vault/Meta/Templates/Day.md"),
}, { by: "Obsidian: vault/.obsidian", path: "vault", exclude: ["Meta/Templates"] });

siteTest("config.toml of Zola", {
  "docs/config.toml": 'base_url = "https://example.com/"\ntitle = "Docs"\ncompile_sass = true\n[extra]\nauthor = "x"\n',
  ...pages("docs/content/a.md", "docs/templates/page.html"),
}, { by: "Zola: docs/config.toml", path: "docs/content" });

siteTest("next.config.mjs of Nextra", {
  "next.config.mjs": `import nextra from "nextra";
const withNextra = nextra({ theme: "nextra-theme-docs", transform(content) { return \`\${content}\`; } });
export default withNextra({ i18n: { locales: ["ru", "en-US", "es-ES"], defaultLocale: "en-US" } });
`,
  ...pages("pages/en-US/a.mdx", "pages/es-ES/a.mdx", "components/x.md"),
}, { by: "Nextra: next.config.mjs", path: "pages", locales: ["en-US=en-US", "es-ES=es-ES"] });

siteTest("next.config.js of Markdoc", {
  "next.config.js": `const withMarkdoc = require('@markdoc/next.js');

module.exports = withMarkdoc()({
  reactStrictMode: true,
  pageExtensions: ['js', 'md', 'mdoc'],
  i18n: { locales: ['en'], defaultLocale: 'en' },
});
`,
  ...pages("pages/docs/a.md", "spec/index.md", "public/spec.html", "README.md"),
}, { by: "Next.js: next.config.js", path: "pages" });

siteTest("next.config.mjs without documents for pages", {
  "next.config.mjs": "export default { pageExtensions: ['tsx'] };\n",
  ...pages("pages/a.md", "guide/b.md"),
}, { path: "." });

siteTest("index.html of docsify", {
  "docs/index.html": "<script>window.$docsify = { loadSidebar: true }</script>\n",
  ...pages("docs/README.md", "docs/_sidebar.md", "docs/zh-cn/README.md", "docs/es/README.md"),
}, {
  by: "docsify: docs/index.html",
  path: "docs",
  exclude: ["index.html", "**/_{sidebar,navbar,coverpage}.md"],
  locales: ["es=es", "zh-cn=zh-cn"],
});

siteTest(".gitbook.yaml", {
  ".gitbook.yaml": "root: ./handbook/\nstructure:\n  readme: README.md\n  summary: SUMMARY.md\n",
  ...pages("handbook/README.md", "handbook/SUMMARY.md", "src/notes.md"),
}, { by: "GitBook: .gitbook.yaml", path: "handbook" });

siteTest("SUMMARY.md of GitBook", pages("docs/SUMMARY.md", "docs/README.md", "README.md"), {
  by: "GitBook: docs/SUMMARY.md",
  path: "docs",
});

test("without a generator, names of folders tell languages and versions", async () => {
  assert.deepEqual(await written(pages("docs/de/a.md", "docs/en/a.md", "docs/zh_CN/a.md", "docs/js/a.md")), {
    path: "docs",
    locales: ["en=en", "de=de", "zh-CN=zh_CN"],
  });
  const versions = ["v1.2", "v1.10", "v2.x", "v2.0"].map((name) => `docs/${name}/a.md`);
  assert.deepEqual(await written(pages(...versions, "docs/2023/a.md")), {
    path: "docs",
    versions: ["v2.x", "v2.0", "v1.10", "v1.2"],
  });
  assert.deepEqual(
    await written(pages("docs/a.md", "versioned_docs/version-1.0/a.md", "versioned_docs/version-2.0/a.md")),
    {
      path: ".",
      include: [
        `docs/${READ}`,
        `versioned_docs/${READ}`,
      ],
      versions: ["docs", "versioned_docs/version-2.0", "versioned_docs/version-1.0"],
    },
  );
  const former = [
    "guide/a.ipynb",
    "guide/b.ipynb",
    "guide_v1/a.ipynb",
    "guide_v1/b.ipynb",
    "guide_v2/data.txt",
    "README.md",
  ];
  assert.deepEqual(await written(pages(...former)), { path: ".", versions: ["guide", "guide_v1"] });
  assert.deepEqual(await written(pages(...former, "guide-v2/a.ipynb", "guide-v2/b.ipynb")), {
    path: ".",
    versions: ["guide", "guide-v2", "guide_v1"],
  });
  // Whether the second version is the older one, no name tells; and other pages are no version.
  assert.deepEqual(await written(pages("api/a.md", "api/b.md", "api-v2/a.md", "api-v2/b.md")), { path: "." });
  assert.deepEqual(await written(pages("api/a.md", "api/b.md", "api-v1/c.md", "api-v1/d.md")), { path: "." });
  const notLanguages = ["docs/is/one.md", "docs/to/two.md", "docs/v1.0/three.md", "docs/v2.0/four.md"];
  assert.deepEqual(await written(pages(...notLanguages)), { path: "docs" });
});

test("a folder that holds nothing to read is not chosen, and is counted", () => {
  const flask = starterOf({
    "docs/conf.py": 'extensions = ["sphinx.ext.autodoc"]\n',
    "docs/a.textile": "x",
    ...pages("README.md"),
  });
  assert.deepEqual([flask.tree.path, flask.tree.exclude, flask.documents], [".", ["docs/_build"], 1]);
  assert.deepEqual(flask.unread, [{ tree: "docs", extension: ".textile", files: 1, reason: "no reader" }]);
  const nothing = starterOf({ "docs/a.textile": "x", "b.textile": "x" });
  assert.deepEqual([nothing.tree.path, nothing.documents], ["docs", 0]);
});

test("pages of manuals are documents, and numbered versions and logs are not", () => {
  const found = starterOf(
    pages("man/git-log.1", "man/proc.5", "man/signal.7posix", "lib/libmill.so.6", "log/yard.log.1"),
  );
  assert.deepEqual([found.tree.path, found.documents, found.unread], [".", 2, undefined]);
});

test("where nearly all documents lie beside what they are about, docs is not chosen alone", () => {
  const modules = Array.from({ length: 12 }, (_, at) => `modules/m${at}/README.org`);
  assert.equal(starterOf(pages("docs/a.org", ...modules)).tree.path, ".");
  assert.equal(starterOf(pages("docs/a.org", "docs/b.org", ...modules)).tree.path, "docs");
  const fixtures = Array.from({ length: 12 }, (_, at) => `test/fixtures/m${at}.md`);
  assert.equal(starterOf(pages("docs/a.md", ...fixtures)).tree.path, "docs");
  assert.equal(starterOf(pages("mkdocs.yml", "docs/a.md", ...modules)).tree.path, "docs");
});

test("a site in a folder of examples, tests or themes is not the site of the project", async () => {
  const files = { "examples/mkdocs.yml": "", "theme/hugo.toml": 'title = "x"', ...pages("examples/docs/a.md", "b.md") };
  assert.deepEqual(await written(files), { path: "." });
});

test("hostile files of generators are passed over, and take little time", async () => {
  const hostile: Files = {
    "a/docusaurus.config.js": `const a = ${"[{(".repeat(300_000)}`,
    "b/mkdocs.yml": `docs_dir: ${"[".repeat(100_000)}`,
    "c/book.toml": `[book]\nsrc = ${"[".repeat(100_000)}`,
    "d/book.toml": `[book]\nsrc = "../../etc"\n`,
    "e/mkdocs.yml": "docs_dir: /etc\n",
    "f/book.toml": `${"#".repeat(10_000_000)}\n[book]\nsrc = "text"\n`,
    "g/.vitepress/config.ts":
      `export default { srcDir: '../../..', srcExclude: ['[', '{{{', '../../**'], locales: { __proto__: { lang: 'de' } } }`,
    "h/conf.py": `extensions = []\nexclude_patterns = [${'"a' + "**/*".repeat(400) + '", '.repeat(50)}]\n`,
    "i/config.toml": `base_url = "x"\n${"a.".repeat(50_000)}b = 1\n`,
    ...pages("f/text/a.md", "z.md"),
  };
  const { path } = await written(hostile);
  assert.ok(typeof path === "string" && !path.includes(".."));
});

test("nothing is read through a link, and names are written so that they break no line", async () => {
  const fs = createMemoryFileSystem({
    "/elsewhere/src/secret.md": page,
    "/elsewhere/book.toml": '[book]\nsrc = "src"\n',
    "/project/a.md": page,
    '/project/docs\n[tree.evil]\npath = "/etc"/book.toml': '[book]\nsrc = "te\\nxt"\n',
    '/project/docs\n[tree.evil]\npath = "/etc"/te\nxt/a.md': page,
  });
  fs.addSymlink("/project/docs", "/elsewhere");
  fs.addSymlink("/project/book.toml", "/elsewhere/book.toml");
  fs.addSymlink("/project/src", "/elsewhere/src");
  const { tree } = planStarter(fs, "/project");
  const text = configTemplate(tree);
  const config = await loadConfig(createMemoryFileSystem({ "/project/.ra.toml": text }), "/project", null);
  assert.deepEqual(config.trees.map(({ name }) => name), ["docs"]);
  assert.ok(!tree.path.startsWith("src") && tree.path !== "docs");
});

const NUMBERED = ["4", "5", "10"].flatMap((version) =>
  ["a.md", "b.md", "index.md"].map((name) => `${version}/${name}`)
);

siteTest("folders of numbers that hold the same pages as versions, the newest first", {
  ...pages(...NUMBERED.map((path) => `docs/${path}`), "docs/about.md"),
}, { path: "docs", versions: ["10", "5", "4"] });

siteTest("folders of numbers in a folder", pages(...NUMBERED.map((path) => `contents/${path}`), "README.md"), {
  path: ".",
  versions: ["contents/10", "contents/5", "contents/4"],
});

siteTest("no versions in numbered chapters, years and months", {
  ...pages(...["1", "2", "3"].flatMap((chapter) => [`docs/${chapter}/index.md`, `docs/${chapter}/exercises.md`])),
  ...pages(...["2024", "2025"].flatMap((year) => [`docs/${year}/a.md`, `docs/${year}/b.md`])),
  ...pages(...["01", "02"].flatMap((month) => [`docs/2024/${month}/a.md`, `docs/2024/${month}/b.md`])),
}, { path: "docs" });

siteTest("no versions in several folders", {
  ...pages(...["one", "two"].flatMap((folder) => NUMBERED.map((path) => `docs/${folder}/${path}`))),
}, { path: "docs" });
