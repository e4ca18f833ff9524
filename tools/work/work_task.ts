/**
 * Reads random mixtures of signs, each at three sizes, in one process, and compares the processor time: twice the text
 * may take 2.5 times as long. Prints each mixture that takes longer, and then ends with exit code 1.
 *
 *     npm run test:work -- [--rounds N] [--bytes N] [--seed N] [--only READER,…]
 */
import process from "node:process";
import { numberOption, randomNumbers } from "../crash/child_process.ts";
import { isLanguage, LANGUAGE_PIECES } from "../fuzz/language_pieces.ts";
import { drawMixture, type Mixture } from "./mixtures.ts";
import { READERS } from "./readers.ts";

/** For twice the text. */
const MAX_TIMES = 2.5;
/** Less processor time than this says nothing, in seconds. */
const MIN_SECONDS = 0.25;

const seed = numberOption("seed", Math.floor(Math.random() * 1e6));
const rounds = numberOption("rounds", 20);
/** Of the largest text. */
const most = numberOption("bytes", 4 * 1024 * 1024);
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1]!.split(",") : undefined;

/** Processor seconds of this process so far. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds at a quarter, a half and all of the bytes. */
async function measured(mixture: Mixture, read: (text: string) => Promise<void>): Promise<readonly number[]> {
  const seconds: number[] = [];
  for (const bytes of [most / 4, most / 2, most]) {
    const text = mixture.of(bytes);
    const before = spent();
    await read(text);
    seconds.push(spent() - before);
  }
  return seconds;
}

const random = randomNumbers(seed);
let wrong = 0;
console.log(`seed ${seed}`);
for (let round = 0; round < rounds; round++) {
  const usual = drawMixture(random);
  for (const [name, read] of Object.entries(READERS)) {
    if (only !== undefined && !only.includes(name)) continue;
    const language = name.replace(/-page$/, "");
    const mixture = isLanguage(language) ? drawMixture(random, LANGUAGE_PIECES[language]) : usual;
    const seconds = await measured(mixture, read);
    const isSlow = seconds.some((now, at) => at > 0 && now > MIN_SECONDS && now > MAX_TIMES * seconds[at - 1]!);
    if (!isSlow) continue;
    wrong++;
    console.log(`${name}: ${seconds.map((time) => time.toFixed(2)).join(", ")} s for ${mixture.name.slice(0, 400)}`);
  }
}
console.log(`${rounds} mixtures, ${wrong} that take too long`);
process.exitCode = wrong === 0 ? 0 : 1;
