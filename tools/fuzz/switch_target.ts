/** Tries any bytes as `switch.json`, beside files that it may name. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { GENERATION } from "../../src/store/published/generation_files.ts";
import { boundedFiles, refusedOnly } from "./bounded_files.ts";
import { copyOf, generation, INDEX, READERS } from "./generation.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const ID = "0190c6a2-0000-4000-8000-000000000000";
const NAMES = [
  ...GENERATION,
  ...[
    "mine.md",
    "dl/f",
    "away/f",
    "../mine.md",
    "../../docs/a.md",
    "/outside/secret.md",
    "./manifest.json",
    "a//b",
    ".",
    "..",
  ],
  ...[".ra/../mine.md", "manifest.json/", "MANIFEST.JSON", "\u0000", "", ".ra/index/head.json", "x".repeat(300)],
];
const GENERATIONS = [ID, ID, ID, "x", "../x", "", ID.toUpperCase(), `${ID}/../../x`];
const structured = fc.record({
  generation: fc.oneof(fc.constantFrom(...GENERATIONS), fc.anything({ maxDepth: 1 })),
  files: fc.oneof(
    { weight: 8, arbitrary: fc.array(fc.constantFrom(...NAMES), { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) },
  ),
}).map((value) => new TextEncoder().encode(JSON.stringify(value)));
const PIECES = [
  '{"generation":',
  `"${ID}"`,
  ',"files":',
  "[",
  "]",
  "{",
  "}",
  '"mine.md"',
  ",",
  "null",
  "[".repeat(500),
];

/** Files of the user's beside those of the generation. */
const MINE = ["/project/rag/index/mine.md", "/project/rag/mine.md", "/project/docs/a.md", "/project/docs/b.md"];

export const switchTarget: Target = {
  name: "switch",
  inputs: fc.oneof({ weight: 6, arbitrary: structured }, { weight: 3, arbitrary: soup(PIECES, 20) }),
  async check(input) {
    const memory = copyOf(await generation());
    const text = (path: string): string => new TextDecoder().decode(memory.readFile(path));
    const write = (path: string, content: string | Uint8Array): void =>
      memory.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    for (const path of MINE.slice(0, 2)) write(path, "# Mine\n");
    memory.addSymlink(`${INDEX}/dl`, "/outside");
    memory.addSymlink(`${INDEX}/away`, "/project/docs");
    for (const id of new Set(GENERATIONS)) {
      if (!/^[\w-]+$/.test(id)) continue;
      for (const name of ["mine.md", "manifest.json", ".ra.toml", "meta.parquet"]) {
        write(`${INDEX}/${name}.new-${id}`, "{}\n");
      }
      for (const folder of ["/project/rag", "/project/docs", "/outside"]) {
        for (const name of ["mine.md", "a.md", "f"]) write(`${folder}/${name}.new-${id}`, "# Foreign\n");
      }
    }
    const outside = memory.readDirectory("/outside").map(({ name }) => name);
    const before = MINE.map(text);
    write(`${INDEX}/switch.json`, input);
    const fs = boundedFiles(memory, ["/project", "/home"]);
    for (const read of READERS) {
      await refusedOnly(["index-damaged", "index-missing", "io", "place-refused"], () => read(fs));
    }
    fs.requireBounds();
    assert.deepEqual(MINE.map(text), before, "a file of the user's was replaced");
    assert.deepEqual(memory.readDirectory("/outside").map(({ name }) => name), outside);
  },
};
