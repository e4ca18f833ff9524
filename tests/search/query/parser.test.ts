import { test } from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../../src/errors.ts";
import { parseQuery } from "../../../src/search/query/parser.ts";
import type { QueryNode } from "../../../src/search/query/syntax.ts";
import { and, boost, field, filter, must, not, or, phrase, starred, withoutPositions, word } from "./syntax_tree.ts";

function parses(text: string, expected: QueryNode): void {
  assert.deepEqual(withoutPositions(parseQuery(text)), expected, text);
}

function failure(text: string): RaError {
  try {
    parseQuery(text);
  } catch (error) {
    assert.ok(error instanceof RaError, `${text}: ${String(error)}`);
    return error;
  }
  throw new assert.AssertionError({ message: `no error for ${text}` });
}

/** Checks that the error's column, read from its caret line, equals `column`. */
function failsAt(text: string, column: number, problem: RegExp): void {
  const error = failure(text);
  assert.equal(error.code, "query-syntax", text);
  assert.match(error.message, problem, text);
  assert.equal(error.column, column, text);
  const [, shown, caret] = error.message.split("\n");
  assert.equal(shown, `  ${text}`);
  assert.equal(caret, `${" ".repeat(column + 1)}^`);
  assert.ok(error.hint !== undefined && error.hint !== "", text);
}

test("parseQuery() puts adjacent terms side by side", () => {
  parses("rust", word("rust"));
  parses("  error\thandling\n", and(word("error"), word("handling")));
  parses(`"error handling" logging`, and(phrase("error handling"), word("logging")));
});

test("parseQuery() reads a star at the end of a word as the rest of it", () => {
  parses("deploy*", starred("deploy"));
  parses("title:deploy*^2 -kubern*", and(boost(2, field("title", starred("deploy"))), not(starred("kubern"))));
  parses("(rust asy*) OR std::ve*", or(and(word("rust"), starred("asy")), starred("std::ve")));
  parses("组*", starred("组"));
  // Elsewhere a star is a sign like any other.
  parses(
    "**kwargs *.md src/**/*.ts **bold** SELECT * 2*3",
    and(...["**kwargs", "*.md", "src/**/*.ts", "**bold**"].map(word), word("SELECT"), word("*"), word("2*3")),
  );
  parses("deploy\\* a\\*b", and(word("deploy*"), word("a*b")));
  parses('"deploy*"', phrase("deploy*"));
});

test("parseQuery() refuses a star that it could only drop", () => {
  failsAt("conf*tion", 1, /can only end one/);
  failsAt("a*", 1, /too short/);
  failsAt("rust tree:doc*", 11, /takes no/);
  failsAt("tree:d*", 6, /takes no/);
  parses("meta.glob:a*b", filter({ on: "meta", key: "glob", value: "a*b" }));
});

test("parseQuery() binds OR tighter than the implicit AND", () => {
  parses("rust OR golang", or(word("rust"), word("golang")));
  parses("a b OR c", and(word("a"), or(word("b"), word("c"))));
  parses("a OR b c", and(or(word("a"), word("b")), word("c")));
  parses("a OR b OR c", or(word("a"), word("b"), word("c")));
  parses("(rust async) OR (go goroutine)", or(and(word("rust"), word("async")), and(word("go"), word("goroutine"))));
  parses("(a)OR(b)", or(word("a"), word("b")));
  parses("a OR(b c)", or(word("a"), and(word("b"), word("c"))));
});

test("parseQuery() reads AND, NOT, and, or as words", () => {
  parses("a AND b", and(word("a"), word("AND"), word("b")));
  parses("NOT a or b", and(word("NOT"), word("a"), word("or"), word("b")));
  parses("ORDER ORs", and(word("ORDER"), word("ORs")));
  parses(`a \\OR b`, and(word("a"), word("OR"), word("b")));
});

