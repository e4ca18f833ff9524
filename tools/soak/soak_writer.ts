/**
 * A writer for `soak.ts`. It changes its share of the documents and updates. Its changes must be in the index
 * afterwards.
 */
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import process from "node:process";
import { open } from "../../src/workspace.ts";
import { randomNumbers } from "../crash/child_process.ts";
import { DOCUMENTS, removeDocument, versionShown, wordOf, writeVersion } from "./versioned_documents.ts";

const [project = "", until = "", seed = "", share = "0", shares = "1"] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const mine = DOCUMENTS.filter((_, at) => at % Number(shares) === Number(share));
/** This document comes and goes. No reader asks for it. */
const guest = `guest${share}`;
const figures = { updates: 0, slowest: 0 };
const workspace = await open(project, { home: null, lockTimeout: 60_000 });

for (let version = 1; Date.now() < Number(until) || figures.updates < 2; version++) {
  const name = mine[Math.floor(random() * mine.length)]!;
  writeVersion(project, name, version);
  // From now on, no reader may get an older version.
  writeFileSync(`${project}/versions/${name}.next`, String(version));
  renameSync(`${project}/versions/${name}.next`, `${project}/versions/${name}`);
  const here = version % 4 < 2;
  if (version % 4 === 0) writeVersion(project, guest, version);
  if (version % 4 === 2 && version > 4) removeDocument(project, guest);
  const start = performance.now();
  await workspace.update({ full: random() < 0.05 });
  figures.slowest = Math.max(figures.slowest, performance.now() - start);
  figures.updates += 1;
  // Reads the published index, because an update here would hide a lost one.
  const { queries } = await workspace.search(wordOf(name), {
    limit: 10,
    cutoffRatio: 0,
    aggregation: false,
    update: false,
  });
  const shown = queries[0]!.results.map(({ content }) => versionShown(name, content ?? "no text"));
  assert.deepEqual(shown, [version, version, version, version], `${name} after its update`);
  if (version >= 4) {
    const { queries: answers } = await workspace.search(wordOf(guest), { update: false, match: "all" });
    assert.equal(answers[0]!.total_matches, here ? 4 : 0, `${guest} in round ${version}`);
  }
  await new Promise((resolve) => setTimeout(resolve, random() * 60));
}
workspace.close();
process.stdout.write(JSON.stringify(figures));
