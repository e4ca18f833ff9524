import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { listModels, removeModel } from "../../src/models/installed/list_models.ts";
import { readModel } from "../../src/models/installed/read_model.ts";
import { testModel } from "../../src/models/installed/test_model.ts";
import { ended, randomNumbers, spoke, startModule, withFolder } from "../../tools/crash/child_process.ts";
import { runRa } from "../cli/run_ra.ts";
import { smallModel } from "./small_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const fs = createDiskFileSystem();
const { config, vocabulary, weights } = smallModel();

/** Writes the files of a model. Another `mark` gives other files. */
function filesIn(home: string, mark: string): string {
  const folder = `${home}/${mark}`;
  mkdirSync(folder);
  writeFileSync(`${folder}/config.json`, config.replace("{", `{"note": ${JSON.stringify(mark)},`));
  writeFileSync(`${folder}/vocab.txt`, vocabulary);
  writeFileSync(`${folder}/model.safetensors`, weights);
  return folder;
}

/** Without the hashes that are parts of the names. */
const filesOf = (home: string): readonly string[] =>
  readdirSync(`${home}/.local/share/ra/models/mine`).map((file) => file.replace(/^[0-9a-f]{16}-/, "")).sort();
const ALL = ["config.json", "model.json", "vocab.txt", "weights.bin"];
const start = (home: string, times: number, ...sources: readonly string[]) =>
  startModule(import.meta.url, "model_worker", home, String(times), ...sources);

test("two processes that add a model of one name at once leave one of the two, whole", () =>
  withFolder(async (home) => {
    const sources = [filesIn(home, "one"), filesIn(home, "two")];
    const ends = await Promise.all(sources.map((source) => ended(start(home, 5, source))));
    assert.deepEqual(ends.map(({ code, stderr }) => [code, stderr]), [[0, ""], [0, ""]]);
    assert.match(readModel(fs, home, "mine").config, /"note": "(?:one|two)"/);
    assert.equal((await testModel(fs, home, "mine")).name, "mine");
    assert.deepEqual(filesOf(home), ALL);
  }));

test("a process that is killed while it replaces a model leaves the old one or the new one, whole", () =>
  withFolder(async (home) => {
    const sources = [filesIn(home, "one"), filesIn(home, "two")];
    const random = randomNumbers(20);
    await ended(start(home, 1, sources[0]!));
    for (let round = 0; round < 12; round++) {
      const child = start(home, 1_000_000, ...sources);
      const end = ended(child);
      await spoke(child);
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 200));
      child.kill("SIGKILL");
      assert.equal((await end).code, "SIGKILL");
      assert.match(readModel(fs, home, "mine").config, /"note": "(?:one|two)"/);
      assert.deepEqual(listModels(fs, home).map(({ name, problem }) => [name, problem]), [["mine", undefined]]);
    }
    assert.equal((await ended(start(home, 1, sources[1]!))).code, 0);
    assert.match(readModel(fs, home, "mine").config, /"note": "two"/);
    assert.deepEqual(filesOf(home), ALL);
  }));

test("a model that one process adds and another removes is whole or gone", () =>
  withFolder(async (home) => {
    const child = start(home, 20, filesIn(home, "one"));
    const end = ended(child);
    for (let isRunning = true; isRunning;) {
      isRunning = await Promise.race([end.then(() => false), new Promise<true>((done) => setTimeout(done, 5, true))]);
      await removeModel(fs, home, "mine").catch((error: unknown) =>
        assert.equal((error as { readonly code?: unknown }).code, "model-missing")
      );
    }
    assert.deepEqual(await end.then(({ code, stderr }) => ({ code, stderr })), { code: 0, stderr: "" });
    assert.deepEqual(listModels(fs, home), []);
    assert.deepEqual(filesOf(home), []);
  }));

test("ra model add, list, test and remove do the same on the command line, also for programs", () =>
  withFolder((home) => {
    const ra = (...args: readonly string[]) => runRa(["model", ...args], { cwd: home, home });
    assert.match(ra("add", filesIn(home, "one"), "--name", "mine").stdout, /^model mine added\n/);
    const [listed] = JSON.parse(ra("list", "--json").stdout) as readonly Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      { ...listed, bytes: 0 },
      {
        name: "mine",
        kind: "encoder",
        source: `${home}/one`,
        revision: "",
        dtype: "int8",
        bytes: 0,
        // A model with random weights tells nothing apart.
        floor: 0.3,
        weight: 0.4,
        languages: [],
        licence: null,
        origin: `${home}/one`,
        problem: null,
      },
    );
    assert.ok(Number(listed!["bytes"]) > 1000);
    const tried = ra("test", "mine", "--json");
    const { name, pairs, passed } = JSON.parse(tried.stdout) as Awaited<ReturnType<typeof testModel>>;
    assert.deepEqual([name, pairs.length, tried.code], ["mine", 5, passed ? 0 : 1]);
    const own = `${home}/.local/share/ra/models/mine/model.onnx`;
    writeFileSync(own, "of the user");
    assert.equal(ra("remove", "mine").stdout, `model mine removed\n${own} stays: ra did not write it\n`);
    assert.deepEqual(filesOf(home), ["model.onnx"]);
    const gone = ra("remove", "mine");
    assert.deepEqual([gone.code, gone.stdout], [1, ""]);
    assert.match(gone.stderr, /there is no model "mine"/);
    return Promise.resolve();
  }));
