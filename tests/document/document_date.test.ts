import assert from "node:assert/strict";
import { test } from "node:test";
import { documentDate } from "../../src/document/document_date.ts";

const day = (date: number | null): string | null => date === null ? null : new Date(date).toISOString().slice(0, 10);

test("documentDate() prefers when a document was changed to when it was written", () => {
  const all = { date: ["2020-01-01"], updated: ["2021-01-01"], lastmod: ["2022-01-01"], last_update: ["2023-01-01"] };
  assert.equal(day(documentDate(all, null)), "2023-01-01");
  const { last_update: _, ...three } = all;
  assert.equal(day(documentDate(three, null)), "2022-01-01");
  const { lastmod: __, ...two } = three;
  assert.equal(day(documentDate(two, null)), "2021-01-01");
  assert.equal(day(documentDate({ date: two.date }, null)), "2020-01-01");
});

test("documentDate() passes over what is not a date", () => {
  assert.equal(day(documentDate({ lastmod: ["{{ now }}"], date: ["2020-01-01"] }, null)), "2020-01-01");
  assert.equal(day(documentDate({ date: ["draft", "2020-01-01"] }, null)), "2020-01-01");
  assert.equal(documentDate({ date: ["soon"], created: ["2020-01-01"] }, null), null);
});

test("documentDate() reads the mapping that Docusaurus has", () => {
  const values = { last_update: { date: "2024-03-04", author: "Robin" }, date: "2020-01-01" };
  assert.equal(day(documentDate({ date: ["2020-01-01"] }, values)), "2024-03-04");
  assert.equal(day(documentDate({ date: ["2020-01-01"] }, { last_update: { author: "Robin" } })), "2020-01-01");
  assert.equal(day(documentDate({ date: ["2020-01-01"] }, { last_update: { date: ["2024-03-04"] } })), "2020-01-01");
});
