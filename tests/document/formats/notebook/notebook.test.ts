import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readFile } from "../../../../src/document/formats/read_file.ts";
import { sourceSpan } from "../../../../src/document/formats/source_map.ts";
import { loadEngine } from "../../../../src/store/engine/load.ts";

const engine = await loadEngine();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Options {
  readonly metadata?: unknown;
  readonly outputs?: boolean;
}

const bytesOf = (value: unknown): Uint8Array =>
  encoder.encode(typeof value === "string" ? value : JSON.stringify(value));

const reading = (value: unknown, outputs = false) =>
  readFile(bytesOf(value), "a.ipynb", { ocr: "never", languages: [], notebook_outputs: outputs });

const notebook = (cells: unknown, { metadata = {} }: Options = {}) => ({ cells, metadata, nbformat: 4 });

async function textOf(cells: unknown, options: Options = {}): Promise<string> {
  return decoder.decode((await reading(notebook(cells, options), options.outputs)).text);
}

const markdown = (source: unknown) => ({ cell_type: "markdown", metadata: {}, source });
const code = (source: unknown, ...outputs: readonly unknown[]) => ({ cell_type: "code", source, outputs });
const raw = (source: unknown) => ({ cell_type: "raw", source });
const PYTHON = { metadata: { language_info: { name: "python" } } };

/** The words that a reader sees. */
async function seen(value: unknown): Promise<string> {
  const { text, textStart } = await reading(value);
  return decoder.decode(engine.visibleText(text, textStart, "markdown")).replaceAll("\u007f", "").split(/\s+/).join(" ")
    .trim();
}

async function headings(value: unknown): Promise<readonly string[]> {
  const { text, textStart } = await reading(value);
  return engine.outline(text, textStart).headings.map(({ level, text: title }) => `${level} ${title}`);
}

test("cells become Markdown in their order: text as it is, code and raw text between fences", async () => {
  const cells = [
    markdown(["# Title\n", "\n", "Some *text*.\n"]),
    code("x = 1\nprint(x)"),
    code("s = '''```'''"),
    raw("# not a heading"),
    markdown(""),
    markdown("End"),
  ];
  assert.equal(
    await textOf(cells, PYTHON),
    "# Title\n\nSome *text*.\n\n```python\nx = 1\nprint(x)\n```\n\n````python\ns = '''```'''\n````\n\n" +
      "```\n# not a heading\n```\n\nEnd\n",
  );
  assert.deepEqual(await headings(notebook(cells)), ["1 Title"]);
});

test("the kernel says the language of code", async () => {
  const fence = async (metadata: unknown): Promise<string> => (await textOf([code("a")], { metadata })).split("\n")[0]!;
  assert.equal(await fence({ language_info: { name: "julia" }, kernelspec: { language: "python" } }), "```julia");
  assert.equal(await fence({ kernelspec: { language: "c++", name: "xcpp" } }), "```c++");
  for (const metadata of [{}, null, 3, { language_info: { name: "a b`" } }, { language_info: { name: ["x"] } }]) {
    assert.equal(await fence(metadata), "```");
  }
});

test("a place of the text says its cell", async () => {
  const { text, map, conversion } = await reading(
    notebook([markdown("one é"), code(""), code("two"), markdown("three")]),
  );
  const at = (word: string) => {
    const start = encoder.encode(decoder.decode(text).split(word)[0]).length;
    return sourceSpan(map!, start, start + word.length);
  };
  assert.deepEqual(at("one"), { unit: "cell", first: 1, last: 1 });
  assert.deepEqual(at("two"), { unit: "cell", first: 3, last: 3 });
  assert.deepEqual(at("three"), { unit: "cell", first: 4, last: 4 });
  assert.deepEqual(sourceSpan(map!, 0, text.length), { unit: "cell", first: 1, last: 4 });
  assert.deepEqual(conversion?.parts.map(({ place }) => place), [1, 3, 4]);
});

test("what a cell leaves open ends with it", async () => {
  for (
    const open of [
      "```\nopen",
      "~~~py\nopen",
      "<!-- open",
      "<pre>\nopen",
      "- open",
      "- ```\n  open",
      "> ```\n> open",
      "%%\nopen",
    ]
  ) {
    for (const next of ["# Next *word*", "- next", "    code", "  # Next", "1. next", "%%\n\n# Next", "``` \nnext"]) {
      const own = async (source: string) => await headings(notebook([markdown(source)]));
      const both = notebook([markdown(open), markdown(next), code("x")]);
      const expected = [...await own(open), ...await own(next)];
      assert.deepEqual(await headings(both), expected, JSON.stringify([open, next]));
      const words = async (source: unknown) => (await seen(source)).match(/\w+/g) ?? [];
      assert.deepEqual(
        await words(both),
        [...await words(notebook([markdown(open)])), ...await words(notebook([markdown(next)])), "x"],
        JSON.stringify([open, next]),
      );
    }
  }
});

