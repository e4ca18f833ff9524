/** The entry of `npm run bench -- --kinds`. `scripts/bench.mjs` starts it in the folder of the checkout. */
import { loadavg } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { kindsIn, kindsTable, measureKinds } from "./read_kinds.ts";
import { runtimeName } from "./run_bench.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string", default: process.env["RA_BENCH_DOCS"] ?? "" },
    "max-mb": { type: "string", default: "4" },
    repeats: { type: "string", default: "5" },
  },
});
if (values.docs === "") {
  console.error("bench: no documents: name folders of real documentation, with : between them, in RA_BENCH_DOCS");
  process.exit(2);
}
const before = loadavg()[0]!;
const kinds = await kindsIn(values.docs.split(":"), Number(values["max-mb"]) * 1e6);
const results = await measureKinds(kinds, Number(values.repeats));
console.log(`${runtimeName()}; load ${before.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}.\n\n${kindsTable(results)}`);
