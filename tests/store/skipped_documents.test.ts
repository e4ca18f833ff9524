// A document that cannot be indexed never stops the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Batch, Engine } from "../../src/store/engine/engine.ts";
import { RaError } from "../../src/errors.ts";
import { createFakeEngine } from "./fake_engine.ts";
import { config, createProject, indexed, tree, update, write } from "./store_fixture.ts";

/** An engine whose core stops on documents with `bad` in their path. */
function stoppingEngine(stops: "add" | "finish", error: () => Error): Engine {
  const engine = createFakeEngine();
  const stopping: Engine = {
    ...engine,
    whole: () => Promise.resolve(stopping),
    createBatch(): Batch {
      const batch = engine.createBatch();
      let isBad = false;
      const meet = (path: string): void => {
        isBad ||= path.includes("bad");
        if (isBad && stops === "add") throw error();
      };
      return {
        ...batch,
        get sourceBytes() {
          return batch.sourceBytes;
        },
        get chunks() {
          return batch.chunks;
        },
        add(document, stemmer) {
          meet(document.path);
          batch.add(document, stemmer);
        },
        addMarkdown(file, stemmer) {
          meet(file.path);
          return batch.addMarkdown(file, stemmer);
        },
        addByHeadings(properties, stemmer) {
          meet(properties.path);
          return batch.addByHeadings(properties, stemmer);
        },
        finish() {
          if (isBad) throw error();
          return batch.finish();
        },
      };
    },
  };
  return stopping;
}

const FILES = Object.fromEntries(["a.md", "b-bad.md", "c.md", "d.md", "e-bad.md", "f.md"].map((name) => [
  `docs/${name}`,
  `# ${name}\n\ntext\n`,
]));
const ERRORS: Readonly<Record<string, () => Error>> = {
  "the core's failure": () => new RaError("engine", "the search core stopped: unreachable"),
  "a failure of the runtime": () => new RangeError("Invalid string length"),
};

for (const stops of ["add", "finish"] as const) {
  for (const [what, error] of Object.entries(ERRORS)) {
    test(`${what} in ${stops}() on two of six documents leaves out those two with a reason`, async () => {
      const fs = createProject(FILES);
      const engine = stoppingEngine(stops, error);
      const { report } = await update(fs, config(tree("docs")), { engine });
      assert.equal(report.added, 4);
      assert.deepEqual(
        report.skipped,
        ["docs:b-bad.md", "docs:e-bad.md"].map((path) => ({
          path,
          reason: `cannot be indexed: ${error().message}`,
        })),
      );
      assert.deepEqual(Object.keys(indexed(fs)).filter((id) => !id.includes("#")), [
        "docs:a.md",
        "docs:c.md",
        "docs:d.md",
        "docs:f.md",
      ]);
    });
  }
}

test("a document that could not be indexed is tried again when it changes, and not before", async () => {
  const fs = createProject(FILES);
  const options = { engine: stoppingEngine("add", ERRORS["the core's failure"]!) };
  await update(fs, config(tree("docs")), options);
  const again = { engine: createFakeEngine() };
  assert.equal((await update(fs, config(tree("docs")), again)).outcome, "unchanged");
  write(fs, "docs/b-bad.md", "# good now\n\nother text\n");
  const { report } = await update(fs, config(tree("docs")), again);
  assert.deepEqual([report.added, report.skipped.map(({ path }) => path)], [1, ["docs:e-bad.md"]]);
});
