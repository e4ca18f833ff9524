import assert from "node:assert/strict";
import { test } from "node:test";
import { BY_EXTENSION, loadGrammar } from "../../src/context/grammars.ts";
import { readSourceParts } from "../../src/context/source_parts.ts";

async function kinds(name: string, text: string): Promise<Readonly<Record<string, string>>> {
  const grammar = await loadGrammar(name, name.slice(name.lastIndexOf(".") + 1));
  const parts = readSourceParts(text, grammar);
  assert.equal(parts.map((part) => part.text).join(""), text, "nothing is lost");
  return Object.fromEntries([...text.matchAll(/[A-Za-z]\w+/g)].map(({ 0: word, index }) => {
    let at = 0;
    return [word, parts.find((part) => (at += part.text.length) > index)!.kind];
  }));
}

test("sourceParts() separates a language's comments, strings, definitions and keywords", async () => {
  assert.deepEqual(await kinds("a.py", "# remark\nclass Alpha(Base):\n  def beta(x1):\n    return gamma('text')\n"), {
    remark: "comment",
    class: "syntax",
    Alpha: "definition",
    Base: "code",
    def: "syntax",
    beta: "definition",
    x1: "code",
    return: "syntax",
    gamma: "code",
    text: "string",
  });
  assert.deepEqual(await kinds("a.rs", '/// remark\nfn alpha() { beta("text") }\n'), {
    remark: "comment",
    fn: "syntax",
    alpha: "definition",
    beta: "code",
    text: "string",
  });
  assert.deepEqual(await kinds("a.go", "// remark\nfunc alpha() { beta() }\n"), {
    remark: "comment",
    func: "syntax",
    alpha: "definition",
    beta: "code",
  });
});

test("names that JavaScript and TypeScript call do not count as definitions", async () => {
  assert.deepEqual(await kinds("a.ts", "export function alpha() { beta(); new Gamma(); }\nclass Delta {}\n"), {
    export: "syntax",
    function: "syntax",
    alpha: "definition",
    beta: "code",
    new: "syntax",
    Gamma: "code",
    class: "syntax",
    Delta: "definition",
  });
});

test("sourceParts() separates headings of Markdown from text", async () => {
  assert.deepEqual(await kinds("a.md", "# Alpha\n\nbeta\n\nGamma\n-----\n"), {
    Alpha: "heading",
    beta: "text",
    Gamma: "heading",
  });
});

test("sourceParts() reads scripts in a page as scripts", async () => {
  const read = await kinds(
    "a.vue",
    "<template><p>alpha</p></template>\n<script>\n// remark\nconst beta = 'text';\n</script>\n",
  );
  assert.deepEqual([read["remark"], read["text"]], ["comment", "string"]);
});

test("sourceParts() reads a file in an unknown language as text", async () => {
  assert.deepEqual(await kinds("a.xyz", "class Alpha"), { class: "text", Alpha: "text" });
});

test("a file's whole name can also choose the grammar", async () => {
  assert.equal((await loadGrammar("Dockerfile", ""))?.name, "dockerfile");
  assert.equal((await loadGrammar("CMakeLists.txt", "txt"))?.name, "cmake");
});

test("every grammar of the table exists", async () => {
  for (const [extension, name] of BY_EXTENSION) {
    const grammar = await loadGrammar(`a.${extension}`, extension);
    assert.equal(grammar?.highlighter.getLanguage(name)?.name !== undefined, true, extension);
  }
});

test("a line too long for a grammar is plain text, and the code around it is still read as code", async () => {
  const grammar = await loadGrammar("a.ini", "ini");
  const long = `${"a".repeat(40_000)}\n`;
  const parts = readSourceParts(`; before\n${long}; after\n`, grammar);
  assert.equal(parts.map(({ text }) => text).join(""), `; before\n${long}; after\n`);
  assert.deepEqual(parts.filter(({ kind }) => kind === "text").map(({ text }) => text), [long]);
  assert.deepEqual(parts.filter(({ kind }) => kind === "comment").map(({ text }) => text), ["; before", "; after"]);
});

test("names without a sign between them over many lines are plain text", async () => {
  const text = "name\n".repeat(8000);
  assert.deepEqual(readSourceParts(text, await loadGrammar("a.cs", "cs")), [{ kind: "text", text }]);
});
