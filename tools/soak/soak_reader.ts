/** A reader for `soak.ts`. It asks until time is up, and exits with 1 at the first mistake. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import type { Warning } from "../../src/errors.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { randomNumbers } from "../crash/child_process.ts";
import { DOCUMENTS, versionShown, wordOf } from "./versioned_documents.ts";

const [project = "", until = "", seed = ""] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const figures = { answers: 0, passages: 0, withoutText: 0, slowest: 0, locked: 0 };
const warnings: Warning[] = [];
let workspace: Workspace | undefined;

while (Date.now() < Number(until) || figures.answers < 4) {
  workspace ??= await open(project, { home: null, onWarning: (warning) => void warnings.push(warning) });
  const name = DOCUMENTS[Math.floor(random() * DOCUMENTS.length)]!;
  // Half of the queries use the index as it is, without looking at the files.
  const update = random() < 0.5;
  const atLeast = publishedVersion(name);
  warnings.length = 0;
  const start = performance.now();
  const { queries } = await workspace.search(wordOf(name), { limit: 10, cutoffRatio: 0, aggregation: false, update });
  figures.slowest = Math.max(figures.slowest, update ? 0 : performance.now() - start);
  figures.answers += 1;
  const locked = warnings.some(({ code }) => code === "index-locked");
  if (locked) figures.locked += 1;
  const codes = warnings.map(({ code }) => code).filter((code) => code !== "file-changed" && code !== "index-locked");
  assert.deepEqual(codes, [], warnings.map(({ message }) => message).join("; "));
  const { results } = queries[0]!;
  // The word occurs in one document only, and each section must appear once.
  assert.deepEqual(new Set(results.map(({ id }) => id)).size, results.length, "a section is there twice");
  for (const { id, content, stale } of results) {
    assert.ok(id.startsWith(`docs:${name}.md#part-`), `${id} does not hold ${wordOf(name)}`);
    assert.equal(content === undefined, stale === true);
    if (content === undefined) {
      figures.withoutText += 1;
      continue;
    }
    figures.passages += 1;
    const shown = versionShown(name, content);
    if (update && !locked) {
      assert.ok(shown >= atLeast, `${id} shows version ${shown} after version ${atLeast} was indexed`);
    }
  }
  if (random() < 0.05) {
    workspace.close();
    workspace = undefined;
  }
}
workspace?.close();
process.stdout.write(JSON.stringify(figures));

/** The newest version that a writer has finished. The document itself never goes away. */
function publishedVersion(name: string): number {
  return Number(readFileSync(`${project}/versions/${name}`, "utf8"));
}
