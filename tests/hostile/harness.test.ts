/** The harness must notice what it is there for, so these tests run small programs that misbehave in place of ra. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { writeFileSync } from "node:fs";
import { LIMITS, type Limits, runGuarded } from "./guarded_run.ts";
import { foreignChanges } from "./planter/project_state.ts";
import { notedPaths, preloadFor } from "./planter/recorded.ts";
import { SHIPPED, shippedProgram, thisRuntime } from "./planter/runtimes.ts";
import { createScratch, type Place } from "./scratch.ts";

const skip = process.platform === "win32";

const isDeno = process.versions["deno"] !== undefined;

/** JavaScript in place of ra. */
function writeScript({ home }: Place, name: string, script: string): string {
  const file = join(home, name);
  writeFileSync(file, `import fs from "node:fs"; import child from "node:child_process";\n${script}`);
  return file;
}

/** Runs JavaScript in place of ra, and then compares what lies outside. */
async function misbehave(script: (place: Place) => string, limits: Partial<Limits> = {}): Promise<string> {
  const scratch = createScratch();
  try {
    const file = writeScript(scratch.place, "script.mjs", script(scratch.place));
    const before = scratch.snapshot();
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

test("the harness notices a process of the command's that computes for too long", {
  skip: process.platform !== "linux",
}, async () => {
  await assert.rejects(
    misbehave(() => `child.spawn("sh", ["-c", "while :; do :; done"]); setInterval(() => {}, 1000)`, { cpuSeconds: 1 }),
    /used the processors for 1/,
  );
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

/** What the program uses, each path with the name of the function. */
const USES = `
fs.readFileSync("read"); fs.writeFileSync("write", ""); fs.readdirSync("."); fs.statSync("stat", { throwIfNoEntry: false });
fs.renameSync("write", "moved"); fs.unlinkSync("moved"); fs.realpathSync.native("read"); fs.mkdirSync("made");
fs.closeSync(fs.openSync("opened", "w")); fs.symlinkSync("nowhere", "link"); await fs.promises.readFile("read");
fs.createReadStream("streamed").on("error", () => {});
try { process.getBuiltinModule("node:fs").lstatSync("built-in"); } catch {}
if ("Deno" in globalThis) Deno.statSync("read");
`;
const NOTED = ["read", "write", "stat", "moved", "made", "opened", "link", "streamed", "built-in"];

test("the recorder notes what a program reads, writes, lists, renames, removes and looks at", { skip }, async () => {
  const scratch = createScratch();
  try {
    const { place } = scratch;
    place.write("read", "");
    const list = join(place.home, "list");
    const program = writeScript(place, "program.mjs", USES);
    const preload = preloadFor(place.home, list);
    const { command, args } = shippedProgram(thisRuntime, preload);
    const { stderr } = await runGuarded({ args: [] }, scratch, LIMITS, {
      command,
      args: args.map((word) => word === SHIPPED ? program : word),
    });
    assert.equal(stderr, "");
    const noted = notedPaths(list);
    assert.deepEqual(NOTED.filter((name) => !noted.includes(join(place.project, name))), []);
    assert.ok(noted.includes(place.project), "the folder that was listed");
  } finally {
    scratch.remove();
  }
});

test("the planter notices what is changed, removed and made that is not ra's", () => {
  const file = (content: string) => ({ kind: "file", content }) as const;
  const before = new Map([["docs/a.md", file("a")], ["docs/b.md", file("b")], ["rag/own.json", file("1")]]);
  const after = new Map([
    ["docs/a.md", file("changed")],
    ["rag/own.json", file("2")],
    ["rag/raw/hooks-2", file("free")],
    ["docs/new", file("")],
  ]);
  const owned = new Map([["rag/own.json", "file"], ["rag/raw/hooks", "file"]] as const);
  assert.deepEqual(foreignChanges(before, after, { owned, writes: [] }), [
    "changed file docs/a.md",
    "removed file docs/b.md",
    "made file docs/new",
  ]);
  assert.deepEqual(foreignChanges(before, after, { owned, writes: ["docs/a.md", "docs/b.md", "docs/new"] }), []);
  const link = new Map([["rag/own.json", { kind: "directory", content: "" } as const]]);
  assert.deepEqual(foreignChanges(link, new Map(), { owned, writes: [] }), ["removed directory rag/own.json"]);
});
