import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgressLine, describe } from "../../src/output/progress.ts";
import type { Progress } from "../../src/report.ts";

const at = (stage: Progress["stage"], filesDone = 0): Progress => ({
  stage, filesDone, filesTotal: 4, chunks: filesDone * 10, bytesDone: filesDone * 1e6, bytesTotal: 4e6,
});

function recorder(isTerminal: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const output = { isTerminal, columns: 80, write: (text: string) => void written.push(text), now: () => clock.ms };
  return { written, clock, output };
}

test("createProgressLine() rewrites one line on a terminal and removes it at the end", () => {
  const { written, clock, output } = recorder(true);
  const line = createProgressLine(output, { stages: true });
  line.show(at("index"));
  clock.ms = 1000;
  line.show(at("index", 2));
  line.clear();
  assert.deepEqual(written, ["\rindexing 2/4 files, 20 chunks, 2.0 MB/s, 1 s left\u001b[K", "\r\u001b[K"]);
});

test("createProgressLine() never shows on a terminal when the work is over at once", () => {
  const { written, output } = recorder(true);
  const line = createProgressLine(output, { stages: true });
  line.show(at("scan"));
  line.clear();
  assert.deepEqual(written, []);
});

test("createProgressLine() prints a line per stage elsewhere, and only when stages are wanted", () => {
  const { written, output } = recorder(false);
  const line = createProgressLine(output, { stages: true });
  for (const progress of [at("scan"), at("index"), at("index", 3), at("publish", 4)]) line.show(progress);
  line.clear();
  assert.deepEqual(written, ["ra: scanning\n", "ra: indexing 4 files\n", "ra: publishing\n"]);
  const quiet = recorder(false);
  createProgressLine(quiet.output, { stages: false }).show(at("index"));
  assert.deepEqual(quiet.written, []);
});

test("describe() leaves out speed and time where nothing is known about them", () => {
  assert.equal(describe(at("index", 0), 0), "indexing 0/4 files");
  assert.equal(describe({ ...at("merge"), filesTotal: 0 }, 1), "merging segments");
});
