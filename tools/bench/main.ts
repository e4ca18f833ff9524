/** The entry of the benchmark. `scripts/bench.mjs` starts it in the folder of the checkout. */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import { benchTable } from "./bench_table.ts";
import { runBench } from "./run_bench.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string", default: process.env.RA_BENCH_DOCS ?? "" },
    "max-mb": { type: "string", default: "Infinity" },
    repeats: { type: "string", default: "3" },
    queries: { type: "string", default: "300" },
    "no-feedback": { type: "boolean", default: false },
    node: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
  },
});
if (values.docs === "") {
  console.error("bench: no documents: name a folder of real documentation in RA_BENCH_DOCS or with --docs");
  process.exit(2);
}
const result = await runBench({
  docs: values.docs,
  maxBytes: Number(values["max-mb"]) * 1e6,
  repeats: Number(values.repeats),
  queries: Number(values.queries),
  feedback: !values["no-feedback"],
  nodes: Object.fromEntries(values.node.map((entry) => entry.split("=") as [string, string])),
  settleMs: 2100,
  onStep: (step) => console.error(`bench: ${step}`),
});
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
console.log(benchTable(result));
