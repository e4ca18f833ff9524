import assert from "node:assert/strict";
import { test } from "node:test";
import type { ContextRule } from "../../src/config/config.ts";
import { createRuleMatcher } from "../../src/context/rules.ts";
import { RaError } from "../../src/errors.ts";

const rule = (match: string | readonly string[], more: Partial<ContextRule> = {}): ContextRule => ({
  match: [match].flat(),
  terms: [],
  include: [],
  definedIn: "/p/.ra.toml",
  ...more,
});
const terms = (matched: ReturnType<ReturnType<typeof createRuleMatcher>>) => matched.terms.map(({ term }) => term);

test("a rule's glob without a slash matches the name, and a glob with a slash matches the path from its file", () => {
  const cases: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
    ["*.rs", "/p/a/b.rs", true],
    ["*.RS", "/p/b.rs", true],
    ["*.rs", "/elsewhere/b.rs", true],
    ["a", "/p/a/b.rs", false],
    ["src/**", "/p/src/a/b.rs", true],
    ["./src/**", "/p/src/b.rs", true],
    ["src/**", "/p/lib/src/b.rs", false],
    ["**/b.rs", "/p/b.rs", true],
    ["src/*", "/p/src/a/b.rs", false],
    ["**/*.rs", "/elsewhere/b.rs", false],
    ["../q/**", "/q/b.rs", false],
  ];
  for (const [glob, path, matches] of cases) {
    assert.deepEqual(
      terms(createRuleMatcher({ rules: [rule(glob, { terms: ["t"] })], patterns: [] })(path)),
      matches ? ["t"] : [],
      `${glob} ${path}`,
    );
  }
});

test("a nearer file's rule resolves paths from its own folder", () => {
  const matcher = createRuleMatcher({
    rules: [rule("api/*", { terms: ["near"], definedIn: "/p/src/.ra.toml" }), rule("api/*", { terms: ["far"] })],
    patterns: [],
  });
  assert.deepEqual(terms(matcher("/p/src/api/a.ts")), ["near"]);
  assert.deepEqual(terms(matcher("/p/api/a.ts")), ["far"]);
});

test("matching rules add up their terms and includes, each once", () => {
  const matcher = createRuleMatcher({
    rules: [
      rule("*.ts", { terms: ["http", "Routing"], include: ["d:a.md"] }),
      rule(["nothing", "src/**"], { terms: ["routing", "db"], include: ["d:b.md", "d:a.md"] }),
      rule("*.rs", { terms: ["no"] }),
    ],
    patterns: [{ glob: "*.ts", terms: ["typescript", "http"], definedIn: null }],
  });
  const matched = matcher("/p/src/a.ts");
  assert.deepEqual(terms(matched), ["http", "Routing", "db", "typescript"]);
  assert.deepEqual(matched.include, ["d:a.md", "d:b.md"]);
  assert.deepEqual(matched.matches, [{ glob: "*.ts", definedIn: "/p/.ra.toml" }, {
    glob: "src/**",
    definedIn: "/p/.ra.toml",
  }, { glob: "*.ts", definedIn: null }]);
});

test("trees of several rules intersect, and a rule without trees changes nothing", () => {
  const trees = (...lists: readonly (readonly string[] | undefined)[]) =>
    createRuleMatcher({
      rules: lists.map((list) => rule("*", list === undefined ? {} : { trees: list })),
      patterns: [],
    })("/p/a").trees;
  assert.deepEqual(trees(["a", "b", "b"], undefined, ["b", "c"]), ["b"]);
  assert.equal(trees(undefined, undefined), undefined);
  assert.deepEqual(trees(["a"], ["b"]), []);
  assert.deepEqual(trees([]), []);
});

test("a term of both a built-in and a configured pattern counts as configured, and an empty pattern gives no terms", () => {
  const matcher = createRuleMatcher({
    rules: [],
    patterns: [{ glob: "*.ts", terms: ["typescript"], definedIn: null }, {
      glob: "src/*",
      terms: ["typescript"],
      definedIn: "/p/.ra.toml",
    }, { glob: "*", terms: [], definedIn: "/p/.ra.toml" }],
  });
  assert.deepEqual(matcher("/p/src/a.ts").terms, [{ term: "typescript", source: "pattern", builtIn: false }]);
  assert.equal(matcher("/p/src/a.ts").matches.length, 2);
});

test("the error for an invalid glob names the file that sets it", () => {
  assert.throws(
    () => createRuleMatcher({ rules: [rule("[a")], patterns: [] }),
    (error: unknown) =>
      error instanceof RaError && error.code === "config-value" && error.path === "/p/.ra.toml" &&
      /invalid glob "\[a"/.test(error.message),
  );
});
