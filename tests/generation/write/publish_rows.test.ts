import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { indexDirectory, openIndex } from "../../../src/store/published/open_index.ts";
import { type RagProject, withRagProject, yaml } from "../../sources/rag_project.ts";

const GUIDE =
  "# Guide\n\nIntro.\n\n## One\n\n### Example\n\nThe same.\n\n## Two\n\n### Example\n\nThe same.\n\n## Empty\n\n### Inner\n\nDeep.\n";

/** The vectors of the engine's index, by the id of their chunk; null where a chunk has none. */
async function engineVectors(project: RagProject): Promise<ReadonlyMap<string, readonly number[] | null>> {
  const engine = await loadEngine();
  const opened = openIndex(createDiskFileSystem(), indexDirectory(project.index), engine.schemaVersion);
  assert.ok(opened.state === "open");
  const reader = engine.openReader(opened.index.segments);
  const { model_key } = project.manifest();
  assert.deepEqual(reader.unembedded(model_key, true), []);
  const chunks = reader.chunks();
  const vectors = reader.vectorsAt(chunks.map(({ ref }) => ref), model_key);
  reader.free();
  opened.index.close();
  return new Map(chunks.map(({ id }, at) => [id, vectors[at] === undefined ? null : [...vectors[at]]]));
}

test("the engine's index has the vectors of the rows, also after a run that embeds only what is new", () =>
  withRagProject({
    "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}"]),
    "docs/guide.md": GUIDE,
    "docs/other.md": "# Other\n\nAnother page.\n",
  }, async (project) => {
    const check = async (): Promise<void> => {
      const [rows, exact, engine] = [await project.rows(), project.vectors(), await engineVectors(project)];
      assert.deepEqual(engine.get("docs:guide.md#empty"), null);
      for (const [at, { id }] of rows.entries()) {
        // The engine keeps a vector in a byte a value.
        const stored = engine.get(id)!;
        const length = Math.hypot(...stored);
        const cosine = stored.reduce((sum, value, place) => sum + value * exact[at]![place]!, 0) / length;
        assert.ok(cosine > 0.999, `${id}: ${cosine}`);
      }
      const [one, two] = ["docs:guide.md#example", "docs:guide.md#example-1"].map((id) => engine.get(id)!);
      assert.equal(rows.filter(({ title }) => title === "Example").length, 1);
      assert.deepEqual(two, one, "the second of two equal texts has the vector of the first");
    };
    await project.build();
    await check();
    project.write({ "docs/other.md": "# Other\n\nRewritten.\n", "docs/third.md": "# Third\n\nOne more.\n" });
    await project.build({ incremental: true });
    await check();
  }));
