import test from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import * as nodeFs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { isAlive, processId, processStartTicks } from "../../src/host/process.ts";

const compiled = import.meta.url.endsWith(".js");
const here = path.dirname(fileURLToPath(import.meta.url));
const worker = path.join(here, compiled ? "process_worker.js" : "process_worker.ts");
const runtimeArguments = "Deno" in globalThis ? ["run", "-A", "--no-check"] : [];

/** The repository's Deno, and the worker's source, found from wherever the compiled tests lie. */
let top = here;
while (
  !nodeFs.existsSync(path.join(top, "package.json")) || !nodeFs.existsSync(path.join(top, "src/host/process.ts"))
) top = path.dirname(top);
const deno = path.join(top, "node_modules/.bin/deno");
const source = path.join(top, "tests/host/process_worker.ts");

function inFolder<T>(use: (folder: string) => T): T {
  const folder = nodeFs.realpathSync(nodeFs.mkdtempSync(path.join(os.tmpdir(), "ra-host-"))).replaceAll("\\", "/");
  try {
    nodeFs.writeFileSync(`${folder}/file`, "12345");
    return use(folder);
  } finally {
    nodeFs.rmSync(folder, { recursive: true, force: true });
  }
}
const environment = { ...process.env, RA_TEST_VARIABLE: "seen" };

test("isAlive() finds this process, and not a process that ended", () => {
  const gone = spawnSync(process.execPath, ["--version"]).pid;
  assert.equal(isAlive(processId), true);
  assert.equal(isAlive(gone), false);
  assert.equal(isAlive(0), false);
  if (process.platform === "linux") {
    assert.equal(typeof processStartTicks(processId), "number");
    assert.equal(processStartTicks(gone), undefined);
  }
});

test("the host answers everything when it has every permission", () => {
  inFolder((folder) => {
    const run = spawnSync(process.execPath, [...runtimeArguments, worker, "all", `${folder}/file`], {
      encoding: "utf8",
      env: environment,
      input: "",
    });
    assert.equal(run.stderr, "");
    const answers = JSON.parse(run.stdout);
    assert.equal(answers.variable, "seen");
    assert.equal(answers.host, os.hostname());
    assert.equal(answers.parent, true);
    assert.deepEqual([answers.stat, answers.read, answers.open, answers.list], ["file", 5, 5, 1]);
    assert.deepEqual([answers.write, answers.create, answers.move, answers.folder], [null, true, null, null]);
    assert.deepEqual(nodeFs.readdirSync(folder).sort(), ["file", "file.folder"]);
    assert.deepEqual(answers.terminals, [false, 80, 80]);
  });
});

test("under Deno without permissions, reads find nothing, writes fail with io, and nothing throws otherwise or prompts", () => {
  inFolder((folder) => {
    const run = spawnSync(deno, ["run", "--no-check", "--no-prompt", source, "all", `${folder}/file`], {
      encoding: "utf8",
      env: environment,
      input: "",
    });
    assert.equal(run.stderr, "");
    const answers = JSON.parse(run.stdout);
    assert.equal(answers.node, null);
    for (const denied of ["home", "variable", "host", "parent", "ticks", "stat", "real", "read", "open"]) {
      assert.equal(answers[denied], null, denied);
    }
    for (const known of ["cwd", "self", "processors", "clock"]) assert.equal(answers[known], true, known);
    for (const failed of ["list", "write", "create", "move", "remove", "folder"]) {
      assert.match(answers[failed], /^RaError: cannot .*: Deno was started without permission for it$/, failed);
    }
    assert.deepEqual(nodeFs.readdirSync(folder), ["file"]);
  });
});

test("under Deno with permission for one folder, that folder works and the folders above do not exist", () => {
  inFolder((folder) => {
    nodeFs.mkdirSync(`${folder}/in`);
    nodeFs.writeFileSync(`${folder}/in/file`, "1234567");
    const granted = [`--allow-read=${folder}/in`, `--allow-write=${folder}/in`];
    const answers = (file: string) => {
      const run = spawnSync(deno, ["run", "--no-check", "--no-prompt", ...granted, source, "all", file], {
        encoding: "utf8",
        input: "",
      });
      assert.equal(run.stderr, "");
      return JSON.parse(run.stdout);
    };
    const inside = answers(`${folder}/in/file`);
    assert.deepEqual([inside.stat, inside.real, inside.read, inside.open, inside.list], [
      "file",
      `${folder}/in/file`,
      7,
      7,
      1,
    ]);
    assert.deepEqual([inside.write, inside.create, inside.move, inside.remove, inside.folder], [
      null,
      true,
      null,
      2,
      null,
    ]);
    assert.equal(answers(`${folder}/file`).stat, null);
  });
});

test("Deno shows no permission prompt on a terminal", {
  skip: process.platform !== "linux" || !nodeFs.existsSync("/usr/bin/script"),
}, () => {
  inFolder((folder) => {
    // script(1) gives the command a terminal. Without --no-prompt, Deno asks there.
    const command = `${deno} run --no-check ${source} all ${folder}/file`;
    const run = spawnSync("script", ["-qec", command, "/dev/null"], { encoding: "utf8", input: "", timeout: 20_000 });
    assert.equal(run.status, 0);
    assert.doesNotMatch(run.stdout, /Deno requests|Allow\?/);
    assert.match(run.stdout, /"stat":null/);
  });
});

test("standardOutput.write() ends quietly with code 0 when the reader is gone, after the registered actions", async () => {
  const child = spawn(process.execPath, [...runtimeArguments, worker, "pipe"], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data: unknown) => (errors += String(data)));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.equal(code, 0);
  assert.equal(errors, "cleaned up\n");
});
