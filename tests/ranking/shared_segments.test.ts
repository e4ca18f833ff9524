// Tests readers that are open together and share what follows from the bytes of their segments.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SegmentReader, SegmentSource } from "../../src/store/engine/engine.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { bareWord, corpus, deleted, indexed, node, reading, request } from "./corpus.ts";
import type { OracleRequest } from "./oracle/request.ts";

const engine = await loadEngine();
let indexes = 0;

/** The answers to requests, with the chunks instead of their places. */
function answers(reader: SegmentReader, requests: readonly OracleRequest[]): unknown {
  return requests.map((asked) => {
    const { hits, ...response } = reader.search({ ...asked, limit: 1000, explain: true });
    const chunks = reader.chunksAt(hits.map(({ ref }) => ref)).map(({ ref: _, ...chunk }) => chunk);
    return { ...response, hits: hits.map(({ score, base }, at) => ({ score, base, chunk: chunks[at] })) };
  });
}

test("readers that share segments answer as readers that do not, whatever each of them has deleted", () => {
  const asked = fc.array(
    request(fc.oneof(fc.array(bareWord, { minLength: 1, maxLength: 3 }).map((and) => ({ and })), node)),
    { minLength: 3, maxLength: 3 },
  );
  fc.assert(
    fc.property(corpus, fc.nat(7), fc.array(fc.nat(6), { maxLength: 3 }), asked, (documents, cut, gone, requests) => {
      const segments = indexed(engine, [documents.slice(0, cut), documents.slice(cut)]);
      const ids = gone.map((at) => documents[at % documents.length]!).map(({ tree, path }) => `${tree}:${path}`);
      const remaining = deleted(engine, segments, ids);
      const alone = (sources: readonly SegmentSource[]) => reading(engine, sources, (one) => answers(one, requests));
      const [ofAll, ofRemaining] = [alone(segments), alone(remaining)];
      indexes++;
      const named = (sources: readonly SegmentSource[]): readonly SegmentSource[] =>
        sources.map((source, at) => ({ ...source, identity: `${indexes}/${at}` }));
      reading(engine, named(segments), (first) => {
        assert.deepEqual(answers(first, requests), ofAll);
        reading(engine, named(remaining), (second) => assert.deepEqual(answers(second, requests), ofRemaining));
        assert.deepEqual(answers(first, requests.toReversed()), (ofAll as unknown[]).toReversed());
      });
      reading(engine, named(remaining), (later) => assert.deepEqual(answers(later, requests), ofRemaining));
    }),
    { numRuns: 25 },
  );
});
