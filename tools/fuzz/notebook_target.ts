/** Tries any bytes as a notebook: it is read or named, and what is read is text that no cell can break. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import { readFile } from "../../src/document/formats/read_file.ts";
import { createFiles, marked, openFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const CONFIG =
  '[tree.plain]\npath = "docs"\n[tree.printed]\npath = "docs"\nnotebook_outputs = true\n[tree.prose]\npath = "docs"\nchunking = "prose"\n';
const PIECES = [
  '{"cells":[',
  '{"worksheets":[{"cells":[',
  '{"cell_type":"markdown","source":"',
  '{"cell_type":"code","source":["',
  '{"cell_type":"raw","source":"',
  '{"cell_type":"heading","level":2,"source":"',
  '"]}',
  '"}',
  '"',
  '","outputs":[{"output_type":"stream","text":"',
  '"outputs":[{"data":{"text/plain":"word","image/png":"iVBOR"}}]',
  '"outputs":[{"output_type":"error","traceback":["\\u001b[31mword"]}]',
  '"attachments":{"a.png":{}}',
  "},",
  "],",
  "]",
  "}",
  ",",
  ":",
  "]}",
  '],"metadata":{"title":"word"}}',
  '],"metadata":{"language_info":{"name":"python"}}}',
  "null",
  "3",
  "[[[[",
  "\\n",
  "\\",
  '\\"',
  "\\u0000",
  "\\ud800",
  "# ",
  "- ",
  "    ",
  "```",
  "<!--",
  "-->",
  "<pre>",
  "[a]: b",
  "%%",
  "---\\ntitle: word\\n---",
  "data:image/png;base64,",
  "word",
  "é",
  "\n",
  " ",
];
const WHOLE = '{"cells":[{"cell_type":"markdown","source":"';

export const notebookTarget: Target = {
  name: "notebook",
  // Most soups are no JSON, so half of them begin as it does.
  inputs: soup(PIECES, 40).chain((bytes) =>
    soup(["word ", "# ", "\\n", "```", "<!--", "- ", "é"], 20).map((inner) =>
      bytes.length % 2 === 0 ? bytes : new TextEncoder().encode(`${WHOLE}${safe(inner)}"}]}`)
    )
  ),
  async check(input) {
    const { workspace } = await openFiles(createFiles({ ".ra.toml": CONFIG, "docs/a.ipynb": input }));
    try {
      const report = await workspace.update();
      const chunks = await workspace.list("chunks");
      assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length, "an id is there twice");
      for (const { id, byte_start, byte_end } of chunks) {
        assert.ok(byte_start < byte_end, id);
        await workspace.get(id);
      }
      const { queries } = await workspace.search("word", { limit: 50 });
      for (const result of queries[0]!.results) {
        marked(result);
        const { source } = result;
        assert.ok(source?.unit === "cell" && 1 <= source.first && source.first <= source.last, result.id);
      }
      const reading = await readFile(input, "a.ipynb").catch((error: unknown) => {
        assert.ok(error instanceof RaError && error.code === "not-text", String(error));
      });
      if (reading === undefined) assert.ok(report.skipped.length > 0, "it is named");
      const again = await workspace.update();
      assert.equal(again.added + again.removed, 0);
    } finally {
      workspace.close();
    }
  },
};

/** Bytes as the inner part of a text of JSON. */
function safe(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes)).slice(1, -1);
}
