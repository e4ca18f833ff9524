// Tests of how destinations are read, as documents write them and as people paste them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readDestination, readPasted } from "../../src/links/destination.ts";

test("a destination has a path, and a fragment or a line", () => {
  assert.deepEqual(readDestination("../a%20b.md?x=1#c%2Fd"), { form: "path", path: "../a b.md", fragment: "c/d" });
  assert.deepEqual(readDestination("a.md#L12-L20"), { form: "path", path: "a.md", line: 12 });
  assert.deepEqual(readDestination("a.md#top:~:text=word"), { form: "path", path: "a.md", fragment: "top" });
  assert.deepEqual(readDestination("#%zz"), { form: "path", path: "", fragment: "%zz" });
  assert.deepEqual(readDestination("HTTPS://Example.org:8080/a/b.html#c"), {
    form: "address",
    host: "example.org:8080",
    path: "/a/b.html",
    fragment: "c",
  });
});

test("names and labels have a form of their own", () => {
  assert.deepEqual(readDestination("wiki:Page\\|shown"), { form: "name", path: "Page" });
  assert.deepEqual(readDestination("wiki:#Heading"), { form: "name", path: "", fragment: "Heading" });
  assert.deepEqual(readDestination("man:open(2)"), { form: "name", path: "open.2" });
  assert.deepEqual(readDestination("ref:my label"), { form: "label", path: "my label" });
  assert.deepEqual(readDestination("xref:setup"), { form: "label", path: "setup", fragment: "setup" });
  assert.deepEqual(readDestination("xref:api:index.adoc#start"), {
    form: "path",
    path: "/modules/api/pages/index.adoc",
    fragment: "start",
  });
});

test("templates of Hugo and Jekyll stand for a path", () => {
  const cases: readonly (readonly [written: string, path: string, fragment?: string])[] = [
    ['{{< ref "/guide/x.md" >}}#a', "/guide/x.md", "a"],
    ['{{% relref "./x#a" %}}', "./x", "a"],
    ["{% link _docs/a.md %}", "/_docs/a.md"],
    ["{{ '/docs/a/' | relative_url }}#b", "/docs/a/", "b"],
    ["{{ site.baseurl }}/docs/a/", "/docs/a/"],
    ["{{ site.url }}{{ site.baseurl }}/docs/a/", "/docs/a/"],
  ];
  for (const [written, path, fragment] of cases) {
    assert.deepEqual(readDestination(written), { form: "path", path, fragment }, written);
  }
  for (const written of ["{{<relref x>}}", '{{% ref "x" %}}']) {
    assert.deepEqual(
      readDestination(written),
      { form: "path", path: "x", fragment: undefined, isAnywhere: true },
      written,
    );
  }
});

test("what runs, sends or reads a file of the machine is no destination", () => {
  for (
    const text of [
      ...["", "javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "mailto:a@b.c", "file:///etc/passwd", "tel:1"],
      ...["a\nb", "a\0b", "x".repeat(3000), "xref:other::page.adoc"],
    ]
  ) assert.equal(readDestination(text), undefined, text.slice(0, 30));
});

test("people paste links in the form in which documents write them", () => {
  const page = { form: "path", path: "../a.md", fragment: "b" };
  for (
    const text of [
      "[A page](../a.md#b)",
      '[A page](<../a.md#b> "title")',
      "![](../a.md#b)",
      "[a]: ../a.md#b",
      "  ../a.md#b\n",
      '{{< relref "../a.md#b" >}}',
      "[[file:../a.md::#b][text]]",
    ]
  ) assert.deepEqual(readPasted(text), page, text);
  assert.deepEqual(readPasted("[[Page#Heading|text]]"), { form: "name", path: "Page", fragment: "Heading" });
  assert.deepEqual(readPasted("![[Page]]"), { form: "name", path: "Page" });
  assert.deepEqual(readPasted("open(2)"), { form: "name", path: "open.2" });
  assert.deepEqual(readPasted("linkgit:git-add[1]"), { form: "name", path: "git-add" });
  assert.deepEqual(readPasted(":ref:`text <my-label>`"), { form: "label", path: "my-label" });
  assert.deepEqual(readPasted(":py:meth:`~flask.Flask.run`"), { form: "label", path: "flask.Flask.run" });
  assert.deepEqual(readPasted(":doc:`/guide/x`"), { form: "path", path: "/guide/x", fragment: undefined });
  assert.deepEqual(readPasted("{ref}`my-label`"), { form: "label", path: "my-label" });
  assert.deepEqual(readPasted("<<setup,Set up>>"), { form: "label", path: "setup", fragment: "setup" });
  assert.deepEqual(readPasted("xref:a.adoc#b[text]"), { form: "path", path: "a.adoc", fragment: "b" });
  assert.deepEqual(readPasted("<https://a.org/b>"), {
    form: "address",
    host: "a.org",
    path: "/b",
    fragment: undefined,
  });
  assert.deepEqual(readPasted("{% link _docs/a.md %}#b"), { form: "path", path: "/_docs/a.md", fragment: "b" });
  assert.deepEqual(readPasted("docs/a.md:12-20"), { form: "path", path: "docs/a.md", fragment: undefined, line: 12 });
});

test("reading a destination ends soon, whatever it is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("[", "]", "(", ")", "<", ">", "`", ":", "{", "%", "#", "a", " ", "|", "!", "//"), {
        maxLength: 2500,
      }),
      (parts) => {
        readDestination(parts.join(""));
        readPasted(parts.join(""));
      },
    ),
    { numRuns: 300 },
  );
});
