/** Vectors of as many values as the configuration allows, and of more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { type Behaviour, startModelService } from "./model_service.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

/** All values are large, so that a sum in 32 bits would be another number. */
const vectorOf = (text: string, width: number): readonly number[] =>
  Array.from({ length: width }, (_, at) => (/cat|feline/.test(text) || at % 2 === 0 ? 1 : -1));

const serviceOf = (width: number): Behaviour => ({ body: { input = [] } }) => ({
  body: { data: input.map((text, index) => ({ index, embedding: vectorOf(text, width) })) },
});

async function withVectors<T>(width: number, use: (workspace: Workspace, warnings: readonly string[]) => Promise<T>) {
  const service = await startModelService(serviceOf(width));
  const warnings: string[] = [];
  const workspace = await open("/project", {
    config: {
      tree: { docs: { path: "docs" } },
      semantic: { enabled: true, provider: "openai", model: "wide", base_url: service.address, floor: 0 },
    },
    fs: createMemoryFileSystem({
      "/project/docs/a.md": "# Dog\n\nthe dog runs\n",
      "/project/docs/b.md": "# Cat\n\nthe cat sleeps\n",
    }),
    home: "/home/ada",
    onWarning: ({ message }) => void warnings.push(message),
  });
  try {
    return await use(workspace, warnings);
  } finally {
    workspace.close();
    service.close();
  }
}

for (const width of [4_097, 8_192, 16_384]) {
  test(`vectors of ${width} values are kept, read again, and compared to the last value`, async () => {
    await withVectors(width, async (workspace, warnings) => {
      await workspace.update({ full: true });
      assert.deepEqual((await workspace.status()).semantic, { ...(await workspace.status()).semantic, pending: 0 });
      const { queries: [entry] } = await workspace.search("feline", { semantic: true, explain: true, cutoffRatio: 0 });
      const cosines = entry!.explain!.results.map(({ id, fused }) => [id, Math.round(fused!.cosine! * 100) / 100]);
      assert.deepEqual(cosines[0], ["docs:b.md", 1]);
      assert.deepEqual(warnings, []);
    });
  });
}

for (const width of [16_385, 130_000]) {
  test(`vectors of ${width} values are one error that says how many ra takes`, async () => {
    await withVectors(width, async (workspace, warnings) => {
      await workspace.update({ full: true });
      const { queries: [entry] } = await workspace.search("dog");
      assert.deepEqual(entry!.results.map(({ id }) => id), ["docs:a.md"]);
      const expected = `it gives vectors of ${width} values, and ra takes up to 16384; set \`dimensions\``;
      // The update says it, and so does the answer of the search.
      assert.equal(warnings.filter((warning) => warning.includes(expected)).length, 2, warnings.join("\n"));
    });
  });
}
