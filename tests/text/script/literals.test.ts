import assert from "node:assert/strict";
import { test } from "node:test";
import { readLiterals } from "../../../src/text/script/literals.ts";

test("readLiterals() reads what a module exports, with types, comments and calls around it", () => {
  const source = `
    import type { Config } from "x"; // one
    /* two */
    const dir = 'docs', other = 2
    export default defineConfig<Config>({
      srcDir: \`src\`, "quoted key": [1, -2.5, true, null,], dir,
      nested: { a: "it's \\u00e9\\n" as const, b: ['x'] satisfies string[] },
    } satisfies Config)
  `;
  assert.deepEqual(readLiterals(source).exported, {
    srcDir: "src",
    "quoted key": [1, -2.5, true, null],
    dir: "docs",
    nested: { a: "it's é\n", b: ["x"] },
  });
  assert.deepEqual(readLiterals("module.exports = { docs: ['a'] };").exported, { docs: ["a"] });
});

test("readLiterals() gives nothing for what would have to be run", () => {
  const source = `export default {
    a: process.env.X || "x", b: "a" + "b", c: require("./c"), d: () => ({ e: 1 }), f() { return { g: 1 } },
    [h]: 1, i: \`\${j}\`, k: /re[/]x/g, l: cond ? [1] : [2], m: new Map([[1, 2]]), get n() { return 1 }, o: "last",
    ...spread(), async p() {}, q: function () { return [1] },
  }`;
  const exported = readLiterals(source).exported as Record<string, unknown>;
  assert.deepEqual(Object.entries(exported).filter(([, value]) => value !== undefined), [["o", "last"]]);
});

test("readLiterals() resolves names and spreads of the module, and ends at circles", () => {
  const source = `
    export const sidebar: Theme['sidebar'] = { '/a/': [{ text: 'A' }] }
    const more = ["b", ...rest]
    const rest = ["c"]
    const loop = { loop }
    export default { themeConfig: { sidebar, list: [...more, 'd'], loop } }
  `;
  const literals = readLiterals(source);
  assert.deepEqual(literals.constant("sidebar"), { "/a/": [{ text: "A" }] });
  assert.deepEqual(literals.find("sidebar"), [{ "/a/": [{ text: "A" }] }]);
  assert.deepEqual(literals.find("list"), [["b", "c", "d"]]);
  assert.deepEqual(literals.find("absent"), []);
  assert.equal(literals.constant("absent"), undefined);
});

test("find() gives the values in fewer brackets first, and none that are computed", () => {
  const source = `
    const search = { options: { inner: { locales: ["search"] } } }
    export default { themeConfig: { search, locales: ["theme"] }, locales: ["site"], ...f({ locales: [].concat(x) }) }
  `;
  assert.deepEqual(readLiterals(source).find("locales"), [["site"], ["theme"], ["search"]]);
});

const PYTHON = String.raw`#!/usr/bin/env python
"""The 'documentation'.

templates_path = ["not this"]
"""
import os, sys
sys.path.insert(0, os.path.abspath("."))
project = "ra"  # it's
extensions = [
    "a.b",  # "c"
    'd' "e"
    r'f\g',
    f"h", f"{project}", os.environ.get("X"),
]
locale_dirs: list[str] = ["one/"]
if tags.has("full"):
    exclude_patterns = ("two", "three")
else:
    exclude_patterns = ["four"]
single = ("five",)
same = ("six")
both = \
    extensions
source_suffix = {".rst": "restructuredtext", ".md": ("x", None), **others, "on": True, "level": -2}
chosen = ["a"] if os.environ else ["b"]
all = [name for name in extensions] + ["z"]
long = '''one "two"
three''';  html_theme = u"plain"
last = sorted(["b", "a"])
`;

test("readLiterals() reads assignments of Python", () => {
  const literals = readLiterals(PYTHON, "python");
  const valuesOf = (...names: readonly string[]): readonly unknown[] => names.map((name) => literals.constant(name));
  const extensions = ["a.b", String.raw`def\g`, "h", undefined, undefined];
  assert.deepEqual(valuesOf("extensions", "both"), [extensions, extensions]);
  assert.deepEqual(valuesOf("locale_dirs", "exclude_patterns"), [["one/"], ["two", "three"]]);
  assert.deepEqual(valuesOf("single", "same"), [["five"], "six"]);
  assert.deepEqual(valuesOf("source_suffix"), [
    { ".rst": "restructuredtext", ".md": ["x", null], on: true, level: -2 },
  ]);
  assert.deepEqual(valuesOf("long", "html_theme", "last"), ['one "two"\nthree', "plain", ["b", "a"]]);
  assert.deepEqual(valuesOf("chosen", "all", "templates_path", "absent"), Array(4).fill(undefined));
});

test("readLiterals() ends soon on what is nested, doubled or never closed", () => {
  const doubled = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = [...a${at}, ...a${at}]`).join("\n");
  const sources = [
    "export default " + "[".repeat(300_000),
    "export default " + "{a:".repeat(100_000),
    "export default " + "f(".repeat(100_000),
    `const a0 = ["x"]\n${doubled}\nexport default a60`,
    "const a: ".repeat(50_000),
    "`${".repeat(100_000),
    "export default { __proto__: { x: 1 }, constructor: 2 }",
    "}".repeat(1000) + "export default [1]",
    `"${"\\'".repeat(500_000)}`,
    "/[".repeat(500_000),
    `a = "${"x".repeat(1_000_000)}"`,
    `"""${'\\"""'.repeat(250_000)}`,
    `a = '''${"''x".repeat(300_000)}\\`,
    "a = a\n".repeat(170_000),
    "a: ".repeat(300_000),
    "",
  ];
  for (const source of sources) {
    for (const language of ["script", "python"] as const) {
      const literals = readLiterals(source, language);
      void literals.exported;
      literals.constant("a");
      literals.find("a");
    }
  }
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});
