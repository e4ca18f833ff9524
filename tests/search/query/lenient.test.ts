// Tests what of a query is searched as words because it cannot be meant as syntax.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RaError } from "../../../src/errors.ts";
import { parseLeniently, parseQuery } from "../../../src/search/query/parser.ts";
import { printQuery } from "../../../src/search/query/printer.ts";
import type { QueryNode } from "../../../src/search/query/syntax.ts";
import { filtersOf, searchedTerms } from "../../../src/search/query/words.ts";

/** Checks what is searched, in canonical form, and what is taken literally. */
function reads(text: string, query: string, ...taken: readonly string[]): void {
  const read = parseLeniently(text);
  assert.equal(printQuery(read.node), query, text);
  assert.deepEqual(read.taken.map((one) => one.text), taken, text);
  for (const { start, end, text: part } of read.taken) assert.equal(text.slice(start, end), part, text);
  assert.throws(() => parseQuery(text), { code: "query-syntax" }, text);
}

function same(...texts: readonly string[]): void {
  for (const text of texts) assert.deepEqual(parseLeniently(text), { node: parseQuery(text), taken: [] }, text);
}

function reasons(text: string): readonly string[] {
  return parseLeniently(text).taken.map(({ reason }) => reason);
}

function fails(text: string, problem: RegExp): void {
  for (const parse of [parseQuery, parseLeniently]) {
    assert.throws(() => parse(text), (error) => error instanceof RaError && problem.test(error.message), text);
  }
}

test("parseLeniently() reads a query without faults as parseQuery() does", () => {
  same("rust", '"a phrase" OR b', "(a b) OR c", "title:x^2 -tag:y", "f(x) foo.bar()", "ab* + -", "path:a/*.md x");
});

test("stray parentheses are left out, and the words in them stay", () => {
  reads("(kettle", "kettle", "(");
  reads("kettle)", "kettle", ")");
  reads("a)b", "a b", ")");
  reads("Error: boom (required by", "Error: boom required by", "(");
  reads("a (b (c d) e", "a b (c d) e", "(");
  reads("((a) b", "a b", "(");
  reads(") (", "\\) \\(", ")", "(");
  reads("(((a", "a", "(((");
  reads("a ) ) b", "a b", ") )");
  reads("a ^2) b", "a ^2 b", ")");
  reads("(a OR b", "a OR b", "(");
  reads(`${"(".repeat(66)}a${")".repeat(66)}`, "a", "((", "))");
});

test("open quotes are left out, and the words behind them stay", () => {
  reads('Cannot find module "left-pad', "Cannot find module left-pad", '"');
  reads("say “hello there", "say hello there", "“");
  reads('"a b" and "c d', '"a b" and c d', '"');
  reads('He said "x" OR "y', 'He said ("x" OR y)', '"');
  reads('"(a', "a", '"', "(");
});

test("empty groups and quotes are left out beside other words", () => {
  reads("a () b", "a b", "()");
  reads('a "" b', "a b", '""');
  reads("a (( )) b", "a b", "(( ))");
  reads('a ("") b', "a b", '("")');
  reads('a "" "" b', "a b", '"" ""');
  for (const text of ["()", '""', '" "', '("")', "()\n()", "(()) ()"]) fails(text, /nothing between these/);
});

test("a sign or a field directly before what is left out goes with it", () => {
  reads("-(a b", "a b", "-(");
  reads('+"a b', "a b", '+"');
  reads("-() a", "a", "-()");
  reads('-"" a', "a", '-""');
  reads("title:(a b", "title\\: a b", "title:(");
  reads('body:"x', "body\\: x", 'body:"');
  reads("-title:(a", "title\\: a", "-title:(");
  reads("x title:() y", "x title\\: y", "title:()");
  reads('tags:""', "tags\\:", 'tags:""');
});

test("an OR without something on both sides is a word", () => {
  reads("found OR", "found \\OR", "OR");
  reads("OR found", "\\OR found", "OR");
  reads("OR", "\\OR", "OR");
  reads("a OR OR b", "a \\OR \\OR b", "OR OR");
  reads("OR a OR b OR", "\\OR (a OR b) \\OR", "OR", "OR");
  reads("(a OR) b", "(a \\OR) b", "OR");
  reads("x (OR) y", "x \\OR y", "OR");
  reads("where a = 1 OR\nOR b", "where a = 1 \\OR \\OR b", "OR\nOR");
});