test("parseQuery() negates with one dash at the start of a token", () => {
  parses("rust -deprecated", and(word("rust"), not(word("deprecated"))));
  parses(`-"old way" rust`, and(not(phrase("old way")), word("rust")));
  parses("rust -(a b)", and(word("rust"), not(and(word("a"), word("b")))));
  parses("rust -title:x", and(word("rust"), not(field("title", word("x")))));
  parses("rust -tree:old", and(word("rust"), not(filter({ on: "tree", value: "old" }))));
  parses("(-a b)", and(not(word("a")), word("b")));
  parses("a -OR", and(word("a"), not(word("OR"))));
});

test("parseQuery() reads other dashes as text", () => {
  parses("--dry-run", word("--dry-run"));
  parses("foo-bar", word("foo-bar"));
  parses("a - b", and(word("a"), word("-"), word("b")));
  parses("-", word("-"));
  parses("(a -)", and(word("a"), word("-")));
  parses("title:-x", field("title", word("-x")));
  parses(`"a"-b`, and(phrase("a"), word("-b")));
  parses(`a \\-b`, and(word("a"), word("-b")));
});

test("parseQuery() marks a word with + as required", () => {
  parses("rust +async", and(word("rust"), must(word("async"))));
  parses("+rust^2 +OR", and(must(boost(2, word("rust"))), must(word("OR"))));
  parses("+(rust)", must(word("rust")));
  parses("+std::vec +x:y", and(must(word("std::vec")), must(word("x:y"))));
  parses("(a +b) OR c", or(and(word("a"), must(word("b"))), word("c")));
});

test("parseQuery() reads + before a phrase, group, field or filter as if it were not there", () => {
  parses(`a +"b c"`, and(word("a"), phrase("b c")));
  parses("a +(b c)", and(word("a"), and(word("b"), word("c"))));
  parses("a +title:b +tree:docs", and(word("a"), field("title", word("b")), filter({ on: "tree", value: "docs" })));
});

test("parseQuery() reads other plus signs as text", () => {
  for (const text of ["C++", "a+b", "g++-13", "+", "++i", "+-x", "1+1=2"]) parses(text, word(text));
  parses("a + b", and(word("a"), word("+"), word("b")));
  parses("(a +)", and(word("a"), word("+")));
  parses("title:+x", field("title", word("+x")));
  parses(`"a"+b`, and(phrase("a"), word("+b")));
  parses("a \\+b", and(word("a"), word("+b")));
  parses("a -+b", and(word("a"), not(word("+b"))));
});

test("parseQuery() refuses + before an alternative", () => {
  failsAt("+a OR b", 1, /`\+` cannot stand before an alternative of OR/);
  failsAt("x a OR +b", 8, /alternative of OR/);
});

test("parseQuery() reads parentheses inside a word as text", () => {
  parses("foo.bar()", word("foo.bar()"));
  parses("(foo.bar() baz) OR f(x)", or(and(word("foo.bar()"), word("baz")), word("f(x)")));
  parses("open(path, mode) fails", and(word("open(path,"), word("mode)"), word("fails")));
  parses("(call(a, b) c)", and(word("call(a,"), word("b)"), word("c")));
  parses("title:f(x)", field("title", word("f(x)")));
  parses("C++ C#", and(word("C++"), word("C#")));
});

test("parseQuery() limits terms to text fields", () => {
  parses("title:guide rust", and(field("title", word("guide")), word("rust")));
  parses(`tags:"x y"`, field("tags", phrase("x y")));
  parses("body:(a OR b -c)", field("body", and(or(word("a"), word("b")), not(word("c")))));
  parses("title:body:x", field("title", word("body:x")));
});

test("parseQuery() reads filters", () => {
  parses("tree:docs", filter({ on: "tree", value: "docs" }));
  parses("path:api/v1", filter({ on: "path", value: "api/v1" }));
  parses(`tag:"in progress"`, filter({ on: "tag", value: "in progress" }));
  parses("tag:#rust", filter({ on: "tag", value: "rust" }));
  parses("meta.status:draft", filter({ on: "meta", key: "status", value: "draft" }));
  parses("meta.a.b:1.10", filter({ on: "meta", key: "a.b", value: "1.10" }));
  parses("lang:DE", filter({ on: "lang", value: "de" }));
  parses("tree:docs -x", and(filter({ on: "tree", value: "docs" }), not(word("x"))));
});

