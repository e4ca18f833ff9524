// Thousands of updates of one file each; search must stay within 1.5 times of a new index:
//   npm run test:updates -- [--updates N] [--documents N]
import process from "node:process";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { numberOption, withFolder } from "../crash/child_process.ts";
import { answers, buildFresh, QUERIES, updateManyTimes } from "./many_updates.ts";

const ROUNDS = 60;
const SLOWEST_RATIO = 1.5;

const updates = numberOption("updates", 10_000);
const documents = numberOption("documents", 300);
const problems: string[] = [];

await withFolder(async (place) => {
  const fs = createDiskFileSystem();
  const project = `${place}/project`;
  const figures = await updateManyTimes({
    fs,
    project,
    documents,
    updates,
    onUpdate: (done) => void (done % 1000 === 0 && console.log(`updates: ${done}`)),
  });
  const bytes = await buildFresh(fs, project, `${place}/fresh`);
  const [updated, fresh] = [
    await open(project, { home: null }),
    await open(`${place}/fresh`, { home: null, trust: true }),
  ];
  if ((await answers(updated)) !== (await answers(fresh))) {
    problems.push("the updated index answers otherwise than a new one");
  }
  const [slow, quick] = await compareTimes(updated, fresh);
  if (slow / quick > SLOWEST_RATIO) {
    problems.push(`search is ${(slow / quick).toFixed(2)} times slower than in a new index`);
  }
  const rows: readonly (readonly [string, string])[] = [
    ["updates, documents", `${updates}, ${documents}`],
    ["update", `${figures.updateMedian.toFixed(1)} ms (median), ${figures.updateSlowest.toFixed(0)} ms (slowest)`],
    ["segments", `${figures.segments} at the end, ${figures.mostSegments} at most`],
    ["files on disk", String(figures.files)],
    ["index, new index", `${(figures.bytes / 1e6).toFixed(2)} MB, ${(bytes / 1e6).toFixed(2)} MB`],
    [
      "search, in a new index",
      `${slow.toFixed(2)} ms, ${quick.toFixed(2)} ms (medians): ${(slow / quick).toFixed(2)} times`,
    ],
  ];
  for (const [what, value] of rows) console.log(`  ${what.padEnd(24)} ${value}`);
});
for (const problem of problems) console.log(`  WRONG  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

/** Median milliseconds of a search in each index. The two take turns. */
async function compareTimes(a: Workspace, b: Workspace): Promise<readonly [number, number]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of QUERIES) {
      for (const [at, workspace] of [a, b].entries()) {
        const start = performance.now();
        await workspace.search(query, { limit: 10, update: false });
        if (round > 3) times[at as 0 | 1].push(performance.now() - start);
      }
    }
  }
  return [median(times[0]), median(times[1])];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