test("a field with a space behind its colon is a word, and so is a filter with text behind it", () => {
  reads("title: x", "title\\: x", "title:");
  reads("title:", "title\\:", "title:");
  reads("tag: none", "tag\\: none", "tag:");
  reads("(title:) a", "title\\: a", "title:");
  reads("-title: x", "title\\: x", "-title:");
  reads(
    "title: My page\ntags: [a, b]\nversion: 2.1\nlang: en",
    "title\\: My page tags\\: [a, b] version\\: 2.1 lang\\: en",
    "title:",
    "tags:",
    "version:",
    "lang:",
  );
  fails("rust lang:", /`lang:` has no value/);
  fails("tag: =>", /`tag:` has no value/);
  fails("(a tag:)", /`tag:` has no value/);
});

test("a star that cannot end a word is a sign, and so is one after too few letters", () => {
  reads("ket*les", "ket\\*les", "ket*les");
  reads("k*", "k\\*", "k*");
  reads("-k* x", "-k\\* x", "k*");
  reads("*foo*bar*", "*foo\\*bar\\*", "*foo*bar*");
});

test("a regular expression, or a field inside a field, is text", () => {
  reads("title:/^ab+c$/ x", "title\\:/^ab+c$/ x", "title:/^ab+c$/");
  reads("title:(a body:b)", "title:(a body\\:b)", "body:b");
  reads("title:(a OR tag:b c)", "title:((a OR tag\\:b) c)", "tag:b");
  reads('title:(a tag:"b c")', 'title:(a (tag\\: "b c"))', "tag:");
  reads("title:(a body:(b c))", "title:(a (body\\: (b c)))", "body:");
});

test("a + before an alternative is left out", () => {
  reads("+a OR b", "a OR b", "+");
  reads("a OR +b OR +c", "a OR b OR c", "+", "+");
  reads('+"a b" OR c', '"a b" OR c', "+");
  reads("+a OR", "+a \\OR", "OR");
});

test("a filter with a bad value, and a query of negations alone, stay errors", () => {
  fails("modified:yesterday x", /not a value for `modified:`/);
  fails("tag:(a b) x", /takes a single value/);
  fails("tree:doc* x", /takes no `\*`/);
  fails("tag:#", /not a value for `tag:`/);
  fails("tag:x^2", /cannot be boosted/);
  fails('a tag:"b', /this quote is never closed/);
  fails('a tag:""', /nothing between these quotes/);
  fails("-a -b", /only says what to leave out/);
  assert.throws(() => parseLeniently("-a ("), /only says what to leave out/);
  assert.throws(() => parseLeniently(" \n"), { code: "query-empty" });
});

test("signs alone are one word", () => {
  for (const text of ["=>", "§§", "->", "-=", "🚀", "- +"]) assert.deepEqual(reasons(text), [], text);
  assert.equal(printQuery(parseLeniently("->").node), "\\->");
  for (const text of ["(", ")", '"', "((", ')"', "-("]) {
    assert.equal((parseLeniently(text).node as { text: string }).text, text);
  }
});

test("what people paste is searched with all its words", () => {
  const pasted: readonly (readonly [text: string, words: string])[] = [
    [
      "TypeError: x is not a function\n    at Object.<anonymous> (/srv/app/index.js:10:5",
      "TypeError function anonymous srv 10",
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nKeyError: \'x',
      "Traceback recent a.py line KeyError",
    ],
    ['grep -rn "foo(" src | head', "grep foo src head"],
    ["curl 'https://en.wikipedia.org/wiki/C_(programming)' -H \"Accept: */*", "curl wiki programming Accept"],
    ["see [the guide](docs/guide.md), [API](", "see guide docs API"],
    ["^(?:foo|bar)\\s*([a-z]+", "foo bar a-z"],
    ['C:\\Program Files (x86)\\ra\\ra.exe "C:\\My', "Program Files x86 ra.exe My"],
    ["std::map<std::string, std::vector<int>> m(", "std map string vector int m"],
    ["SELECT * FROM t WHERE (a = 1 OR b = 2 OR", "SELECT FROM t WHERE a 1 b 2 OR"],
    ["SELECT * FROM t WHERE name LIKE 'x*y' OR OR id", "SELECT LIKE x y OR id"],
    ['{"name": "left-pad", "deps": {"x": "^1.0', "name left-pad deps x 1.0"],
    ["title: Hello\ndate: 2026-01-01\ntags:\n  - a", "title Hello date tags a"],
    ["🚀 launch (v2 :tada:", "launch v2 tada"],
    ["if (a && (b || c) {", "if a b c"],
    ["use foo:: { bar, baz* } and b*z", "use foo bar baz b z"],
    ["🙂) thanks :-)", "thanks"],
    ["“open and „low", "open low"],
  ];
  for (const [text, words] of pasted) {
    const { node } = parseLeniently(text);
    const found = searchedTerms(node).map(textOf).join(" ").toLowerCase();
    for (const word of words.toLowerCase().split(" ")) assert.ok(found.includes(word), `${text}: ${word} in ${found}`);
    assert.deepEqual(filtersOf(node), [], text);
  }
});