test("parseQuery() reads the comparisons of modified:", () => {
  for (const comparison of [">", ">=", "<", "<=", "="] as const) {
    parses(`modified:${comparison}2026-01-01`, filter({ on: "modified", comparison, value: "2026-01-01" }));
  }
  parses("modified:2024-02-29", filter({ on: "modified", comparison: "=", value: "2024-02-29" }));
  parses("modified:7d", filter({ on: "modified", comparison: ">=", value: "7d" }));
  parses("modified:<30d", filter({ on: "modified", comparison: "<", value: "30d" }));
  for (const value of ["yesterday", "2026-02-30", "2026-1-1", ">", "7w", ">>2026-01-01", "-7d"]) {
    assert.match(failure(`modified:${value}`).message, /not a value for `modified:`/, value);
  }
});

test("parseQuery() reads a word with a colon as text when no field has that name", () => {
  for (
    const text of [
      "std::vec",
      "https://example.org/a:b",
      "Title:x",
      "foo:",
      "meta:x",
      "meta.:x",
      "path::Path",
      "tag::x",
      ":",
      "a:b",
    ]
  ) {
    parses(text, word(text));
  }
  parses("title\\:x", word("title:x"));
});

test("parseQuery() boosts words, phrases, groups and fields", () => {
  parses("rust^2 async", and(boost(2, word("rust")), word("async")));
  parses(`"a b"^.5`, boost(0.5, phrase("a b")));
  parses("(a b)^1.25", boost(1.25, and(word("a"), word("b"))));
  parses("title:x^3", boost(3, field("title", word("x"))));
  parses("title:(x^3)", field("title", boost(3, word("x"))));
  parses("a -b^2", and(word("a"), not(boost(2, word("b")))));
  parses("(a^2)", boost(2, word("a")));
  parses("a^2^3", boost(3, word("a^2")));
});

test("parseQuery() reads a caret without a valid boost as text", () => {
  for (const text of ["a^2b", "a^", "^2", "a^-1", "a^0", "a^1e3", "a^Infinity", "a^1234567"]) parses(text, word(text));
  parses("a\\^2", word("a^2"));
});

test("parseQuery() resolves escapes in phrases and accepts curly quotes", () => {
  parses(`"say \\"hi\\" C:\\\\dir \\n"`, phrase(`say "hi" C:\\dir \\n`));
  parses("“error handling” x", and(phrase("error handling"), word("x")));
  parses("„so nicht“", phrase("so nicht"));
  parses(`"he said “hi” twice"`, phrase("he said “hi” twice"));
  parses(`5" disk`, and(word(`5"`), word("disk")));
});

test("parseQuery() keeps positions that include parentheses, fields and boosts", () => {
  const node = parseQuery("a (b OR title:c^2) -d");
  assert.ok(node.kind === "and");
  assert.deepEqual(node.children.map((child) => [child.start, child.end]), [[0, 1], [2, 18], [19, 21]]);
  assert.deepEqual([node.start, node.end], [0, 21]);
});

test("parseQuery() points at an unclosed quote or parenthesis", () => {
  failsAt(`rust "error handling`, 6, /quote is never closed/);
  failsAt("a “b", 3, /quote is never closed/);
  failsAt("a (b OR (c)", 3, /parenthesis is never closed/);
  failsAt("((a)", 1, /parenthesis is never closed/);
  failsAt("title:(a", 7, /parenthesis is never closed/);
});

test("parseQuery() points at a stray parenthesis", () => {
  failsAt("a )", 3, /was never opened/);
  failsAt("a b) c", 4, /was never opened/);
  failsAt("(a)) b", 4, /was never opened/);
});

test("parseQuery() refuses empty groups, phrases and values", () => {
  failsAt("a () b", 3, /nothing between these parentheses/);
  failsAt(`a " " b`, 3, /nothing between these quotes/);
  failsAt("title: x", 1, /`title:` has no value/);
  failsAt("a tree:", 3, /`tree:` has no value/);
  failsAt(`path:""`, 6, /nothing between these quotes/);
  failsAt("(a tag:)", 4, /`tag:` has no value/);
  failsAt("tag:#", 5, /not a value for `tag:`/);
});

