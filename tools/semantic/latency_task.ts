/**
 * Times searches by words, by meaning and by both, in a program that keeps running. The model has to be installed:
 *
 *   npx bun tools/semantic/latency_task.ts FOLDER [--queries N] [--rerank NAME]
 *
 * FOLDER holds Markdown, and stays as it is. Each query is six words of a section, in an order in which they stand
 * nowhere. All kinds take turns. --rerank names an installed cross-encoder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { open, type SearchOptions, type Workspace } from "../../mod.ts";
import { queriesOf } from "./section_queries.ts";

const { values, positionals } = parseArgs({
  options: { queries: { type: "string", default: "200" }, rerank: { type: "string" } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  throw new Error("usage: bun tools/semantic/latency_task.ts FOLDER [--queries N] [--rerank NAME]");
}

const root = mkdtempSync(join(tmpdir(), "ra-latency-"));
const workspaceOf = (fusion: "weighted" | "rrf"): Promise<Workspace> =>
  open(root, {
    config: {
      tree: { docs: { path: resolve(folder) } },
      semantic: { enabled: true, fusion, ...(values.rerank === undefined ? {} : { rerank: values.rerank }) },
    },
    onWarning: ({ code, message }) => void (code.startsWith("model") && process.stderr.write(`${message}\n`)),
  });

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1);
}

try {
  const weighted = await workspaceOf("weighted");
  await weighted.update({ semantic: true });
  const byRank = await workspaceOf("rrf");
  const kinds: readonly (readonly [name: string, workspace: Workspace, options: SearchOptions])[] = [
    ["words", weighted, { lexical: true }],
    ["meaning alone", weighted, { semantic: true }],
    ["words and meaning", weighted, { weight: 0.4 }],
    ["words and meaning, rrf", byRank, { weight: 0.4 }],
    ...(values.rerank === undefined ? [] : [["reranked", weighted, { weight: 0.4, rerank: true }] as const]),
  ];
  const queries = await queriesOf(weighted, Number(values.queries));
  const times = new Map(kinds.map(([name]) => [name, [] as number[]]));
  // The first round opens index and models.
  for (const [round, query] of [queries[0]!, ...queries].entries()) {
    for (const [name, workspace, options] of kinds) {
      // A query that was asked before has its vector already.
      const asked = `${query} ${kinds.findIndex(([other]) => other === name)}`;
      const start = performance.now();
      await workspace.search(asked, { ...options, update: false });
      if (round > 0) times.get(name)!.push(performance.now() - start);
    }
  }
  const { semantic } = await weighted.status();
  process.stdout.write(`${semantic!.embedded} sections with a vector, ${queries.length} queries\n`);
  for (const [name, taken] of times) {
    const sorted = taken.sort((a, b) => a - b);
    process.stdout.write(`${name.padEnd(24)} p50 ${percentile(sorted, 0.5)} ms  p99 ${percentile(sorted, 0.99)} ms\n`);
  }
  weighted.close();
  byRank.close();
} finally {
  rmSync(root, { recursive: true });
}