test("a definition of a link counts in its own cell alone", async () => {
  const cells = [
    markdown("[Docs]: https://a.example\n[docs] [x][docs]"),
    markdown("see [docs]s, [x][docs] and `a[docs]`"),
  ];
  assert.equal(
    await textOf(cells),
    "[Docs]: https://a.example\n[docs] [x][docs]\n\nsee \\[docs]s, [x]\\[docs] and `a[docs]`\n",
  );
  assert.equal(await textOf([markdown("[a]: b\n[a]"), markdown("[a]: c\n[a]")]), "[a]: b\n[a]\n\n[a]: c\n[a]\n");
});

test("cells of any Markdown have the headings and words that each has by itself", async () => {
  // The core ends a `<pre>` with `</pre>` alone, notes count for the whole text, and brackets on the line of a
  // directive are marks.
  const pieces = [
    ...["\n", "\n\n", "a", "b c", "- ", "* ", "1. ", "> ", "    ", "  ", "```", "~~~", "`", "# ", "---", "<!--", "-->"],
    ...["<div>", "</div>", "<script>", "</script>", "\n\n[a]: b\n", "[a]", "|", "*", "_", ":::\n"],
  ];
  const cell = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 3 }), async (sources) => {
      const alone = await Promise.all(sources.map((source) => headings(notebook([markdown(source)]))));
      const plain = (all: readonly string[]) => all.map((one) => one.replaceAll(/[[\]]/g, ""));
      assert.deepEqual(plain(await headings(notebook(sources.map(markdown)))), plain(alone.flat()));
      const words = async (source: unknown) => (await seen(source)).match(/\w+/g) ?? [];
      const each = await Promise.all(sources.map((source) => words(notebook([markdown(source)]))));
      assert.deepEqual(await words(notebook(sources.map(markdown))), each.flat());
    }),
    { numRuns: 1_000, seed: 50 },
  );
});