test("parseQuery() refuses OR without something on both sides", () => {
  failsAt("OR a", 1, /nothing stands before this OR/);
  failsAt("a OR", 3, /nothing follows this OR/);
  failsAt("a OR OR b", 3, /nothing follows this OR/);
  failsAt("(a OR) b", 4, /nothing follows this OR/);
  failsAt("OR", 1, /nothing stands before this OR/);
});

test("parseQuery() refuses a query that contains only negations", () => {
  failsAt("-a", 1, /only says what to leave out/);
  failsAt("-a -b", 1, /only says what to leave out/);
  failsAt("-a OR -b", 1, /only says what to leave out/);
  failsAt("(-a) -b", 1, /only says what to leave out/);
  failsAt("-(-a)", 1, /only says what to leave out/);
  failsAt("title:(-a)", 7, /only says what to leave out/);
});

test("parseQuery() refuses a negation inside OR", () => {
  parses("a -b OR c", and(word("a"), or(not(word("b")), word("c"))));
  parses("-b OR c", or(not(word("b")), word("c")));
  parses("a OR -b", or(word("a"), not(word("b"))));
  parses("a -b OR -c", and(word("a"), or(not(word("b")), not(word("c")))));
  parses("a (-b)", and(word("a"), not(word("b"))));
  parses("a -(-b)", and(word("a"), not(not(word("b")))));
  parses("a title:(-b OR c)", and(word("a"), field("title", or(not(word("b")), word("c")))));
});

test("parseQuery() refuses fields inside fields, lists in filters and boosted filters", () => {
  failsAt("title:(a body:b)", 10, /`body:` cannot stand inside `title:\(…\)`/);
  failsAt("tree:(a OR b)", 6, /takes a single value/);
  failsAt("tree:docs^2", 10, /a filter adds no score/);
});

test("parseQuery() reports an empty query differently from a wrong one", () => {
  for (const text of ["", "  \n"]) assert.equal(failure(text).code, "query-empty");
});

test("parseQuery() limits nesting, and so never overflows", () => {
  assert.match(failure(`${"(".repeat(100_000)}a${")".repeat(100_000)}`).message, /more than 64 deep/);
  for (const text of ["f(", "a OR ", "-", "- ", '"x" ', "-a ", "title:", "\\"]) {
    try {
      assert.notEqual(parseQuery(`${text.repeat(100_000)}a`).kind, "filter");
    } catch (error) {
      assert.equal((error as RaError).code, "query-syntax", text);
    }
  }
  parses(`${"(".repeat(64)}a${")".repeat(64)}`, word("a"));
  assert.equal(parseQuery("a ".repeat(5_000)).kind, "and");
});

test("parseQuery() shows the part of a long query around the caret, and escapes what would garble a terminal", () => {
  const long = `${"word ".repeat(100)}( ${"tail ".repeat(100)}`;
  const [, shown, caret] = failure(long).message.split("\n") as [string, string, string];
  assert.ok(shown.length < 90 && shown.startsWith("  …") && shown.endsWith("…"), shown);
  assert.equal(shown[caret.indexOf("^")], "(");
  const [, escaped, under] = failure("a\u001b[31m\n\u202e (b").message.split("\n") as [string, string, string];
  assert.equal(escaped, "  a\\u{1b}[31m\\n\\u{202e} (b");
  assert.equal(escaped[under.indexOf("^")], "(");
  const [, , wide] = failure("日本 (b").message.split("\n") as [string, string, string];
  assert.equal(wide, "       ^");
});

test("parseQuery() parses any text or throws an RaError about the query", () => {
  const piece = fc.constantFrom(...'ab ()"“”\\-^:2.\n', " OR ", "title:", "tree:", "modified:", "\ud800", "😀");
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece, { maxLength: 25 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseQuery(text);
      } catch (error) {
        assert.ok(error instanceof RaError && error.code.startsWith("query-"), String(error));
        assert.equal(error.message.includes("\u0000"), false);
        assert.notEqual(error.hint, undefined);
      }
    }),
    { numRuns: 2000 },
  );
});