function textOf(term: QueryNode): string {
  if (term.kind === "field") return `${term.field} ${textOf(term.child)}`;
  return "text" in term ? term.text : "";
}

const PIECES = [
  ...'ab7é漢 ()"“”„\\-+^:*/\n😀',
  "word",
  " OR ",
  "OR",
  "f(",
  "title:",
  "body:(",
  'tags:"',
  "^2",
  "/x/",
  "\ud800",
];
const FILTERS = ["tag:", "tree:", "path:x*", "modified:7d", "meta.k:", "lang:"];
const text = (pieces: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join("")),
  );

test("a text without filters and negations is always read, with all its letters and digits", () => {
  fc.assert(
    fc.property(text(PIECES), (query) => {
      // A minus sign may leave words out, and a factor is no word.
      fc.pre(
        /[\p{L}\p{N}]/u.test(query) && !/-|\^|(?:tree|tag|path|lang|version|modified|linked|meta\.\S+):/.test(query),
      );
      const { node, taken } = parseLeniently(query);
      const found = letters(searchedTerms(node).map(textOf).join(" "));
      // The names of operators are the only letters that are no words.
      const asked = letters(query).filter((letter) => !"ORtilebodyags".includes(letter));
      assert.deepEqual(found.filter((letter) => !"ORtilebodyags".includes(letter)), asked);
      for (const one of taken) assert.equal(query.slice(one.start, one.end), one.text);
      assert.deepEqual(parseQuery(printQuery(node)).kind, node.kind);
    }),
    { numRuns: 3000 },
  );
});

const letters = (given: string): readonly string[] => given.match(/[\p{L}\p{N}]/gu) ?? [];

test("a lenient reading differs from a strict one only where that has an error, and says where", () => {
  fc.assert(
    fc.property(text([...PIECES, ...FILTERS]), (query) => {
      let strict: QueryNode | undefined;
      try {
        strict = parseQuery(query);
      } catch (error) {
        assert.ok(error instanceof RaError && error.code.startsWith("query-"));
      }
      if (strict !== undefined) return assert.deepEqual(parseLeniently(query), { node: strict, taken: [] });
      try {
        const { taken, node } = parseLeniently(query);
        assert.ok(taken.length > 0 || !/[\p{L}\p{N}]/u.test(query), query);
        for (const [at, one] of taken.entries()) {
          assert.equal(query.slice(one.start, one.end), one.text);
          assert.ok(one.start < one.end && one.start >= (taken[at - 1]?.end ?? 0));
        }
        assert.ok(node.start >= 0 && node.end <= query.length);
      } catch (error) {
        if (!(error instanceof RaError)) throw error;
        assert.match(error.code, /^query-/);
        assert.notEqual(error.hint, undefined);
      }
    }),
    { numRuns: 3000 },
  );
});

test("hostile texts are read in time that grows with their length", () => {
  const hostile = [
    "(",
    ")",
    '"',
    "“",
    "OR ",
    "a OR ",
    "-(",
    '-"',
    "title: ",
    "title:(",
    "tag: ",
    "(a ",
    "k* ",
    "f(",
    "()",
    '"" ',
    '\\"',
    '" \\',
    "+a OR ",
    "a*b ",
    "title:/x/ ",
    '“a "',
    "x ) ",
  ];
  for (const piece of hostile) {
    const began = performance.now();
    try {
      parseLeniently(piece.repeat(100_000 / piece.length));
    } catch (error) {
      assert.ok(error instanceof RaError && error.code.startsWith("query-"), piece);
    }
    // A quadratic reading takes minutes.
    assert.ok(performance.now() - began < 5000, piece);
  }
});
