import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { examine } from "../../src/generation/doctor.ts";
import { neededRoom } from "../../src/generation/room.ts";
import { type RagProject, withRagProject, yaml } from "../sources/rag_project.ts";

const FILES = {
  "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}"]),
  ...Object.fromEntries(Array.from({ length: 40 }, (_, page) => [
    `docs/${page}.md`,
    `# Page ${page}\n\n${
      Array.from({ length: 500 }, (_, at) => `w${(at * 7919 + page * 104_729) % 9973}`).join(" ")
    }\n`,
  ])),
};
const fs = createDiskFileSystem();

/** What everything in the folder of the index takes on a disk with blocks of 4096 bytes. */
function sizeOf(project: RagProject): number {
  return [...project.contents(project.index).values()].reduce(
    (sum, base64) => sum + Math.ceil((base64.length * 3) / 4 / 4096) * 4096,
    0,
  );
}

test("index fails before any work where the disk cannot hold the generation, which stays as it was", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = project.contents(project.index);
    project.write({ "docs/new.md": "# New\n\nMore words.\n" });
    for (const incremental of [false, true]) {
      await assert.rejects(project.build({ incremental }, fs, () => 10_000), {
        code: "io",
        message: /^the index needs at least [\d.]+ kB, and its disk has 10\.0 kB free; the index stays as it is$/,
        hint: /make room/,
      });
      assert.deepEqual(project.progress, []);
      assert.ok(isDeepStrictEqual(project.contents(project.index), before));
    }
    // The chunks are more than the texts let expect: known once they are divided, before one is embedded.
    const { bytes } = await neededRoom({ fs, home: project.home }, project.config(), true);
    project.write({
      "docs/many.md": Array.from({ length: 400 }, (_, at) => `# S${at}\n\nw ${at}\n\n`).join(""),
    });
    await assert.rejects(project.build({ incremental: true }, fs, () => bytes + 20_000), { code: "io" });
    assert.ok(!project.progress.some((what) => what.startsWith("embedding")));
    assert.ok(isDeepStrictEqual(project.contents(project.index), before));
    await project.build({ incremental: true }, fs, () => 1e9);
  }));

test("the room is estimated from below, and is most of what a generation takes", () =>
  withRagProject(FILES, async (project) => {
    project.write({ "rag.yaml": FILES["rag.yaml"].replace("{model: small}", "{model: small, dimensions: 16}") });
    const { bytes } = await neededRoom({ fs, home: project.home }, project.config(), false);
    project.write({ "rag.yaml": FILES["rag.yaml"] });
    await project.build();
    const size = sizeOf(project);
    assert.ok(bytes <= size && bytes > size / 4, `${bytes} of ${size}`);
  }));

test("doctor says how much room the index needs, and that the disk has less", () =>
  withRagProject(FILES, async (project) => {
    const disk = async (free: number | undefined) => {
      const host = { fs, home: project.home, trust: false, runtime: "R", freeSpace: () => free };
      return (await examine(project.config(), host)).checks.find(({ name }) => name === "disk")!;
    };
    const { level, message, hint } = await disk(50_000);
    assert.equal(level, "error");
    assert.match(message, /^the index needs at least [\d.]+ kB, and its disk has 50\.0 kB free$/);
    assert.match(hint!, /make room/);
    assert.equal((await disk(5e8)).level, "warning");
    assert.deepEqual(await disk(5e9), { name: "disk", level: "ok", message: "5.0 GB free" });
    assert.equal((await disk(undefined)).level, "ok");
  }));
