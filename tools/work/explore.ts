import process from "node:process";
import { numberOption, randomNumbers } from "../crash/child_process.ts";
import { drawMixture } from "./mixtures.ts";
import { READERS } from "./readers.ts";
const seed = numberOption("seed", 1);
const most = numberOption("bytes", 1 << 18);
const rounds = numberOption("rounds", 100);
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1]!.split(",") : undefined;
const random = randomNumbers(seed);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
for (let round = 0; round < rounds; round++) {
  const mixture = drawMixture(random);
  for (const [name, read] of Object.entries(READERS)) {
    if (only !== undefined && !only.includes(name)) continue;
    const times: number[] = [];
    for (const bytes of [most / 4, most / 2, most]) {
      const text = mixture.of(bytes);
      const before = cpu();
      try {
        await read(text);
      } catch (error) {
        console.log(name, mixture.name, String(error).slice(0, 200));
      }
      times.push(cpu() - before);
      if (times.at(-1)! > 6) break;
    }
    const last = times.at(-1)!;
    const ratio = last / (times.at(-2) ?? 0.001);
    const perMb = last / (most / 4 * 2 ** (times.length - 1) / 1e6);
    if ((ratio > 2.7 && last > 0.25) || perMb > 4) {
      console.log(
        `${name} ${ratio.toFixed(1)}x ${perMb.toFixed(1)} s/MB ${times.map((t) => t.toFixed(2))} ${
          mixture.name.slice(0, 400)
        }`,
      );
    }
  }
}
console.log("done", seed);
process.exit(0);
