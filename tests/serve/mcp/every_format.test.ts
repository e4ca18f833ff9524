// Tests that one call of a tool finds sections in documents of all formats.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EVERY_FILE, FILES, SECTIONS } from "../../workspace/every_format.ts";
import type { SearchResult } from "../../../src/shapes/search.ts";
import { callTool, queriesOf, withServer } from "./connect.ts";

test("one call asks for a section of each format, and each id leads to it", () =>
  withServer({ ...FILES, ".ra.toml": EVERY_FILE }, async ({ client }) => {
    const queries = queriesOf(await callTool(client, "search", { queries: SECTIONS.map(({ word }) => word) }));
    assert.deepEqual(
      queries.map(({ results }) => {
        const { id, breadcrumb, start_line, end_line } = results[0] as unknown as SearchResult;
        return [id, breadcrumb, start_line, end_line];
      }),
      SECTIONS.map(({ id, breadcrumb, lines }) => [id, breadcrumb, ...lines]),
    );
    for (const { id, word } of SECTIONS) {
      const { texts, isError } = await callTool(client, "get", { id });
      assert.ok(!isError && texts.join("\n").includes(word), id);
    }
  }));
