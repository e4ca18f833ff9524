import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { askRa, type Mode, MODES, openCollection } from "../../tools/relevance/ask_ra.ts";
import { readCollection } from "../../tools/relevance/collection.ts";
import { measure, type Measures } from "../../tools/relevance/metrics.ts";
import { parentSections, sectionsOf } from "../../tools/relevance/sections.ts";

type Floors = Readonly<Partial<Record<keyof Measures, number>>>;

/** A little below the measured values: the test notices a change that loses more than a few of 84 queries. */
const FLOORS: Readonly<Record<Mode, Floors>> = {
  ranking: { ndcg10: 0.95, mrr10: 0.935, recall100: 1, sectionMrr10: 0.91, nearSectionMrr10: 0.925 },
  defaults: { ndcg10: 0.95, mrr10: 0.935, recall10: 0.98, nearSectionMrr10: 0.93 },
};

const collection = readCollection("tools/relevance/ra_docs");

for (const mode of ["ranking", "defaults"] as const) {
  test(`search() ranks known items of the documentation high enough (${mode})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "ra-floors-"));
    try {
      const workspace = await openCollection(folder, collection);
      await workspace.update();
      const run = await askRa(workspace, collection, collection.queries, MODES[mode]);
      workspace.close();
      const measures = measure(
        collection,
        collection.queries,
        run,
        parentSections(await sectionsOf(collection.documents)),
      );
      const below = Object.entries(FLOORS[mode]).filter(([name, floor]) =>
        !(Number(measures[name as keyof Measures]) >= floor)
      );
      assert.deepEqual(below, [], `below the floor: ${JSON.stringify(measures)}`);
      assert.equal(measures.zeroHits, 0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
