/** Tries any bytes as a document, with every strategy. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import { decodeText } from "../../src/text/decode_text.ts";
import { createFiles, marked, openFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const STRATEGIES = ["headings", "adaptive", "leaves", "code", "prose", "auto"] as const;
const CONFIG =
  STRATEGIES.map((name) => `[tree.${name}]\npath = "docs"\nchunking = "${name}"\nstemmer = "auto"\n`).join("") +
  "[settings]\nmin_chunk_size = 20\n[chunking]\nmax_leaf_chars = 40\nmin_leaf_chars = 10\nmin_document_chars = 50\nprose_max_chars = 40\nmin_chunk_chars = 5\ncode_max_lines = 4\noverlap_lines = 1\n";
const PIECES = [
  "# ",
  "## ",
  "###### ",
  "#",
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "---\n",
  "...\n",
  "===\n",
  "title: ",
  "tags: [a, b/c]\n",
  "lang: de\n",
  "date: 2026-01-01\n",
  "- ",
  "> ",
  "    ",
  "```\n",
  "~~~\n",
  "<div>\n",
  "</div>",
  "<!--",
  "-->",
  "[x](y)",
  "[[z]]",
  "[r]: u\n",
  "\\",
  "&amp;",
  "*",
  "_",
  "`",
  "|",
  "\t",
  "\u00a0",
  "\uFEFF",
  "\u2028",
  "\0",
  "word",
  "Errors",
  "Errors 1",
  "getUserName",
  "std::vec",
  "1.0.21",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "中文字",
  "かな",
  "한글",
  "👩‍👩‍👧",
  "\u202e",
  "ﬁ",
  "a".repeat(60),
  ". ",
  "! ",
  "fn f() {\n",
  "}\n",
  "&x *x\n",
  "? : {",
  "!!js ",
];

export const documentTarget: Target = {
  name: "document",
  inputs: soup(PIECES, 60),
  async check(input) {
    const { workspace, warnings } = await openFiles(
      createFiles({ ".ra.toml": CONFIG, "docs/a.md": input, "docs/b.txt": input }),
    );
    try {
      const report = await workspace.update();
      const counted = report.added + report.skipped.length;
      const chunks = await workspace.list("chunks");
      // Blank files do not count anywhere.
      assert.equal(counted, counted === 0 && chunks.length === 0 ? 0 : 2 * STRATEGIES.length);
      assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length, "an id is there twice");
      const found = new Set<string>();
      // Offsets count in the text as UTF-8.
      const whole = decodeText(input)?.text ?? new Uint8Array();
      for (const chunk of chunks) {
        assert.ok(
          chunk.byte_start < chunk.byte_end && chunk.byte_end <= whole.length && chunk.start_line <= chunk.end_line,
          chunk.id,
        );
        const { content } = await workspace.get(chunk.id, { frontmatter: true });
        const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
          whole.subarray(chunk.byte_start, chunk.byte_end),
        );
        assert.equal(content, text, chunk.id);
        for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,20}/gu)) if (found.size < 4) found.add(word);
      }
      for (const word of ["word", ...found]) {
        const { queries } = await workspace.search(`"${word}" OR ${word.replace(/^(?:AND|OR|NOT)$/, "x")}`, {
          limit: 50,
        });
        for (const result of queries[0]!.results) marked(result);
      }
      for (const { id } of chunks.slice(0, 1)) {
        await workspace.likeThis(id).catch((error) =>
          assert.ok(error instanceof RaError && error.code.startsWith("query-"), String(error.stack))
        );
      }
      await workspace.inspect("docs/a.md").catch((error) => assert.equal(error.code, "not-text", String(error.stack)));
      const codes = new Set(warnings.map(({ code }) => code));
      assert.ok(!codes.has("index-damaged") && !codes.has("file-changed"), [...codes].join(" "));
      const again = await workspace.update();
      assert.equal(again.unchanged + again.skipped.length, counted);
    } finally {
      workspace.close();
    }
  },
};
