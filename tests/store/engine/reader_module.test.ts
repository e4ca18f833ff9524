// A process reads with a smaller module of the core, until it needs the whole one.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "../../../wasm/pkg/ra_reader.js";
import { compileCore } from "../../../src/store/engine/compile_core.ts";
import type { SegmentData, SegmentSource } from "../../../src/store/engine/engine.ts";
import { instantiate } from "../../../src/store/engine/instance.ts";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { loadReadingEngine } from "../../../src/store/engine/load_reading.ts";
import { createReading } from "../../../src/store/engine/reading.ts";
import type { IndexedChunk } from "../../../src/search/ports/catalogue.ts";
import type { PlanNode, SearchRequest, SearchResponse } from "../../../src/search/ports/request.ts";
import { trappingSegments } from "../../workspace/plant_index.ts";
import { parsed } from "./parsed.ts";

// Tests that run in one process share what `loadReadingEngine` loads, so the smaller module is loaded here.
const reading = createReading(instantiate(core, await compileCore("reader")));
const whole = await loadEngine();
const encoder = new TextEncoder();

function built(): SegmentData {
  const batch = whole.createBatch();
  for (let at = 0; at < 30; at++) {
    const text = encoder.encode(`# Doc ${at}\n\nneedle ${"hay ".repeat(at % 7)}number${at}\n`);
    batch.load(text);
    batch.add(parsed(`d${at}.md`, `Doc ${at}`, text), "english");
  }
  return batch.finish()!;
}

const { bytes, stats } = built();
const source: SegmentSource = {
  size: bytes.length,
  stats,
  deletes: null,
  read: (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
};

const request = (query: PlanNode, more: Partial<SearchRequest> = {}): SearchRequest => ({
  queries: [{ query, all: false }],
  filters: [],
  limit: 10,
  boosts: { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 },
  fuzzy: 1,
  factors: {},
  ...more,
});
const REQUESTS = [
  request({ and: [{ word: "needle" }, { word: "hay" }] }, { explain: true }),
  request({ word: "neddle" }),
  request({ phrase: "hay hay number3" }, { roots: true, facets: true }),
  request({ or: [{ prefix: "number1" }, { word: "doc" }] }, { feedback: true, topics: true }),
];

/** All that an engine says about the segment. */
function answersOf(engine: typeof reading): readonly unknown[] {
  const reader = engine.openReader([source]);
  const out = [
    engine.schemaVersion,
    reader.documents(),
    reader.chunks(),
    reader.find("docs:d7.md"),
    reader.visible(reader.find("docs:d7.md")!.ref, encoder.encode("# Doc 7"), 0),
    ...REQUESTS.map((asked) => {
      const started = reader.start(asked);
      const answer = started.finish(started.wanted.map(() => encoder.encode("needle hay number4")));
      const marked = engine.highlight(encoder.encode("One needle."), "english", answer.highlight);
      return [started.wanted, answer, reader.chunksAt(answer.hits.map(({ ref }) => ref)), marked];
    }),
  ];
  reader.free();
  return out;
}

test("where the whole core is loaded, reading takes no other module", async () => {
  assert.equal(await loadReadingEngine(), whole);
  assert.equal(await whole.whole(), whole);
});

test("both modules answer alike", () => {
  const found = answersOf(reading);
  assert.deepEqual(found, answersOf(whole));
  const [, documents, chunks, one, visible, ...searches] = found as readonly (readonly unknown[])[];
  assert.deepEqual([documents!.length, chunks!.length], [30, 30]);
  assert.equal((one as unknown as IndexedChunk).title, "Doc 7");
  assert.deepEqual(visible, encoder.encode("  Doc 7"));
  assert.deepEqual(searches[0]![3], [{ start: 4, end: 10 }]);
  const totals = searches.map(([, answer]) => (answer as SearchResponse).total);
  assert.deepEqual(totals, [30, 30, 1, 30]);
});

test("a trap in one module leaves the other's readers alone", async () => {
  const readers = [reading, whole].map((engine) => engine.openReader([source]));
  for await (const _ of trappingSegments(bytes, stats)) break;
  for (const reader of readers) {
    assert.equal(reader.ids().length, 30);
    reader.free();
  }
});
