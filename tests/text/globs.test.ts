import test from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../src/errors.ts";
import { compileGlob, compileRuleGlob } from "../../src/text/globs.ts";

/** Glob → paths that it matches, paths that it does not. */
const TABLE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["**/*.md", ["a.md", "b/A.MD", "a\nb/c d.md", "b/#x:y.md"], [".x/a.md", "b/.a.md", "a/.b/c.md", "a.mdx"]],
  ["*.md", ["a.md"], ["b/a.md", ".a.md"]],
  ["a?b.md", ["a.b.md", "aéb.md", "A_B.md"], ["a/b.md", "ab.md"]],
  ["docs/**", ["docs/a", "Docs/b/c"], ["docs/.a", "docsx/a", "x/docs/a"]],
  ["docs/", ["docs/a", "docs/b/c"], ["docs.md"]],
  ["/docs/*.md", ["docs/a.md"], ["x/docs/a.md"]],
  ["./*.md", ["a.md"], ["b/a.md"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/bb"]],
  ["**/.notes/*.md", [".notes/a.md", "b/.notes/a.md"], ["notes/a.md"]],
  ["{docs,.github}/*.{md,txt}", ["docs/a.md", ".github/B.TXT"], ["src/a.md", ".x/a.md"]],
  ["{a,b/c}/*.md", ["a/x.md", "b/c/x.md"], ["b/x.md"]],
  ["[a-c]x.md", ["ax.md", "Bx.md"], ["dx.md"]],
  ["[!a-c]*.md", ["dx.md"], ["ax.md", ".x.md"]],
  ["[^a]b", ["xb"], ["ab", "/b"]],
  ["a (1)|+$!.md", ["a (1)|+$!.md"], ["a 1.md", "a "]],
  ["!a.md", ["!a.md"], ["b.md"]],
  ["c++/*", ["c++/a"], ["c/a", "ccc/a"]],
  ["a\\*b\\[1].md", ["a*b[1].md"], ["axb1.md"]],
  ["a]", ["a]"], ["a"]],
  ["É.md", ["é.md"], ["E.md"]],
];

for (const [glob, matched, others] of TABLE) {
  test(`compileGlob() matches ${JSON.stringify(glob)} as documented`, () => {
    const matches = compileGlob(glob);
    assert.deepEqual([...matched, ...others].filter(matches), matched);
  });
}

test("compileGlob() with hidden matches segments that begin with a dot", () => {
  const paths = ["x/drafts/.y/z", ".drafts/a", "drafts", "drafts/a"];
  assert.deepEqual(paths.filter(compileGlob("**/drafts/**", { hidden: true })), [
    "x/drafts/.y/z",
    "drafts",
    "drafts/a",
  ]);
  assert.deepEqual([".a", "b"].filter(compileGlob("[!x]*", { hidden: true })), [".a", "b"]);
});

test("compileRuleGlob() matches a glob without a slash against the file's name, and one with a slash against the path", () => {
  const paths = ["a.rs", "src/.b.RS", "src/deep/c.rs", "src/c.md"];
  assert.deepEqual(paths.filter(compileRuleGlob("*.rs")), ["a.rs", "src/.b.RS", "src/deep/c.rs"]);
  assert.deepEqual(paths.filter(compileRuleGlob("src/*.rs")), ["src/.b.RS"]);
  assert.deepEqual(paths.filter(compileRuleGlob("/*.rs")), ["a.rs"]);
});

for (const glob of ["", "/", "[abc", "a[", "{a,b", "[z-a].md", "a\\"]) {
  test(`compileGlob() refuses ${JSON.stringify(glob)} as a value of the configuration`, () => {
    assert.throws(
      () => compileGlob(glob),
      (error) =>
        error instanceof RaError && error.code === "config-value" && error.message.includes(JSON.stringify(glob)),
    );
  });
}

/** Globs that a regular expression would match in time that grows with a power of the path's length. */
const MANY_STARS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*a*a*a*a*a*a*a*b", [`${"a".repeat(250)}b`], ["a".repeat(250)]],
  ["**/**/**/**/**/**/b", [`${"a/".repeat(500)}b`], [`${"a/".repeat(500)}a`]],
  ["**/a/**/a/**/a/**/a/**/b", [`${"a/".repeat(500)}b`], [`${"a/".repeat(500)}a`, "a/a/a/b"]],
  ["{a,b}*{a,b}*{a,b}*{a,b}*c", ["abbac", "aABBc"], ["aabb", "a/bbbc"]],
  ["**/*[a-c]*[!x]*.md", ["d/xaé.MD"], [".a1.md", ".d/a1.md", "x.md"]],
  ["docs/**/*-*-*.md", ["docs/a-b-c.md", "docs/x/a-b-c.md"], ["docs/a-b.md", "docs/.x/a-b-c.md"]],
  ["**/.*.*.*", ["a/.b.c.d"], ["a/b.c.d.e"]],
];

