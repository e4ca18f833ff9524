import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readMoment } from "../../src/text/moment.ts";

const iso = (text: string): string | undefined => {
  const moment = readMoment(text);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

test("readMoment() reads days and times as generators of sites write them", () => {
  const day = "2025-05-06T00:00:00.000Z";
  for (const written of ["2025-05-06", " 2025-05-06 ", "2025/05/06", "2025.5.6", "2025-5-06"]) {
    assert.equal(iso(written), day);
  }
  const noon = "2025-05-06T12:30:00.000Z";
  const times = [
    "2025-05-06T12:30:00Z",
    "2025-05-06T12:30",
    "2025-05-06 12:30:00",
    "2025-05-06 12:30:00 UTC",
    "2025-05-06T14:30:00+02:00",
    "2025-05-06 14:30:00 +0200",
    "2025-05-06 07:30 -5",
    "2025-05-06t12:30:00.0004z",
  ];
  for (const written of times) assert.equal(iso(written), noon, written);
  assert.equal(iso("0050-01-02"), "0050-01-02T00:00:00.000Z");
  assert.equal(iso("1969-12-31"), "1969-12-31T00:00:00.000Z");
});

test("readMoment() reads nothing else as a date", () => {
  const others = [
    "",
    "2025",
    "2025-05",
    "20250506",
    "5/6/2025",
    "May 6, 2025",
    "2025-02-30",
    "2025-13-01",
    "2025-05-06x",
  ];
  for (const written of [...others, "2025-05/06", "2025-05-06T25:00", "2025-05-06T12:60", "v2025-05-06", "never"]) {
    assert.equal(readMoment(written), undefined, written);
  }
});

test("readMoment() reads back every moment that a program writes", () => {
  const date = fc.date({
    min: new Date("0000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(date, (moment) => {
    assert.equal(readMoment(moment.toISOString()), moment.getTime());
  }));
});
