import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { MergePolicy } from "../../src/store/segments/merge_policy.ts";
import type { StoreConfig } from "../../src/store/update/update.ts";
import { config, createProject, indexed, rebuild, stemmers, tree, update, write } from "./store_fixture.ts";

type Step = (fs: MemoryFileSystem, settings: StoreConfig) => StoreConfig;

const path = fc.constantFrom(
  "one/a.md",
  "one/b.md",
  "one/sub/c.md",
  "one/sub/d.txt",
  "two/a.md",
  "two/e.md",
  "two/sub/f.md",
);
const text = fc.constantFrom(
  "",
  " \n",
  "plain\n",
  "# A\nx\n",
  "# A\ny\n",
  "# A\nx\n## B\nz\n# A\n",
  "bin\0ary",
  "---\nlang: de\n---\n# T\nWort\n",
);
const trees = fc.subarray(["one", "two", "sub"], { minLength: 0 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(path, text).map(([at, content]): Step => (fs, settings) => (write(fs, at, content), settings)),
  },
  { weight: 2, arbitrary: path.map((at): Step => (fs, settings) => (fs.removeFile(`/project/${at}`), settings)) },
  {
    weight: 2,
    arbitrary: fc.tuple(path, path).map(([from, to]): Step => (fs, settings) => {
      if (
        fs.stat(`/project/${from}`) !== undefined &&
        fs.stat(`/project/${to.slice(0, to.lastIndexOf("/"))}`) !== undefined
      ) {
        fs.rename(`/project/${from}`, `/project/${to}`);
      }
      return settings;
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      trees,
      fc.constantFrom("english", "german"),
      fc.constantFrom("headings" as const, "leaves" as const),
    ).map(
      ([names, stemmer, chunking]): Step => () =>
        config(
          ...names.map((
            name,
          ) => (name === "sub" ? tree("sub", { path: "/project/one/sub", chunking }) : tree(name, { stemmer }))),
        ),
    ),
  },
);

const eager: MergePolicy = { perLevel: 3, smallest: 4, deletedShare: 0.3, maxBytes: 1e9 };

test("an index that follows random edits has the same content as a new one", async () => {
  const rounds = fc.array(fc.array(steps, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rounds, fc.constantFrom(1, 30, 1e6), async (script, batchBytes) => {
      const fs = createProject({ "one/a.md": "# A\nx\n", "one/sub/c.md": "c\n", "two/a.md": "# A\nx\n" });
      let settings = config(tree("one"), tree("two"));
      await update(fs, settings);
      for (const round of script) {
        for (const step of round) settings = step(fs, settings);
        const segments = { batchBytes, mergePolicy: eager };
        await update(fs, settings, { segments, scope: { prune: true } });
        const fresh = await rebuild(fs, settings);
        assert.deepEqual(indexed(fs), indexed(fresh));
        assert.deepEqual(stemmers(fs), stemmers(fresh));
        const again = await update(fs, settings, { segments });
        assert.equal(again.outcome, "unchanged");
      }
    }),
    { numRuns: 60 },
  );
});
