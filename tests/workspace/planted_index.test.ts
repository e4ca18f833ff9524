// Tests an index that somebody else put into the folder: its checksums are right, but ra did not write it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashBytes } from "../../src/host/hash.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { pageSums } from "../../src/store/published/checked_reads.ts";
import { checksumText, encodeHead, type Head } from "../../src/store/published/head.ts";
import { headOf, plantDocument, plantFile, plantSegment, trappingSegments } from "./plant_index.ts";
import { ALL, failure, idsOf, openFiles, openProject, write } from "./project.ts";

const INDEX = "/project/.ra/index";
const encoder = new TextEncoder();
const SECRET = "# Secret\n\nneedle of somebody else\n";

async function built(): Promise<MemoryFileSystem> {
  const { workspace, fs } = await openProject({ "docs/a.md": "# A\nneedle one\n", "docs/b.md": "# B\nneedle two\n" });
  await workspace.update();
  workspace.close();
  fs.makeDirectory("/outside");
  fs.writeFile("/outside/secret.md", encoder.encode(SECRET));
  return fs;
}

const OUTSIDE = "../../outside/secret.md";

test("without an update, a planted index shows no file outside the trees", async () => {
  for (const [path, listed] of [[OUTSIDE, OUTSIDE], [OUTSIDE, "a.md"], ["/outside/secret.md", "/outside/secret.md"]]) {
    const fs = await built();
    await plantDocument(fs, path!, listed);
    const { workspace } = await openFiles(fs, { update: false });
    for (
      const ask of [
        () => workspace.search("needle"),
        () => workspace.get(`docs:${path}`),
        () => workspace.list("chunks"),
        () => workspace.list("docs"),
        () => workspace.likeThis(`docs:${path}`),
      ]
    ) {
      const error = await failure(ask);
      assert.equal(error.code, "index-damaged");
      assert.equal(error.hint, "run `ra update`, or leave --no-update out");
      assert.doesNotMatch(error.message, /somebody else/);
    }
    workspace.close();
  }
});

test("ra sets a planted index aside with one warning and builds its own", async () => {
  const plants: readonly ((fs: MemoryFileSystem) => Promise<void> | void)[] = [
    (fs) => plantDocument(fs, OUTSIDE),
    // A deletion set of another segment.
    (fs) => {
      const head = headOf(fs);
      const bytes = encoder.encode("RADEL no deletion set");
      const name = `${hashBytes(bytes)}.del`;
      fs.writeFile(`${INDEX}/${name}`, bytes);
      const deletes = { name, size: bytes.length, checksum: checksumText(bytes) };
      fs.writeFile(
        `${INDEX}/head.json`,
        encodeHead({ ...head, segments: head.segments.map((segment) => ({ ...segment, deletes })) }),
      );
    },
    // A segment that is none.
    (fs) => {
      const head = headOf(fs);
      const bytes = encoder.encode("no segment at all, but with a checksum that is right");
      const segment = { ...head.segments[0]!, ...plantFile(fs, "seg", bytes), sums: pageSums(bytes) };
      fs.writeFile(`${INDEX}/head.json`, encodeHead({ ...head, segments: [segment] }));
    },
    (fs) => fs.writeFile(`${INDEX}/head.json`, encodeHead({ ...headOf(fs), segments: [null] } as unknown as Head)),
    (fs) => fs.writeFile(`${INDEX}/head.json`, encodeHead({ ...headOf(fs), trees: [] })),
    (fs) => {
      fs.removeFile(`${INDEX}/head.json`);
      fs.makeDirectory(`${INDEX}/head.json`);
    },
    (fs) => {
      fs.removeFile(`${INDEX}/head.json`);
      fs.addOther(`${INDEX}/head.json`);
    },
    (fs) => {
      const { name } = headOf(fs).segments[0]!;
      fs.rename(`${INDEX}/${name}`, "/outside/segment");
      fs.addSymlink(`${INDEX}/${name}`, "/outside/segment");
    },
  ];
  for (const [number, plant] of plants.entries()) {
    const fs = await built();
    await plant(fs);
    const { workspace, warnings } = await openFiles(fs);
    assert.deepEqual([...(await idsOf(workspace, "needle", ALL))].sort(), ["docs:a.md#a", "docs:b.md#b"], `${number}`);
    assert.deepEqual(warnings.map(({ code }) => code), ["index-damaged"], `${number}`);
    workspace.close();
    const { workspace: later, warnings: none } = await openFiles(fs);
    assert.equal((await idsOf(later, "needle", ALL)).length, 2);
    assert.deepEqual(none, [], `${number}`);
    later.close();
  }
});

