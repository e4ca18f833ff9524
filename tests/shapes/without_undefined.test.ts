import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutUndefined } from "../../src/shapes/without_undefined.ts";

interface Shape {
  readonly id: string;
  readonly score?: number;
  readonly title?: string | null;
  readonly tags?: readonly string[];
}

test("withoutUndefined() leaves out keys without a value, and keeps the others in their order", () => {
  const shape = withoutUndefined<Shape>({ title: null, id: "a", score: undefined, tags: [] });
  assert.deepEqual(shape, { title: null, id: "a", tags: [] });
  assert.equal(JSON.stringify(shape), '{"title":null,"id":"a","tags":[]}');
});

test("withoutUndefined() keeps false, zero and the empty text", () => {
  assert.deepEqual(withoutUndefined<Shape>({ id: "", score: 0 }), { id: "", score: 0 });
});

test("withoutUndefined() takes undefined only for a key that may be absent", () => {
  // @ts-expect-error: every shape has an id.
  assert.deepEqual(withoutUndefined<Shape>({ id: undefined }), {});
});
