import assert from "node:assert/strict";
import { test } from "node:test";
import { createPalette } from "../../src/output/terminal/color.ts";
import { createProgressLine, drawProgress } from "../../src/output/terminal/progress.ts";
import type { Progress } from "../../src/store/update/progress.ts";

const at = (stage: Progress["stage"], filesDone = 0): Progress => ({
  stage,
  filesDone,
  filesTotal: 4,
  chunks: filesDone * 10,
  bytesDone: filesDone * 1e6,
  bytesTotal: 4e6,
});

function recorder(isTerminal: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const output = {
    isTerminal,
    columns: 80,
    isUnicode: true,
    palette: createPalette(false),
    write: (text: string) => void written.push(text),
    now: () => clock.ms,
  };
  return { written, clock, output };
}

test("createProgressLine() rewrites one line on a terminal and removes it at the end", () => {
  const { written, clock, output } = recorder(true);
  const line = createProgressLine(output, { stages: true });
  line.show(at("index"));
  clock.ms = 1000;
  line.show(at("index", 2));
  line.clear();
  assert.deepEqual(written, [
    `\rindexing ${"━".repeat(14)}${"─".repeat(15)} 2/4 files, 20 chunks, 2.0 MB/s, 1 s left\u001b[K`,
    "\r\u001b[K",
  ]);
});

test("createProgressLine() shows nothing on a terminal when the work ends at once", () => {
  const { written, output } = recorder(true);
  const line = createProgressLine(output, { stages: true });
  line.show(at("scan"));
  line.clear();
  assert.deepEqual(written, []);
});

test("createProgressLine() prints a line for each stage outside a terminal, only when you ask for stages", () => {
  const { written, output } = recorder(false);
  const line = createProgressLine(output, { stages: true });
  for (const progress of [at("scan"), at("index"), at("index", 3), at("publish", 4)]) line.show(progress);
  line.clear();
  assert.deepEqual(written, ["ra: scanning\n", "ra: indexing 4 files\n", "ra: publishing\n"]);
  const quiet = recorder(false);
  createProgressLine(quiet.output, { stages: false }).show(at("index"));
  assert.deepEqual(quiet.written, []);
});

const draw = (progress: Progress, columns: number, isUnicode = true, seconds = 1): string =>
  drawProgress(progress, seconds, { columns, isUnicode, palette: createPalette(false) });

test("drawProgress() leaves out unknown speed and time, and leaves out the bar when there is nothing to count", () => {
  assert.equal(draw(at("index", 0), 80, true, 0), `indexing ${"─".repeat(30)} 0/4 files`);
  assert.equal(draw({ ...at("merge"), filesTotal: 0 }, 80), "merging segments");
});

test("drawProgress() stays on one line of any terminal, and drops the least important parts first", () => {
  assert.deepEqual([60, 50, 40, 30, 20, 12].map((columns) => draw(at("index", 3), columns)), [
    "indexing ━━━━━━─── 3/4 files, 30 chunks, 3.0 MB/s, 0 s left",
    "indexing ━━━━━━━─── 3/4 files, 3.0 MB/s, 0 s left",
    "indexing ━━━━━━━─── 3/4 files, 0 s left",
    "indexing ━━━━━━━─── 3/4 files",
    "indexing 3/4 files",
    "indexing 3…",
  ]);
});

test("drawProgress() uses plain characters where the terminal may lack others, and no colours when they are off", () => {
  assert.equal(
    draw(at("index", 2), 80, false),
    `indexing [${"#".repeat(13)}${"-".repeat(14)}] 2/4 files, 20 chunks, 2.0 MB/s, 1 s left`,
  );
  const colored = drawProgress(at("index", 2), 1, { columns: 80, isUnicode: true, palette: createPalette(true) });
  assert.ok(colored.includes(`\u001b[32m${"━".repeat(14)}\u001b[39m`));
});

test("createProgressLine() waits again before each update in a process that keeps running", () => {
  const { written, clock, output } = recorder(true);
  const line = createProgressLine(output, { stages: false });
  for (const began of [0, 60_000]) {
    clock.ms = began;
    line.show({ ...at("scan"), filesTotal: 0 });
    clock.ms = began + 100;
    line.show(at("index", 2));
  }
  assert.deepEqual(written, []);
});

test("without a terminal, a long stage has a line every ten seconds", () => {
  const { written, clock, output } = recorder(false);
  const line = createProgressLine(output, { stages: true });
  for (let done = 0; done <= 4; done++) {
    line.show({ ...at("index", done), ...(done === 3 ? { converting: "big.pdf" } : {}) });
    clock.ms += 6000;
  }
  assert.deepEqual(written, ["ra: indexing 4 files\n", "ra: indexing 2/4 files\n", "ra: indexing 4/4 files\n"]);
  const before = recorder(false);
  const search = createProgressLine(before.output, { stages: false });
  search.show(at("index"));
  before.clock.ms = 60_000;
  search.show(at("index", 1));
  assert.deepEqual(before.written, []);
});