for (const [glob, matched, others] of MANY_STARS) {
  test(`compileGlob() matches ${JSON.stringify(glob)} in few steps`, () => {
    assert.deepEqual([...matched, ...others].filter(compileGlob(glob)), matched);
  });
}

test("compileGlob() refuses braces that multiply, and a glob that is longer than any path", () => {
  for (
    const [glob, why] of [["{a,b}".repeat(16), /more than 1000 globs/], ["x".repeat(5000), /4096 characters/]] as const
  ) {
    assert.throws(
      () => compileGlob(glob),
      (error) => error instanceof RaError && error.code === "config-value" && why.test(error.message),
    );
  }
});

test("a negated class at the start of a segment matches no dot, however many stars the glob has", () => {
  for (const glob of ["a/[!b]*", "*/[!b]*/*", "*/[^b]*/*"]) {
    const path = glob.startsWith("a") ? "a/.x" : "a/.x/a";
    assert.equal(compileGlob(glob)(path), false, glob);
    assert.equal(compileGlob(glob, { hidden: true })(path), true, glob);
  }
});

test("a glob and a path match whichever way their accents are written", () => {
  const forms = (text: string): readonly string[] => [text.normalize("NFC"), text.normalize("NFD")];
  const cases: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
    ["Entwürfe/**", "Entwürfe/a.md", true],
    ["**/{größe,länge}/*.md", "x/größe/a.md", true],
    ["**/*ü*/**/*/*.md", "a/Prüfung/b/c/d.md", true],
    ["?ber.md", "Über.md", true],
    ["[ä-ü]ber.md", "über.md", true],
    ["U*.md", "Über.md", false],
    ["한국*/**", "한국어/a.md", true],
  ];
  for (const [glob, path, expected] of cases) {
    for (const written of forms(glob)) {
      for (const name of forms(path)) {
        assert.equal(compileGlob(written, { hidden: true })(name), expected, JSON.stringify([written, name]));
        assert.equal(compileRuleGlob(written)(name), expected, JSON.stringify([written, name]));
      }
    }
  }
});

test("a glob and its decomposed form select the same files, in both forms", () => {
  const letter = fc.constantFrom("ä", "Å", "é", "ệ", "ñ", "가", "a", "e", "x", ".");
  const part = fc.oneof(letter, fc.constantFrom("*", "?", "**/", "/", "{ä,b}", "[ä-é]", "[!é]", "\\é"));
  const glob = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")).filter((text) =>
    /[^./]/.test(text)
  );
  const path = fc.array(fc.oneof(letter, fc.constant("/")), { minLength: 1, maxLength: 6 }).map((parts) =>
    parts.join("")
  );
  let matched = 0;
  fc.assert(
    fc.property(glob, fc.array(path, { minLength: 5, maxLength: 30 }), (given, paths) => {
      const composedGlob = compileGlob(given.normalize("NFC"));
      const decomposed = compileGlob(given.normalize("NFD"));
      for (const one of paths) {
        const expected = composedGlob(one.normalize("NFC"));
        matched += Number(expected);
        assert.equal(composedGlob(one.normalize("NFD")), expected);
        assert.equal(decomposed(one.normalize("NFC")), expected);
        assert.equal(decomposed(one.normalize("NFD")), expected);
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(matched > 50, `${matched}`);
});

test("a class of digits after a dot matches where it stands in a name, and nowhere else", () => {
  const names = [
    "a.1",
    "a.1p",
    "a.3pm",
    "b/a.7",
    "a.b.1ssl",
    "a.1.b",
    "a.0",
    "a1",
    "a.md",
    ".1",
    "b/.x.1",
    "a.1/b",
    "a.[1-9]",
  ];
  const matching = (glob: string): readonly string[] => names.filter(compileGlob(glob));
  assert.deepEqual(matching("**/*.[1-9]"), ["a.1", "b/a.7"]);
  assert.deepEqual(matching("**/*.[1-9][a-z]*"), ["a.1p", "a.3pm", "a.b.1ssl"]);
  assert.deepEqual(matching("*.[1-9]*"), ["a.1", "a.1p", "a.3pm", "a.b.1ssl", "a.1.b"]);
  assert.deepEqual(matching("*.[1-9]/*"), ["a.1/b"]);
});
