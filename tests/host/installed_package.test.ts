import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { loadPackage } from "../../src/host/installed_package.ts";

const NAME = "ra-test-package";

/** A folder with a package that needs another one beside it. */
function withPackage(code: string, use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "ra-package-")).replaceAll("\\", "/");
  try {
    for (const [name, content] of [[NAME, code], ["ra-test-beside", "module.exports = 20;"]] as const) {
      const place = join(folder, "node_modules", name);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "package.json"), JSON.stringify({ name, main: "main.js" }));
      writeFileSync(join(place, "main.js"), content);
    }
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a package in the folder's node_modules is loaded, with what lies beside it", () => {
  withPackage('module.exports = { sum: require("ra-test-beside") + 1 };', (folder) => {
    assert.deepEqual(loadPackage(NAME, folder), { sum: 21 });
  });
});

test("a package that is nowhere is undefined", () => {
  assert.equal(loadPackage(NAME, undefined), undefined);
  assert.equal(loadPackage(NAME, "/there/is/no/such/folder"), undefined);
});

test("nothing is loaded from the working directory or a folder above it", () => {
  withPackage('throw new Error("this code must not run");', (folder) => {
    const inner = join(folder, "inner");
    mkdirSync(inner);
    const before = process.cwd();
    try {
      for (const place of [folder, inner]) {
        process.chdir(place);
        assert.equal(loadPackage(NAME, undefined), undefined);
        assert.equal(loadPackage(NAME, "/there/is/no/such/folder"), undefined);
      }
      // A package of the folder above does not count either.
      assert.equal(loadPackage(NAME, inner), undefined);
    } finally {
      process.chdir(before);
    }
  });
});

test("what a package throws as it loads is thrown", () => {
  withPackage('throw new Error("no such processor");', (folder) => {
    assert.throws(() => loadPackage(NAME, folder), /no such processor/);
  });
});
