import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { shapeFiles } from "../../scripts/shapes/shape_files.ts";

test("types, JSON Schemas and tables match the schemas in src/shapes/schemas", () => {
  for (const [path, text] of shapeFiles()) {
    assert.equal(readFileSync(path, "utf8"), text, `${path} is behind its schema: npm run build:shapes`);
  }
});

test("the build makes every JSON Schema in docs/schemas", () => {
  const made = shapeFiles();
  assert.deepEqual(readdirSync("docs/schemas").filter((name) => !made.has(`docs/schemas/${name}`)), []);
});