test("a server that has an index open replaces one that is planted meanwhile", async () => {
  const fs = await built();
  const { workspace, warnings } = await openFiles(fs);
  assert.equal((await idsOf(workspace, "needle", ALL)).length, 2);
  await plantDocument(fs, OUTSIDE);
  write(fs, "docs/c.md", "# C\nneedle three\n");
  assert.equal((await idsOf(workspace, "needle", ALL)).length, 3);
  const head = headOf(fs);
  const bytes = encoder.encode("no segment at all, but with a checksum that is right");
  const segment = { ...head.segments[0]!, ...plantFile(fs, "seg", bytes), sums: pageSums(bytes) };
  fs.writeFile(`${INDEX}/head.json`, encodeHead({ ...head, segments: [segment] }));
  assert.equal((await idsOf(workspace, "needle", ALL)).length, 3);
  assert.ok(warnings.every(({ code }) => code === "index-damaged"));
  workspace.close();
});

test("ra check finds statistics that do not fit the documents, and an update puts them right", async () => {
  const { workspace: before, fs } = await openProject({
    "docs/a.md": "# A\nneedle one\n",
    "docs/b.md": "# B\nneedle\n",
  });
  await before.update();
  write(fs, "docs/b.md", "# B\nneedle again\n");
  await before.update();
  assert.deepEqual((await before.check()).issues, []);
  before.close();
  const head = headOf(fs);
  const [first, ...rest] = head.segments;
  const { stats } = first!;
  const lies = [
    { ...stats, lengths: { ...stats.lengths, body: 0 } },
    { ...stats, lengths: { ...stats.lengths, body: 1_000_000 } },
    { ...stats, lengths: {} },
    { ...stats, holders: { ...stats.holders, body: 0 } },
    { ...stats, holders: {} },
    { ...stats, stemmers: { german: stats.documents } },
    { ...stats, stemmers: {} },
    { ...stats, documents: stats.documents - 1 },
  ];
  for (const lie of lies) {
    fs.writeFile(`${INDEX}/head.json`, encodeHead({ ...head, segments: [{ ...first!, stats: lie }, ...rest] }));
    const { workspace } = await openFiles(fs);
    const { issues } = await workspace.check();
    assert.deepEqual(issues.map(({ code }) => code), ["index-damaged"], JSON.stringify(lie));
    workspace.close();
  }
  const { workspace } = await openFiles(fs);
  await workspace.update({ full: true });
  assert.deepEqual((await workspace.check()).issues, []);
  workspace.close();
});

test("a planted segment that makes the core trap is set aside, and the same process goes on answering", async () => {
  const fs = await built();
  const segment = headOf(fs).segments[0]!;
  let planted = 0;
  for await (const bytes of trappingSegments(fs.readFile(`${INDEX}/${segment.name}`)!, segment.stats)) {
    const other = await built();
    plantSegment(other, bytes);
    const { workspace, warnings } = await openFiles(other);
    const ids = (await workspace.list("chunks")).map(({ id }) => id);
    assert.deepEqual(ids, ["docs:a.md", "docs:a.md#a", "docs:b.md", "docs:b.md#b"]);
    assert.deepEqual(await idsOf(workspace, "one", ALL), ["docs:a.md#a"]);
    assert.deepEqual(warnings.map(({ code }) => code), ["index-damaged"]);
    write(other, "docs/c.md", "# C\nneedle three\n");
    await workspace.update();
    assert.deepEqual(await idsOf(workspace, "three", ALL), ["docs:c.md#c"]);
    workspace.close();
    if (++planted === 5) break;
  }
  assert.equal(planted, 5);
});
