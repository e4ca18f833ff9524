// Changes of files, folders and trees that are hard to see. After each, every answer equals that of a new index.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { ALL, createFiles, DOCS, type Files, openFiles, searchOne, write } from "./project.ts";

interface Case {
  readonly files?: Files;
  readonly change: (fs: MemoryFileSystem) => void;
  /** Returns the ids that "needle" finds afterwards. */
  readonly expect: readonly string[];
}

const FILES: Files = {
  "docs/a.md": "# A\nneedle one\n",
  "docs/b.md": "# B\nneedle two\n",
  "docs/sub/c.md": "# C\nneedle six\n",
};
const THREE = ["docs:a.md#a", "docs:b.md#b", "docs:sub/c.md#c"];
const YEARS_NS = 30 * 365 * 86_400e9;
const modified = (fs: MemoryFileSystem, path: string): number => fs.stat(`/project/${path}`)!.mtimeNs;

const CASES: Readonly<Record<string, Case>> = {
  "a file is replaced by one of the same size and time": {
    change(fs) {
      write(fs, "docs/a.md.tmp", "# Z\nneedle new\n");
      fs.setModified("/project/docs/a.md.tmp", modified(fs, "docs/a.md"));
      fs.rename("/project/docs/a.md.tmp", "/project/docs/a.md");
    },
    expect: ["docs:a.md#z", ...THREE.slice(1)],
  },
  "a file is overwritten with the same size and its time is set back": {
    change(fs) {
      const before = modified(fs, "docs/a.md");
      write(fs, "docs/a.md", "# Z\nneedle new\n");
      fs.setModified("/project/docs/a.md", before);
    },
    expect: ["docs:a.md#z", ...THREE.slice(1)],
  },
  "two files change places": {
    change(fs) {
      fs.rename("/project/docs/a.md", "/project/docs/x");
      fs.rename("/project/docs/b.md", "/project/docs/a.md");
      fs.rename("/project/docs/x", "/project/docs/b.md");
    },
    expect: ["docs:a.md#b", "docs:b.md#a", "docs:sub/c.md#c"],
  },
  "a folder is replaced by one with files of the same names, sizes and times": {
    change(fs) {
      write(fs, "new/c.md", "# X\nneedle ten\n");
      fs.setModified("/project/new/c.md", modified(fs, "docs/sub/c.md"));
      fs.rename("/project/docs/sub", "/project/old");
      fs.rename("/project/new", "/project/docs/sub");
    },
    expect: [...THREE.slice(0, 2), "docs:sub/c.md#x"],
  },
  "a folder becomes a file, and a file a folder": {
    change(fs) {
      fs.rename("/project/docs/sub", "/project/away");
      write(fs, "docs/sub", "needle of no known kind\n");
      fs.removeFile("/project/docs/a.md");
      write(fs, "docs/a.md/deep.md", "# Deep\nneedle\n");
    },
    expect: ["docs:a.md/deep.md#deep", "docs:b.md#b"],
  },
  "a link to a file leads to another": {
    files: { ...FILES, "one.md": "# One\nneedle 1\n", "two.md": "# Two\nneedle 2\n" },
    change(fs) {
      fs.removeFile("/project/docs/link.md");
      fs.addSymlink("/project/docs/link.md", "../two.md");
    },
    expect: ["docs:a.md#a", "docs:b.md#b", "docs:link.md#two", "docs:sub/c.md#c"],
  },
  "the target of a link is edited": {
    files: { ...FILES, "one.md": "# One\nneedle 1\n" },
    change: (fs) => write(fs, "one.md", "# Won\nneedle 1\n"),
    expect: ["docs:a.md#a", "docs:b.md#b", "docs:link.md#won", "docs:sub/c.md#c"],
  },
  "a tree that is a link leads to another folder with files of the same names, sizes and times": {
    files: {
      ".ra.toml": '[tree.docs]\npath = "current"\n',
      "v1/a.md": "# A\nneedle one\n",
      "v2/a.md": "# A\nother thin\n",
      "v2/b.md": "# B\nneedle\n",
    },
    change(fs) {
      fs.setModified("/project/v2/a.md", modified(fs, "v1/a.md"));
      fs.removeFile("/project/current");
      fs.addSymlink("/project/current", "v2");
    },
    expect: ["docs:b.md#b"],
  },
  "a file comes from the future, and is edited there": {
    change(fs) {
      const future = Date.now() * 1e6 + YEARS_NS;
      fs.setModified("/project/docs/a.md", future);
      write(fs, "docs/b.md", "# Z\nneedle new\n");
      fs.setModified("/project/docs/b.md", future);
    },
    expect: ["docs:a.md#a", "docs:b.md#z", "docs:sub/c.md#c"],
  },
  "a file is older than everything": {
    change(fs) {
      write(fs, "docs/a.md", "# Z\nneedle new\n");
      fs.setModified("/project/docs/a.md", 0);
    },
    expect: ["docs:a.md#z", ...THREE.slice(1)],
  },
  "an ignore file appears": { change: (fs) => write(fs, "docs/.gitignore", "sub/\n"), expect: THREE.slice(0, 2) },
  "an ignore file goes": {
    files: { ...FILES, "docs/.raignore": "*.md\n" },
    change: (fs) => fs.removeFile("/project/docs/.raignore"),
    expect: THREE,
  },
  "the tree's ignore files no longer count": {
    files: { ...FILES, "docs/.gitignore": "*.md\n" },
    change: (fs) => write(fs, ".ra.toml", `${DOCS}gitignore = false\n`),
    expect: THREE,
  },
  "a tree is renamed": {
    change: (fs) => write(fs, ".ra.toml", '[tree.other]\npath = "docs"\n'),
    expect: THREE.map((id) => id.replace("docs:", "other:")),
  },
  "a tree is added inside another": {
    change: (fs) => write(fs, ".ra.toml", `${DOCS}[tree.sub]\npath = "docs/sub"\n`),
    expect: [...THREE, "sub:c.md#c"],
  },
  "a tree is re-pointed into itself": {
    change: (fs) => write(fs, ".ra.toml", '[tree.docs]\npath = "docs/sub"\n'),
    expect: ["docs:c.md#c"],
  },
  "the chunking changes": {
    change: (fs) => write(fs, ".ra.toml", `${DOCS}chunking = "leaves"\n`),
    expect: THREE.map((id) => id.replace(/#.*/, "#preamble")),
  },
  "includes and excludes change at once with the files": {
    change(fs) {
      write(fs, ".ra.toml", `${DOCS}include = ["**/*.md", "*.rst"]\nexclude = ["sub/**"]\n`);
      write(fs, "docs/d.rst", "needle\n");
    },
    expect: ["docs:a.md#a", "docs:b.md#b", "docs:d.rst"],
  },
  "everything is gone": {
    change(fs) {
      for (const path of Object.keys(FILES)) fs.removeFile(`/project/${path}`);
    },
    expect: [],
  },
};

async function answer(fs: MemoryFileSystem): Promise<unknown> {
  const { workspace } = await openFiles(fs);
  try {
    const { results } = await searchOne(workspace, "needle", ALL);
    const shown = results.map(({ id, score, content }) => [id, score!.toPrecision(6), content]);
    return [shown, (await workspace.list("chunks")).map(({ id, byte_start, byte_end }) => [id, byte_start, byte_end])];
  } finally {
    workspace.close();
  }
}

for (const [name, { files = FILES, change, expect }] of Object.entries(CASES)) {
  test(`answers equal those of a new index when ${name}`, async () => {
    const fs = createFiles(files);
    if (fs.stat("/project/one.md") !== undefined) fs.addSymlink("/project/docs/link.md", "../one.md");
    if (fs.stat("/project/v1") !== undefined) fs.addSymlink("/project/current", "v1");
    await answer(fs);
    change(fs);
    const { workspace, warnings } = await openFiles(fs);
    const found = (await searchOne(workspace, "needle", ALL)).results.map(({ id }) => id);
    workspace.close();
    assert.deepEqual([...found].sort(), expect);
    assert.deepEqual(warnings, []);
    const updated = await answer(fs);
    for (const { name: file } of fs.readDirectory("/project/.ra/index")) fs.removeFile(`/project/.ra/index/${file}`);
    assert.deepEqual(updated, await answer(fs));
  });
}
