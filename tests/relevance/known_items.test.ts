import assert from "node:assert/strict";
import { test } from "node:test";
import type { CollectionDocument } from "../../tools/relevance/collection.ts";
import { makeKnownItems } from "../../tools/relevance/make_known_items.ts";
import { paragraphsOf, wordsOf } from "../../tools/relevance/plain_text.ts";
import { questionFor } from "../../tools/relevance/question.ts";
import { readCollection } from "../../tools/relevance/collection.ts";

test('questionFor() asks "how" for a heading about an action, and "what" for a heading about a thing', () => {
  const known = new Map([["create", 9], ["run", 9], ["cache", 3]]);
  const ask = (heading: string): string | undefined => questionFor(wordsOf(heading), (word) => known.get(word) ?? 0);
  assert.equal(ask("Creating a FlatList"), "how do I create a FlatList");
  assert.equal(ask("Running tests"), "how do I run tests");
  assert.equal(ask("Install the CLI"), "how do I install the CLI");
  assert.equal(ask("Module resolution"), "what is module resolution");
  assert.equal(ask("Cold starts"), "what are cold starts");
  assert.equal(ask("How files combine"), "how files combine");
  assert.equal(ask("A long heading that names no single thing"), undefined);
});

test("paragraphsOf() keeps only running text, without markup", () => {
  const markdown =
    "See [the **guide**](x.md) for `open()`.\n\n```js\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n\n:::note\n\n- an _item_\n";
  assert.deepEqual(paragraphsOf(markdown), ["See the guide for open().", "an item"]);
});

test("makeKnownItems() makes queries from sections whose heading and paragraph stand in only one document", async () => {
  const { documents } = readCollection("tools/relevance/ra_docs");
  const copy = ({ markdown }: CollectionDocument): CollectionDocument => ({ id: "copy.md", path: "copy.md", markdown });
  const twice = [...documents, copy(documents[0]!)];
  const { queries, judgments } = await makeKnownItems(twice, 1000);
  assert.ok(queries.length > 50);
  const answers = new Set([...judgments.values()].flatMap((grades) => [...grades.keys()]));
  assert.deepEqual([answers.has(documents[0]!.id), answers.has("copy.md"), answers.has(documents[1]!.id)], [
    false,
    false,
    true,
  ]);
});

test("makeKnownItems() returns the committed collection", async () => {
  const { documents, queries, sections } = readCollection("tools/relevance/ra_docs");
  const again = await makeKnownItems(documents, 30);
  assert.deepEqual([again.queries, [...again.sections]], [queries, [...sections]]);
});