const PNG = "iVBORw0KGgo".repeat(20);
const OUTPUTS = [
  { output_type: "stream", name: "stdout", text: ["\u001b[31mred\u001b[0m\n", "plain\n"] },
  { output_type: "execute_result", data: { "text/plain": "shape", "text/html": "<b>hid</b>" } },
  { output_type: "display_data", data: { "text/plain": "<Figure size 1x1>", "image/png": PNG } },
  { output_type: "display_data", data: { "text/markdown": ["## Made\n", "```"], "text/plain": "hid" } },
  { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[0;31mE\u001b[0m: v", "at 1"] },
  { output_type: "error", ename: "Only", evalue: "name" },
];

test("outputs are read where the tree asks for them, as text without colours and pictures", async () => {
  const cells = [code("run()", ...OUTPUTS), markdown("after")];
  assert.equal(await textOf(cells), "```\nrun()\n```\n\nafter\n");
  assert.equal(
    await textOf(cells, { outputs: true }),
    "```\nrun()\n```\n\n```\nred\nplain\n```\n\n```\nshape\n```\n\n## Made\n```\n```\n\n```\nE: v\nat 1\n```\n\n" +
      "```\nOnly: name\n```\n\nafter\n",
  );
});

test("what is left out is counted", async () => {
  const picture = `![p](data:image/png;base64,${PNG}) ![q](attachment:q.png)`;
  const cells = [code("run()", ...OUTPUTS), { ...markdown(picture), attachments: { "q.png": { "image/png": PNG } } }];
  const notes = async (outputs: boolean) => (await reading(notebook(cells), outputs)).conversion?.notes;
  assert.deepEqual(await notes(false), [
    "left out: 5 outputs (`notebook_outputs = true` reads their text)",
    "left out: 2 pictures",
    "left out: 1 attachment",
  ]);
  assert.deepEqual(await notes(true), ["left out: 2 pictures", "left out: 1 attachment"]);
  const whole = await textOf(cells, { outputs: true });
  assert.ok(!whole.includes("iVBOR") && whole.includes("![p](data:image/png;base64,) ![q](attachment:q.png)"));
});

test("titles come from the metadata, or from frontmatter in a cell of its own", async () => {
  const properties = async (cells: readonly unknown[], metadata: unknown = {}) =>
    (await reading(notebook(cells, { metadata }))).properties;
  assert.equal((await properties([markdown("# A")])).title, null);
  assert.equal((await properties([markdown("# A")], { title: " Stated " })).title, "Stated");
  const front = await properties([raw("---\ntitle: Front\nauthor: Ada\n---"), markdown("# A")], { title: "Stated" });
  assert.deepEqual([front.title, front.metadata], ["Front", { author: ["Ada"] }]);
  assert.equal(await textOf([raw("---\ntitle: Front\n---\n"), markdown("x")]), "x\n");
  assert.equal(await textOf([raw("---\na: b\n---\nmore")]), "```\n---\na: b\n---\nmore\n```\n");
  assert.equal(await textOf([markdown("---\na: b\n---"), code("x")]), "---\na: b\n---\n\n```\nx\n```\n");
});

test("version 3 is read: worksheets, headings, input, and outputs with their texts", async () => {
  const cells = [
    { cell_type: "heading", level: 2, source: ["A\n", "title"] },
    { cell_type: "heading", level: "x", source: "B" },
    {
      cell_type: "code",
      language: "python",
      input: ["a = 1"],
      outputs: [{ output_type: "pyout", text: ["1"], png: PNG }, { output_type: "pyerr", traceback: ["boom"] }],
    },
  ];
  const old = { worksheets: [{ cells: cells.slice(0, 1) }, { cells: cells.slice(1) }], metadata: {}, nbformat: 3 };
  const { text, conversion } = await reading(old, true);
  assert.equal(
    decoder.decode(text),
    "## A title\n\n# B\n\n```python\na = 1\n```\n\n```\n1\n```\n\n```\nboom\n```\n",
  );
  assert.deepEqual(conversion?.notes, ["left out: 1 picture"]);
});

test("a notebook that is damaged is read as far as it goes, with one warning", async () => {
  const cells = [3, null, [], { source: "kept" }, { cell_type: "markdown", source: { a: 1 } }, markdown(["x", 4, "y"])];
  const { text, warnings } = await reading(notebook([...cells, markdown("# Whole")]));
  assert.equal(decoder.decode(text), "```\nkept\n```\n\nxy\n\n# Whole\n");
  assert.deepEqual(warnings.map(({ code, message }) => `${code}: ${message}`), [
    "notebook-damaged: 6 cells, cell 1 first, are not as the format of notebooks says; ra reads the texts that are there",
  ]);
  assert.deepEqual((await reading(notebook([]))).warnings.map(({ message }) => message), ["the notebook has no cells"]);
});

test("what is not a notebook is refused with a reason", async () => {
  const reasons: readonly (readonly [unknown, string])[] = [
    ["", "a notebook whose JSON is broken"],
    ['{"cells": [', "a notebook whose JSON is broken"],
    ['{"cells": [{"source": "a', "a notebook whose JSON is broken"],
    ["[]", "a notebook without a list of cells"],
    ["3", "a notebook without a list of cells"],
    ["null", "a notebook without a list of cells"],
    [{ cells: {} }, "a notebook without a list of cells"],
    [{ worksheets: [3] }, "a notebook without a list of cells"],
    ["[".repeat(100), "it is nested too deeply for a notebook"],
  ];
  for (const [value, message] of reasons) {
    await assert.rejects(reading(value), { code: "not-text", message }, JSON.stringify(value));
  }
});

test("any JSON in any place is read or refused, and never throws anything else", async () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const cell = fc.record({
    cell_type: fc.oneof(fc.constantFrom("markdown", "code", "raw", "heading"), value),
    source: value,
    input: value,
    level: value,
    outputs: fc.oneof(value, fc.array(fc.record({ output_type: value, text: value, data: value, traceback: value }))),
    attachments: value,
  }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(cell, value)), value, async (cells, metadata) => {
      const { text, map } = await reading({ cells, metadata }, true);
      assert.ok(map === null || [...map.starts].every((start) => start <= text.length));
    }),
    { numRuns: 500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(200), async (noise, at) => {
      const bytes = bytesOf(notebook([markdown("# a"), code("b", ...OUTPUTS)]));
      bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
      await readFile(bytes, "a.ipynb").catch((error: unknown) => {
        assert.equal((error as { code?: string }).code, "not-text");
      });
    }),
    { numRuns: 500 },
  );
});

test("names and texts with escapes, and values of every kind, are passed over whole", async () => {
  const text = '{"skip": "a\\\\", "x": {"cells": [{"b": "}\\""}]}, "y": [1, "]", {"z": null}], "w": true,' +
    ' "v": -1.5e3 , "cells": [ {"cell_type" : "markdown", "source": "say \\"hi\\" \\u00e9", "q": "}"} ] , "u": []}';
  assert.equal(decoder.decode((await reading(text)).text), 'say "hi" é\n');
});

test("100 MB of pictures and a million values are no obstacle", async () => {
  const picture = "A".repeat(100_000_000);
  const large = notebook([code("draw()", { output_type: "display_data", data: { "image/png": picture } })]);
  assert.equal(decoder.decode((await reading(large, true)).text), "```\ndraw()\n```\n");
  const rows = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
  const chart = notebook([code("plot()", { output_type: "display_data", data: { "application/json": rows } })]);
  assert.equal(decoder.decode((await reading(chart, true)).text), "```\nplot()\n```\n");
});

test("any hostile text of 1 MB is read at once", async () => {
  for (
    const unit of [
      "`",
      "~~~\n",
      "> ",
      "- ",
      "<!--\n",
      "<a ",
      "data:;base64,",
      "%%\n",
      "\u001b[",
      "\u001b]",
      "\\",
      "\n",
      "\r",
    ]
  ) {
    const source = unit.repeat(1_000_000 / unit.length);
    await reading(
      notebook([markdown(source), code(source, { output_type: "stream", text: source }), raw(source)]),
      true,
    );
  }
});
