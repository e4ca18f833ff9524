import { test } from "node:test";
import assert from "node:assert/strict";
import { RaError } from "../../../src/errors.ts";
import { parseQuery } from "../../../src/search/query/parser.ts";
import { modifiedSpan, parseSince, type TimeSpan } from "../../../src/search/retrieval/date.ts";

const now = Date.UTC(2026, 5, 15, 12);

test("parseSince() reads a UTC day or a number of days", () => {
  assert.equal(parseSince("2026-01-01", now), Date.UTC(2026, 0, 1));
  assert.equal(parseSince("2024-02-29", now), Date.UTC(2024, 1, 29));
  assert.equal(parseSince("7d", now), Date.UTC(2026, 5, 8, 12));
  assert.equal(parseSince("0d", now), now);
});

test("parseSince() refuses everything else with a hint", () => {
  for (
    const text of [
      "",
      "yesterday",
      "2026-02-29",
      "2026-13-01",
      "2026-1-1",
      "01.02.2026",
      "12h",
      "-7d",
      "7 d",
      "2026-01-01T00:00",
      "999999999d",
    ]
  ) {
    assert.throws(() => parseSince(text, now), (error) => {
      assert.ok(error instanceof RaError && error.code === "usage", text);
      assert.match(error.hint ?? "", /YYYY-MM-DD/);
      return true;
    });
  }
});

test("modifiedSpan() counts whole days", () => {
  const span = (text: string): TimeSpan => {
    const node = parseQuery(`modified:${text}`);
    assert.ok(node.kind === "filter" && node.filter.on === "modified");
    return modifiedSpan(node.filter, now);
  };
  const day = Date.UTC(2026, 0, 1);
  const nextDay = Date.UTC(2026, 0, 2);
  assert.deepEqual(span("2026-01-01"), { from: day, until: nextDay });
  assert.deepEqual(span(">2026-01-01"), { from: nextDay });
  assert.deepEqual(span(">=2026-01-01"), { from: day });
  assert.deepEqual(span("<2026-01-01"), { until: day });
  assert.deepEqual(span("<=2026-01-01"), { until: nextDay });
  assert.deepEqual(span("7d"), { from: Date.UTC(2026, 5, 8, 12) });
  assert.deepEqual(span("<30d"), { until: Date.UTC(2026, 4, 16, 12) });
});
