// Kills writers at random moments for a while and prints what was found:  npm run test:kill -- [--seconds N] [--seed N]
import process from "node:process";
import { numberOption } from "./child_process.ts";
import { killWriters } from "./kill_loop.ts";

const seed = numberOption("seed", (Date.now() % 1e6) + 1);
console.log(`kill: seed ${seed}`);
const onRound = (round: number): void => void (round % 50 === 0 && console.log(`kill: ${round} writers killed`));
const figures = await killWriters({ seconds: numberOption("seconds", 180), seed, onRound });
for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(10)} ${value}`);
process.exit(0);
