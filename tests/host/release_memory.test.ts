import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { extname } from "node:path";
import process from "node:process";
import { test } from "node:test";

// Only Node has memory to give back, and only Node runs the compiled file.
const skip = extname(new URL(import.meta.url).pathname) !== ".js";
const module = new URL("../../src/host/release_memory.js", import.meta.url).href;

function run(script: string): unknown {
  const whole = `import { createRest } from ${JSON.stringify(module)};\nconst rest = createRest(1000);\n${script}`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", whole], {
    encoding: "utf8",
  });
  assert.deepEqual({ stderr, status }, { stderr: "", status: 0 });
  return JSON.parse(stdout);
}

test("a server gives memory back some time after its last answer", { skip }, () => {
  const [early, busy, rested, gc] = run(`
    import v8 from "node:v8";
    const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let changes = 0;
    const { setFlagsFromString } = v8;
    v8.setFlagsFromString = (flag) => { changes++; setFlagsFromString(flag); };
    let kept = Array.from({ length: 1_500_000 }, (_, at) => ({ at }));
    kept = undefined;
    rest();
    const busy = megabytes();
    await wait(700);
    rest(); // another answer restarts the wait
    await wait(700);
    const early = changes;
    await wait(1500);
    console.log(JSON.stringify([early, busy, megabytes(), typeof globalThis.gc]));
  `) as [number, number, number, string];
  assert.equal(early, 0);
  assert.ok(rested < busy - 30, `${busy} MB before, ${rested} MB after`);
  assert.equal(gc, "undefined");
});

test("the timer that gives memory back does not keep a process alive", { skip }, () => {
  assert.equal(run(`createRest()(); process.on("exit", () => console.log(process.uptime() < 30));`), true);
});
