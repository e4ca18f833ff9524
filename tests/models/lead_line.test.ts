/** What a section of prose continues is found in whatever order the sections are asked for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { IndexedChunk } from "../../src/search/ports/catalogue.ts";
import type { WrittenPassages } from "../../src/search/ports/passage_source.ts";
import { leadLine } from "../../src/models/embed/lead_line.ts";
import { createFilePassages } from "../../src/store/snapshot/file_passages.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { indexDirectory, openIndex } from "../../src/store/published/open_index.ts";
import { open } from "../../src/workspace.ts";

const row = (name: string) => `| ${name} | of the pump |\n`;
const FILES = {
  "table.md":
    `# Parts\n\nWords above.\n\n| part | of |\n|---|---|\n${["valve", "lever", "shaft", "wheel"].map(row).join("")}` +
    "\nWords below.\n",
  "fence.md": "# Code\n\n~~~python\nfirst = 1\nsecond = 2\n\nthird = 3\n~~~\n\nWords below.\n",
};

/** The passages of the files, newly opened, so that nothing has been read. */
async function newPassages(): Promise<WrittenPassages> {
  const onDisk = Object.entries(FILES).map(([path, text]) => [`/project/docs/${path}`, text] as const);
  const fs = createMemoryFileSystem(Object.fromEntries(onDisk));
  const workspace = await open("/project", { config: { tree: { docs: { path: "docs" } } }, fs, home: null });
  try {
    await workspace.update({ full: true });
    const { schemaVersion } = await loadEngine();
    const opened = openIndex(fs, indexDirectory("/project"), schemaVersion);
    assert.equal(opened.state, "open");
    return createFilePassages(fs, workspace.config).of(opened.index);
  } finally {
    workspace.close();
  }
}

interface Begin {
  readonly path: keyof typeof FILES;
  /** The line on which the section begins, from 0. */
  readonly line: number;
}

const lineStart = ({ path, line }: Begin): number => FILES[path].split("\n").slice(0, line).join("\n").length + 1;

async function leadOf(begin: Begin, passages: WrittenPassages): Promise<string | undefined> {
  const { path } = begin;
  const chunk = { tree: "docs", path, docId: `docs:${path}`, byteStart: lineStart(begin), byteEnd: FILES[path].length };
  const lead = await leadLine(chunk as IndexedChunk, passages);
  return lead && FILES[path].slice(lead.start, lead.end);
}

const HEAD = "| part | of |\n";
const FENCE = "~~~python\n";
const EXPECTED: readonly (readonly [Begin, string | undefined])[] = [
  [{ path: "table.md", line: 2 }, undefined],
  [{ path: "table.md", line: 4 }, undefined],
  [{ path: "table.md", line: 6 }, HEAD],
  [{ path: "table.md", line: 8 }, HEAD],
  [{ path: "table.md", line: 11 }, undefined],
  [{ path: "fence.md", line: 2 }, undefined],
  [{ path: "fence.md", line: 3 }, FENCE],
  [{ path: "fence.md", line: 6 }, FENCE],
  [{ path: "fence.md", line: 9 }, undefined],
];

test("a section continues a table or a fence, whichever section was read before", async () => {
  const orders = [
    EXPECTED,
    [...EXPECTED].reverse(),
    // From one document to the other and back.
    EXPECTED.map((_, at) => EXPECTED[(at * 5) % EXPECTED.length]!),
    EXPECTED.flatMap((one) => [one, one]),
  ];
  for (const order of orders) {
    const passages = await newPassages();
    for (const [begin, lead] of order) {
      assert.equal(await leadOf(begin, passages), lead, `${begin.path} from line ${begin.line}`);
    }
  }
});
