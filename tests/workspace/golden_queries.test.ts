// Tests `ra test`: golden queries of the configuration.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFiles, DOCS, failure, type Files, openFiles, openProject, write } from "./project.ts";

const FILES: Files = {
  "docs/guide.md": "# Guide\nintro\n## Install\nunpack the toaster\n## Use\nput bread in\n",
  "docs/errors.md": "# Errors\nit blinks\n## Overheating\nunplug the toaster\n",
};
const golden = (...tests: readonly (readonly [query: string, expect: string, within?: number])[]): string =>
  DOCS +
  tests.map(([query, expect, within]) =>
    `[[test]]\nquery = ${JSON.stringify(query)}\nexpect = ${expect}\n${
      within === undefined ? "" : `within = ${within}\n`
    }`
  ).join("");
const record = (fs: { readFile(path: string): Uint8Array | undefined }): unknown => {
  const bytes = fs.readFile("/project/.ra/test.json");
  return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
};

test("a golden query passes when every expected document is among the first results", async () => {
  const config = golden(
    ["unplug", '"docs:errors.md#overheating"'],
    ["bread", '["docs/guide.md", "docs:guide.md#use"]', 1],
    ["bread", '"docs:errors.md"'],
    ["bread", '"docs:gone.md"'],
  );
  const { workspace } = await openProject({ ...FILES, ".ra.toml": config });
  const { passed, failed, tests } = await workspace.test();
  assert.deepEqual([passed, failed], [2, 2]);
  assert.deepEqual(tests.map(({ query, within, passed: met }) => [query, within, met]), [
    ["unplug", 3, true],
    ["bread", 1, true],
    ["bread", 3, false],
    ["bread", 3, false],
  ]);
  assert.deepEqual(tests.flatMap(({ expected }) => expected), [
    { expect: "docs:errors.md#overheating", rank: 1, passed: true, indexed: true },
    { expect: "docs/guide.md", rank: 1, passed: true, indexed: true },
    { expect: "docs:guide.md#use", rank: 1, passed: true, indexed: true },
    { expect: "docs:errors.md", rank: null, passed: false, indexed: true },
    { expect: "docs:gone.md", rank: null, passed: false, indexed: false },
  ]);
});

test("test() reports a rank beyond the bound and fails", async () => {
  const files = {
    "docs/a.txt": "needle needle",
    "docs/b.txt": "needle and a few more words",
    ".ra.toml": golden(["needle", '"docs:b.txt"', 1]),
  };
  const [outcome] = (await (await openProject(files)).workspace.test()).tests;
  assert.deepEqual([outcome!.passed, outcome!.expected[0]!.rank], [false, 2]);
});

test("golden queries use the settings in force", async () => {
  const tests = golden(["k8s", '"docs:errors.md"']);
  const passed = async (config: string) =>
    (await (await openProject({ ...FILES, ".ra.toml": config })).workspace.test()).passed;
  assert.equal(await passed(tests), 0);
  assert.equal(await passed(`${tests}[search.synonyms]\nk8s = ["blinks"]\n`), 1);
});

test("golden queries of all files count, and their paths start at the file that sets them", async () => {
  const fs = createFiles({
    ...FILES,
    ".ra.toml": golden(["bread", '"docs/guide.md"']),
    "sub/.ra.toml": '[[test]]\nquery = "unplug"\nexpect = "../docs/errors.md"\n',
  });
  const { open } = await import("../../src/workspace.ts");
  const workspace = await open("/project/sub", { fs, home: null });
  assert.deepEqual((await workspace.test()).tests.map(({ query, passed, file }) => [query, passed, file]), [
    ["unplug", true, "/project/sub/.ra.toml"],
    ["bread", true, "/project/.ra.toml"],
  ]);
});

test("test() compares ranks with the last saved run", async () => {
  const config = `${golden(["unpack", '"docs:guide.md#install"', 9])}[search]\ncutoff_ratio = 0\n`;
  const fs = createFiles({ ...FILES, ".ra.toml": config });
  const run = async (options = {}) => {
    const { workspace } = await openFiles(fs);
    const { rank, previous } = (await workspace.test(options)).tests[0]!.expected[0]!;
    workspace.close();
    return [rank, previous];
  };
  assert.deepEqual(await run({ save: false }), [1, undefined]);
  assert.equal(record(fs), undefined);
  assert.deepEqual(await run(), [1, undefined]);
  assert.deepEqual(record(fs), { format: 1, ranks: [{ query: "unpack", expect: "docs:guide.md#install", rank: 1 }] });
  write(fs, "docs/new.md", "# Unpack\nunpack unpack unpack\n");
  assert.deepEqual(await run({ save: false }), [2, 1]);
  assert.deepEqual(await run(), [2, 1]);
  assert.deepEqual(await run(), [2, 2]);
  write(fs, ".ra/test.json", "{ broken");
  assert.deepEqual(await run(), [2, undefined]);
  assert.deepEqual(await run(), [2, 2]);
  assert.deepEqual(fs.readDirectory("/project/.ra").map(({ name }) => name), ["index", "test.json"]);
});

test("missing or invalid golden queries are configuration errors", async () => {
  const { workspace } = await openProject(FILES);
  assert.equal((await failure(() => workspace.test())).code, "config-missing");
  const broken = await openProject({ ...FILES, ".ra.toml": golden(["ok", '"x"'], ['a "b', '"x"']) });
  const error = await failure(() => broken.workspace.test());
  assert.deepEqual([error.code, error.path], ["query-syntax", "/project/.ra.toml"]);
  assert.equal(record(broken.fs), undefined);
});
