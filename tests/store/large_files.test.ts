// A large file of Markdown is read straight into the core. Its index is that of a file that is read as others are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { config, createProject, DIRECTORY, names, tree, update } from "./store_fixture.ts";

const engine = await loadEngine();
const BYTES = 8 * 1024 * 1024;
const PARAGRAPH = "Waiting twice as long after each failure is called backoff. ";
const SECTIONS = Array.from({ length: 20 }, (_, at) => `## Part ${at}\n\n${PARAGRAPH.repeat(BYTES / 1100)}\n\n`).join(
  "",
);

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const CONTENTS: Readonly<Record<string, { readonly bytes: Uint8Array; readonly isReadAgain: boolean }>> = {
  "plain Markdown": { bytes: utf8(`---\ntags: [a]\n---\n# Retries\n\n${SECTIONS}`), isReadAgain: false },
  "frontmatter that only the host reads": {
    bytes: utf8(`---\nlang: de\ntags: &x [a, b]\nmore: *x\n---\n# Retries\n\n${SECTIONS}`),
    isReadAgain: true,
  },
  "what is not UTF-8": { bytes: Uint8Array.of(...utf8("# Retries\n\n"), 0xff, 0x41), isReadAgain: true },
  "UTF-16": { bytes: Uint8Array.of(0xff, 0xfe, ...utf8("#\0 \0R\0e\0t\0r\0y\0\n\0")), isReadAgain: true },
  "binary": { bytes: Uint8Array.of(...utf8("# Retries\n"), 0), isReadAgain: true },
};

/** The segments of an index, what the update says, and how often the document is read as a whole. */
async function indexOf(bytes: Uint8Array, { opens }: { readonly opens: boolean }) {
  const files = createProject({ "docs/large.md": padded(bytes), "docs/small.md": "# Small\n\ntext\n" });
  const index = createMemoryFileSystem();
  let reads = 0;
  const isLarge = (path: string): boolean => path.endsWith("large.md");
  const source: FileSystem = {
    ...files,
    open: (path, options) => isLarge(path) && !opens ? undefined : files.open(path, options),
    readFile(path, options) {
      if (isLarge(path)) reads++;
      return files.readFile(path, options);
    },
  };
  const { report } = await update(source, config(tree("docs")), { engine, index: { fs: index } });
  const { added, skipped } = report;
  return { segments: names(index, DIRECTORY).filter((name) => name.endsWith(".seg")), added, skipped, reads };
}

/** As large as the limit, and a bit. An even number of spaces and line ends, so that UTF-16 stays what it is. */
function padded(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.max(bytes.length, BYTES + 64)).fill(0x20);
  out.set(bytes);
  return out;
}

for (const [what, { bytes, isReadAgain }] of Object.entries(CONTENTS)) {
  test(`a large file with ${what} gives the same index as a file that is read as a whole`, async () => {
    const { reads, ...large } = await indexOf(bytes, { opens: true });
    const { reads: always, ...whole } = await indexOf(bytes, { opens: false });
    assert.equal(whole.segments.length, 1);
    assert.deepEqual(large, whole);
    assert.deepEqual([reads, always], [isReadAgain ? 1 : 0, 1]);
  });
}
