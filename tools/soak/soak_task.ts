// Runs readers and writers at once for a while:  npm run test:soak -- [--seconds N] [--seed N]
import process from "node:process";
import { numberOption } from "../crash/child_process.ts";
import { soak } from "./soak.ts";

const seed = numberOption("seed", (Date.now() % 1e6) + 1);
console.log(`soak: seed ${seed}`);
const figures = await soak(numberOption("seconds", 180), seed);
for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(14)} ${value}`);
process.exit(0);
