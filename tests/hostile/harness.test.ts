/** The harness must notice what it is there for, so these tests run small programs that misbehave in place of ra. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { writeFileSync } from "node:fs";
import { LIMITS, type Limits, runGuarded } from "./guarded_run.ts";
import { createScratch, type Place } from "./scratch.ts";

const skip = process.platform === "win32";

/** Runs JavaScript in place of ra, and then compares what lies outside. */
async function misbehave(script: (place: Place) => string, limits: Partial<Limits> = {}): Promise<string> {
  const scratch = createScratch();
  try {
    const file = join(scratch.place.home, "script.mjs");
    writeFileSync(file, `import fs from "node:fs"; import child from "node:child_process";\n${script(scratch.place)}`);
    const before = scratch.snapshot();
    const isDeno = process.versions["deno"] !== undefined;
    const answer = await runGuarded({ args: [] }, scratch, { ...LIMITS, ...limits }, {
      command: process.execPath,
      args: isDeno ? ["run", "--no-check", "--allow-all", file] : [file],
    });
    scratch.assertUntouched(before, "the script");
    return answer.stdout;
  } finally {
    scratch.remove();
  }
}

const quoted = (...parts: readonly string[]): string => JSON.stringify(join(...parts));

test("the harness lets pass what stays inside", { skip }, async () => {
  assert.equal(
    await misbehave(({ project }) => `fs.writeFileSync(${quoted(project, "a")}, "x"); console.log("done")`),
    "done\n",
  );
});

test("the harness notices a command that does not end", { skip }, async () => {
  await assert.rejects(misbehave(() => "setInterval(() => {}, 1000)", { seconds: 1 }), /did not end within 1 s/);
});

test("the harness notices a command that computes for too long", {
  skip: process.platform !== "linux",
}, async () => {
  await assert.rejects(misbehave(() => "for (;;);", { cpuSeconds: 1 }), /used the processors for 1/);
});

test("the harness notices a command that takes too much memory", {
  skip: process.platform !== "linux",
}, async () => {
  await assert.rejects(
    misbehave(() => "globalThis.a = Buffer.alloc(300e6, 1); setInterval(() => {}, 1000)", { bytes: 300e6 }),
    /took \d+ MB/,
  );
});

test("the harness notices a changed, new or replaced file outside, and a mode", { skip }, async () => {
  for (
    const script of [
      ({ outside }: Place) => `fs.appendFileSync(${quoted(outside, "secret.md")}, "x")`,
      ({ outside }: Place) => `fs.writeFileSync(${quoted(outside, "new")}, "")`,
      ({ outside }: Place) => `fs.chmodSync(${quoted(outside, "folder")}, 0o700)`,
      ({ outside }: Place) => `fs.writeFileSync(${quoted(outside, "..", "beside")}, "")`,
    ]
  ) {
    await assert.rejects(misbehave(script), /changed something outside/);
  }
});

test(
  "the harness notices a file outside that is read or copied, and a planted command that runs",
  { skip },
  async () => {
    // Reading shows in the access time, where the file system notes it; a copy shows by the secret in it.
    await assert.rejects(
      misbehave(({ outside, project }) =>
        `fs.copyFileSync(${quoted(outside, "secret.md")}, ${quoted(project, "copy.md")})`
      ),
      /read outside|a secret from outside/,
    );
    await assert.rejects(
      misbehave(({ command }) => `child.execSync(${JSON.stringify(command)})`),
      /ran a planted command/,
    );
  },
);
